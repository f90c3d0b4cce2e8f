// A camera before it is bought: where it would stand and with what lens, and what it would see and decide.

import { make } from "../elements/balls.js";
import { chooser, field, fill } from "../elements/parts.js";
import { read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { adviceWordsOf } from "./words.js";

const SIZES = ["1280x720", "1920x1080", "2560x1440", "3840x2160"];
const BEHIND_MM = -3000;
const find = (id) => document.getElementById(id);

/** All that the page is drawn from; `asked` counts what was asked for, so that an answer that comes late is let go. */
const view = { words: adviceWordsOf("en"), lang: "en", kits: [], given: null, asked: 0 };

const number = (text, name, value, step = 1) =>
  field(text, { name, type: "number", value, step, inputmode: "decimal" });

/** What the form begins with: behind the Baulk end, above the heads. */
const begun = (kit) => ({ table: kit.name, x: kit.width_mm / 2, y: BEHIND_MM, z: 2500, lens: 55, size: "1920x1080" });

function showForm() {
  const { words, kits, given } = view;
  const tables = chooser(words.table, "table", kits.map(({ name }) => [name, name]), given.table);
  const parts = [
    tables, number(words.x, "x", given.x, "any"), number(words.y, "y", given.y, "any"), number(words.z, "z", given.z, "any"),
    number(words.lens, "lens", given.lens, "any"), chooser(words.size, "size", SIZES.map((size) => [size, size]), given.size),
  ];
  const form = make("form", "line", "", ...parts, make("button", "strong", words.go));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    view.given = Object.fromEntries(new FormData(form));
    ask();
  });
  fill(find("stand"), words.title, words.note, form);
}

const parts = ["picture", "decided", "changes", "places"];

function listed(sentences) {
  return make("ul", "", "", ...sentences.map((sentence) => make("li", "", sentence)));
}

function tableOf({ headings, rows }) {
  const { words } = view;
  const heads = headings.map((text) => Object.assign(make("th", "", text), { scope: "col" }));
  const lines = rows.map(([name, ...values]) => make("tr", "", "",
    Object.assign(make("th", "", name), { scope: "row" }), ...values.map((value) => make("td", "", value))));
  const made = make("table", "", "", make("thead", "", "", make("tr", "", "", ...heads)), make("tbody", "", "", ...lines));
  const scrolled = make("div", "scrolled", "", made);
  Object.assign(scrolled, { tabIndex: 0, role: "region", ariaLabel: words.places });
  return scrolled;
}

function show(told) {
  const { words } = view;
  const [decided, changes] = told.said;
  const seen = Object.assign(make("img"), { src: `data:image/jpeg;base64,${told.picture}`, alt: decided.sentences.join(" ") });
  parts.forEach((id) => { find(id).hidden = false; });
  fill(find("picture"), words.picture, words.marks, seen);
  fill(find("decided"), decided.title, "", listed(decided.sentences));
  fill(find("changes"), changes.title, "", listed(changes.sentences));
  fill(find("places"), words.places, "", tableOf(told));
}

async function ask() {
  const { words, lang, given } = view;
  const asked = ++view.asked;
  const [width, height] = given.size.split("x");
  const { table, x, y, z, lens } = given;
  find("trouble").textContent = "";
  find("done").textContent = words.busy;
  try {
    const told = await read(`/api/camera-advice?${new URLSearchParams({ table, x, y, z, lens, width, height, lang })}`);
    if (asked !== view.asked) return;
    show(told);
    find("done").textContent = "";
  } catch (trouble) {
    if (asked !== view.asked) return;
    parts.forEach((id) => { find(id).hidden = true; });
    find("done").textContent = "";
    find("trouble").textContent = trouble.message;
  }
}

chooseLanguage(adviceWordsOf, (lang, words) => {
  const form = document.querySelector("#stand form");
  if (form) view.given = Object.fromEntries(new FormData(form));
  Object.assign(view, { lang, words });
  if (!view.given) return;
  showForm();
  if (view.asked) ask();
});
view.kits = (await read("/api/kits")).filter(({ is_foretold: is }) => is);
view.given = begun(view.kits[0]);
showForm();
await ask();
