// The menu of the match: the next frame, how this one began, a new match, the language.

import { make } from "./balls.js";
import { asked } from "./desk-line.js";
import { button } from "./desk-said.js";
import { NAMES } from "./words.js";

function field(label, input) {
  return make("label", "", label, input);
}

function input(name, value, attributes = {}) {
  const made = Object.assign(make("input"), { name, value, autocomplete: "off" });
  for (const [key, one] of Object.entries(attributes)) made.setAttribute(key, one);
  return made;
}

function chosen(name, options, value) {
  const select = Object.assign(make("select"), { name });
  select.append(...options.map(([key, text]) => new Option(text, key, key === value, key === value)));
  return select;
}

/** What the form says of how a match or a frame begins. */
function beginning(form) {
  const given = new FormData(form);
  return {
    names: [given.get("first").trim(), given.get("second").trim()],
    best_of: given.get("best_of") ? Number(given.get("best_of")) : null,
    starter: Number(given.get("starter")),
  };
}

function formOf(view, books, act) {
  const { state, desk, names } = view;
  const { match } = state.public;
  const form = make("form", "begin");
  const rulebook = chosen("rulebook", books.map(({ name, title }) => [name, title]), books.find((one) => one.offered)?.name);
  const abandon = input("abandon", "on", { type: "checkbox" });
  const begin = make("button", "strong", desk.begin);
  form.append(
    field(desk.first, input("first", names[0], { required: "", maxlength: 80 })),
    field(desk.second, input("second", names[1], { required: "", maxlength: 80 })),
    field(desk.bestOf, input("best_of", match?.best_of ?? "", { type: "number", min: 1, max: 99 })),
    field(desk.whoFirst, chosen("starter", [["0", desk.first], ["1", desk.second]], String(state.starter ?? 0))),
    field(desk.rules, rulebook),
    ...(match && !match.over ? [make("label", "choice", "", abandon, make("span", "", desk.abandon))] : []),
    make("div", "row", "", begin,
      ...(match ? [button(desk.correct, () => form.reportValidity() && act.ask({ do: "correct-beginning", ...beginning(form) }, desk.correct))] : [])));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act.take({ do: "begin-match", ...beginning(form), rulebook: rulebook.value, abandon: abandon.checked });
    act.close();
  });
  return form;
}

/** Open the menu of the match. */
export async function openMatch(dialog, view, act) {
  const { state, desk } = view;
  const { frame, match } = state.public;
  const books = await asked("/api/rulebooks");
  const now = (step) => { act.close(); act.take(step); };
  const rows = [];
  if (frame?.over && !match.over) rows.push(button(desk.nextFrame, () => now({ do: "begin-frame" }), { className: "strong" }));
  if (frame && frame.number > 1 && !state.book.length) {
    rows.push(button(desk.reopen, () => { act.close(); act.ask({ do: "reopen-frame" }, desk.reopen); }));
  }
  const lang = chosen("lang", Object.entries(NAMES), view.lang);
  lang.addEventListener("change", () => act.lang(lang.value));
  dialog.replaceChildren(
    make("h2", "", desk.match), make("div", "row", "", ...rows), formOf(view, books, act), field(desk.lang, lang),
    make("div", "row", "", button(desk.close, act.close, { face: "Esc" })));
  dialog.setAttribute("aria-label", desk.match);
  dialog.showModal();
}
