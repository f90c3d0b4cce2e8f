// The keys of the desk, shown over it, where each can be given another one.

import { make } from "../../elements/balls.js";
import { button, openOver } from "../../elements/controls.js";
import { ALWAYS, gameOf } from "./games.js";
import { faceOf, keyOf, setKey } from "./keys.js";

const labelOf = (id, { words, desk }) => desk[id] ?? words.balls[id] ?? desk.keys;

/** Let the next key pressed be that of `id`; Escape leaves it as it was. */
function listenFor(row, id, changed) {
  row.classList.add("listening");
  row.addEventListener("keydown", (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if (event.key !== "Escape" && event.key !== "Tab") setKey(id, keyOf(event));
    changed();
  });
  row.addEventListener("blur", () => row.classList.remove("listening"));
  row.focus();
}

/** Show the keys; `act.keysChanged` is called when one is another, `act.close` closes. */
export function showHelp(dialog, view, act) {
  const { desk, keys, state } = view;
  const { ids: own, gone } = gameOf(state?.public.match?.game);
  const ids = [...new Set([...own, ...gone, ...ALWAYS])];
  const rows = ids.map((id) => {
    const row = button(labelOf(id, view), () => listenFor(row, id, act.keysChanged), { face: faceOf(keys[id]), "data-key": id });
    return row;
  });
  dialog.replaceChildren(
    make("h2", "", desk.keys), make("p", "", desk.keysNote), make("p", "", desk.keysRedo),
    make("div", "keyList", "", ...rows), make("p", "", `1–7: ${desk.pad}; ${desk.foul} + 4–7: ${desk.price} 4–7`),
    make("div", "row", "",
      button(desk.first_keys, () => { setKey(null); act.keysChanged(); }),
      button(desk.close, act.close, { className: "strong", face: "Esc" })));
  dialog.setAttribute("aria-label", desk.keys);
  openOver(dialog);
}
