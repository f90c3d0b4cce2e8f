// Clips for review: one is sent, checked, watched, and its report opened; how far each is stands beside it.

import { make } from "../elements/balls.js";
import { asking, button, field, fill, row } from "../elements/parts.js";
import { change, read } from "../server/ask.js";
import { chooseLanguage } from "../words/language.js";
import { uploadWordsOf } from "./words.js";

const ADDRESS = "/api/uploads";
const AGAIN_MS = 1000;
const MB = 2 ** 20;
const find = (id) => document.getElementById(id);

/** All that the page is drawn from; `sending` is the request that carries a clip. */
const view = { words: uploadWordsOf("en"), lang: "en", told: null, sending: null };

function say(done, trouble = "") {
  find("done").textContent = done;
  find("trouble").textContent = trouble;
}

const percent = (share) => Math.floor(100 * share);

/** Send the bytes of a file as they are; a request of this kind alone tells how far it is. */
function send(file) {
  const { words } = view;
  const most = view.told.most_bytes;
  if (file.size > most) return say("", words.large(Math.floor(most / MB)));
  const asked = new XMLHttpRequest();
  view.sending = asked;
  asked.upload.addEventListener("progress", ({ loaded, total }) => say(words.sending(percent(loaded / total))));
  asked.addEventListener("load", () => {
    if (asked.status === 201) return say(words.sent);
    say("", refusedIn(asked.responseText) ?? words.line);
  });
  asked.addEventListener("error", () => say("", words.line));
  asked.addEventListener("abort", () => say(words.stopped));
  asked.addEventListener("loadend", () => {
    view.sending = null;
    showSend();
    load();
  });
  asked.open("POST", ADDRESS);
  asked.setRequestHeader("Content-Type", "application/octet-stream");
  asked.setRequestHeader("X-Cuewatch", "1");
  asked.send(file);
  showSend();
}

function refusedIn(text) {
  try {
    return JSON.parse(text).refused;
  } catch {
    return undefined;
  }
}

function showSend() {
  const { words, told, sending } = view;
  const note = words.note(Math.floor(told.most_bytes / MB));
  if (sending) return fill(find("send"), words.send, note, button(words.stop, () => sending.abort()));
  const chosen = field(words.file, { name: "clip", type: "file", accept: "video/*" });
  const form = make("form", "line", "", chosen, make("button", "strong", words.go));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(chosen.querySelector("input").files[0]);
  });
  fill(find("send"), words.send, note, form);
}

function clipRow(clip) {
  const { words, lang } = view;
  const { id, by, at_us, bytes, state, why, share } = clip;
  const at = new Date(at_us / 1000).toLocaleString(lang, { dateStyle: "short", timeStyle: "short" });
  const busy = state === "checking" || state === "watching";
  const said = [by && words.by(by), bytes && `${(bytes / MB).toFixed(1)} MB`, words.states[state] + (busy ? ` ${percent(share)} %` : ""), why];
  const open = make("a", "button strong", words.open);
  Object.assign(open, { href: `${ADDRESS}/${id}/report`, target: "_blank", rel: "noopener" });
  const remove = button(words.remove, () => asking(
    find("dialog"), { title: words.sure, yes: words.remove, no: words.cancel }, () => take(() => change(`${ADDRESS}/${id}`, {}, "DELETE"))), "danger");
  const acts = [...(state === "done" ? [open] : []), ...(state === "arriving" ? [] : [remove])];
  const made = row(at, said.filter(Boolean).join(" · "), ...acts);
  made.dataset.state = state;
  return made;
}

function showClips() {
  const { words, told } = view;
  const clips = told.clips.length ? make("ul", "", "", ...told.clips.map(clipRow)) : make("p", "note", words.none);
  fill(find("clips"), words.clips, "", clips);
}

async function take(act) {
  try {
    await act();
    await load();
  } catch (trouble) {
    say("", trouble.message);
  }
}

/** Read how all stand; what has not changed is left as it is. */
async function load() {
  try {
    const before = JSON.stringify(view.told);
    const isFirst = !view.told;
    view.told = await read(ADDRESS);
    if (isFirst) showSend();
    if (JSON.stringify(view.told) !== before) showClips();
  } catch (trouble) {
    say("", trouble.message);
  }
}

chooseLanguage(uploadWordsOf, (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.told) [showSend, showClips].forEach((show) => show());
});
await load();
setInterval(load, AGAIN_MS);
