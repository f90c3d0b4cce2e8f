// What was followed and told, drawn over a picture: the balls' ways, the incidents, the cushions' noses; each can be left out.

import { drawn } from "../../elements/drawing.js";
import { KINDS, shapeOf } from "../kinds.js";

const MOVED_PX = 6;
const NEAR_PICTURES = 3;
const ASIDE = 58;
const [LINE_PX, RIM_PX, BEYOND_PX] = [18, 6, 26];

/** Everything that can be switched: the incidents by their kinds, the ways of the balls, the table. */
export const LAYERS = [...Object.keys(KINDS), "tracks", "table"];

const spread = (points, axis) => Math.max(...points.map((one) => one[axis])) - Math.min(...points.map((one) => one[axis]));
const hasMoved = (points) => Math.max(spread(points, 1), spread(points, 2)) > MOVED_PX;

const lineOf = (points, name) => drawn("polyline", { class: name, points: points.map(([, x, y]) => `${x},${y}`).join(" ") });

function wayOf({ ball, points }, number) {
  if (!hasMoved(points)) return [];
  const [gone, due] = [points.filter(([at]) => at <= number), points.filter(([at]) => at >= number)];
  return [drawn("g", { class: `way way-${ball}` }, lineOf(due, "due"), lineOf(gone, "under"), lineOf(gone, "gone"))];
}

/** After which picture each track's ball was off the table: of the tracks of that ball, the one that ends nearest to where it left. */
function leavingOf({ tracks, incidents }) {
  const left = new Map();
  for (const { balls: [ball], picture, x_mm: x, y_mm: y } of incidents.filter((one) => KINDS[one.kind]?.is_end_of_way && one.x_mm !== null)) {
    const off = ({ points }) => Math.hypot(points.at(-1)[3] - x, points.at(-1)[4] - y);
    const own = tracks.filter((track) => track.ball === ball && !left.has(track)).sort((one, other) => off(one) - off(other));
    if (own.length && picture !== null) left.set(own[0], picture);
  }
  return left;
}

/** A ball stays at a point until its next one, unless it left the table there. */
function ringOf({ ball, points }, number, radius, left, letters) {
  const point = points.findLast(([at]) => at <= number);
  if (!point || (number > left && point[0] <= left + NEAR_PICTURES)) return [];
  const [, x, y, , , seen] = point;
  const letter = `${ball === "red" ? "" : letters[ball] ?? ""}${seen ? "" : "?"}`;
  return [drawn("g", { class: seen ? "ring" : "ring unseen", transform: `translate(${x} ${y})` },
    drawn("circle", { class: "under", r: radius }), drawn("circle", { r: radius }),
    ...(letter ? [drawn("text", { y: -1.7 * radius }, letter)] : []))];
}

/** The mark of an incident at its place; near in time it stands aside, so that the place itself can be seen, and says what it was. */
function incidentOf(one, number, { width, height }, say) {
  const place = { transform: `translate(${one.x_px} ${one.y_px})` };
  if (Math.abs((one.picture ?? Infinity) - number) > NEAR_PICTURES) {
    return drawn("g", { class: "incident", ...place }, drawn("g", { class: "steady" }, shapeOf(one.kind)));
  }
  const way = one.y_px > 0.75 * height ? -1 : 1;
  const isRight = one.x_px > width / 2;
  return drawn("g", { class: "incident near", ...place }, drawn("g", { class: "steady" },
    drawn("path", { class: "leader", d: `M0 ${14 * way}V${ASIDE * way}` }),
    drawn("g", { transform: `translate(0 ${ASIDE * way})` }, shapeOf(one.kind),
      drawn("text", { class: "label", x: isRight ? -18 : 18, "text-anchor": isRight ? "end" : "start" }, say(one)))));
}

/** Break the words of a label in two, at the fact nearest to their middle. */
function halve(label) {
  const facts = label.textContent.split(" · ");
  const far = (count) => Math.abs(facts.slice(0, count).join(" · ").length - label.textContent.length / 2);
  const [half] = facts.map((_, at) => at).slice(1).sort((one, other) => far(one) - far(other));
  const lines = [facts.slice(0, half), facts.slice(half)].map((some) => some.join(" · "));
  label.replaceChildren(...lines.map((text, at) => drawn("tspan", { x: label.getAttribute("x"), dy: at * LINE_PX }, text)));
}

/** Move words that would run out of the picture back into it, beyond their mark; what is wider than the picture takes two lines. */
export function keepWithin(picture) {
  const rim = picture.getBoundingClientRect();
  for (const label of picture.querySelectorAll(".label")) {
    if (label.getBoundingClientRect().width > rim.width - 2 * RIM_PX) halve(label);
    const { left, right, bottom } = label.getBoundingClientRect();
    const shift = Math.max(rim.left + RIM_PX - left, Math.min(0, rim.right - RIM_PX - right));
    const beyond = bottom + BEYOND_PX < rim.bottom ? BEYOND_PX : -BEYOND_PX - label.children.length / 2 * LINE_PX;
    if (shift) label.setAttribute("transform", `translate(${shift} ${beyond})`);
  }
}

/** What is to be drawn over the picture of this number; `shown` has the layers, `say(incident)` its words, `letters` those of the balls. */
export function marksOf(stroke, number, shown, say, letters) {
  const radius = stroke.width * 0.0095;
  const outline = shown.has("table") && stroke.outline_px.length
    ? [drawn("polygon", { class: "nose", points: stroke.outline_px.map((point) => point.join(",")).join(" ") })] : [];
  const tracks = shown.has("tracks") ? stroke.tracks : [];
  const told = stroke.incidents.filter((one) => shown.has(one.kind) && one.x_px !== null);
  const left = leavingOf({ tracks, incidents: stroke.incidents });
  return [...outline, ...tracks.flatMap((track) => wayOf(track, number)), ...tracks.flatMap((track) => ringOf(track, number, radius, left.get(track) ?? Infinity, letters)),
    ...told.map((one) => incidentOf(one, number, stroke, say))];
}
