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

/** What an answer puts otherwise, in words: the fact and the balls that it is about. */
function factOf({ about, balls, holds, why }, { words, desk }) {
  if (why) return [why];
  const text = desk.facts[about]?.[holds ? 0 : 1] ?? "";
  if (about === "first_hit" && !balls.length) return [desk.facts.first_hit[1]];
  return [...balls.map((name) => ballOf(name, words)), ...balls.slice(0, 1).map((name) => `${words.balls[name] ?? name} `), text];
}

function acceptOf(one, view, act) {
  if (!one.calls.length) return [];
  const { desk, keys } = view;
  return [button([make("small", "", desk.accept), callsSaid(one.calls, view)], () => act.accept(one), {
    className: one.ask ? "accept" : "accept strong", face: faceOf(keys.accept),
  })];
}

/** The answers to a suggestion, one tap each: it as it stands, and the other things that the stroke may have been. */
function answersOf(one, view, act) {
  const prices = one.others.filter(({ about }) => about === "price");
  const facts = one.others.filter(({ about }) => about !== "price");
  const tap = (other, ...parts) => button(parts, () => act.answer(one, other), { "data-about": other.about });
  const rows = [make("div", "nearest", "", ...acceptOf(one, view, act), ...facts.map((other) =>
    tap(other, make("small", "said", "", ...factOf(other, view)), callsSaid(other.calls, view))))];
  if (prices.length) {
    rows.push(make("div", "row prices", "", make("span", "label", view.desk.price), ...prices.map((other) =>
      tap(other, make("b", "", String(other.calls.find(({ is }) => is === "Foul").points))))));
  }
  return rows;
}

function cardOf(one, isFirst, view, act) {
  const { desk, keys } = view;
  const [main, ...beside] = one.advice.map((advice) => adviceOf(advice, view));
  const head = make("div", "head", "", make("h3", "", one.stroke ? desk.stroke(one.stroke) : `${one.number}`));
  if (isFirst) {
    head.append(button(desk.amend, () => act.amend(one), { face: faceOf(keys.amend) }),
      button(desk.refuse, () => act.refuse(one), { face: faceOf(keys.refuse) }));
  }
  const card = make("article", isFirst ? "ask first" : "ask", "", head, ...(main ? [main] : []),
    ...(isFirst ? answersOf(one, view, act) : [make("p", "later", desk.later)]), ...beside, ...notesOf(one, view));
  card.dataset.number = one.number;
  return card;
}

/** Show all that waits, the oldest first: an answer to a later one would answer it too. */
export function showAsks(box, view, act) {
  const { state, desk, keys } = view;
  const nothing = state.asked.length ? [] : [make("p", "quiet", desk.nothing)];
  fresh(box, [state.waiting, nothing.length, desk.title, keys], () => (state.waiting.length
    ? state.waiting.map((one, index) => cardOf(one, index === 0, view, act))
    : nothing));
}
