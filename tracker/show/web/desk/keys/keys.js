// Which key does what at the desk: as the issue of keys has it, changed by the referee, and kept by this browser.

const KEPT = "cuewatch-keys";

/** What keys do unless the referee has them otherwise. */
export const DEFAULTS = {
  red: "r", yellow: "y", green: "g", brown: "b", blue: "l", pink: "p", black: "k",
  free: "8", foul: "f", end: " ", several: "+", undo: "z", redo: "y",
  accept: "Enter", refuse: "x", amend: "a", miss: "m", white: "w",
  cannon: "c", potRed: "r", potWhite: "w", inRed: "i", inWhite: "o",
  puck: "p", opponent: "o", ghost: "h", more: "q", review: "v", help: "?",
  certain: "t", likelier: "d", other: "e", next: "n", say: "s",
};

/** A text that this browser kept, or null. */
export function keptText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text in this browser; one without storage forgets it when the page is left. */
export function keepText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    /* Nothing to be done. */
  }
}

function kept() {
  try {
    return JSON.parse(keptText(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** The keys as they are now: action to key. */
export function keysNow() {
  return { ...DEFAULTS, ...kept() };
}

/** Give an action another key; null: every action its first one again. */
export function setKey(action, key) {
  keepText(KEPT, JSON.stringify(action === null ? {} : { ...kept(), [action]: key }));
}

/** The key that an event means: letters small, so that a locked shift key does no harm. */
export function keyOf(event) {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Which of `ids` a key does; redo comes last, since its key is the yellow's too. */
export function actionOf(key, keys, ids) {
  const found = ids.filter((id) => keys[id] === key);
  return found.find((id) => id !== "redo") ?? found[0];
}

/** A key as it is printed on a keyboard. */
export function faceOf(key) {
  return { " ": "␣", Enter: "⏎", Escape: "Esc", Backspace: "⌫" }[key] ?? key.toUpperCase();
}
