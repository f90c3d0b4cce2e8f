// All matches of the club, to be looked for by player and by day.

import { make } from "../elements/balls.js";
import { askPlayers, offerPlayers } from "../elements/known-players.js";
import { button, field, fill } from "../elements/parts.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { link, matchRow, showWays } from "./parts.js";
import { historyWordsOf } from "./words.js";

const FIELDS = ["player", "since", "until"];
const find = (id) => document.getElementById(id);
const view = { words: historyWordsOf("en"), lang: "en", matches: null, more: false, wanted: new URLSearchParams(location.search) };

const wanted = (more = {}) => {
  const given = FIELDS.flatMap((name) => (view.wanted.get(name) ? [[name, view.wanted.get(name)]] : []));
  return new URLSearchParams([...given, ...Object.entries(more)]).toString();
};

async function load(before) {
  find("trouble").textContent = "";
  try {
    const told = await read(`/api/matches?${wanted(before ? { before } : {})}`);
    Object.assign(view, { matches: before ? [...view.matches, ...told.matches] : told.matches, more: told.more });
    show();
  } catch (trouble) {
    find("trouble").textContent = trouble.message;
  }
}

function finding() {
  const { words } = view;
  const kinds = { player: { type: "search", maxlength: 80 }, since: { type: "date" }, until: { type: "date" } };
  const fields = FIELDS.map((name) => {
    const made = field(words.find[name], { name, ...kinds[name], value: view.wanted.get(name) ?? "" });
    made.querySelector("input").required = false;
    return made;
  });
  offerPlayers(fields[0].querySelector("input"));
  const form = make("form", "find", "", ...fields, make("button", "strong", words.look));
  form.setAttribute("role", "search");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = new FormData(form);
    FIELDS.forEach((name) => view.wanted.set(name, given.get(name).trim()));
    history.replaceState(null, "", `?${wanted()}`);
    load();
  });
  return form;
}

function show() {
  const { words, lang, matches, more } = view;
  showWays(words);
  const rows = matches.map((match) => matchRow(match, words, lang));
  const list = rows.length ? make("ul", "matches", "", ...rows) : make("p", "note", words.none);
  const older = more ? [make("p", "actions", "", button(words.older, () => load(matches.at(-1).match)))] : [];
  const files = make("p", "files", "", `${words.take} `,
    link(words.matchesCsv, `/api/matches.csv?${wanted()}`), link(words.resultsCsv, `/api/results.csv?${wanted()}`), link(words.breaksCsv, `/api/breaks.csv?${wanted()}`), link("JSON", `/api/matches?${wanted()}`));
  fill(find("matches"), words.matches, "", finding(), list, ...older, files);
}

chooseLanguage((lang) => ({ ...historyWordsOf(lang), title: historyWordsOf(lang).matches }), (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.matches) show();
});
askPlayers();
await load();
