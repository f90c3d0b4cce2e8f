// The keys of the review, and the sheet that shows them.

import { keyOf } from "../desk/keys/keys.js";
import { make } from "../elements/balls.js";
import { button } from "../elements/controls.js";
import { KINDS, kindOfKey } from "./kinds.js";
import { LAYERS } from "./pictures/marks.js";

/** What a key does; the right hand moves, the left hand compares, and a letter goes to the incident that bears it. */
const ACTIONS = {
  j: "back", k: "pause", l: "forward", " ": "toggle", ",": "before", ".": "after", ArrowLeft: "before", ArrowRight: "after",
  ArrowUp: "newer", ArrowDown: "older", Home: "first", End: "last", i: "in", o: "out", u: "loop", y: "clear", g: "slower", h: "faster",
  a: "setA", s: "setB", d: "blend", f: "blink", "+": "nearer", "=": "nearer", "-": "farther", 0: "whole", z: "near", m: "marks", n: "any",
  e: "restsOn", v: "verdict", "?": "help",
};
const SHIFTED = { ArrowLeft: "moveLeft", ArrowRight: "moveRight", ArrowUp: "moveUp", ArrowDown: "moveDown", ",": "tenBefore", ".": "tenAfter", "<": "tenBefore", ">": "tenAfter", ";": "tenBefore", ":": "tenAfter" };

const ON_TIMELINE = { ArrowUp: "after", ArrowDown: "before", PageUp: "tenAfter", PageDown: "tenBefore" };

/** What a pressed key means: `{id}`, with `kind`, `layer` or `isBack` where it has them; null: nothing. */
export function meantBy(event) {
  const key = keyOf(event);
  const isOnTimeline = event.target.getAttribute?.("role") === "slider";
  if (isOnTimeline && ON_TIMELINE[key]) return { id: ON_TIMELINE[key] };
  const kind = kindOfKey(key);
  if (kind) return { id: "kind", kind, isBack: event.shiftKey };
  if (/^[1-9]$/.test(key) && LAYERS[Number(key) - 1]) return { id: "layer", layer: LAYERS[Number(key) - 1] };
  if (event.shiftKey && SHIFTED[key]) return { id: SHIFTED[key] };
  return ACTIONS[key] ? { id: ACTIONS[key], isBack: event.shiftKey } : null;
}

const sheetOf = ({ review }) => [
  [review.groups.move, [["J", review.back], ["K", review.pause], ["L", review.forward], [",", review.before], [".", review.after], ["⇧ , .", review.ten], ["G", review.slower],
    ["H", review.faster], ["↑", review.newer], ["↓", review.older], ["Home End", review.ends]]],
  [review.groups.find, [...Object.keys(KINDS).map((kind) => [KINDS[kind].letter, kind === "touch" ? review.first : review.kinds[kind]]), ["N", review.any], ["⇧ C", review.prior]]],
  [review.groups.loop, [["I", review.in], ["O", review.out], ["U", review.loop], ["Y", review.clear]]],
  [review.groups.two, [["A", review.setA], ["S", review.setB], ["D", review.blend], ["F", review.blink]]],
  [review.groups.look, [["+", review.nearer], ["−", review.farther], ["0", review.whole], ["Z", review.near], ["⇧ ← → ↑ ↓", review.move], ["M", review.marks], [`1–${Math.min(9, LAYERS.length)}`, review.show]]],
  [review.groups.decide, [["V", review.verdict], ["E", review.add], ["?", review.keys]]],
];

/** Show all keys. */
export function showKeys(dialog, view) {
  const groups = sheetOf(view).map(([title, rows]) => make("section", "", "", make("h3", "", title),
    make("dl", "", "", ...rows.flatMap(([key, text]) => [make("dt", "", "", make("kbd", "", key)), make("dd", "", text)]))));
  dialog.replaceChildren(make("h2", "", view.review.keys), make("div", "sheetOfKeys", "", ...groups),
    make("div", "row", "", button(view.review.close, () => dialog.close(), { className: "strong", face: "Esc", autofocus: "" })));
  dialog.setAttribute("aria-label", view.review.keys);
  dialog.showModal();
}
