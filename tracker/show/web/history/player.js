// What a player has done: results, breaks, head to head, all matches.

import { make } from "../elements/balls.js";
import { flagOf } from "../elements/flags.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { wordsOf } from "../words/words.js";
import { bars, dayOf, headed, link, matchRow, pageOf, nameOfPage, share, showWays, tableOf, tile } from "./parts.js";
import { historyWordsOf } from "./words.js";

const find = (id) => document.getElementById(id);
const view = { words: historyWordsOf("en"), lang: "en", player: null };

function gameOf(game, { words, lang }) {
  const part = wordsOf(lang).parts[{ billiards: "game", novuss: "set" }[game.game] ?? "frame"];
  const tiles = [
    tile(`${game.matches_won} / ${game.matches}`, words.matchesWon), tile(`${game.frames_won} / ${game.frames}`, words.partsWon(part)),
    tile(game.highest, words.highest), tile(game.points, words.points),
    ...(game.watched ? [tile(share(game.watched_scored, game.watched, lang), words.scoring)] : []),
    ...(game.mean_time_s === null ? [] : [tile(words.seconds(game.mean_time_s.toLocaleString(lang)), words.time)]),
  ];
  const against = game.against.map((one) => [
    one.name.includes(" & ") ? one.name : link(one.name, pageOf(one.name)), one.matches, one.matches_won, one.matches_lost, `${one.frames_won}–${one.frames_lost}`,
  ]);
  const note = game.watched ? [make("p", "note small", words.watchedNote(game.watched))] : [];
  return headed(words.games[game.game] ?? game.game, make("div", "tiles", "", ...tiles), ...note,
    ...(Object.keys(game.breaks).length ? [make("h3", "", words.breaksMade), bars(game.breaks, words)] : []),
    ...(against.length ? [tableOf(words.headToHead, [words.opponent, words.matches, words.wonHead, words.lostHead, part], against)] : []));
}

function show() {
  const { player, words, lang } = view;
  showWays(words);
  document.title = `${player.name} · Cuewatch`;
  const facts = [player.short_name, player.handicap ? words.handicap(player.handicap) : ""].filter(Boolean).join(" · ");
  const head = make("section", "person", "", flagOf(player.country, lang, player.badge), make("div", "", "", make("h2", "", player.name), make("p", "said", facts)));
  head.setAttribute("aria-label", player.name);
  const best = player.best.map((one) => [one.points, one.against, link(dayOf(Date.parse(one.date) * 1000, lang), `/matches/${one.match}`)]);
  const matches = player.matches.map((match) => matchRow(match, words, lang));
  find("player").hidden = false;
  find("player").replaceChildren(head, ...player.games.map((game) => gameOf(game, view)),
    ...(best.length ? [headed(words.best, tableOf(words.best, [words.break, words.opponent, words.when], best, "quiet"))] : []),
    headed(words.matches, matches.length ? make("ul", "matches", "", ...matches) : make("p", "note", words.none),
      make("p", "files", "", `${words.take} `, link("JSON", `/api/player?name=${encodeURIComponent(player.name)}`), link(words.breaksCsv, `/api/breaks.csv?player=${encodeURIComponent(player.name)}`))));
}

chooseLanguage((lang) => ({ ...historyWordsOf(lang), title: historyWordsOf(lang).players }), (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.player) show();
});
try {
  view.player = await read(`/api/player?name=${encodeURIComponent(nameOfPage())}`);
  show();
} catch (trouble) {
  find("trouble").textContent = trouble.message;
}
