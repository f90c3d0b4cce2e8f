// What the judge suggests and nobody has answered: what to say, why, by which paragraph, and how sure.

import { ballOf, make } from "../elements/balls.js";
import { button, fresh } from "../elements/controls.js";
import { faceOf } from "./keys/keys.js";
import { callsSaid } from "./said.js";

const CERTAIN = 0.95;

/** In hundredths; nothing that a camera tells is certain. */
const percent = (sure) => Math.min(99, Math.round(100 * sure));

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

/** What a person is asked of the calls that are suggested: what the judge leaves open of a foul, or else to look. */
function askedOf(calls, { desk }) {
  const foul = calls.find(({ is }) => is === "Foul");
  const open = foul ? [["miss", desk.wasMiss], ["free_ball", desk.isFree]].filter(([field]) => foul[field] === null) : [];
  return open.length ? open.map(([, words]) => words).join(" ") : desk.look;
}

/** One advice; what is asked of a call that is certain is not how sure it is. */
function adviceOf(one, calls, view) {
  const isCertain = one.sure >= CERTAIN;
  return make("div", one.ask ? "advice asked" : "advice", "",
    make("strong", "say", sayOf(one, view)),
    ...(one.ask ? [make("span", "look", `? ${isCertain ? askedOf(calls, view) : view.desk.look}`)] : []),
    ...(one.ask && isCertain ? [] : [sureness(one.sure, view)]),
    make("p", "why", one.why), make("cite", "", one.cite ? `§ ${one.cite}` : ""));
}

/** Why a person must look: what the judge doubts; a doubt that a reason tells already is not told twice. */
function doubtsOf({ doubts, advice }) {
  const untold = doubts.filter((text) => !advice.some(({ why }) => why.includes(text)));
  return untold.length ? [make("ul", "doubts", "", ...untold.map((text) => make("li", "", text)))] : [];
}

/** What the judge keeps for the referee. */
function notesOf({ notes }, { desk }) {
  const kept = notes.map((text) => make("li", "", text));
  return [
    ...(kept.length ? [make("div", "notes", "", make("b", "", desk.only), make("ul", "", "", ...kept))] : []),
  ];
}

/** What an answer puts otherwise, in words: the fact and the balls that it is about. */
export function factOf({ about, balls, holds, why }, { words, desk }) {
  if (why) return [why];
  const text = desk.facts[about]?.[holds ? 0 : 1] ?? "";
  if (about === "first_hit" && !balls.length) return [desk.facts.first_hit[1]];
  return [...balls.map((name) => ballOf(name, words)), ...balls.slice(0, 1).map((name) => `${words.balls[name] ?? name} `), text];
}

function acceptOf(one, view, act) {
  if (!one.calls.length) return [];
  const { desk, keys } = view;
  return [button([make("small", "", desk.accept), callsSaid(one.calls, { ...view, isExact: true })], () => act.accept(one), {
    className: one.ask ? "accept" : "accept strong", face: faceOf(keys.accept),
  })];
}

/** The answers to a suggestion, one tap each: it as it stands, and the other things that the stroke may have been. */
function answersOf(one, view, act) {
  const prices = one.others.filter(({ about }) => about === "price");
  const facts = one.others.filter(({ about }) => about !== "price");
  const tap = (other, ...parts) => button(parts, () => act.answer(one, other), { "data-about": other.about });
  const rows = [make("div", "nearest", "", ...acceptOf(one, view, act), ...facts.map((other) =>
    tap(other, make("small", "said", "", ...factOf(other, view)), callsSaid(other.calls, { ...view, isExact: true }))))];
  if (prices.length) {
    rows.push(make("div", "row prices", "", make("span", "label", view.desk.price), ...prices.map((other) =>
      tap(other, make("b", "", String(other.calls.find(({ is }) => is === "Foul").points))))));
  }
  return rows;
}

function cardOf(one, isFirst, view, act) {
  const { desk, keys } = view;
  const isAsked = (advice, index) => index === 0 || advice.ask;
  const [first, beside] = [true, false].map((isFirst) =>
    one.advice.filter((advice, index) => isAsked(advice, index) === isFirst).map((advice) => adviceOf(advice, one.calls, view)));
  const head = make("div", "head", "", make("h3", "", one.stroke ? desk.stroke(one.stroke) : `${one.number}`));
  if (isFirst) {
    head.append(button(desk.amend, () => act.amend(one), { face: faceOf(keys.amend) }),
      button(desk.refuse, () => act.refuse(one), { face: faceOf(keys.refuse) }));
  }
  const card = make("article", isFirst ? "ask first" : "ask", "", head, ...first, ...doubtsOf(one),
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
