// The recordings of a table's strokes: they stay in the hall, and one is fetched when somebody asks for it.

import { make } from "../elements/balls.js";
import { button, fill, row } from "../elements/parts.js";
import { link } from "../history/parts.js";
import { change, read } from "../server/ask.js";
import { federationWordsOf } from "./words.js";

const AGAIN_MS = 500;
const FIRST = 20;
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** A section about the recordings of a table; `grown` has it look for strokes anew, `speak` says all in another language. */
export function recordingsOf(section, table) {
  const video = make("video");
  const view = { words: federationWordsOf("en"), strokes: null, all: false, told: new Map() };
  Object.assign(video, { controls: true, hidden: true, playsInline: true });
  const base = `/api/tables/${encodeURIComponent(table)}/strokes`;
  const addressOf = (stroke) => `${base}/${stroke.epoch}/${stroke.sequence}/recording`;

  /** How far a recording is, in words; nothing, where nobody has asked. */
  function saidOf(progress) {
    const { words } = view;
    if (!progress || progress.state === "none" || progress.state === "here") return "";
    if (progress.state === "failed") return words.why[progress.why] ?? progress.said;
    return progress.size ? words.coming(Math.floor((100 * progress.come) / progress.size)) : words.asked;
  }

  async function fetched(stroke) {
    const address = addressOf(stroke);
    try {
      let progress = await change(address, {});
      while (progress.state === "coming") {
        tell(stroke, progress);
        await wait(AGAIN_MS);
        progress = await read(address);
      }
      tell(stroke, progress);
      if (progress.state === "here") play(stroke);
    } catch (trouble) {
      tell(stroke, { state: "failed", said: trouble.message });
    }
  }

  function play(stroke) {
    video.hidden = false;
    video.src = `${addressOf(stroke)}.mp4`;
    video.setAttribute("aria-label", nameOf(stroke));
    video.play().catch(() => {});
  }

  function tell(stroke, progress) {
    view.told.set(addressOf(stroke), progress);
    show();
  }

  const nameOf = (stroke) => view.words.stroke(stroke.number);

  function rowOf(stroke) {
    const { words } = view;
    const progress = view.told.get(addressOf(stroke));
    const isHere = progress?.state === "here";
    const acts = progress?.state === "coming" ? [] : [button(isHere ? words.play : words.fetch, () => (isHere ? play(stroke) : fetched(stroke)))];
    acts.forEach((act) => { act.dataset.act = addressOf(stroke); act.setAttribute("aria-label", `${act.textContent}: ${nameOf(stroke)}`); });
    const file = isHere ? [Object.assign(link(words.save, `${addressOf(stroke)}.mp4`), { download: `${table.replace(":", "-")}-${stroke.epoch}-${stroke.sequence}.mp4` })] : [];
    const said = make("span", "", saidOf(progress));
    said.setAttribute("role", "status");
    return row(nameOf(stroke), stroke.title, said, ...file, ...acts);
  }

  function show() {
    const { words, strokes, all } = view;
    section.hidden = strokes === null;
    if (!strokes) return;
    const had = document.activeElement?.dataset?.act;
    const newest = strokes.toReversed().slice(0, all ? strokes.length : FIRST).map(rowOf);
    const more = !all && strokes.length > FIRST ? [button(words.earlier, () => { view.all = true; show(); })] : [];
    const list = newest.length ? make("ul", "rows", "", ...newest) : make("p", "note", words.noStrokes);
    fill(section, words.recordings, words.stay, video, list, ...more);
    if (had) section.querySelector(`[data-act="${CSS.escape(had)}"]`)?.focus();
  }

  return {
    async grown() {
      view.strokes = await read(base).catch(() => null);  // whoever may not look again at strokes is shown none
      show();
    },
    speak(words) {
      view.words = words;
      show();
    },
  };
}
