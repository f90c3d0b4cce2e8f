// What the pages of the club are built of: a button, a field, a row, and a dialog that asks before something is done.

import { make } from "./balls.js";

/** A button that does something. */
export function button(text, act, className = "") {
  const made = make("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** A field with its label. */
export function field(text, attributes = {}) {
  const input = make("input");
  Object.entries({ required: "", autocomplete: "off", ...attributes }).forEach(([name, value]) => input.setAttribute(name, value));
  return make("label", "", text, input);
}

/** A list to choose from: pairs of value and text. */
export function chooser(text, name, pairs, chosen) {
  const select = make("select");
  select.name = name;
  select.append(...pairs.map(([value, shown]) => new Option(shown, value, value === chosen, value === chosen)));
  return make("label", "", text, select);
}

/** A form that gives what was filled in to `act` and is empty again when that went well. */
export function form(parts, submit, act) {
  const made = make("form", "line", "", ...parts, make("button", "strong", submit));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await act(Object.fromEntries(new FormData(made)))) made.reset();
  });
  return made;
}

/** A row of a list: what it is, what is said of it, and what can be done with it. */
export function row(name, said, ...actions) {
  return make("li", "row", "", make("b", "", name), make("span", "said", said), make("span", "acts", "", ...actions));
}

/** Put a headed section together; it keeps the focus when what had it is gone. */
export function fill(section, title, note, ...content) {
  const had = section.contains(document.activeElement);
  const head = make("h2", "", title);
  head.id = `${section.id}Title`;
  head.tabIndex = -1;
  section.replaceChildren(head, ...(note ? [make("p", "note", note)] : []), ...content);
  if (had) head.focus();
}

/** Ask in a dialog; `act` is called with what was filled in, and closes the dialog unless it gives false. */
export function asking(dialog, { title, parts = [], yes, no }, act) {
  const head = make("h2", "", title);
  head.id = "dialogTitle";
  const asked = make("form", "", "", head, ...parts);
  const acts = make("p", "actions");
  if (yes) acts.append(make("button", "strong", yes));
  acts.append(button(no, () => dialog.close()));
  asked.append(acts);
  asked.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(asked));
    dialog.close();
    await act(given);
  });
  dialog.replaceChildren(asked);
  dialog.showModal();
}
