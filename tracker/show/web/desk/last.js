// The last strokes with their calls, each corrected at two taps: it, and what it was; the score then is on the button.

import { make } from "../elements/balls.js";
import { button, fresh } from "../elements/controls.js";
import { asked } from "../server/line.js";
import { factOf } from "./asks.js";
import { callsSaid, lineSaid } from "./said.js";

const SHOWN = 3;
const STROKES = ["Played", "Foul", "FoulBefore", "FoulLeaving", "Miss"];

/** The last strokes whose calls count, the newest last. */
const lastOf = ({ book }) => book.filter(({ stands, replaced, calls }) => stands && !replaced && calls.some(({ is }) => STROKES.includes(is))).slice(-SHOWN);

/** What else an entry may have had to call, as the server has it. */
export const correctionsOf = (table, number) => asked(`/api/tables/${encodeURIComponent(table)}/corrections/${number}`);

function strokeOf(line, view, act) {
  const isPicked = view.correct?.number === line.number;
  return button([make("small", "", line.player), callsSaid(line.calls, view, line.words)], () => act.correct(isPicked ? null : line.number),
    { className: "lastStroke", "aria-expanded": String(isPicked), "data-number": line.number, title: lineSaid(line, view).textContent });
}

function optionOf(option, view, act) {
  const { desk } = view;
  const falls = option.fall.length ? [make("small", "falls", `⚠ ${desk.fallen(option.fall.length)}`)] : [];
  const parts = [make("small", "said", "", ...factOf(option, view)), callsSaid(option.calls, { ...view, isExact: true }),
    make("span", "comes", "", make("small", "", desk.scoreThen), " ", make("b", "", option.points.join("–"))), ...falls];
  return button(parts, () => act.corrected(option), { "data-about": option.about });
}

/** Show the last strokes, and of one that was tapped what else it may have been; the pad below has all the rest. */
export function showLast(box, view, act) {
  const { state, desk, correct } = view;
  const last = lastOf(state);
  fresh(box, [last, correct, desk.title, view.names], () => {
    if (!last.length) return [];
    const options = !correct?.options ? [] : correct.options.length
      ? [make("div", "nearest", "", ...correct.options.map((one) => optionOf(one, view, act)))] : [make("p", "later", desk.padInstead(correct.number))];
    return [make("div", "row lasts", "", make("span", "label", desk.lastStrokes), ...last.map((line) => strokeOf(line, view, act))), ...options];
  });
}
