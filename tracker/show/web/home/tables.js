// All tables of the club at a glance: a card each with its score, and for those who keep scores what its camera sees.

import { make } from "../elements/balls.js";
import { button } from "../elements/parts.js";
import { change, read } from "../server/ask.js";
import { whoIs } from "../server/session.js";
import { hearLanguage } from "../words/language.js";
import { agreedOf, wordsOf } from "../words/words.js";
import { homeWordsOf } from "./words.js";

const SCORES_MS = 1000;
const PICTURES_MS = 2000;
const FIRST_PICTURE_MS = 500; // of a camera at which nobody looked there is none yet: it is made for whoever asks
const find = (id) => document.getElementById(id);
const { role } = await whoIs();
const sees = role !== "viewer" && role !== "nobody";
const cards = new Map();
let words = homeWordsOf("en");
let said = wordsOf("en");
let club = null;
let standing = true;

function linkTo(path, text) {
  return Object.assign(make("a", "", text), { href: path });
}

/** A side of the match: its name, the frames it has won, and its points. */
function sideOf(match, frame, side) {
  const points = make("b", "points", String(frame.points[side]));
  points.dataset.provisional = frame.provisional ? "yes" : "no";
  return make("p", "side", "", make("span", "", match.names[side]), make("i", "", String(match.won[side])), points);
}

function scoreOf({ match, frame }) {
  if (!match) return [make("p", "stands", said.noMatch)];
  const over = match.over ? [words.over.match] : frame.over ? [words.over[frame.part]] : [];
  if (frame.provisional) over.unshift(said.provisional);
  return [sideOf(match, frame, 0), sideOf(match, frame, 1), make("p", "stands", [said.numbered(frame.part, frame.number), agreedOf(match, said), ...over].filter(Boolean).join(" · "))];
}

function actsOf({ table, watched, paused }) {
  const name = encodeURIComponent(table);
  const acts = [...(sees ? [linkTo(`/desk/${name}`, words.cards.desk)] : []), linkTo(`/board/${name}`, words.cards.board)];
  if (role !== "admin") return acts;
  acts.push(linkTo("/admin#labels", words.cards.rename));
  if (watched) acts.push(linkTo(`/camera/${name}`, words.cards.setUp));
  if (watched) acts.push(button(paused ? words.cards.resume : words.cards.pause, () => change(`/api/tables/${name}/watching`, { on: paused }).then(ask)));
  return acts;
}

/** A card; `show` brings it up to date, and leaves alone what has not changed, so that nothing loses the focus. */
function cardOf(table) {
  const image = Object.assign(make("img"), { alt: "", hidden: true });
  const how = make("span", "how");
  const view = make("div", "view", "", image, how);
  const [head, score, acts] = [make("h3"), make("div"), make("p", "acts")];
  const card = { element: make("li", "card", "", view, make("div", "told", "", head, score, acts)), sees: false, lookedMs: 0 };
  const before = {};
  const changed = (name, value, put) => {
    const now = JSON.stringify([value, document.documentElement.lang]);
    if (before[name] !== now) put();
    before[name] = now;
  };
  card.show = (one) => {
    changed("head", one.label, () => head.replaceChildren(words.table, " ", table, ...(one.label ? [" ", make("small", "", one.label)] : [])));
    changed("score", [one.match, one.frame], () => score.replaceChildren(...scoreOf(one)));
    changed("acts", [one.watched, one.paused], () => acts.replaceChildren(...actsOf(one)));
    how.textContent = one.paused ? words.cards.paused : one.crowded ? words.cards.crowded : words.cards.camera[one.camera];
    how.dataset.well = one.paused || (!one.crowded && ["none", "live", "starting"].includes(one.camera)) ? "yes" : "no";
    view.hidden = !one.watched; // nobody has named a camera for it
    card.sees = sees && one.watched && !one.paused && one.camera !== "none";
    if (!card.sees) image.hidden = true;
  };
  card.isDue = () => card.sees && Date.now() - card.lookedMs >= (image.hidden ? FIRST_PICTURE_MS : PICTURES_MS);
  card.look = () => {
    card.lookedMs = Date.now();
    const next = new Image();
    next.addEventListener("load", () => {
      image.src = next.src;
      image.hidden = !card.sees;
    });
    next.src = `/api/tables/${encodeURIComponent(table)}/picture.jpg?at=${Date.now()}`;
  };
  return card;
}

function show() {
  find("tablesTitle").textContent = club?.club || words.cards.title;
  find("tablesLine").textContent = standing ? "" : said.line;
  find("tables").hidden = !club || club.tables.length < 2;
  for (const one of club?.tables ?? []) {
    if (!cards.has(one.table)) {
      cards.set(one.table, cardOf(one.table));
      find("cards").append(cards.get(one.table).element);
    }
    cards.get(one.table).show(one);
  }
}

async function ask() {
  try {
    club = await read("/api/club");
    standing = true;
  } catch {
    standing = false;
  }
  show();
}

hearLanguage((lang) => {
  words = homeWordsOf(lang);
  said = wordsOf(lang);
  show();
});
await ask();
if (club?.tables.length > 1) {
  setInterval(ask, SCORES_MS);
  const look = () => {
    if (document.visibilityState === "visible") for (const card of cards.values()) if (card.isDue()) card.look();
  };
  look();
  setInterval(look, FIRST_PICTURE_MS);
}
