// The head of the desk: both sides with their points, how the match stands, and what is true of the stroke to come.

import { ballOf, fit, make, nameIn, put } from "../elements/balls.js";
import { fresh } from "../elements/controls.js";
import { wave } from "../elements/flags.js";
import { statesOf, wonSaid } from "../overlay/overlay.js";
import { lawSaid } from "../words/law.js";
import { agreedOf, countsOf } from "../words/words.js";

const find = (id) => document.getElementById(id);

/** Show the head of the desk. */
export function showHead(view) {
  const { state: { public: hall }, words, desk, lang } = view;
  const { match, frame } = hall;
  find("part").textContent = match ? words.numbered(frame.part, frame.number) : words.noMatch;
  find("won").textContent = match ? match.won.join(" – ") : "";
  find("best").textContent = match ? agreedOf(match, words) : "";
  for (const side of [0, 1]) {
    const box = find(`side${side}`);
    box.dataset.turn = match && frame.striker === side && !frame.over && !match.over ? "yes" : "no";
    wave(box.querySelector(".flag"), match?.countries?.[side] ?? "", lang, match?.badges?.[side]);
    put(box.querySelector(".points"), match ? frame.points[side] : "");
    box.querySelector(".points").dataset.provisional = match && frame.provisional ? "yes" : "no";
  }
  for (const side of [0, 1]) { // last of all, since the rest of the head says how much room is left for a name
    const name = find(`side${side}`).querySelector(".name");
    nameIn(name, match?.names[side] ?? "", match?.short_names?.[side]);
    fit(name, 0.7);
  }
  fresh(find("facts"), [frame, match?.over, desk.title], () => (match ? factsOf(match, frame, view) : []));
  fit(find("facts"), 0.6);
}

function factsOf(match, frame, { words, desk, lang }) {
  const facts = frame.provisional ? [make("span", "provisional", words.provisional)] : [];
  if (match.abandoned) return [...facts, make("b", "won", words.abandoned)];
  const tell = (label, ...value) => facts.push(make("span", "fact", "", `${label} `, make("b", "", "", ...value)));
  if (frame.over) return [...facts, make("b", "won", wonSaid(match, frame, words)), make("span", "", lawSaid(frame.because, lang))];
  tell(words.atTable, frame.player);
  const on = frame.nominated || frame.on;
  if (on) tell(desk.toPlay, ...(["unknown", "none"].includes(on) ? [on] : [ballOf(on, words), ` ${words.balls[on] ?? on}`]));
  for (const { kind, text } of statesOf(frame, words)) facts.push(make("b", `state ${kind}`, text));
  tell(words.break, `${frame.visit}`);
  tell(desk.difference, `${Math.abs(frame.points[0] - frame.points[1])}`);
  if (frame.remaining !== null) tell(words.remaining, `${frame.remaining}`);
  if (frame.behind !== null) tell(match.names[frame.behind], words.snookers(frame.snookers));
  for (const [, label, told] of countsOf(frame, match, words)) tell(label, told);
  return facts;
}
