// The referee's desk of a table: shows what is, and turns keys and taps into steps. It holds no score of its own.

import { layBalls, layGhosts, layTable } from "../elements/table.js";
import { NAMING, keepUntaken, lineTo, takeUntaken } from "../server/line.js";
import { follow, tableOfPage } from "../server/live.js";
import { watchPicture } from "../server/picture.js";
import { leaveIfShutOut } from "../server/session.js";
import { lawSaid } from "../words/law.js";
import { languageOf, wordsOf } from "../words/words.js";
import { showAsks } from "./asks.js";
import { isBack, showBack, toleranceNow } from "./back.js";
import { showBook, showChange } from "./book.js";
import { showHead } from "./head.js";
import { ALWAYS, gameOf } from "./keys/games.js";
import { showHelp } from "./keys/help.js";
import { actionOf, faceOf, keyOf, keysNow, keptText, keepText } from "./keys/keys.js";
import { digit, pressed, showAfter, showDraft, showPad } from "./keys/pad.js";
import { turns } from "./keys/turns.js";
import { correctionsOf, showLast } from "./last.js";
import { showCaller } from "./match/caller.js";
import { openMatch } from "./match/match.js";
import { betweenOf, isBetween, showStage, tickStage } from "./match/stage.js";
import { openMore } from "./more.js";
import { showCertain, showQuestions } from "./questions.js";
import { showReview, toAmend } from "./review.js";
import { areGhostsOn, layOver, showPicture, turnGhosts } from "./video.js";
import { askedSaying, modeNow, say, sayingOf } from "./voice.js";
import { foreseen } from "./waiting/foreseen.js";
import { showUnsent } from "./waiting/waiting.js";
import { waitingWordsOf } from "./waiting/words.js";
import { deskWordsOf } from "./words.js";

const LANG = "cuewatch-lang";
const find = (id) => document.getElementById(id);
const table = tableOfPage();

/** All that the screen is drawn from: `told` as the server told it, `state` with what waits for the line; `draft` is what is being put together, `target` the entry that is being corrected. */
const view = { told: null, state: null, live: false, draft: null, target: null, picked: null, asking: false, keys: keysNow(), names: ["", ""], waiting: 0, still: null, age: 0, large: null, books: null, skew: 0, correct: null, row: [], ahead: null, parted: null };

/** Have all said in a language, in the words of the game that is played. */
function speak(lang, unit = view.told?.public.frame?.unit) {
  const words = wordsOf(lang);
  Object.assign(view, { lang, words: unit === "pucks" ? { ...words, break: words.series } : words, desk: deskWordsOf(lang, unit), waits: waitingWordsOf(lang) });
  document.documentElement.lang = lang;
}

const mayStay = () => leaveIfShutOut(`/api/tables/${encodeURIComponent(table)}/referee`);

const video = watchPicture(table, (still, age) => {
  Object.assign(view, { still, age });
  if (view.state) showVideo();
}, mayStay);

const line = lineTo(table, ({ refused, waiting, left = 0, isOut }) => {
  const untaken = refused || isOut ? left + inTurn.drop() : 0;
  if (isOut && untaken) keepUntaken(untaken);
  if (isOut) mayStay();
  find("trouble").textContent = lawSaid(refused, view.lang) + (untaken ? view.desk.left(untaken) : "");
  find("trouble").dataset.waiting = waiting;
  view.waiting = waiting;
  render();
  inTurn.go();
});

/** Take a step: a stroke keyed in answers the suggestion that waits, or corrects the entry that was chosen. */
function take(step, seen) {
  const isStroke = step.do === "score" || step.do === "foul";
  const about = view.state.waiting[0]?.number;
  const aimed = !isStroke ? {} : view.target ?? (about ? { about } : {});
  const asked = { ...step, ...aimed };
  Object.assign(view, { draft: null, target: null, correct: null });
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
    unasked(trouble);
  }
  view.asking = false;
  inTurn.go();
}

const closeAll = () => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());

const asks = {
  accept: ({ number }) => take({ do: "accept", number }),
  refuse: ({ number }) => take({ do: "pass-over", number }),
  answer: ({ number }, { calls }) => take({ do: "call", calls, about: number }),
  amend: () => find("pad").querySelector("button")?.focus(),
  certain: () => take({ do: "accept-settled" }),
  settle: ({ called }, { calls }) => take({ do: "amend", number: called, calls }),
};

/** Answer the question that was asked first with one of its two outcomes. */
function settle(which) {
  const [question] = view.state.asked;
  const option = question?.options[which];
  if (option?.calls.length) asks.settle(question, option);
}

const book = {
  ask,
  pick: (number) => { view.picked = number; render(); },
  amend: (instead) => {
    Object.assign(view, { target: { instead }, draft: null });
    render();
    find("pad").querySelector("button")?.focus();
  },
};

const last = {
  /** Have an entry corrected, or (null) none: by the pad, and by what it may have been once that is known. */
  correct: (number) => {
    Object.assign(view, { target: number && { instead: number }, draft: null, correct: number && { number, options: null, seen: line.seen() } });
    render();
    if (number) correctionsOf(table, number).then((options) => offer(number, options)).catch(unasked);
  },
  corrected: ({ calls }) => take({ do: "amend", number: view.correct.number, calls }, view.correct.seen),
};

function offer(number, options) {
  if (view.correct?.number !== number) return;
  view.correct = { ...view.correct, options };
  render();
}

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

/** Say that something could not be asked for. */
function unasked(trouble) {
  find("trouble").textContent = trouble.isRefused ? lawSaid(trouble.message, view.lang) : view.desk.noLine;
  if (trouble.isOut) mayStay();
}

const stage = { take, ask, close: closeAll, does: (id) => act(id), unasked, booked: (books) => { view.books = books; render(); } };
const tick = () => view.state && tickStage(find("stage"), view, view.skew);

const more = (about = { ball: "", seconds: "" }) => view.state && openMore(find("more"), table, view, { ...menu, more }, about).catch(unasked);
const help = () => showHelp(find("help"), view, menu);

/** What undoes the last entry. Where the camera calls it names that entry, for another may be called before it is confirmed. */
const undoing = ({ undo, camera_calls: isCamera }) => (isCamera ? { do: "strike-out", number: undo } : { do: "undo" });

/** What an action of a key or of the pad does. */
function act(id) {
  const first = view.state.waiting[0];
  const { public: hall } = view.state;
  if (id === "next") return hall.frame?.over && !hall.match.over ? take({ do: "begin-frame" }) : null;
  if (id === "say") return say(askedSaying(hall, view.lang), view.lang);
  if (id === "review") return location.assign(find("openReview").href);
  if (id === "cancel") Object.assign(view, { draft: null, target: null, correct: null });
  else if (id === "undo" && view.row.length) return line.takeBack();
  else if (id === "undo") return view.state.undo === null ? take({ do: "undo" }) : ask(undoing(view.state), view.desk.undo);
  else if (id === "redo") return view.state.redo === null ? take({ do: "redo" }) : ask({ do: "redo" }, view.desk.redo);
  else if (id === "more") return more();
  else if (id === "certain") return asks.certain();
  else if (id === "likelier" || id === "other") return settle(id === "likelier" ? 0 : 1);
  else if (id === "ghost") turnGhosts(!areGhostsOn());
  else if (first && !view.draft && asks[id]) return asks[id](first);
  else if (isBetween(hall)) return null;
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

/** What a key does in a dialog, or nothing: Escape leaves it, and the key that asked what an undoing changes takes it. */
function inDialog(key) {
  if (key === "Escape") return closeAll;
  const takes = find("change").open && [view.keys.undo, view.keys.redo].includes(key);
  return takes ? () => find("change").querySelector("button.strong").click() : null;
}

/** What a key does now, or nothing. */
function deedOf(key, held) {
  if (document.querySelector("dialog[open]")) return inDialog(key);
  const id = held ? { z: "undo", y: "redo" }[key] : meant(key);
  if (!id || (id !== "help" && !view.state.public.match)) return null;
  return id === "help" ? help : id.startsWith("digit") ? () => came(digit(view, id.slice(5))) : () => act(id);
}

/** The screen is up to date: what was keyed in has been taken and shows, or no line is there that could carry it. */
function isSettled() {
  const { state: { public: { epoch, sequence } }, live, waiting, asking } = view;
  const [shownEpoch, shownSequence] = line.seen();
  const isShown = epoch === shownEpoch && sequence === shownSequence;
  return !asking && (!live || waiting > 0 || (line.isIdle() && isShown));
}

const inTurn = turns(isSettled);

function onKey(event) {
  const isOpen = document.querySelector("dialog[open]");
  const inField = !isOpen && event.target.closest?.("input, select, textarea");
  if (inField || event.altKey || event.repeat || !view.state) return;
  const [key, held] = [keyOf(event), event.ctrlKey || event.metaKey];
  const onButton = !isOpen && event.target.closest?.("button, a") && (key === " " || key === "Enter");
  if (onButton || !deedOf(key, held)) return;
  event.preventDefault();
  inTurn.take(() => deedOf(key, held)?.());
}

function showLine() {
  const { desk, live, waiting, parted } = view;
  find("line").textContent = waiting && !parted ? desk.waiting(waiting) : live || !view.state ? "" : desk.noLine;
}

function showSight() {
  const { state, words, desk } = view;
  const [plan, { camera }] = [find("plan"), state.public];
  const isIn = (ball) => isBack(ball, toleranceNow());
  const ghosts = areGhostsOn() ? state.back : null;
  layBalls(plan.firstElementChild, state.lie, words);
  layGhosts(plan.firstElementChild, ghosts, isIn);
  layOver(find("video").querySelector("svg"), ghosts, isIn, words.letters);
  plan.lastElementChild.textContent = !state.lie ? desk.noLie : state.lie.stroke ? desk.lie(state.lie.stroke) : desk.lieNow;
  plan.querySelector("svg")?.setAttribute("aria-label", desk.table);
  find("video").querySelector("img").alt = desk.video;
  find("larger").hidden = camera === "none";
  find("larger").setAttribute("aria-label", isLarge() ? desk.smaller : desk.larger);
  document.querySelector("main").dataset.large = isLarge() ? "yes" : "no";
  video.look(camera !== "none");
  showVideo();
}

/** The picture has the room of both while balls are put back, and whenever the referee will have it so. */
const isLarge = () => view.state.public.camera !== "none" && (view.large ?? Boolean(view.state.back?.chosen));

function showVideo() {
  const { still, age, state: { public: { camera } }, desk } = view;
  showPicture(find("video"), still, age, { camera, desk });
}

/** The suggestions that no step of the row answers; what answers one answers those before it too. */
function unanswered(waiting, row) {
  const answered = row.map((step) => (NAMING.includes(step.do) ? step.number : step.about ?? 0));
  return waiting.filter(({ number }) => number > Math.max(0, ...answered));
}

/** What waits for the line, and what it comes to: the suggestions and the pad go by that. */
function weighWaiting() {
  const row = line.waiting();
  const { told } = view;
  const state = { ...told, waiting: unanswered(told.waiting, row) };
  Object.assign(view, { row, state, parted: line.parted(), ahead: row.length ? foreseen(state.public, row) : null });
}

/** Nothing is played, and nothing that was is being corrected. */
const isIdle = () => isBetween(view.state.public) && !view.target;

function showTitles() {
  const { desk } = view;
  const titles = { sightTitle: desk.table, asksTitle: desk.suggestions, bookTitle: desk.book, openMatch: desk.match };
  for (const [id, text] of Object.entries(titles)) find(id).textContent = text;
  const first = view.state.waiting[0];
  find("padTitle").textContent = isIdle() ? betweenOf(view.state.public, desk) : first && !view.target ? desk.padAbout(first.stroke || first.number) : desk.pad;
  find("openKeys").lastElementChild.textContent = desk.keys;
  find("openKeys").firstElementChild.textContent = faceOf(view.keys.help);
  find("openMore").firstElementChild.textContent = desk.more;
  find("openMore").lastElementChild.textContent = faceOf(view.keys.more);
  find("note").text.setAttribute("aria-label", desk.note);
  find("note").text.placeholder = desk.note;
  find("note").lastElementChild.textContent = desk.write;
  document.title = `${desk.title} · ${table}`;
}

function render() {
  if (!view.told) return;
  weighWaiting();
  showTitles();
  showReview(find("openReview"), view, table);
  showHead(view);
  showLine();
  showSight();
  showQuestions(find("questions"), view, asks);
  showCertain(find("certain"), view, asks);
  showAsks(find("asks"), view, asks);
  showBack(find("back"), { ...view, ghosts: areGhostsOn() }, { changed: render, turn: () => act("ghost") });
  showLast(find("last"), view, last);
  showBook(find("book"), view, book);
  const { draft, target } = view;
  showCaller(find("caller"), view, take);
  showStage(find("stage"), view, stage);
  find("stage").hidden ||= !isIdle();
  tick();
  find("draft").hidden = isIdle();
  find("pad").hidden = isIdle() || draft?.kind === "foul";
  showUnsent(find("unsent"), view, { decide: line.decide, takeBack: line.takeBack });
  showKeys();
}

function showKeys() {
  find("after").hidden = isIdle() || Boolean(view.draft || view.target || view.row.length);
  if (isIdle()) return;
  showAfter(find("after"), view, take);
  showDraft(find("draft"), view, act, price);
  showPad(find("pad"), view, act);
}

let game = null;

/** Show a state; one that this browser has kept since an older version lacks what is new in this one. */
function show(given, { live, skew }) {
  const state = { asked: [], certain: 0, camera_calls: false, ...given };
  line.know(state.public);
  const { match } = state.public;
  if (!state.back !== !view.state?.back) view.large = null;
  if (live && view.live) say(sayingOf(view.state.public, state.public, view.lang, modeNow()), view.lang);
  Object.assign(view, { told: state, state, live, skew, names: match?.names ?? ["", ""] });
  speak(view.lang);
  render();
  const asked = live ? toAmend(state) : null;
  if (asked !== null) book.amend(asked);
  inTurn.go();
  const laid = match ? `${match.rulebook} ${state.public.frame.part === "set" ? state.public.frame.number : ""}` : "";
  if (game !== laid) {
    game = laid;
    layTable(find("plan").firstElementChild, table).then(showSight);
  }
}

speak(new URLSearchParams(location.search).get("lang") ?? keptText(LANG) ?? languageOf(""));
document.addEventListener("keydown", onKey);
document.addEventListener("click", (event) => { if (event.detail) event.target.closest?.("main button")?.blur(); });
find("openKeys").addEventListener("click", help);
find("larger").addEventListener("click", () => { view.large = !isLarge(); render(); });
find("openMore").addEventListener("click", () => more());
find("openMatch").addEventListener("click", () => view.state && openMatch(find("match"), view, menu).catch(unasked));
find("note").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = event.target.text.value.trim();
  if (text) take({ do: "note", text });
  event.target.reset();
});
setInterval(tick, 1000);
follow(table, show, { path: "referee/events", shut: mayStay });
const untaken = takeUntaken();
if (untaken) find("trouble").textContent = view.desk.untaken(untaken);
