// The book as a list, newest first: any entry may be undone, corrected, or gone back to, once it is seen what that changes.

import { make } from "../elements/balls.js";
import { button, fresh, openOver } from "../elements/controls.js";
import { lineSaid } from "./said.js";

const isUndoable = (line) => line.stands && !line.replaced && (line.kind === "called" || line.kind === "amended");

function actionsOf(line, { desk }, act) {
  if (!isUndoable(line)) return [];
  return [make("div", "row", "",
    button(desk.undo, () => act.ask({ do: "strike-out", number: line.number }, desk.undo)),
    button(desk.back, () => act.ask({ do: "go-back-to", number: line.number }, desk.back)),
    button(desk.amend, () => act.amend(line.number)))];
}

function lineOf(line, view, act) {
  const { picked, desk, words } = view;
  const isPicked = picked === line.number;
  const score = line.points ? make("b", "score", line.points.join("–")) : make("span", "score");
  const counts = line.stands && !line.replaced;
  const fallen = counts ? [] : [make("small", "struck", ` ${line.stands ? desk.corrected(line.replaced) : desk.struck}`)];
  const open = line.stands && line.provisional ? [make("small", "provisional", words.provisional)] : [];
  const told = [line.why, isPicked ? line.provisional : ""].filter(Boolean).map((text) => make("small", "told", text));
  const said = lineSaid(line, view);
  const who = line.player && !said.textContent.includes(line.player) ? [make("small", "player", line.player)] : [];
  const parts = [make("span", "number", `${line.number}`), make("span", "what", "", ...who, said, ...fallen, ...open, ...told), score];
  const row = button(parts, () => act.pick(isPicked ? null : line.number), {
    className: "line", "aria-expanded": String(isPicked), "data-number": line.number,
  });
  const item = make("li", counts ? "" : "fallen", "", row, ...(isPicked ? actionsOf(line, view, act) : []));
  return item;
}

/** Show the book. */
export function showBook(box, view, act) {
  const { state, desk, picked } = view;
  fresh(box, [state.book, picked, desk.title, view.names], () => {
    if (!state.book.length) return [make("li", "quiet", desk.empty)];
    const beginning = button(desk.start, () => act.ask({ do: "go-back-to", number: 0 }, desk.start), { className: "line" });
    return [...state.book.map((line) => lineOf(line, view, act)).reverse(), make("li", "", "", beginning)];
  });
}

function linesSaid(title, numbers, view) {
  const lines = numbers.map((number) => view.state.book.find((line) => line.number === number)).filter(Boolean);
  if (!lines.length) return [];
  const items = lines.map((line) => make("li", "", `${line.number} `, lineSaid(line, view)));
  return [make("h3", "", title), make("ul", "", "", ...items)];
}

function scoreSaid({ before, after, won }, { state, words, desk, names }) {
  const at = (line) => words.balls[line.on] ?? line.on;
  const rows = [
    [desk.points, before?.points.join("–"), after.points.join("–")],
    [desk.visit, before?.visit, after.visit],
    [desk.atTable, before && names[before.striker], names[after.striker]],
    ...(after.over ? [] : [[desk.on, before && at(before), at(after)]]),
    [words.parts[after.part] ?? after.part, state.public.match.won.join("–"), won.join("–")],
  ];
  const changed = rows.filter(([, was, is]) => was !== is);
  const ends = after.over && !before?.over ? [make("p", "alarm", `⚠ ${desk.ends}`)] : [];
  if (!changed.length) return make("div", "", "", make("p", "", desk.same), ...ends);
  return make("div", "", "", ...ends, make("dl", "compare", "", ...changed.flatMap(([label, was, is]) => [
    make("dt", "", label), make("dd", "", "", make("span", "", `${was ?? ""}`), " → ", make("b", "", `${is}`))])));
}

/** Show what a step would change, and ask whether to take it. */
export function showChange(dialog, { title, change, step, seen }, view, act) {
  const { desk } = view;
  const leave = () => dialog.close();
  const go = button(desk.doIt, () => { dialog.close(); act.take(step, seen); }, { className: "strong", face: "⏎", autofocus: "" });
  dialog.replaceChildren(
    make("h2", "", `${title}: ${desk.changes}`), scoreSaid(change, view),
    ...linesSaid(desk.falls, change.fall, view), ...linesSaid(desk.rises, change.rise, view),
    ...linesSaid(desk.changed, change.change, view),
    make("div", "row", "", go, button(desk.leave, leave, { face: "Esc" })));
  dialog.setAttribute("aria-label", title);
  openOver(dialog);
  go.focus();
}
