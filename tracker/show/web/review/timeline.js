// The stroke along a line of time: its incidents by shape and letter, the in and out points, and the picture looked at.

import { drawn } from "../elements/drawing.js";
import { shapeOf } from "./kinds.js";

const EDGE = 20;
const APART = 27;
const ROWS = 2;
const SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

/** Where a time lies on a timeline of this width (px), and which time lies at a place. */
function scaleOf({ pictures }, width) {
  const [start, end] = [pictures[0].at_us, pictures.at(-1).at_us];
  const per = (width - 2 * EDGE) / Math.max(1, end - start);
  return { x: (at_us) => EDGE + (at_us - start) * per, at: (x) => start + (x - EDGE) / per, per };
}

/** Each incident with its place on the timeline: in the upper row unless another stands there. */
function laid(incidents, x) {
  const ends = Array(ROWS).fill(-Infinity);
  return [...incidents].sort((one, other) => one.at_us - other.at_us).map((one) => {
    const at = x(one.at_us);
    const free = ends.findIndex((end) => at - end >= APART);
    const row = free < 0 ? ends.indexOf(Math.min(...ends)) : free;
    ends[row] = at;
    return { one, at, row };
  });
}

function ticks(stroke, { x, per }) {
  const every = (SECONDS.find((seconds) => seconds * 1e6 * per >= 70) ?? 60) * 1e6;
  const first = Math.ceil((stroke.pictures[0].at_us - stroke.began_us) / every) * every;
  const many = Math.floor((stroke.pictures.at(-1).at_us - stroke.began_us - first) / every) + 1;
  return Array.from({ length: Math.max(0, many) }, (_, n) => first + n * every).map((at) =>
    drawn("g", { class: "tick", transform: `translate(${x(at + stroke.began_us)} 0)` },
      drawn("line", { y1: 62, y2: 70 }), drawn("text", { y: 86 }, `${Number((at / 1e6).toFixed(1))} s`)));
}

function spanDrawn({ from, until, loops, pictures }, x) {
  const edge = (index, way) => (index === null ? [] : [drawn("path", { class: "edge", d: `M${x(pictures[index].at_us) + 7 * way} 52h${-7 * way}V72h${7 * way}` })]);
  const isBoth = from !== null && until !== null;
  const [start, end] = [pictures[from ?? 0].at_us, pictures[until ?? pictures.length - 1].at_us];
  const span = from === null && until === null ? [] : [drawn("rect", { class: loops && isBoth ? "span round" : "span", x: x(start), y: 54, width: Math.max(1, x(end) - x(start)), height: 16 })];
  return [...span, ...edge(from, 1), ...edge(until, -1)];
}

/** What is drawn once for a stroke and a width: the ground, and over all else what was told. */
export function fixedTimeline(stroke, width) {
  const scale = scaleOf(stroke, width);
  const told = laid(stroke.incidents, scale.x).map(({ one, at, row }) => drawn("g", { class: "told", "data-kind": one.kind, transform: `translate(${at} ${14 + row * 26})` },
    drawn("line", { y1: 0, y2: 48 - row * 26 }), shapeOf(one.kind)));
  const lane = drawn("rect", { class: "lane", x: EDGE, y: 58, width: width - 2 * EDGE, height: 8, rx: 4 });
  return { ground: [lane, ...ticks(stroke, scale)], told };
}

/** What moves: the pictures at hand, the in and out points, A and B, and where the review stands. */
export function movingTimeline({ stroke, play, pictures, pair: { a, b } }, width) {
  const { x } = scaleOf(stroke, width);
  const byNumber = new Map(stroke.pictures.map((one) => [one.number, one.at_us]));
  const at = x(play.pictures[play.index].at_us);
  const have = pictures.numbers().filter((number) => byNumber.has(number)).map((number) => `M${x(byNumber.get(number))} 62h2`).join("");
  const ends = Object.entries({ A: a, B: b }).filter(([, number]) => byNumber.has(number)).map(([name, number]) =>
    drawn("g", { class: "end", transform: `translate(${x(byNumber.get(number))} 62)` }, drawn("circle", { r: 8 }), drawn("text", {}, name)));
  return [drawn("path", { class: "have", d: have }), ...spanDrawn(play, x), ...ends,
    drawn("g", { class: "now", transform: `translate(${at} 0)` }, drawn("line", { y1: 2, y2: 62 }), drawn("circle", { cy: 62, r: 10 }))];
}

/** The picture that a finger at `x` means: above, that of the nearest incident; below, the one that was taken then. */
export function pointedAt(stroke, x, isAbove, width) {
  const at = scaleOf(stroke, width).at(x);
  const near = (list) => list.reduce((best, one) => (Math.abs(one.at_us - at) < Math.abs(best.at_us - at) ? one : best));
  const shown = stroke.incidents.filter((one) => one.picture !== null);
  if (isAbove && shown.length) return near(shown).picture;
  return near(stroke.pictures).number;
}
