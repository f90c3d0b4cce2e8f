// Putting balls back after a miss: each ball, whether it was moved, and how far and which way it is off now.

import { ballOf, make } from "../elements/balls.js";
import { button, fresh } from "../elements/controls.js";
import { faceOf, keepText, keptText } from "./keys/keys.js";

const KEPT = "cuewatch-tolerance";
const FIRST_MM = 5;

/** How far (mm) a ball may be off and count as back. */
export const toleranceNow = () => Number(keptText(KEPT)) || FIRST_MM;

export const isBack = (ball, tolerance) => ball.off_mm !== null && ball.off_mm <= tolerance;

/** Which way a ball must go, as an arrow on the table as it is drawn (Baulk at the left) and in words. */
function wayOf({ across_mm: across, along_mm: along }, { desk: { backs: back } }) {
  const arrow = make("span", "arrow", "➜");
  arrow.style.rotate = `${Math.atan2(across, along)}rad`;
  const parts = [[along, back.to.Top, back.to.Baulk], [across, back.to.right, back.to.left]].filter(([mm]) => Math.abs(mm) >= 0.5)
    .map(([mm, up, down]) => `${mm > 0 ? up : down} ${Math.abs(Math.round(mm))}`);
  return make("span", "way", "", arrow, ` ${parts.join(" · ")}`);
}

/** How far the stroke moved a ball; nothing where nobody saw how the stroke left it. */
function movedBy({ moved_mm: moved, off_mm: off }, back, tolerance, isTold) {
  if (moved === null) return off === null && isTold ? [back.gone] : [];
  return [moved <= tolerance ? back.still : back.moved(Math.round(moved))];
}

function rowOf(ball, view, tolerance) {
  const { is_told: isTold } = view.state.back;
  const { words, desk: { backs: back } } = view;
  const moved = movedBy(ball, back, tolerance, isTold);
  const isIn = isBack(ball, tolerance);
  const where = !isTold ? "" : !ball.is_due ? back.stays : ball.off_mm === null ? back.gone : isIn ? back.place : back.right(Math.round(ball.off_mm));
  return make("li", ball.is_due && !isIn ? "off" : "", "", ballOf(ball.ball, words), make("span", "", words.balls[ball.ball]),
    make("small", "", [...moved, ...(ball.on_spot ? [back.spot] : [])].join(" · ")),
    make("b", "", `${ball.is_due && isIn ? "✓ " : ""}${where}`),
    ball.is_due && !isIn && ball.off_mm !== null ? wayOf(ball, view) : make("span"));
}

function toleranceField(view, tolerance, changed) {
  const input = Object.assign(make("input"), { type: "number", min: 1, max: 50, value: tolerance });
  input.addEventListener("change", () => { keepText(KEPT, input.value); changed(); });
  return make("label", "tolerance", view.desk.backs.tolerance, input);
}

/** Show the balls that go back; `changed` is called when another tolerance was set, `turn` has ghosts seen or not. */
export function showBack(box, view, { changed, turn }) {
  const { state: { back: now }, desk: { backs: back }, ghosts, keys } = view;
  const tolerance = toleranceNow();
  fresh(box, [now, tolerance, view.desk.title, ghosts, keys], () => {
    if (!now) return [];
    if (now.unseen) return [make("article", "ask back", "", make("h3", "", now.chosen ? back.title : back.ifChosen),
      make("p", "unseen", `⚠ ${back.unknown[now.unseen] ?? now.unseen}`))];
    const missing = now.balls.filter((ball) => ball.is_due && !isBack(ball, tolerance)).length;
    const which = [now.only_cue_ball ? back.cue : back.all, ...(now.in_hand ? [back.hand] : [])].join(" · ");
    return [make("article", "ask back", "",
      make("div", "head", "", make("h3", "", now.chosen ? back.title : back.ifChosen),
        button(view.desk.ghost, turn, { className: "tick", face: faceOf(keys.ghost), "aria-pressed": String(ghosts) }), toleranceField(view, tolerance, changed)),
      ...(now.is_live ? [] : [make("p", "unseen", `⚠ ${now.is_told ? back.unseen : back.blind}`)]),
      make("p", missing ? "missing" : "missing done", "", `${which}: `, make("b", "", !now.is_told ? "" : missing ? back.left(missing) : `✓ ${back.done}`)),
      make("ul", "backs", "", ...now.balls.map((ball) => rowOf(ball, view, tolerance))))];
  });
}
