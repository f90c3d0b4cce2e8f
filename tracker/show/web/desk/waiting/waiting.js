// What was keyed in and is not sent yet, with the score that it comes to; and, where somebody else scored meanwhile, the
// question what is to become of it.

import { ballOf, make } from "../../elements/balls.js";
import { button, fresh } from "../../elements/controls.js";
import { faceOf } from "../keys/keys.js";

function madeOf({ potted, cannon, in_off: off, opponent = 0 }, { words, desk }) {
  const made = [...(cannon ? ["cannon"] : []), ...potted, ...(off ? ["in-off"] : []), ...Array(opponent).fill("puck")];
  return made.length ? made.map((name) => ballOf(name, words)) : [desk.end];
}

/** A step in few words, and balls. */
function stepSaid(step, view) {
  const { desk, words, waits } = view;
  if (step.do === "score") return madeOf(step, view);
  if (step.do === "foul") return [make("b", "alarm", `${words.strips[step.miss ? "foul-and-a-miss" : "foul"]} ${step.points || ""}`)];
  if (step.do === "mark-foul") return [step.miss === undefined ? desk.free : desk.miss];
  return [{ note: `“${step.text}”`, undo: desk.undo, redo: desk.redo, "begin-frame": desk.next, accept: desk.accept, "pass-over": desk.refuse }[step.do] ?? waits.otherStep];
}

function comesTo({ ahead, names, words, waits }) {
  if (!ahead) return make("p", "comes", waits.notForeseen);
  const visit = ahead.visit ? `, ${words.break} ${ahead.visit}` : "";
  return make("p", "comes", `${waits.wouldBe} `, make("b", "", ahead.points.join("–")), ` · ${names[ahead.striker]}${visit}`);
}

function question({ was, now }, { waits }) {
  return make("p", "parted", `${waits.parted} `, ...(was ? [`${waits.partedWas} `, make("b", "", was.join("–")), ", "] : []),
    `${waits.partedNow} `, make("b", "", now ? now.join("–") : "–"), ".");
}

/** Show what waits; `act.decide(sends)` answers the question, `act.takeBack` forgets what was keyed in last. */
export function showUnsent(box, view, act) {
  const { row, parted, waits, keys, ahead } = view;
  box.hidden = !row.length;
  fresh(box, [row, parted, ahead, waits.parted, view.names, keys], () => (!row.length ? [] : [
    make("h2", "", waits.unsent(row.length)),
    ...(parted ? [question(parted, view)] : []),
    make("ol", "steps", "", ...row.map((step) => make("li", "", "", ...stepSaid(step, view)))),
    comesTo(view),
    make("div", "row", "",
      ...(parted ? [button(waits.sendUpon, () => act.decide(true), { "data-decide": "send" }), button(waits.throwAway, () => act.decide(false), { className: "alarmed", "data-decide": "drop" })] : []),
      button(waits.takeLastBack, act.takeBack, { face: faceOf(keys.undo), "data-do": "takeBack" })),
  ]));
}
