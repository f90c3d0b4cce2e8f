// What the judge suggests and nobody has answered: what to say, why, by which paragraph, and how sure.

import { ballOf, make } from "./balls.js";
import { faceOf } from "./desk-keys.js";
import { button, callsSaid, fresh } from "./desk-said.js";

const percent = (sure) => Math.round(100 * sure);

/** The referee's words in the language of the desk. */
export function sayOf({ say, value }, { words, desk }) {
  if (say === "NO SCORE") return desk.noScore;
  const kind = words.strips[say.toLowerCase().replaceAll(" ", "-")];
  if (!kind) return say;
  return value ? `${kind} ${value}` : kind;
}

function sureness(sure, { desk }) {
  const meter = make("span", "sure");
  meter.append(make("span", "bar"), make("b", "", `${percent(sure)} %`), ` ${desk.sure}`);
  meter.firstChild.style.setProperty("--part", `${percent(sure)}%`);
  return meter;
}

function adviceOf(one, view) {
  const { desk } = view;
  return make("div", one.ask ? "advice asked" : "advice", "",
    make("strong", "say", sayOf(one, view)),
    ...(one.ask ? [make("span", "look", `? ${desk.look}`)] : []),
    sureness(one.sure, view),
    make("p", "why", one.why), make("cite", "", one.cite ? `§ ${one.cite}` : ""));
}

/** What the judge doubts and keeps for the referee; a doubt that a reason tells already is not told twice. */
function notesOf({ notes, doubts, advice }, { desk }) {
  const untold = doubts.filter((text) => !advice.some(({ why }) => why.includes(text)));
  const doubted = untold.map((text) => make("li", "", text));
  const kept = notes.map((text) => make("li", "", text));
  return [
    ...(doubted.length ? [make("ul", "doubts", "", ...doubted)] : []),
    ...(kept.length ? [make("div", "notes", "", make("b", "", desk.only), make("ul", "", "", ...kept))] : []),
  ];
}

function answersOf(one, view, act) {
  const { desk, keys } = view;
  const accept = one.calls.length ? [button([desk.accept, callsSaid(one.calls, view)], () => act.accept(one), {
    className: one.ask ? "accept" : "accept strong", face: faceOf(keys.accept),
  })] : [];
  return make("div", "answers", "", ...accept,
    button(desk.amend, () => act.amend(one), { face: faceOf(keys.amend) }),
    button(desk.refuse, () => act.refuse(one), { face: faceOf(keys.refuse) }));
}

/** What an answer puts otherwise, in words: the fact and the balls that it is about. */
function factOf({ about, balls, holds }, { words, desk }) {
  const text = desk.facts[about]?.[holds ? 0 : 1] ?? "";
  if (about === "first_hit" && !balls.length) return [desk.facts.first_hit[1]];
  return [...balls.map((name) => ballOf(name, words)), ...balls.slice(0, 1).map((name) => `${words.balls[name] ?? name}`), text];
}

/** The other things that the stroke may have been, one tap each. */
function othersOf(one, view, act) {
  if (!one.others.length) return [];
  const tap = (other) => button([make("small", "said", "", ...factOf(other, view)), callsSaid(other.calls, view)],
    () => act.answer(one, other), { "data-about": other.about });
  const [prices, facts] = [one.others.filter(({ about }) => about === "price"), one.others.filter(({ about }) => about !== "price")];
  return [make("h4", "", view.desk.oneTap), ...[facts, prices].filter((some) => some.length)
    .map((some) => make("div", some === prices ? "nearest prices" : "nearest", "", ...some.map(tap)))];
}

function cardOf(one, isFirst, view, act) {
  const { desk } = view;
  const card = make("article", isFirst ? "ask first" : "ask", "",
    make("h3", "", one.stroke ? desk.stroke(one.stroke) : `${one.number}`),
    ...one.advice.slice(0, 1).map((advice) => adviceOf(advice, view)),
    ...(isFirst ? [...othersOf(one, view, act), answersOf(one, view, act)] : [make("p", "later", desk.later)]),
    ...one.advice.slice(1).map((advice) => adviceOf(advice, view)), ...notesOf(one, view));
  card.dataset.number = one.number;
  return card;
}

/** Show all that waits, the oldest first: an answer to a later one would answer it too. */
export function showAsks(box, view, act) {
  const { state, desk, keys } = view;
  fresh(box, [state.waiting, desk.title, keys], () => (state.waiting.length
    ? state.waiting.map((one, index) => cardOf(one, index === 0, view, act))
    : [make("p", "quiet", desk.nothing)]));
}
