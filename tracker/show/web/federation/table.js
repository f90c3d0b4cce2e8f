// A table of a hall: its score, how old that is, and the books of its match to be taken away.

import { ago } from "../elements/age.js";
import { make } from "../elements/balls.js";
import { fill } from "../elements/parts.js";
import { link, showWays } from "../history/parts.js";
import { historyWordsOf } from "../history/words.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { wordsOf } from "../words/words.js";
import { ageOf, keepLooking, scoreOf } from "./parts.js";
import { recordingsOf } from "./recordings.js";
import { federationWordsOf } from "./words.js";

const find = (id) => document.getElementById(id);
const [, , hall, table] = location.pathname.split("/");
const view = { words: federationWordsOf("en"), lang: "en", told: null, silent_s: null };
const recordings = recordingsOf(find("recordings"), decodeURIComponent(`${hall}:${table}`));
let grown_us = -1;

function show() {
  const { told, words, lang, silent_s } = view;
  showWays(historyWordsOf(lang));
  find("line").textContent = silent_s === null ? "" : words.line(ago(silent_s, lang));
  if (!told) return;
  const [one] = told.hall.tables;
  const books = told.books.map((number) => link(`${wordsOf(lang).numbered(one.frame?.part ?? "frame", number)}`, `/api/matches/${one.match}/books/${number}.jsonl`));
  const name = encodeURIComponent(`${told.hall.hall}:${one.table}`);
  const screens = [link(words.overlay, `/overlay/${name}?lang=${lang}`), link(words.board, `/board/${name}?lang=${lang}`)];
  fill(find("table"), told.hall.label, "", make("div", "single", "", ...scoreOf(one, told.now_us, words, lang)), ageOf(told.hall, told.now_us, words, lang),
    make("p", "files", "", link(words.match, `/matches/${one.match}`), ...screens, make("span", "", words.books), ...books),
    told.hall.page ? make("p", "files", "", link(words.inHall, `${told.hall.page}/review/${encodeURIComponent(one.table)}`)) : "");
  if (one.taken_us !== grown_us) {
    grown_us = one.taken_us;
    recordings.grown();
  }
}

chooseLanguage((lang) => federationWordsOf(lang), (lang, words) => {
  Object.assign(view, { lang, words });
  recordings.speak(words);
  show();
});
await keepLooking(async () => { view.told = await read(`/api/halls/${hall}/tables/${table}`); }, (silent_s) => {
  view.silent_s = silent_s;
  show();
});
