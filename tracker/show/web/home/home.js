// The first screen: begins a match at a table and leads to its other screens.

import { askPlayers, followHandicaps, offerPlayers, offerStart, startIn } from "../elements/known-players.js";
import { followTeams, sidesIn } from "../elements/teams.js";
import { follow } from "../server/live.js";
import { chooseLanguage } from "../words/language.js";
import { lawSaid, titleOf } from "../words/law.js";
import { agreedOf, wordsOf } from "../words/words.js";
import { homeWordsOf, writeWords } from "./words.js";

const find = (id) => document.getElementById(id);
const form = find("begin");
let leave = () => {};
let playing = false;
let state = null;
let live = false;
let words = homeWordsOf("en");
let said = wordsOf("en");

async function asked(path, step) {
  const answer = await fetch(path, step && {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Cuewatch": "1" },
    body: JSON.stringify({ step }),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.refused ?? words.garbled);
  return told;
}

const steps = (table) => `/api/tables/${encodeURIComponent(table)}/steps`;

function show(now, line) {
  state = now;
  live = line.live;
  const { match, frame } = now;
  playing = Boolean(match) && !match.over;
  find("playing").hidden = !match;
  find("abandonLine").hidden = !playing;
  find("callsLine").hidden = now.camera === "none";
  if (!match) return;
  find("names").textContent = words.and(match.names);
  find("score").textContent = `${frame.points[0]} – ${frame.points[1]}`;
  const over = match.over ? [words.over.match] : frame.over ? [words.over[frame.part]] : [];
  find("line").textContent = live ? "" : said.line;
  const won = `${said.parts[frame.part]} ${match.won[0]} – ${match.won[1]}`;
  find("stands").textContent = [said.numbered(frame.part, frame.number), won, agreedOf(match, said), ...over].filter(Boolean).join(" · ");
  find("next").hidden = !frame.over || match.over;
  find("next").textContent = words.next[frame.part];
}

function choose(table) {
  const name = encodeURIComponent(table);
  find("review").href = `/review/${name}`;
  find("board").href = `/board/${name}`;
  find("overlay").href = `/overlay/${name}`;
  find("small").href = `/overlay/${name}?size=small`;
  find("streams").href = `/streams?table=${name}`;
  find("vmix").href = `/api/tables/${name}/vmix.json`;
  find("camera").href = `/camera/${name}`;
  find("desk").href = `/desk/${name}`;
  find("played").href = `/tables/${name}`;
  form.rulebook.value = books.find((one) => one.offered_at.includes(table))?.name;
  ruled();
  leave();
  leave = follow(table, show);
}

function ruled() {
  const game = form.rulebook.selectedOptions[0]?.dataset.game;
  find("targetLabel").hidden = game !== "billiards";
  offerStart([form.start0, form.start1], game);
}

async function take(step) {
  find("trouble").textContent = "";
  try {
    await asked(steps(find("table").value), step);
  } catch (trouble) {
    find("trouble").textContent = lawSaid(trouble.message, document.documentElement.lang);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const number = (name) => (given.get(name) ? Number(given.get(name)) : null);
  take({
    do: "begin-match",
    ...sidesIn(form),
    rulebook: given.get("rulebook"),
    best_of: number("best_of"),
    target: find("targetLabel").hidden ? null : number("target"),
    starter: Number(given.get("starter")),
    handicap: startIn([form.start0, form.start1]),
    ...(find("callsLine").hidden ? {} : { camera_calls: given.get("camera_calls") === "on" }),
    abandon: playing && given.get("abandon") === "on",
  });
});
find("next").addEventListener("click", () => take({ do: "begin-frame" }));
find("table").addEventListener("change", (event) => choose(event.target.value));
form.rulebook.addEventListener("change", ruled);

[form.first, form.second, form.partner0, form.partner1].forEach(offerPlayers);
followTeams(form);
followHandicaps(form);
askPlayers();

let books = [];
chooseLanguage(homeWordsOf, (lang, now) => {
  words = now;
  said = wordsOf(lang);
  writeWords(words);
  for (const [index, option] of [...form.rulebook.options].entries()) option.text = titleOf(books[index], lang);
  if (state) show(state, { live });
});
const [labels, shelf] = await Promise.all([asked("/api/labels"), asked("/api/rulebooks")]);
books = shelf;
const tables = Object.keys(labels);
find("table").append(...tables.map((name) => new Option(labels[name] ? `${name}: ${labels[name]}` : name, name)));
form.rulebook.append(...books.map((book) => new Option(titleOf(book, document.documentElement.lang), book.name)));
[...form.rulebook.options].forEach((option, index) => { option.dataset.game = books[index].game; });
choose(tables[0]);
