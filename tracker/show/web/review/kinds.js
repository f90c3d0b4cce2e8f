// The kinds of incidents: each has a shape and a letter of its own, so that colour never tells alone; the letter is its key.

import { drawn } from "../elements/drawing.js";

/** Letter and outline of each kind, drawn within 24 x 24 about the middle. */
export const KINDS = {
  strike: { letter: "T", path: "M0-12 11.5 9H-11.5Z", sits: 3 },
  touch: { letter: "C", path: "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z", sits: 0 },
  cushion: { letter: "B", path: "M-10-10H10V10H-10Z", sits: 0 },
  pot: { letter: "P", path: "M0-12 11.5-3.5 7 10H-7L-11.5-3.5Z", sits: 0.5 },
  off_table: { letter: "X", path: "M0-12.5 12.5 0 0 12.5-12.5 0Z", sits: 0 },
  rest: { letter: "R", path: "M-12-7H12V7H-12Z", sits: 0 },
};

/** Which kind a key goes to. */
export const kindOfKey = (key) => Object.keys(KINDS).find((kind) => KINDS[kind].letter.toLowerCase() === key);

/** The shape of a kind with its letter, about (0, 0). */
export function shapeOf(kind) {
  const { letter, path, sits } = KINDS[kind] ?? { letter: "?", path: KINDS.touch.path, sits: 0 };
  return drawn("g", { class: `shape shape-${kind}` }, drawn("path", { d: path }), drawn("text", { y: sits }, letter));
}

/** The same as a small drawing that stands in a line of text. */
export function badgeOf(kind) {
  return drawn("svg", { class: "badge", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, shapeOf(kind));
}

/** The pictures of incidents, each once, in order or from the last. */
function numbersOf(incidents, isBack) {
  const numbers = [...new Set(incidents.map((one) => one.picture).filter((number) => number !== null))];
  return numbers.sort((one, other) => (isBack ? other - one : one - other));
}

/** The picture to go to for a kind: from one of its own the next (or the one before), from anywhere else its first (or last). */
export function nextOf(incidents, kind, number, isBack = false) {
  const numbers = numbersOf(incidents.filter((one) => one.kind === kind), isBack);
  return numbers[(numbers.indexOf(number) + 1) % numbers.length] ?? null;
}

/** The nearest incident's picture on one side, whatever its kind; round again beyond the last. */
export function followingOf(incidents, number, isBack = false) {
  const numbers = numbersOf(incidents, isBack);
  return numbers.find((one) => (isBack ? one < number : one > number)) ?? numbers[0] ?? null;
}
