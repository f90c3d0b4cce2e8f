// The page for streamers: how graphics look, with a preview; the addresses of all graphics of a table; what OBS imports.

import { make } from "../elements/balls.js";
import { button, chooser, field, fill } from "../elements/parts.js";
import { COLOURS, contrastOf, PLAIN, TYPES } from "../overlay/theme.js";
import { change, read } from "../server/ask.js";
import { whoIs } from "../server/session.js";
import { chooseLanguage } from "../words/language.js";
import { previewIn } from "./preview.js";
import { streamsWordsOf } from "./words.js";

const LARGEST = 130_000;
const KINDS = ["image/png", "image/svg+xml", "image/jpeg", "image/webp"];
const PARTS = ["score", "title", "table", "players", "statistics", "replay"];
const PREVIEWED = ["score", "table", "players", "statistics", "title", "popup"];
/** Pairs that must be read against each other. */
const READ_ON = [["ink", "shade"], ["ink", "shade-2"], ["dim", "shade"], ["brass", "shade"], ["points-ink", "points"], ["alarm-ink", "alarm"]];

const find = (id) => document.getElementById(id);
const view = { words: streamsWordsOf("en"), lang: "en", theme: PLAIN, part: "score", maySave: false, lines: "1080", key: "" };
const tableNow = () => encodeURIComponent(find("table").value);
const preview = previewIn(async () => (await fetch(`/api/tables/${tableNow()}/plan.svg`)).text());

function say(done, trouble = "") {
  find("done").textContent = done;
  find("trouble").textContent = trouble;
}

const colourOf = (name) => view.theme.colours[name] ?? COLOURS[name];

/** Take something else into the theme, and show what comes of it. */
function take(changed) {
  view.theme = { ...view.theme, ...changed };
  dress();
}

function dress() {
  preview.set(view);
  const { names, hardToRead } = view.words;
  const hard = READ_ON.filter(([one, other]) => contrastOf(colourOf(one), colourOf(other)) < 4.5);
  const warns = hard.map(([one, other]) => hardToRead(names[one], names[other]));
  find("theme").querySelector(".warns").textContent = warns.join(" ");
}

async function takeLogo(file) {
  say("");
  if (!KINDS.includes(file.type)) return say("", view.words.noPicture);
  if (file.size > LARGEST) return say("", view.words.tooLarge);
  const reader = new FileReader();
  await new Promise((done) => {
    reader.addEventListener("load", done);
    reader.readAsDataURL(file);
  });
  take({ logo: reader.result });
  return showTheme();
}

function logoFields({ words, theme }) {
  const choose = field(words.logo, { type: "file", name: "logo", accept: KINDS.join() });
  const input = choose.querySelector("input");
  input.required = false;
  input.addEventListener("change", () => input.files[0] && takeLogo(input.files[0]));
  if (!theme.logo) return [choose];
  const remove = button(words.removeLogo, () => { take({ logo: "" }); showTheme(); });
  return [choose, make("div", "logo-now", "", Object.assign(make("img"), { src: theme.logo, alt: "" }), remove)];
}

function textField(label, name) {
  const made = field(label, { name, maxlength: 60, value: view.theme[name] });
  const input = made.querySelector("input");
  input.required = false;
  input.addEventListener("input", () => take({ [name]: input.value.trim() }));
  return made;
}

function colourFields(words) {
  const box = make("fieldset", "", "", make("legend", "", words.colours));
  for (const name of Object.keys(COLOURS)) {
    const input = Object.assign(make("input"), { type: "color", name, value: colourOf(name) });
    input.addEventListener("input", () => {
      const colours = { ...view.theme.colours, [name]: input.value };
      if (input.value === COLOURS[name]) delete colours[name];
      take({ colours });
    });
    box.append(make("label", "", "", input, make("span", "", words.names[name])));
  }
  return box;
}

async function save(event) {
  event.preventDefault();
  try {
    await change("/api/theme", view.theme);
    say(view.words.saved);
  } catch (trouble) {
    say("", trouble.message);
  }
}

function showTheme() {
  const { words } = view;
  const type = chooser(words.type, "type", Object.keys(TYPES).map((name) => [name, words.types[name]]), view.theme.type);
  type.querySelector("select").addEventListener("change", ({ target }) => take({ type: target.value }));
  const store = make("button", "strong", words.save);
  store.disabled = !view.maySave;
  const form = make("form", "", "", textField(words.event, "title"), textField(words.stage, "stage"), ...logoFields(view), type, colourFields(words),
    make("p", "warns"), make("p", "actions", "", store, button(words.plain, () => { view.theme = PLAIN; showTheme(); })),
    ...(view.maySave ? [] : [make("p", "note", words.needsReferee)]));
  form.addEventListener("submit", save);
  fill(find("theme"), words.theme, words.themeNote, form);
  dress();
}

function showPreview() {
  const { words } = view;
  const choices = PREVIEWED.map((part) => {
    const made = button(words.parts[part], () => { view.part = part; showPreview(); });
    made.dataset.part = part;
    made.setAttribute("aria-pressed", String(part === view.part));
    return made;
  });
  const had = document.activeElement?.dataset?.part;
  fill(find("preview"), words.preview, "", preview.screen, make("p", "chooses", "", ...choices));
  choices.find((made) => made.dataset.part === had)?.focus();
  preview.set(view);
}

function sourceOf(part) {
  const { words, lang } = view;
  const address = `${location.origin}/overlay/${tableNow()}${part === "score" ? "?" : `?part=${part}&`}lang=${lang}`;
  const copy = button(words.copy, async () => {
    await navigator.clipboard?.writeText(address);
    say(words.copied);
  });
  copy.setAttribute("aria-label", `${words.copy}: ${words.parts[part]}`);
  return make("li", "address", "", make("b", "", words.parts[part]), make("code", "", address), copy, make("small", "", words.says[part]));
}

function clipLink(words) {
  const link = Object.assign(make("a", "button", words.clip), { href: "#" });
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const { id } = await read(`/api/tables/${tableNow()}/replay`);
      if (id) location.href = `/api/tables/${tableNow()}/replay/${id}.mp4`;
      else say("", "–");
    } catch (trouble) {
      say("", trouble.message);
    }
  });
  return link;
}

function showSources() {
  const { words } = view;
  fill(find("sources"), words.sources, words.sourcesNote, make("ul", "", "", ...PARTS.map(sourceOf)));
}

function showObs() {
  const { words, lang } = view;
  const lines = chooser(words.lines, "lines", [["1080", "1920x1080"], ["2160", "3840x2160"]], view.lines);
  const key = field(words.key, { name: "key", value: view.key, placeholder: words.keyNote });
  const link = Object.assign(make("a", "button strong", words.download), { download: "cuewatch-obs.json" });
  const point = () => {
    const asked = new URLSearchParams({ lines: view.lines, lang, ...(view.key ? { key: view.key } : {}) });
    link.href = `/api/tables/${tableNow()}/obs.json?${asked}`;
  };
  key.querySelector("input").required = false;
  key.querySelector("input").addEventListener("input", ({ target }) => { view.key = target.value.trim().replace(/^.*token=/, ""); point(); });
  lines.querySelector("select").addEventListener("change", ({ target }) => { view.lines = target.value; point(); });
  point();
  const steps = make("ol", "", "", ...words.steps.map((step) => make("li", "", step)));
  fill(find("obs"), words.obs, "", steps, make("div", "pair", "", lines, key), make("p", "actions", "", link, clipLink(words)));
}

function show() {
  find("tableLabel").textContent = view.words.table;
  showPreview();
  showTheme();
  showSources();
  showObs();
}

find("table").addEventListener("change", show);
try {
  const [labels, { role }] = await Promise.all([read("/api/labels"), whoIs()]);
  view.maySave = ["referee", "admin"].includes(role);
  const asked = new URLSearchParams(location.search).get("table");
  find("table").append(...Object.keys(labels).map((name) => new Option(labels[name] ? `${name}: ${labels[name]}` : name, name, name === asked, name === asked)));
  view.theme = { ...PLAIN, ...(await read(`/api/tables/${tableNow()}/theme`)) };
} catch (trouble) {
  say("", trouble.message);
}
chooseLanguage(streamsWordsOf, (lang, words) => {
  Object.assign(view, { lang, words });
  show();
});
