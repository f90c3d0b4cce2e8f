// What the face of the desk offers while no frame is played: a match to begin, the next frame, the interval, the next match.

import { clockOf, make } from "../../elements/balls.js";
import { button, fresh } from "../../elements/controls.js";
import { wonSaid } from "../../overlay/overlay.js";
import { lawSaid } from "../../words/law.js";
import { faceOf } from "../keys/keys.js";
import { booksOf, formOf } from "./match.js";

/** Whether nothing is played now, so that there is nothing to score. */
export const isBetween = ({ match, frame }) => !match || match.over || frame.over;

/** What comes next, as a title. */
export const betweenOf = ({ match }, desk) => (!match ? desk.begin : match.over ? desk.nextMatch : desk.next);

const undoOf = ({ state, desk, keys }, act) =>
  (state.undo === null ? [] : [button(desk.undo, () => act.does("undo"), { face: faceOf(keys.undo) })]);

/** Who has won what, and how it stands. */
function endOf({ match, frame }, { words, lang }) {
  const won = match.abandoned ? words.abandoned : wonSaid(match, frame, words);
  return make("p", "ended", "", make("b", "", won), ` ${match.won.join(" – ")}`,
    ...(frame.over && !match.abandoned ? [make("small", "", lawSaid(frame.because, lang))] : []));
}

/** The next frame at one tap, begun by the side whose turn it is; by the other at one tap too. */
function nextOf({ state, desk, keys, names }, act) {
  const next = 1 - state.starter;
  return [
    button([desk.next, make("small", "", desk.playsFirst(names[next]))], () => act.take({ do: "begin-frame" }), { className: "strong next", face: faceOf(keys.next), "data-do": "next" }),
    button(desk.playsFirst(names[1 - next]), () => act.take({ do: "begin-frame", starter: 1 - next }), { "data-do": "other-first" }),
  ];
}

function intervalOf({ state, desk }, act) {
  const isOn = Boolean(state.public.interval_ms);
  return button(isOn ? desk.endInterval : desk.takeInterval, () => act.take({ do: "interval", minutes: isOn ? 0 : 15 }), { "data-do": "interval" });
}

/** The same match again, begun by the other side. */
const againOf = ({ desk, names }, act) =>
  button([desk.sameAgain, make("small", "", names.join(" – "))], () => act.take({ do: "begin-again" }), { className: "strong", "data-do": "again" });

/** Show what can be done between two frames or matches; nothing while one is played. */
export function showStage(box, view, act) {
  const { state, desk, keys, names } = view;
  const { match, frame, camera, interval_ms: interval } = state.public;
  const wasHidden = box.hidden;
  box.hidden = !isBetween(state.public);
  if (box.hidden) return;
  const key = [match, frame?.number, state.undo, camera === "none", interval, names, desk.title, keys, state.starter, view.books?.length];
  fresh(box, key, () => {
    if (match && !match.over) {
      return [endOf(state.public, view), make("div", "row", "", ...nextOf(view, act), intervalOf(view, act), ...undoOf(view, act)), make("p", "clock")];
    }
    const form = view.books ? [formOf(view, view.books, act, { isAlone: true })] : [];
    if (!match) return form;
    return [endOf(state.public, view), make("div", "row", "", againOf(view, act), ...undoOf(view, act)), ...form];
  });
  if (wasHidden) box.closest("section").scrollIntoView({ block: "nearest" });
  if (!view.books && !(match && !match.over)) booksOf().then((books) => act.booked(books)).catch(act.unasked);
}

/** Say how long the interval lasts yet; `skew` is the server's clock less ours (ms). */
export function tickStage(box, { state, desk, words }, skew) {
  const clock = box.querySelector(".clock");
  const until = state.public.interval_ms;
  if (clock) clock.textContent = until ? `${words.interval}: ${desk.remains(clockOf(until - Date.now() - skew))}` : "";
}
