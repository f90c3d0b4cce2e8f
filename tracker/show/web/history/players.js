// The players of the club: who they are; whoever keeps the score may add one, and put right what is known.

import { make } from "../elements/balls.js";
import { countriesIn, flagOf } from "../elements/flags.js";
import { asking, button, chooser, field, fill, form } from "../elements/parts.js";
import { change, read } from "../server/ask.js";
import { whoIs } from "../server/session.js";
import { chooseLanguage } from "../words/language.js";
import { badgeField } from "./badge.js";
import { link, pageOf, showWays } from "./parts.js";
import { playersWordsOf } from "./players-words.js";
import { historyWordsOf } from "./words.js";

const find = (id) => document.getElementById(id);
const view = { words: playersWordsOf("en"), lang: "en", players: null, scores: false, typed: "" };

function say(done, trouble = "") {
  find("done").textContent = done;
  find("trouble").textContent = trouble;
}

async function changed(path, body, done) {
  try {
    await change(path, body);
    await load();
    say(done);
    return true;
  } catch (trouble) {
    say("", trouble.message);
    return false;
  }
}

/** The fields of a player. */
function fieldsOf({ words, lang }, player = { name: "", short_name: "", country: "", handicap: 0, badge: "" }) {
  const short = field(words.shortName, { name: "short_name", maxlength: 16, value: player.short_name });
  short.querySelector("input").required = false;
  return [
    field(words.name, { name: "name", maxlength: 80, value: player.name }), short,
    chooser(words.country, "country", [["", words.noCountry], ...countriesIn(lang)], player.country),
    field(words.handicap, { name: "handicap", type: "number", min: -200, max: 200, step: 1, value: player.handicap }),
    badgeField(words, player.badge, say),
  ];
}

const given = (form) => ({ ...form, handicap: Number(form.handicap) });

/** Whether a player is looked for: any part of the name begins so. */
const isMeant = ({ name, short_name }, typed) =>
  [name, short_name, ...name.split(/\s+/)].some((part) => part.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()));

function rowOf(player) {
  const { words, lang, scores } = view;
  const { name, short_name, country, badge, handicap, games } = player;
  const done = games.flatMap((game) => [words.wonOf(game.matches_won, game.matches), ...(game.highest ? [words.highOf(game.highest)] : [])]);
  const facts = [...(short_name ? [short_name] : []), ...(handicap ? [words.handicapOf(handicap)] : []), ...done].join(" · ");
  const who = make("span", "who", "", flagOf(country, lang, badge), link(name, pageOf(name)), make("span", "said", facts));
  const acts = make("span", "acts");
  if (scores) {
    acts.append(
      button(words.change, () => asking(
        find("dialog"), { title: words.changeOf(name), parts: fieldsOf(view, player), yes: words.save, no: words.cancel },
        (form) => changed("/api/players/change", { ...given(form), was: name }, words.saved))),
      ...(games.length ? [] : [button(words.remove, () => asking(
        find("dialog"), { title: words.removeOf(name), yes: words.remove, no: words.cancel },
        () => changed("/api/players/remove", { name }, words.saved)), "danger")]));
  }
  return make("li", "row", "", who, acts);
}

function list() {
  const rows = view.players.filter((player) => isMeant(player, view.typed)).map(rowOf);
  return rows.length ? make("ul", "people", "", ...rows) : make("p", "note", view.words.none);
}

function show() {
  const { words } = view;
  showWays(historyWordsOf(view.lang));
  const looking = field(words.find, { name: "find", type: "search", value: view.typed });
  const input = looking.querySelector("input");
  input.required = false;
  let shown = list();
  input.addEventListener("input", () => {
    view.typed = input.value.trim();
    const now = list();
    shown.replaceWith(now);
    shown = now;
  });
  fill(find("players"), words.players, words.note, make("div", "find", "", looking), shown,
    make("p", "files", "", link("CSV", "/api/players.csv"), link("JSON", "/api/statistics")));
  find("adding").hidden = !view.scores;
  if (!view.scores) return;
  fill(find("adding"), words.adding, "", form(fieldsOf(view), words.add, (told) => changed("/api/players", given(told), words.added(told.name))));
}

async function load() {
  view.players = (await read("/api/statistics")).players;
  show();
}

chooseLanguage(playersWordsOf, (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.players) show();
});
try {
  const { role } = await whoIs();
  view.scores = ["scorer", "referee", "admin"].includes(role);
  await load();
} catch (trouble) {
  say("", trouble.message);
}
