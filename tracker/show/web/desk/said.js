// What was called, for a person: an entry's calls as words and balls.

import { ballOf, make } from "../elements/balls.js";
import { callOf } from "../words/words.js";

const strip = (words, kind) => words.strips[kind] ?? kind;

function played(call, { words, desk }) {
  const made = [...(call.cannon ? ["cannon"] : []), ...(call.potted ?? []), ...(call.in_off ? ["in-off"] : [])];
  made.push(...Array(call.own ?? 0).fill("puck"));
  const points = call.points ?? 0;
  if (call.penalised) return [strip(words, "penalty-puck")];
  if (!made.length && !call.opponent) return [desk.noScore];
  const others = call.opponent ? [` ${desk.opponent} ${call.opponent}`] : [];
  return [...made.map((name) => ballOf(name, words)), ...(points ? [make("b", "", ` ${points}`)] : []), ...others];
}

/** A foul; what the judge leaves open of it stays open, and before it is called (`isExact`) it is said that no miss will be. */
function foul(call, { words, desk, isExact }) {
  const kind = call.miss ? "foul-and-a-miss" : "foul";
  const free = call.free_ball ? [strip(words, "free-ball")] : [];
  const open = [["miss", desk.miss], ["free_ball", desk.free]].filter(([field]) => call[field] === null).map(([, word]) => desk.unsaid(word));
  const none = isExact && call.miss === false ? [desk.noMiss] : [];
  const gone = (call.gone ?? []).map((name) => ballOf(name, words));
  return [make("b", "alarm", `${strip(words, kind)} ${call.points ?? ""}`), ...gone, ...[...none, ...free, ...open].map((word) => `· ${word}`)];
}

/** A call about balls: its word, and the balls. */
const about = (call, balls, { words, desk }) => [`${desk.calls[call.is]()} `, ...balls.map((name) => ballOf(name, words))];

const KINDS = {
  Played: played,
  Foul: foul,
  FoulBefore: foul,
  FoulLeaving: foul,
  Choose: (call, { desk }) => [desk.choices[call.what] ?? call.what],
  NominateFree: (call, { words }) => [strip(words, "free-ball"), ballOf(call.ball, words)],
  Nominate: () => [],
  BallOn: () => [],
  Lay: () => [],
  PutUp: (call, view) => about(call, [call.place?.ball ?? call.ball], view),
  TakeOff: (call, view) => [...about(call, [call.ball], view), ...(call.unscored ? [make("b", "", ` −${call.unscored}`)] : [])],
  PutBack: (call, view) => about(call, call.balls, view),
  Announce: ({ what }, { words }) => [Object.values(callOf(what.toLowerCase().replaceAll(" ", "-"), words)).join(" ").trim()],
};

/** One call as words and balls; `names` are those of the sides. */
function callSaid(call, view) {
  const kind = KINDS[call.is];
  if (kind) return kind(call, view);
  const words = view.desk.calls[call.is];
  return [words ? words(view.names[call.side] ?? "", call) : [call.is, call.what, call.points].filter(Boolean).join(" ")];
}

/** Calls as words and balls, but for a choice that only follows from playing on; without any, `otherwise`. */
export function callsSaid(calls, view, otherwise = "") {
  const told = calls.length > 1 ? calls.filter((call) => call.is !== "Choose" || call.what !== "play") : calls;
  const said = told.map((call) => callSaid(call, view)).filter((parts) => parts.length);
  const row = make("span", "said");
  said.forEach((parts, index) => row.append(...(index ? [" · "] : []), ...parts));
  if (!said.length) row.textContent = otherwise;
  return row;
}

/** An entry of the book as words and balls. */
export function lineSaid(line, view) {
  if (line.kind === "asked") return make("span", "said", `? ${line.words}`);
  if (line.kind === "abandoned") return make("span", "said", view.words.abandoned);
  if (line.kind === "recording-ended") return make("span", "said", view.desk.recordingEnded);
  if (line.kind === "camera-calls" || line.kind === "referee-calls") return make("span", "said", line.kind === "camera-calls" ? view.desk.camera_calls : view.desk.referee_calls);
  if (line.kind === "noted") return make("span", "said remark", `“${line.words}”`);
  if (line.kind === "struck-out") return make("span", "said", view.desk.struckOut(line.entry));
  const row = callsSaid(line.calls, view, line.words);
  const { desk } = view;
  if (line.kind === "amended") row.append(make("small", "", ` ${desk.amended(line.entry)}`));
  if (line.by === "policy") row.append(make("small", "", ` ${desk.byItself}`));
  else if (line.kind === "amended") row.append(make("small", "", ` ${line.by === "referee" ? desk.byReferee : line.by}`));
  return row;
}
