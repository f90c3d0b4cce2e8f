// All halls of the federation: the score at every table, and how old each is.

import { ago } from "../elements/age.js";
import { make } from "../elements/balls.js";
import { showWays } from "../history/parts.js";
import { historyWordsOf } from "../history/words.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { ageOf, keepLooking, scoreOf } from "./parts.js";
import { federationWordsOf } from "./words.js";

const find = (id) => document.getElementById(id);
const view = { words: federationWordsOf("en"), lang: "en", told: null, silent_s: null };

function tableOf(hall, table, now_us) {
  const link = make("a", "", "", ...scoreOf(table, now_us, view.words, view.lang));
  link.href = `/halls/${encodeURIComponent(hall.hall)}/${encodeURIComponent(table.table)}`;
  return make("li", "", "", link);
}

function hallOf(hall, now_us) {
  const { words, lang } = view;
  const head = make("h2", "", hall.label);
  head.id = `hall-${hall.hall}`;
  const tables = hall.tables.length ? make("ul", "tables", "", ...hall.tables.map((table) => tableOf(hall, table, now_us))) : make("p", "note", words.none);
  const section = make("section", "", "", head, ageOf(hall, now_us, words, lang), tables);
  section.setAttribute("aria-labelledby", head.id);
  return section;
}

function show() {
  const { told, words, lang, silent_s } = view;
  showWays(historyWordsOf(lang));
  find("line").textContent = silent_s === null ? "" : words.line(ago(silent_s, lang));
  if (!told) return;
  find("federation").textContent = told.federation;
  find("federation").hidden = !told.federation;
  const had = document.activeElement?.getAttribute("href");
  const halls = told.halls.map((hall) => hallOf(hall, told.now_us));
  find("halls").className = "halls";
  find("halls").replaceChildren(...(halls.length ? halls : [make("p", "note", words.noHalls)]));
  if (had) find("halls").querySelector(`a[href="${CSS.escape(had)}"]`)?.focus();
}

chooseLanguage((lang) => federationWordsOf(lang), (lang, words) => {
  Object.assign(view, { lang, words });
  show();
});
await keepLooking(async () => { view.told = await read("/api/halls"); }, (silent_s) => {
  view.silent_s = silent_s;
  show();
});
