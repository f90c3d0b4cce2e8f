// The strokes of the match, the newest first, each with its verdict; and what was seen of the one that is reviewed.

import { ballOf, make } from "../elements/balls.js";
import { button, fresh } from "../elements/controls.js";
import { iconOf } from "./icons.js";
import { badgeOf, KINDS } from "./kinds.js";
import { LAYERS } from "./pictures/marks.js";

/** A verdict by a sign and a word. */
export const SIGNS = { upheld: "✓", changed: "⇄", inconclusive: "?" };

const percent = (sure) => `${Math.round(100 * sure)} %`;

/** Show a list anew where it has changed: what has the focus keeps it, and the row of now stays in sight. */
export function showList(box, key, build) {
  const buttons = () => [...box.querySelectorAll("button, a")];
  const held = buttons().indexOf(document.activeElement);
  const was = box.firstChild;
  fresh(box, key, build);
  if (box.firstChild === was) return;
  if (held >= 0) buttons()[held]?.focus({ preventScroll: true });
  const row = box.querySelector("[aria-current]");
  if (row) box.scrollTop = Math.min(row.offsetTop, Math.max(box.scrollTop, row.offsetTop + row.offsetHeight - box.clientHeight));
}

const isSame = (one, other) => one?.epoch === other?.epoch && one?.sequence === other?.sequence;

/** A verdict as a small mark. */
export function markOf(verdict, { review }) {
  const name = verdict?.verdict;
  return make("span", `mark ${name ?? "open"}`, name ? `${SIGNS[name]} ${review.verdicts[name]}` : "");
}

function strokeRow(one, view, act) {
  const { review, at } = view;
  const row = button([
    make("b", "number", one.number ? review.stroke(one.number) : `${one.epoch}.${one.sequence}`),
    make("span", "what", one.title || review.unnamed),
    one.has_pictures || one.verdict ? markOf(one.verdict, view) : make("span", "mark without", review.noPictures),
  ], () => act.open(one), { className: "line", "data-sequence": one.sequence });
  if (isSame(one, at)) row.setAttribute("aria-current", "true");
  return make("li", "", "", row);
}

/** Show the strokes. */
export function showStrokes(box, view, act) {
  showList(box, [view.strokes, view.at, view.lang], () => (view.strokes.length
    ? view.strokes.map((one) => strokeRow(one, view, act)).reverse() : [make("li", "quiet", view.review.noStrokes)]));
}

function layerButton(layer, view, act) {
  const { review, shown } = view;
  const sign = KINDS[layer] ? badgeOf(layer) : iconOf(layer);
  return button([sign, make("span", "", review.kinds[layer])], () => act.layer(layer), {
    className: "layer", "aria-pressed": String(shown.has(layer)), "data-layer": layer,
  });
}

/** The kinds that this stroke has, each to be shown over the picture or not. */
export function showLayers(box, view, act) {
  const told = new Set(view.stroke?.incidents.map((one) => one.kind));
  const layers = LAYERS.filter((layer) => !KINDS[layer] || told.has(layer));
  showList(box, [layers, [...view.shown], view.lang], () => layers.map((layer) => layerButton(layer, view, act)));
}

/** Time, how sure, and the margin of an incident, in words. */
export function factsOf(one, { review, seconds }) {
  return [seconds(one.at_us), `${percent(one.sure)} ${review.sure}`, ...(one.margin ? [`${review.margin} ${one.margin}`] : [])];
}

function incidentRow(one, view, act) {
  const { review, words } = view;
  const here = one.picture === view.number;
  const row = button([
    badgeOf(one.kind),
    make("span", "what", "", make("b", "", review.kinds[one.kind] ?? one.kind), " ", ...one.balls.map((ball) => ballOf(ball, words))),
    make("span", "time", view.seconds(one.at_us)),
    make("small", "facts", [...factsOf(one, view).slice(1), one.why].filter(Boolean).join(" · ")),
  ], () => one.picture !== null && act.go(one.picture), { className: "line", "data-kind": one.kind, "data-picture": one.picture ?? "" });
  if (here) row.setAttribute("aria-current", "true");
  return make("li", "", "", row);
}

function firstOf({ first_contact: first }, { review, words }) {
  if (!first) return [];
  const said = [`${percent(first.sure)} ${review.sure}`, ...(first.margin ? [`${review.margin} ${first.margin}`] : []), first.why].filter(Boolean);
  return [make("li", "firstContact", "", make("b", "", `${first.balls.length ? review.first : review.noFirst} `),
    ...first.balls.flatMap((ball) => [ballOf(ball, words), ` ${words.balls[ball] ?? ball} `]), make("small", "facts", said.join(" · ")))];
}

/** Show what was seen of the stroke, and what was hit first. */
export function showSeen(box, view, act) {
  const { stroke, number, lang } = view;
  const here = stroke?.incidents.some((one) => one.picture === number) ? number : null;
  showList(box, [stroke?.epoch, stroke?.sequence, here, lang], () => {
    if (!stroke) return [];
    const rows = [...firstOf(stroke, view), ...stroke.incidents.map((one) => incidentRow(one, view, act)),
      ...stroke.doubts.map((doubt) => make("li", "doubt", doubt))];
    return rows.length ? rows : [make("li", "quiet", view.review.nothing)];
  });
}
