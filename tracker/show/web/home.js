// The first screen: begins a match at a table and leads to its other screens.

import { follow } from "./live.js";

const find = (id) => document.getElementById(id);
const form = find("begin");
let leave = () => {};
let playing = false;

async function asked(path, step) {
  const answer = await fetch(path, step && {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Cuewatch": "1" },
    body: JSON.stringify({ step }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.refused ?? "The program did not understand this: check what you entered.");
  return said;
}

const steps = (table) => `/api/tables/${encodeURIComponent(table)}/steps`;

function show({ match, frame }) {
  playing = Boolean(match) && !match.over;
  find("playing").hidden = !match;
  find("abandonLine").hidden = !playing;
  if (!match) return;
  find("names").textContent = match.names.join(" and ");
  find("score").textContent = `${frame.points[0]} – ${frame.points[1]}`;
  const best = match.best_of ? `, best of ${match.best_of}` : "";
  const over = match.over ? "; the match is over" : frame.over ? "; it is over" : "";
  find("stands").textContent = `${match.won[0]} – ${match.won[1]} in ${frame.part}s${best}; ${frame.part} ${frame.number}${over}`;
  find("next").hidden = !frame.over || match.over;
  find("next").textContent = `Begin the next ${frame.part}`;
}

function choose(table) {
  const name = encodeURIComponent(table);
  find("review").href = `/review/${name}`;
  find("board").href = `/board/${name}`;
  find("overlay").href = `/overlay/${name}`;
  find("small").href = `/overlay/${name}?size=small`;
  find("vmix").href = `/api/tables/${name}/vmix.json`;
  find("desk").href = `/desk/${name}`;
  leave();
  leave = follow(table, show);
}

function ruled() {
  const snooker = form.rulebook.selectedOptions[0]?.dataset.game !== "billiards";
  find("targetLabel").hidden = snooker;
}

async function take(step) {
  find("trouble").textContent = "";
  try {
    await asked(steps(find("table").value), step);
  } catch (trouble) {
    find("trouble").textContent = trouble.message;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const number = (name) => (given.get(name) ? Number(given.get(name)) : null);
  take({
    do: "begin-match",
    names: [given.get("first").trim(), given.get("second").trim()],
    rulebook: given.get("rulebook"),
    best_of: number("best_of"),
    target: find("targetLabel").hidden ? null : number("target"),
    starter: Number(given.get("starter")),
    abandon: playing && given.get("abandon") === "on",
  });
});
find("next").addEventListener("click", () => take({ do: "begin-frame" }));
find("table").addEventListener("change", (event) => choose(event.target.value));
form.rulebook.addEventListener("change", ruled);

const [labels, books] = await Promise.all([asked("/api/labels"), asked("/api/rulebooks")]);
const tables = Object.keys(labels);
find("table").append(...tables.map((name) => new Option(labels[name] ? `${name}: ${labels[name]}` : name, name)));
form.rulebook.append(...books.map(({ name, title, offered }) => new Option(title, name, offered, offered)));
[...form.rulebook.options].forEach((option, index) => { option.dataset.game = books[index].game; });
ruled();
choose(tables[0]);
