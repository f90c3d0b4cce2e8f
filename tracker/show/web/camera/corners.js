// Four corners over a picture that are dragged by finger or mouse and moved by the arrow keys, under a magnifier.

import { make } from "../elements/balls.js";
import { drawn } from "../elements/drawing.js";

const BEYOND = 0.12;
const LENS_SHARE = 1 / 14;
const LEAST_LENS_PX = 56;
const STEP_PX = 1;
const LARGE_STEP_PX = 10;
const QUIET_MS = 700;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const limited = (value, most) => Math.min(Math.max(value, -BEYOND * most), (1 + BEYOND) * most);

/**
 * Lay four corners over `stage`. While one is moved `moved(corners)` is called, and `settled(corners)` once it stays.
 * `show(corners, size, names)` puts them somewhere; without corners none are to be seen. Corners are pixels of the picture.
 */
export function cornersOver(stage, { moved, settled }) {
  const lens = stage.querySelector("#lens");
  const state = { corners: null, size: [16, 9], names: ["", "", "", ""] };
  let [held, waiting] = [null, 0];

  function place(button, k) {
    const [[x, y], [wide, high]] = [state.corners[k], state.size];
    button.style.left = `${(100 * (x + 0.5)) / wide}%`;
    button.style.top = `${(100 * (y + 0.5)) / high}%`;
    button.setAttribute("aria-label", `${state.names[k]}: ${Math.round(x)}, ${Math.round(y)}`);
  }

  function magnify(k) {
    const [x, y] = state.corners[k];
    const [wide, high] = state.size;
    const side = Math.max(LEAST_LENS_PX, LENS_SHARE * Math.max(wide, high));
    const gap = side / 14;
    lens.setAttribute("viewBox", `${x - side / 2} ${y - side / 2} ${side} ${side}`);
    lens.replaceChildren(
      drawn("image", { href: stage.querySelector("#picture").src, x: -0.5, y: -0.5, width: wide, height: high, preserveAspectRatio: "none" }),
      drawn("use", { href: "#drawn" }),
      ...[[-1, 0], [1, 0], [0, -1], [0, 1]].map(([right, down]) => drawn("line", {
        class: "cross", x1: x + gap * right, y1: y + gap * down, x2: x + 4 * gap * right, y2: y + 4 * gap * down,
      })));
    lens.dataset.side = x < wide / 2 ? "right" : "left";
    lens.toggleAttribute("hidden", false);
  }

  const away = () => lens.toggleAttribute("hidden", true);

  function move(k, [x, y]) {
    const [wide, high] = state.size;
    state.corners = state.corners.map((corner, n) => (n === k ? [limited(x, wide), limited(y, high)] : corner));
    place(buttons[k], k);
    moved(state.corners);
    magnify(k);
  }

  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(() => settled(state.corners), QUIET_MS);
  }

  const inPicture = ({ clientX, clientY }) => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return [((clientX - left) / width) * state.size[0] - 0.5, ((clientY - top) / height) * state.size[1] - 0.5];
  };

  function cornerOf(k) {
    const button = make("button", k < 2 ? "corner baulk" : "corner");
    button.type = "button";
    button.hidden = true;
    button.setAttribute("aria-describedby", "hint");
    button.addEventListener("pointerdown", (event) => {
      clearTimeout(waiting);
      const [x, y] = inPicture(event);
      // Wherever the ring is taken hold of, the corner keeps its distance: the finger need not hide it.
      held = { k, by: [state.corners[k][0] - x, state.corners[k][1] - y], moved: false };
      button.setPointerCapture(event.pointerId);
      magnify(k);
    });
    button.addEventListener("pointermove", (event) => {
      if (held?.k !== k) return;
      const [x, y] = inPicture(event);
      held.moved = true;
      move(k, [x + held.by[0], y + held.by[1]]);
    });
    const letGo = () => {
      if (held?.k !== k) return;
      const has = held.moved;
      held = null;
      away();
      if (has) settled(state.corners);
    };
    button.addEventListener("pointerup", letGo);
    button.addEventListener("pointercancel", letGo);
    button.addEventListener("keydown", (event) => {
      const way = ARROWS[event.key];
      if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const step = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
      move(k, state.corners[k].map((value, axis) => value + step * way[axis]));
      soon();
    });
    button.addEventListener("blur", away);
    stage.append(button);
    return button;
  }

  const buttons = [0, 1, 2, 3].map(cornerOf);
  return {
    get isHeld() { return held !== null; },
    show(corners, size, names) {
      Object.assign(state, { corners, size, names });
      buttons.forEach((button, k) => {
        button.hidden = !corners;
        if (corners) place(button, k);
      });
      if (!corners) away();
    },
  };
}
