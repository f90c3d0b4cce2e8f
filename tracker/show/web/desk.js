// The referee's desk of a table: shows what is, and turns keys and taps into steps. It holds no score of its own.

import { ballOf, make, put } from "./balls.js";
import { showAsks } from "./desk-asks.js";
import { isBack, showBack, toleranceNow } from "./desk-back.js";
import { showBook, showChange } from "./desk-book.js";
import { showHelp } from "./desk-help.js";
import { ALWAYS, gameOf } from "./desk-games.js";
import { actionOf, faceOf, keyOf, keysNow, keptText, keepText } from "./desk-keys.js";
import { lineTo } from "./desk-line.js";
import { openMatch } from "./desk-match.js";
import { digit, pressed, showAfter, showDraft, showPad } from "./desk-pad.js";
import { fresh } from "./desk-said.js";
import { layBalls, layGhosts, layTable } from "./desk-table.js";
import { deskWordsOf } from "./desk-words.js";
import { follow, tableOfPage } from "./live.js";
import { languageOf, wordsOf } from "./words.js";

const LETTERS = { yellow: "Y", green: "G", brown: "N", blue: "B", pink: "P", black: "K", white: "W" };
const LANG = "cuewatch-lang";
const find = (id) => document.getElementById(id);
const table = tableOfPage();

/** All that the screen is drawn from; `draft` is what is being put together, `target` the entry that is being corrected. */
const view = { state: null, live: false, draft: null, target: null, picked: null, asking: false, keys: keysNow(), names: ["", ""] };

function speak(lang) {
  Object.assign(view, { lang, words: wordsOf(lang), desk: deskWordsOf(lang) });
  document.documentElement.lang = lang;
}

const line = lineTo(table, ({ refused, waiting, left }) => {
  find("trouble").textContent = refused + (refused && left > 0 ? view.desk.left(left) : "");
  find("trouble").dataset.waiting = waiting;
  view.waiting = waiting;
  showLine();
});

/** Take a step: a stroke keyed in answers the suggestion that waits, or corrects the entry that was chosen. */
function take(step, seen) {
  const isStroke = step.do === "score" || step.do === "foul";
  const about = view.state.waiting[0]?.number;
  const aimed = !isStroke ? {} : view.target ?? (about ? { about } : {});
  const asked = { ...step, ...aimed };
  Object.assign(view, { draft: null, target: null });
  find("trouble").textContent = "";
  if (aimed.instead) ask(asked, view.desk.amend);
  else line.send(asked, seen);
  render();
}

async function ask(step, title) {
  if (view.asking) return;
  view.asking = true;
  closeAll();
  const seen = line.seen();
  try {
    const change = await line.look(step);
    showChange(find("change"), { title, change, step, seen }, view, { take: (one, at) => line.send(one, at) });
  } catch (trouble) {
    find("trouble").textContent = trouble.isRefused ? trouble.message : view.desk.noLine;
  }
  view.asking = false;
}

const closeAll = () => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());

const asks = {
  accept: ({ number }) => take({ do: "accept", number }),
  refuse: ({ number }) => take({ do: "pass-over", number }),
  answer: ({ number }, { calls }) => take({ do: "call", calls, about: number }),
  amend: () => find("pad").querySelector("button")?.focus(),
};

const book = {
  ask,
  pick: (number) => { view.picked = number; render(); },
  amend: (instead) => {
    Object.assign(view, { target: { instead }, draft: null });
    render();
    find("pad").querySelector("button")?.focus();
  },
};

const menu = {
  take, ask, close: closeAll,
  lang: (lang) => {
    keepText(LANG, lang);
    speak(lang);
    closeAll();
    render();
  },
  keysChanged: () => { view.keys = keysNow(); help(); render(); },
};

const help = () => showHelp(find("help"), view, menu);

/** What an action of a key or of the pad does. */
function act(id) {
  const first = view.state.waiting[0];
  if (id === "cancel") Object.assign(view, { draft: null, target: null });
  else if (id === "undo") return view.state.undo === null ? take({ do: "undo" }) : ask({ do: "undo" }, view.desk.undo);
  else if (id === "redo") return view.state.redo === null ? take({ do: "redo" }) : ask({ do: "redo" }, view.desk.redo);
  else if (first && !view.draft && asks[id]) return asks[id](first);
  else return came(pressed(view, id));
  return render();
}

const price = (figure) => came(digit(view, figure));

function came({ draft = view.draft, step }) {
  view.draft = draft;
  if (step) take(step);
  else render();
}

/** Whether yellow can be the ball on: if not, its key takes back an undoing, since both are called `y`. */
function canBeYellow({ frame }) {
  return ["colour", "yellow", "unknown"].includes(frame.on) || frame.strips.some(({ kind }) => kind === "free-ball");
}

/** What a key means now: an action, `digit` and a figure, or nothing. */
function meant(key) {
  const { state: { public: hall, redo }, draft, keys } = view;
  if (key === "Escape") return "cancel";
  if (!hall.match) return key === keys.help ? "help" : null;
  if (key === keys.redo && redo !== null && !draft && !canBeYellow(hall)) return "redo";
  const { ids, gone } = gameOf(hall.match.game);
  const id = actionOf(key, keys, [...(draft?.kind === "foul" ? gone : ids), ...ALWAYS]);
  return id ?? (/^[1-7]$/.test(key) ? `digit${key}` : null);
}

/** In a dialog Escape leaves it, and the key that asked what an undoing changes takes it. */
function inDialog(event) {
  const key = keyOf(event);
  const takes = find("change").open && [view.keys.undo, view.keys.redo].includes(key);
  if (key !== "Escape" && !takes) return;
  event.preventDefault();
  if (takes) find("change").querySelector("button.strong").click();
  else closeAll();
}

function onKey(event) {
  if (document.querySelector("dialog[open]")) return inDialog(event);
  const inField = event.target.closest?.("input, select, textarea");
  if (inField || event.altKey || event.repeat || !view.state) return;
  const key = keyOf(event);
  const onButton = event.target.closest?.("button, a") && (key === " " || key === "Enter");
  const held = event.ctrlKey || event.metaKey;
  const id = held ? { z: "undo", y: "redo" }[key] : meant(key);
  if (!id || onButton) return;
  event.preventDefault();
  if (id === "help") help();
  else if (!view.state.public.match) return;
  else if (id.startsWith("digit")) came(digit(view, id.slice(5)));
  else act(id);
}

function showLine() {
  const { desk, live, waiting } = view;
  find("line").textContent = waiting ? desk.waiting(waiting) : live || !view.state ? "" : desk.noLine;
}

function showHead() {
  const { state: { public: hall }, words, desk } = view;
  const { match, frame } = hall;
  for (const side of [0, 1]) {
    const box = find(`side${side}`);
    box.dataset.turn = match && frame.striker === side && !frame.over ? "yes" : "no";
    put(box.querySelector(".name"), match ? match.names[side] : "");
    put(box.querySelector(".points"), match ? frame.points[side] : "");
  }
  find("part").textContent = match ? words.numbered(frame.part, frame.number) : words.noMatch;
  find("won").textContent = match ? match.won.join(" – ") : "";
  find("best").textContent = match?.best_of ? words.bestOf(match.best_of) : "";
  fresh(find("facts"), [frame, desk.title], () => (match ? factsOf(match, frame) : []));
}

function factsOf(match, frame) {
  const { words, desk } = view;
  const facts = [];
  const tell = (label, ...value) => facts.push(make("span", "fact", "", `${label} `, make("b", "", "", ...value)));
  if (frame.over) return [make("b", "won", frame.winner === null ? words.level : `${match.names[frame.winner]} ${words.wins[frame.part]}`)];
  tell(words.atTable, frame.player);
  if (frame.on) tell(desk.toPlay, ...(["unknown", "none"].includes(frame.on) ? [frame.on] : [ballOf(frame.on, words), ` ${words.balls[frame.on] ?? frame.on}`]));
  tell(words.break, `${frame.visit}`);
  tell(desk.difference, `${Math.abs(frame.points[0] - frame.points[1])}`);
  if (frame.remaining !== null) tell(words.remaining, `${frame.remaining}`);
  if (frame.behind !== null) tell(match.names[frame.behind], words.snookers(frame.snookers));
  return facts;
}

function showSight() {
  const { state, words, desk } = view;
  layBalls(find("plan").firstElementChild, state.lie, words, LETTERS);
  layGhosts(find("plan").firstElementChild, state.back, (ball) => isBack(ball, toleranceNow()));
  find("plan").lastElementChild.textContent = !state.lie ? desk.noLie : state.lie.stroke ? desk.lie(state.lie.stroke) : desk.lieNow;
  find("plan").querySelector("svg")?.setAttribute("aria-label", desk.table);
  find("video").dataset.camera = state.public.camera;
  find("video").firstElementChild.textContent = { none: desk.noVideo, lost: desk.lost, live: desk.live }[state.public.camera];
}

function showTitles() {
  const { desk } = view;
  const titles = { sightTitle: desk.table, asksTitle: desk.suggestions, bookTitle: desk.book, openMatch: desk.match };
  for (const [id, text] of Object.entries(titles)) find(id).textContent = text;
  const first = view.state.waiting[0];
  find("padTitle").textContent = first && !view.target ? desk.padAbout(first.stroke || first.number) : desk.pad;
  find("openKeys").lastElementChild.textContent = desk.keys;
  find("openKeys").firstElementChild.textContent = faceOf(view.keys.help);
  find("note").text.setAttribute("aria-label", desk.note);
  find("note").text.placeholder = desk.note;
  find("note").lastElementChild.textContent = desk.write;
  document.title = `${desk.title} · ${table}`;
}

function render() {
  if (!view.state) return;
  showTitles();
  showHead();
  showLine();
  showSight();
  showAsks(find("asks"), view, asks);
  showBack(find("back"), view, render);
  showBook(find("book"), view, book);
  const { draft, target } = view;
  find("draft").hidden = !view.state.public.match;
  find("pad").hidden = !view.state.public.match || draft?.kind === "foul";
  find("after").hidden = !view.state.public.match || Boolean(draft || target);
  if (!view.state.public.match) return;
  showAfter(find("after"), view, take);
  showDraft(find("draft"), view, act, price);
  showPad(find("pad"), view, act);
}

let game = null;

function show(state, { live }) {
  line.know(state.public);
  const { match } = state.public;
  Object.assign(view, { state, live, names: match?.names ?? ["", ""] });
  render();
  if (game !== (match?.rulebook ?? "")) {
    game = match?.rulebook ?? "";
    layTable(find("plan").firstElementChild, table).then(showSight);
  }
}

speak(new URLSearchParams(location.search).get("lang") ?? keptText(LANG) ?? languageOf(""));
document.addEventListener("keydown", onKey);
document.addEventListener("click", (event) => { if (event.detail) event.target.closest?.("main button")?.blur(); });
find("openKeys").addEventListener("click", help);
find("openMatch").addEventListener("click", () => view.state && openMatch(find("match"), view, menu));
find("note").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = event.target.text.value.trim();
  if (text) take({ do: "note", text });
  event.target.reset();
});
follow(table, show, { path: "referee/events" });
