// The kinds of incidents: each has a shape and a letter of its own, so that colour never tells alone; the letter is its key.

import { drawn } from "../elements/drawing.js";
import { SIGNS } from "../elements/incidents.js";

/** The signs by their names, in order. */
export const KINDS = Object.fromEntries(SIGNS.map((sign) => [sign.name, sign]));

/** Which kind a key goes to. */
export const kindOfKey = (key) => Object.keys(KINDS).find((kind) => KINDS[kind].letter.toLowerCase() === key);

/** The shape of a kind with its letter, about (0, 0). */
export function shapeOf(kind) {
  const { letter, outline, sits, colour } = KINDS[kind] ?? { ...SIGNS[0], letter: "?" };
  return drawn("g", { class: `shape shape-${kind}`, style: `--kind: ${colour}` }, drawn("path", { d: outline }), drawn("text", { y: sits }, letter));
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
