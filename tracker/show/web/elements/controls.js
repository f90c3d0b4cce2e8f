// What the desk and the review are built of: a box that is shown anew only where it changes, a button, a dialog.

import { make } from "./balls.js";

/** Show `build()` in a box; what it shows already for the same `key` stays as it is, and keeps its focus. */
export function fresh(box, key, build) {
  const said = JSON.stringify(key);
  if (box.dataset.key === said) return;
  box.dataset.key = said;
  box.replaceChildren(...build());
}

/** Open a dialog over the page. The browser gives focus back to what had it: the page itself and not the button, so that
 *  the very next key scores, whenever the page hears that the dialog is closed. */
export function openOver(dialog) {
  if (dialog.open) return;
  document.querySelector("main").focus({ preventScroll: true });
  dialog.showModal();
}

/** A button that a finger hits; `face` is the key that does the same. */
export function button(text, on, { className = "", face = "", ...attributes } = {}) {
  const made = make("button", className);
  made.type = "button";
  made.append(...[text].flat());
  if (face) made.append(make("kbd", "", face));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.addEventListener("click", on);
  return made;
}
