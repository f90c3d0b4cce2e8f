// What was played at a table: how much of each game, its highest breaks, all its matches; and the way to its screens.

import { make } from "../elements/balls.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { wordsOf } from "../words/words.js";
import { bars, dayOf, headed, link, matchRow, pageOf, nameOfPage, showWays, tableOf, tile } from "./parts.js";
import { historyWordsOf } from "./words.js";

const PARTS = { billiards: "game", novuss: "set" };
const find = (id) => document.getElementById(id);
const view = { words: historyWordsOf("en"), lang: "en", table: null, label: "" };

function gameOf(game, { words, lang }) {
  const tiles = [
    tile(game.matches, words.matches), tile(game.frames, wordsOf(lang).parts[PARTS[game.game] ?? "frame"]), tile(game.highest, words.highest),
    ...(game.watched ? [tile(game.watched, words.watched)] : []),
  ];
  return headed(words.games[game.game] ?? game.game, make("div", "tiles", "", ...tiles),
    ...(Object.keys(game.breaks).length ? [make("h3", "", words.breaksMade), bars(game.breaks, words)] : []));
}

function show() {
  const { table, label, words, lang } = view;
  showWays(words);
  const name = [words.tableHead(table.table), label].filter(Boolean).join(": ");
  document.title = `${name} · Cuewatch`;
  const at = encodeURIComponent(table.table);
  const head = make("section", "person", "", make("div", "", "", make("h2", "", name), make("p", "files", "", link(words.board, `/board/${at}`), link(words.desk, `/desk/${at}`))));
  head.setAttribute("aria-label", name);
  const best = table.best.map((one) => [one.points, link(one.player, pageOf(one.player)), link(dayOf(Date.parse(one.date) * 1000, lang), `/matches/${one.match}`)]);
  const rows = table.matches.map((match) => matchRow(match, words, lang));
  find("table").hidden = false;
  find("table").replaceChildren(head, ...table.games.map((game) => gameOf(game, view)),
    ...(best.length ? [headed(words.best, tableOf(words.best, [words.break, words.find.player, words.when], best, "quiet"))] : []),
    headed(words.matches, rows.length ? make("ul", "matches", "", ...rows) : make("p", "note", words.none),
      make("p", "files", "", `${words.take} `, link(words.matchesCsv, `/api/matches.csv?table=${at}`), link(words.resultsCsv, `/api/results.csv?table=${at}`),
        link(words.breaksCsv, `/api/breaks.csv?table=${at}`), link("JSON", `/api/table?name=${at}`))));
}

chooseLanguage((lang) => ({ ...historyWordsOf(lang), title: historyWordsOf(lang).matches }), (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.table) show();
});
try {
  const name = nameOfPage();
  const [table, labels] = await Promise.all([read(`/api/table?name=${encodeURIComponent(name)}`), read("/api/labels").catch(() => ({}))]);
  Object.assign(view, { table, label: labels[name] ?? "" });
  show();
} catch (trouble) {
  find("trouble").textContent = trouble.message;
}
