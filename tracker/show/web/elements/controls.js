// What the desk and the review are built of: a box that is shown anew only where it changes, a button, a dialog.

import { make } from "./balls.js";

/** A finger that is taken off makes its click within that, in ms. */
const CLICK_MS = 300;
let pressed = null;
let letGo = 0;
const putOff = new Map();

function released() {
  const due = [...putOff.values()];
  pressed = null;
  putOff.clear();
  due.forEach((show) => show());
}

window.addEventListener("pointerdown", ({ target }) => {
  clearTimeout(letGo);
  pressed = target;
}, true);
window.addEventListener("click", released, true);
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => { letGo = setTimeout(released, CLICK_MS); }, true);

/** Show `build()` in a box; what it shows already for the same `key` stays as it is, and keeps its focus.
 *  What a finger is on stays until it is taken off: a stroke that is told just then takes no tap away. */
export function fresh(box, key, build) {
  const said = JSON.stringify(key);
  if (box.dataset.key === said) return void putOff.delete(box);
  if (box.contains(pressed)) return void putOff.set(box, () => fresh(box, key, build));
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
