// The review of a table's strokes: pictures by their numbers, what was seen drawn over them, and the referee's verdict.

import { keptText } from "../desk/keys/keys.js";
import { asked } from "../server/line.js";
import { follow, tableOfPage } from "../server/live.js";
import { whoIs } from "../server/session.js";
import { languageOf, wordsOf } from "../words/words.js";
import { meantBy, showKeys } from "./keys.js";
import { followingOf, nextOf } from "./kinds.js";
import { factsOf } from "./list.js";
import { LAYERS } from "./pictures/marks.js";
import { picturesOf, roomFor } from "./pictures/pictures.js";
import * as moves from "./pictures/play.js";
import { goneOn, layersOf, NO_PAIR, switched, withB } from "./pictures/two.js";
import { screenOf } from "./screen.js";
import { pointedAt } from "./timeline.js";
import { NO_DRAFT, turned } from "./verdict.js";
import { reviewWordsOf } from "./words.js";

const BLINK_MS = 450;
const MOVE_PX = 60;
const ZOOM = 1.4;
const NEAR = 5;
const WRITE_MS = 200;
const DECIDES = ["referee", "admin"];
const find = (id) => document.getElementById(id);
const table = tableOfPage();
const strokes = `/api/tables/${encodeURIComponent(table)}/strokes`;
const addressOf = ({ epoch, sequence }) => `${strokes}/${epoch}/${sequence}`;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const isOf = (one) => (other) => other.epoch === one?.epoch && other.sequence === one?.sequence;

/** All that the screen is drawn from; `line` is the stroke in the list, `number` the picture looked at. */
const view = {
  strokes: [], at: null, line: null, stroke: null, pictures: null, play: null, number: null, span: null, pair: NO_PAIR, epoch: null,
  shown: new Set(LAYERS), draft: NO_DRAFT, clip: null, marked: true, decides: false, amendAt: "",
};
const screen = screenOf(view, {
  does: (id) => does({ id }),
  go: (number) => view.play && goNumber(number),
  find: (kind) => findKind(kind, false),
  mix: (mix) => compare({ ...view.pair, a: view.pair.a ?? before(), mode: "blend", mix }),
  layer: switchLayer,
  open,
  verdict: (verdict) => change({ draft: { ...view.draft, verdict } }),
  restsOn: (number, isIn) => change({ draft: turned(view.draft, number, isIn) }),
  marked: () => change({ marked: !view.marked }),
  export: exportClip,
}, table);
let writing = 0;
let blinking = 0;
let opening = 0;

function speak(lang) {
  Object.assign(view, { lang, words: wordsOf(lang), review: reviewWordsOf(lang) });
  const figures = new Intl.NumberFormat(lang, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: "exceptZero" });
  view.seconds = (at_us) => `${figures.format((at_us - (view.stroke?.began_us ?? 0)) / 1e6)} s`;
  document.documentElement.lang = lang;
}

/** Say something; `isQuiet` to those alone who do not see it on the picture anyway. */
function say(text, isQuiet = false) {
  find("said").dataset.quiet = isQuiet ? "yes" : "no";
  find("said").textContent = text;
}

const complain = (text) => { find("trouble").textContent = text; };
const failed = (error) => complain(error.isRefused ? error.message : view.review.noLine);

/** Take up what has changed, and draw. */
function change(changed) {
  Object.assign(view, changed);
  const { play, at } = view;
  view.line = view.strokes.find(isOf(at)) ?? null;
  view.number = play ? moves.present(play).number : null;
  view.span = play ? moves.spanOf(play).map((index) => play.pictures[index].number) : null;
  view.amendAt = at?.epoch === view.epoch ? `/desk/${encodeURIComponent(table)}?amend=${at.epoch}.${at.sequence}` : "";
  screen.render();
}

// Through the pictures

/** Ask for the pictures that will be looked at: this one, A and B, those ahead, then those of the incidents. */
function want() {
  const { stroke, play, pair, pictures } = view;
  const [now, ...ahead] = moves.wantedOf(play, Math.floor(roomFor(stroke.width, stroke.height) / 2));
  const moments = stroke.incidents.map((one) => one.picture);
  pictures.want([...new Set([now, ...(pair.mode ? [pair.a, pair.b] : []), ...ahead, ...moments])].filter((number) => number !== null));
}

/** Keep in the page's address what is looked at, so that it can be opened again. */
function remember() {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const said = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ ...view.at, picture: view.number })) {
      if (value === null) said.delete(name);
      else said.set(name, value);
    }
    history.replaceState(null, "", `?${said}`);
  }, WRITE_MS);
}

function stand(play) {
  const begins = play.direction && !view.play?.direction;
  say("");
  change({ play });
  want();
  remember();
  if (begins) run();
}

function goTo(play) {
  view.pair = goneOn(view.pair);
  stand(play);
}

const goNumber = (number) => goTo(moves.placed(view.play, moves.indexOf(view.play.pictures, number)));
const stepBy = (by) => goTo(moves.placed(view.play, view.play.index + by));
const before = () => view.play.pictures[Math.max(0, view.play.index - 1)].number;

/** Play on with the screen's own beat; where a picture is not here yet, time waits for it. */
function run() {
  let was = performance.now();
  const beat = (now) => {
    const { play, pictures } = view;
    if (!play?.direction) return;
    const later = pictures.get(view.number) ? moves.advanced(play, (now - was) * 1000) : play;
    was = now;
    if (later.index !== play.index || later.direction !== play.direction) stand(later);
    else view.play = later;
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
}

function findKind(kind, isBack) {
  const { stroke: { incidents }, review, words } = view;
  const number = nextOf(incidents, kind, view.number, isBack);
  if (number === null) return say(review.none(review.kinds[kind]));
  goNumber(number);
  const one = incidents.find((incident) => incident.kind === kind && incident.picture === number);
  if (one.x_px !== null) screen.stage.at({ x: one.x_px, y: one.y_px });
  return say([review.kinds[kind], ...one.balls.map((ball) => words.balls[ball] ?? ball), ...factsOf(one, view)].join(", "), true);
}

/** Look from near at the incident whose picture is nearest to this one. */
function lookNear() {
  const placed = view.stroke.incidents.filter((one) => one.x_px !== null && one.picture !== null);
  const off = (one) => Math.abs(one.picture - view.number);
  const one = placed.reduce((best, other) => (best && off(best) <= off(other) ? best : other), null);
  if (one) screen.stage.at({ x: one.x_px, y: one.y_px }, NEAR);
}

function findAny(isBack) {
  const number = followingOf(view.stroke.incidents, view.number, isBack);
  if (number !== null) goNumber(number);
}

// Two pictures

function compare(pair) {
  clearInterval(blinking);
  change({ pair });
  want();
  if (pair.mode === "blink" && !isCalm()) blinking = setInterval(flip, BLINK_MS);
}

/** Blink by itself; where less movement is asked for, each press shows the other one. */
function blink() {
  if (!isCalm()) return compare(switched(view.pair, "blink", before()));
  say(view.review.still);
  return compare({ ...switched({ ...view.pair, mode: "" }, "blink", before()), isB: view.pair.mode === "blink" && !view.pair.isB });
}

function flip() {
  if (view.pair.mode !== "blink") return clearInterval(blinking);
  view.pair = { ...view.pair, isB: !view.pair.isB };
  return screen.draw();
}

function switchLayer(layer) {
  const shown = new Set(view.shown);
  if (!shown.delete(layer)) shown.add(layer);
  change({ shown });
}

/** What can be done with pictures, by name. */
const MOVES = {
  back: () => goTo(moves.played(view.play, -1)),
  forward: () => goTo(moves.played(view.play, 1)),
  pause: () => stand(moves.paused(view.play)),
  toggle: () => (view.play.direction ? MOVES.pause() : MOVES.forward()),
  before: () => stepBy(-1),
  after: () => stepBy(1),
  tenBefore: () => stepBy(-10),
  tenAfter: () => stepBy(10),
  first: () => stepBy(-Infinity),
  last: () => stepBy(Infinity),
  in: () => stand(moves.fromHere(view.play)),
  out: () => stand(moves.untilHere(view.play)),
  loop: () => stand(moves.looped(view.play)),
  clear: () => stand(moves.unbounded(view.play)),
  slower: () => stand(moves.paced(view.play, -1)),
  faster: () => stand(moves.paced(view.play, 1)),
  setA: () => compare({ ...view.pair, a: view.number }),
  setB: () => compare(withB(view.pair, view.number)),
  blend: () => compare(switched(view.pair, "blend", before())),
  blink,
  nearer: () => screen.stage.zoom(ZOOM),
  farther: () => screen.stage.zoom(1 / ZOOM),
  whole: () => screen.stage.whole(),
  near: lookNear,
  moveLeft: () => screen.stage.move(MOVE_PX, 0),
  moveRight: () => screen.stage.move(-MOVE_PX, 0),
  moveUp: () => screen.stage.move(0, MOVE_PX),
  moveDown: () => screen.stage.move(0, -MOVE_PX),
  marks: () => change({ shown: new Set(view.shown.size ? [] : LAYERS) }),
  restsOn: () => change({ draft: turned(view.draft, view.number, !view.draft.pictures.includes(view.number)) }),
  kind: ({ kind, isBack }) => findKind(kind, isBack),
  any: ({ isBack }) => findAny(isBack),
  layer: ({ layer }) => switchLayer(layer),
};

function does(meant) {
  if (meant.id === "help") return showKeys(find("help"), view);
  if (meant.id === "newer") return openBeside(1);
  if (meant.id === "older") return openBeside(-1);
  if (meant.id === "verdict") return find("draft").querySelector("button")?.focus();
  return view.play && MOVES[meant.id](meant);
}

// What is asked of the server

/** Look at another stroke; of several asked for, the last one counts, however late the others come. */
async function open(one, number = null) {
  opening += 1;
  const mine = opening;
  try {
    const stroke = await asked(addressOf(one));
    if (mine !== opening) return;
    clearInterval(blinking);
    complain("");
    view.pictures?.leave();
    find("verdict").reset();
    find("stage").dataset.shown = "";
    const begun = { at: { epoch: one.epoch, sequence: one.sequence }, stroke, pair: NO_PAIR, draft: NO_DRAFT, clip: null };
    if (!stroke.pictures.length) {
      change({ ...begun, play: null });
      return;
    }
    const pictures = picturesOf((wanted) => `${addressOf(one)}/pictures/${wanted}.jpg`, roomFor(stroke.width, stroke.height), arrived);
    screen.stage.of(stroke);
    const play = moves.playOf(stroke.pictures, 0, { pace: view.play?.pace ?? 1 });
    Object.assign(view, begun, { pictures, play: null });
    const first = number ?? nextOf(stroke.incidents, "touch", null) ?? stroke.pictures[0].number;
    stand(moves.placed(play, moves.indexOf(stroke.pictures, first)));
  } catch (error) {
    failed(error);
  }
}

function arrived(number) {
  screen.drawTimeline();
  if (layersOf(view.pair, view.number).some((one) => one.number === number)) screen.draw();
}

function openBeside(by) {
  const other = view.strokes[view.strokes.findIndex(isOf(view.at)) + by];
  if (other) open(other);
}

async function loadStrokes() {
  try {
    change({ strokes: await asked(strokes) });
  } catch (error) {
    failed(error);
  }
}

async function keepVerdict(event) {
  event.preventDefault();
  const { at, draft: { verdict, pictures } } = view;
  if (!verdict) return complain(view.review.choose);
  try {
    await asked(`${addressOf(at)}/verdict`, { verdict, note: find("verdict").note.value.trim(), pictures });
    const { verdicts } = await asked(addressOf(at));
    if (isOf(at)(view.at)) {
      find("verdict").reset();
      complain("");
      change({ stroke: { ...view.stroke, verdicts }, draft: NO_DRAFT });
    }
    await loadStrokes();
    return say(view.review.kept);
  } catch (error) {
    return failed(error);
  }
}

async function exportClip() {
  const { at, span, marked: marks } = view;
  const [from, until] = span;
  const told = (clip) => isOf(at)(view.at) && change({ clip });
  told({ busy: true });
  try {
    const { id } = await asked(`${addressOf(at)}/clips`, { from, until, marks });
    told({ id, span, name: ["cuewatch", table, at.epoch, at.sequence, from, until].join("-") });
  } catch (error) {
    told(null);
    failed(error);
  }
}

// Keys and fingers

function onKey(event) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest?.("input, select, textarea");
  if (field && event.key === "Escape") field.blur();
  if (field) return;
  const isPress = event.target.closest?.("button, a") && (event.key === " " || event.key === "Enter");
  const meant = isPress ? null : meantBy(event);
  if (!meant) return;
  event.preventDefault();
  does(meant);
}

/** A press on the upper half of the timeline goes to the nearest incident; on the lower half, and when drawn along, to that time. */
function onTimeline(event) {
  const isPress = event.type === "pointerdown";
  if (!view.play || (!isPress && !find("timeline").hasPointerCapture(event.pointerId))) return;
  const box = find("timeline").getBoundingClientRect();
  if (isPress) find("timeline").setPointerCapture(event.pointerId);
  const isAbove = isPress && event.clientY - box.top < box.height / 2;
  goNumber(pointedAt(view.stroke, event.clientX - box.left, isAbove, box.width));
}

function begin() {
  const said = new URLSearchParams(location.search);
  const given = (name) => (said.has(name) ? Number(said.get(name)) : null);
  const last = view.strokes.at(-1);
  if (given("sequence") !== null) return open({ epoch: given("epoch") ?? last?.epoch, sequence: given("sequence") }, given("picture"));
  return last && open(last);
}

/** Load the strokes again whenever the book of the table grows. */
function followBook() {
  let heard = "";
  follow(table, ({ public: { epoch, sequence } }) => {
    const now = `${epoch}.${sequence}`;
    if (heard === now) return;
    view.epoch = epoch;
    if (heard) loadStrokes();
    else change({});
    heard = now;
  }, { path: "referee/events" });
}

speak(new URLSearchParams(location.search).get("lang") ?? keptText("cuewatch-lang") ?? languageOf(""));
screen.titles();
document.addEventListener("keydown", onKey);
document.addEventListener("click", (event) => { if (event.detail) event.target.closest?.("main button")?.blur(); });
find("openKeys").addEventListener("click", () => does({ id: "help" }));
find("add").addEventListener("click", () => does({ id: "restsOn" }));
find("verdict").addEventListener("submit", keepVerdict);
for (const kind of ["pointerdown", "pointermove"]) find("timeline").addEventListener(kind, onTimeline);
view.decides = DECIDES.includes((await whoIs().catch(() => ({}))).role);
await loadStrokes();
await begin();
followBook();
