// The sheet of a match: who won what, break by break, on one page of paper too.

import { make } from "../elements/balls.js";
import { flagOf } from "../elements/flags.js";
import { button, fill } from "../elements/parts.js";
import { change, read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { lawSaid, titleOf } from "../words/law.js";
import { wordsOf } from "../words/words.js";
import { dayOf, link, resultOf, share, showWays, sideOf, tableOf, tablePageOf } from "./parts.js";
import { historyWordsOf } from "./words.js";

const TOLD_FROM = 20;
const find = (id) => document.getElementById(id);
const [, kind, named] = location.pathname.split("/");
/** Read by a link, by somebody who may have no account: it leads nowhere else. */
const isShared = kind === "sheet";
const view = { words: historyWordsOf("en"), lang: "en", match: null, books: [] };

/** How small the type must be for all frames to stand on one page. */
const crowd = (frames) => (frames > 18 ? "many" : frames > 9 ? "some" : "few");

const tiersOf = (match) => [...new Set(match.statistics.flatMap(({ breaks }) => Object.keys(breaks).map(Number)))].sort((a, b) => a - b);

function headOf(match, { words, lang, books }) {
  const rules = books.find(({ name }) => name === match.rulebook);
  const best = match.best_of ? [wordsOf(lang).bestOf(match.best_of)] : [];
  const facts = [match.title, dayOf(match.begun_us, lang), isShared ? words.table(match.table) : link(words.table(match.table), tablePageOf(match.table)), ...best, rules ? titleOf(rules, lang) : match.rulebook];
  const sides = [0, 1].map((side) => make("div", `side${match.winner === side ? " winner" : ""}`, "", flagOf(match.countries[side], lang, match.badges[side]), sideOf(match.sides[side], !isShared)));
  const score = make("b", "score", match.won.join(" – "));
  score.setAttribute("aria-label", words.framesWon(wordsOf(lang).parts[match.part], match.won));
  return make("div", "top", "",
    make("p", "over", words.sheet), make("h2", "pairing", "", sides[0], score, sides[1]),
    make("p", "result", resultOf(match, words)), make("p", "said", "", ...facts.filter(Boolean).flatMap((fact, place) => [...(place ? [" · "] : []), fact])));
}

function frameRow(frame, match, { words, lang }) {
  const high = [0, 1].map((side) => {
    const made = frame.breaks.filter((one) => one.side === side && one.points >= TOLD_FROM).map(({ points }) => points).sort((a, b) => b - a);
    return made.join(", ");
  });
  const stands = frame.winner !== null ? [] : [frame.over ? wordsOf(lang).level : words.goesOn];
  const why = [...stands, frame.trouble ? words.unreadable : lawSaid(frame.because, lang)].filter(Boolean).join(": ");
  const points = frame.points.map((made, side) => {
    const cell = make("b", frame.winner === side ? "winner" : "", String(made));
    if (frame.winner === side) cell.append(Object.assign(make("span", "unseen", ` (${words.won(match.names[side])})`)));
    return cell;
  });
  return [frame.frame, points[0], high[0], points[1], high[1], why];
}

function statisticsOf(match, { words, lang }) {
  const [one, other] = match.statistics;
  const both = (name) => [one[name], other[name]];
  const tiers = tiersOf(match).map((tier) => [words.breaksOf(tier), one.breaks[tier] ?? 0, other.breaks[tier] ?? 0]);
  const watched = one.watched + other.watched > 0 ? [
    [words.scoring, share(one.watched_scored, one.watched, lang), share(other.watched_scored, other.watched, lang)],
    [words.time, ...[one, other].map(({ mean_time_s: time }) => (time === null ? "–" : words.seconds(time.toLocaleString(lang))))],
  ] : [];
  const rows = [[words.points, ...both("points")], [words.highest, ...both("highest")], ...tiers, [words.fouls, ...both("fouls")], [words.given, ...both("given")], ...watched];
  return tableOf(words.statistics, ["", ...match.names], rows, "stats");
}

function show() {
  const { match, words, lang } = view;
  if (!isShared) showWays(words);
  document.title = `${match.names.join(" – ")} · Cuewatch`;
  const part = wordsOf(lang).parts[match.part];
  const frames = tableOf(part, [words.number, match.names[0], words.breaks(TOLD_FROM), match.names[1], words.breaks(TOLD_FROM), words.ended],
    match.frames.map((frame) => frameRow(frame, match, view)), "frames");
  const sheet = find("sheet");
  sheet.hidden = false;
  sheet.dataset.crowd = crowd(match.frames.length);
  sheet.setAttribute("aria-label", words.sheet);
  const body = match.trouble ? [make("p", "note", `${words.unreadable}: ${match.trouble}`)] : match.frames.length ? [frames, statisticsOf(match, view)] : [make("p", "note", words.notBegun)];
  sheet.replaceChildren(headOf(match, view), make("div", "tables", "", ...body));
  const at = `/api/matches/${match.match}`;
  find("after").hidden = false;
  fill(find("after"), words.takeAway, "",
    make("p", "actions", "", button(words.print, () => print(), "strong"), ...(view.mayShare ? [button(words.share, giveLink)] : [])), shared,
    ...(isShared ? [] : [make("p", "files", "", link(words.whole, `${at}/sheet.html`), link("PDF", `${at}/sheet.pdf`), link(words.callsCsv, `${at}/calls.csv`), link("JSON", at))]));
}

const shared = make("p", "shared");
shared.setAttribute("role", "status");

/** Show the link by which the sheet is read without an account. */
async function giveLink() {
  try {
    const { address } = await change("/api/matches/share", { match: view.match.match });
    const given = Object.assign(make("input"), { readOnly: true, value: new URL(address, location.origin).href });
    shared.replaceChildren(make("label", "", view.words.shared, given));
    given.select();
  } catch (trouble) {
    find("trouble").textContent = trouble.message;
  }
}

chooseLanguage((lang) => ({ ...historyWordsOf(lang), title: historyWordsOf(lang).sheet }), (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.match) show();
});
try {
  const none = (kept) => () => kept;
  [view.match, view.books, { on: view.mayShare }] = await Promise.all([
    read(`/api/${isShared ? "sheets" : "matches"}/${named}`), read("/api/rulebooks").catch(none([])), isShared ? { on: false } : read("/api/sharing").catch(none({ on: false })),
  ]);
  show();
} catch (trouble) {
  find("trouble").textContent = trouble.message;
}
