// The stage: pictures drawn on it, one or two blended, with marks over them; zoomed and moved by wheel, fingers and keys.

import { drawn } from "../../elements/drawing.js";
import { boxOf, lookingAt, movedBy, WHOLE, zoomedAt } from "./look.js";
import { keepWithin } from "./marks.js";

const SHARP = 4;
const PER_WHEEL = 1.0015;

/** Make the stage in `box`. `turned()` is called when another part is looked at; it draws only in `show`. */
export function stageIn(box, turned) {
  const canvas = box.querySelector("canvas");
  const marks = box.querySelector("svg.marks");
  const fingers = new Map();
  let look = WHOLE;
  let size = { width: 16, height: 9 };

  const room = () => ({ width: box.clientWidth, height: box.clientHeight });

  function turn(next) {
    look = next;
    box.dataset.zoomed = look.zoom > 1 ? "yes" : "no";
    turned();
  }

  const pointOf = (event) => {
    const { left, top } = box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const zoom = (factor, point = { x: box.clientWidth / 2, y: box.clientHeight / 2 }) => turn(zoomedAt(look, factor, point, size, room()));
  const move = (dx, dy) => turn(movedBy(look, dx, dy, size, room()));

  function onMove(event) {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = pointOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y);
      zoom(apart(now) / Math.max(1, apart(was)), other);
    }
    move((now.x - was.x) / fingers.size, (now.y - was.y) / fingers.size);
  }

  function onDown(event) {
    if (event.target.closest("button")) return;
    fingers.set(event.pointerId, pointOf(event));
    box.setPointerCapture(event.pointerId);
  }

  box.addEventListener("pointerdown", onDown);
  box.addEventListener("pointermove", onMove);
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => fingers.delete(event.pointerId));
  box.addEventListener("dblclick", (event) => event.target.closest("button") || turn(WHOLE));
  box.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(PER_WHEEL ** -event.deltaY, pointOf(event));
  }, { passive: false });
  new ResizeObserver(turned).observe(box);

  /** Begin with pictures of another size; 0: as the first of them is. */
  function of({ width, height }) {
    [size, look] = [{ width, height }, WHOLE];
    if (width) box.style.setProperty("--shape", `${width} / ${height}`);
  }

  /** Draw pictures over each other, each as strong as its `part`, and `shapes` over them. */
  function show(layers, shapes) {
    if (!size.width) of(layers[0].picture);
    const { left, top, width, height, unit } = boxOf(look, size, room());
    const dense = window.devicePixelRatio || 1;
    Object.assign(canvas, { width: Math.round(box.clientWidth * dense), height: Math.round(box.clientHeight * dense) });
    const pen = canvas.getContext("2d");
    pen.imageSmoothingEnabled = look.zoom < SHARP;
    pen.imageSmoothingQuality = "high";
    pen.scale(dense / unit, dense / unit);
    pen.translate(-left, -top);
    for (const { picture, part } of layers) {
      pen.globalAlpha = part;
      pen.drawImage(picture, 0, 0, size.width, size.height);
    }
    marks.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    marks.style.setProperty("--unit", unit);
    marks.replaceChildren(drawn("g", {}, ...shapes));
    keepWithin(marks);
  }

  return {
    show, zoom, move, of,
    at: (point, near = look.zoom) => turn(near > 1 ? lookingAt(point, near, size, room()) : WHOLE),
    whole: () => turn(WHOLE),
  };
}
