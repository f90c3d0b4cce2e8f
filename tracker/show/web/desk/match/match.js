// The menu of the match: the next frame, how this one began, a new match, the language.

import { make } from "../../elements/balls.js";
import { button, openOver } from "../../elements/controls.js";
import { askPlayers, followHandicaps, offerPlayers, offerStart, startIn } from "../../elements/known-players.js";
import { asked } from "../../server/line.js";
import { titleOf } from "../../words/law.js";
import { NAMES } from "../../words/words.js";
import { keepMode, keepVolume, modeNow, say, volumeNow } from "../voice.js";

function field(label, input) {
  return make("label", "", label, input);
}

function input(name, value, attributes = {}) {
  const made = Object.assign(make("input"), { name, value, autocomplete: "off" });
  for (const [key, one] of Object.entries(attributes)) made.setAttribute(key, one);
  return made;
}

function chosen(name, options, value) {
  const select = Object.assign(make("select"), { name });
  select.append(...options.map(([key, text]) => new Option(text, key, key === value, key === value)));
  return select;
}

/** What the form says of how a match or a frame begins. */
function beginning(form) {
  const given = new FormData(form);
  return {
    names: [given.get("first").trim(), given.get("second").trim()],
    best_of: given.get("best_of") ? Number(given.get("best_of")) : null,
    starter: Number(given.get("starter")),
    handicap: startIn([form.elements.start0, form.elements.start1]),
  };
}

/** Who plays, and to what, as a match begins: four players in place of two, and what billiards is played to. */
function terms(form) {
  const { first, second, partner0, partner1, target, minutes } = form.elements;
  const pairs = [[first, partner0], [second, partner1]].map((pair) => pair.map(({ value }) => value.trim()).filter(Boolean));
  const isTo = (field) => !field.closest("[hidden]") && field.value;
  return {
    ...(pairs.some((pair) => pair.length > 1) ? { names: pairs.map((pair) => pair.join(" / ")), players: pairs } : {}),
    ...(isTo(target) ? { target: Number(target.value) } : {}),
    ...(isTo(minutes) ? { time_limit_s: 60 * Number(minutes.value) } : {}),
  };
}

/** The fields of those terms; a partner on one side asks for one on the other. */
function termFields(desk) {
  const partners = [0, 1].map((side) => offerPlayers(input(`partner${side}`, "", { maxlength: 38 })));
  for (const partner of partners) {
    partner.addEventListener("input", () => partners.forEach((one) => { one.required = partners.some(({ value }) => value.trim()); }));
  }
  return [
    ...partners.map((partner, side) => field(desk.partnerOf(side), partner)),
    field(desk.target, input("target", "", { type: "number", min: 1, max: 100_000, inputmode: "numeric" })),
    field(desk.minutes, input("minutes", "", { type: "number", min: 1, max: 1440, inputmode: "numeric" })),
  ];
}

/** Offer what a game can be played to: billiards alone. */
function offerTerms(form, game) {
  for (const name of ["target", "minutes"]) form.elements[name].closest("label").hidden = game !== "billiards";
}

/** Who calls, where that is asked. */
const callsIn = (form) => (form.elements.camera_calls ? { camera_calls: form.elements.camera_calls.checked } : {});

let shelf = null;

/** The rulebooks that a match may be played under; they are asked for once, and so are the players that are offered. */
export async function booksOf() {
  if (!shelf) [shelf] = await Promise.all([asked("/api/rulebooks"), askPlayers()]);
  return shelf;
}

/** Whether the camera is to call, as a choice, with what that means. */
function callerOf({ state, desk }) {
  if (state.public.camera === "none") return [];
  const choice = input("camera_calls", "on", { type: "checkbox", ...(state.camera_calls ? { checked: "" } : {}) });
  return [make("label", "choice", "", choice, make("span", "", desk.camera_calls, make("small", "told", desk.cameraMeans)))];
}

/** The form that begins a match; `isAlone`: it stands on the face of the desk, where no frame is to be corrected. */
export function formOf(view, books, act, { isAlone = false } = {}) {
  const { state, desk, names } = view;
  const { match } = state.public;
  const form = make("form", "begin");
  const rulebook = chosen("rulebook", books.map((book) => [book.name, titleOf(book, view.lang)]), books.find((one) => one.offered)?.name);
  const abandon = input("abandon", "on", { type: "checkbox" });
  const begin = make("button", "strong", desk.begin);
  const players = names.map((name, side) => offerPlayers(input(["first", "second"][side], name, { required: "", maxlength: 80 })));
  const starts = [0, 1].map((side) => input(`start${side}`, match?.handicap?.[side] || "", { type: "number", min: 0, max: 1000, inputmode: "numeric" }));
  followHandicaps(players, starts);
  form.append(
    field(desk.first, players[0]),
    field(desk.second, players[1]),
    ...starts.map((start, side) => field(desk.startOf(side), start)),
    field(desk.bestOf, input("best_of", match?.best_of ?? "", { type: "number", min: 1, max: 99 })),
    field(desk.whoFirst, chosen("starter", [["0", desk.first], ["1", desk.second]], String(state.starter ?? 0))),
    field(desk.rules, rulebook),
    ...termFields(desk),
    ...(match && !match.over ? [make("label", "choice", "", abandon, make("span", "", desk.abandon))] : []),
    ...callerOf(view),
    make("div", "row", "", begin,
      ...(match && !isAlone ? [button(desk.correct, () => form.reportValidity() && act.ask({ do: "correct-beginning", ...beginning(form) }, desk.correct))] : [])));
  const offer = () => {
    const game = books.find(({ name }) => name === rulebook.value)?.game;
    offerStart(starts, game);
    offerTerms(form, game);
  };
  rulebook.addEventListener("change", offer);
  offer();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act.take({ do: "begin-match", ...beginning(form), ...terms(form), rulebook: rulebook.value, abandon: abandon.checked, ...callsIn(form) });
    act.close();
  });
  return form;
}

/** What the voice says and how loud; it says its own name when that is changed, so that it can be heard. */
function voiceFields({ desk, lang }) {
  const mode = chosen("voice", Object.entries(desk.voiceModes), modeNow());
  const volume = input("volume", volumeNow(), { type: "range", min: 0, max: 1, step: 0.1 });
  mode.addEventListener("change", () => { keepMode(mode.value); if (mode.value !== "off") say(desk.voice, lang); });
  volume.addEventListener("change", () => { keepVolume(volume.value); say(desk.voice, lang); });
  return make("div", "begin voice", "", field(desk.voice, mode), field(desk.volume, volume));
}

/** Open the menu of the match; where none is played the face of the desk begins one. */
export async function openMatch(dialog, view, act) {
  const { state, desk } = view;
  const { frame, match } = state.public;
  const books = await booksOf();
  const now = (step) => { act.close(); act.take(step); };
  const rows = [];
  if (frame?.over && !match.over) rows.push(button(desk.nextFrame, () => now({ do: "begin-frame" }), { className: "strong" }));
  if (frame && frame.number > 1 && !state.book.length) {
    rows.push(button(desk.reopen, () => { act.close(); act.ask({ do: "reopen-frame" }, desk.reopen); }));
  }
  if (match && !match.over) rows.push(button(desk.abandonMatch, () => { act.close(); act.ask({ do: "abandon-match" }, desk.abandonMatch); }, { className: "alarmed" }));
  const lang = chosen("lang", Object.entries(NAMES), view.lang);
  lang.addEventListener("change", () => act.lang(lang.value));
  dialog.replaceChildren(
    make("h2", "", desk.match), make("div", "row", "", ...rows), ...(match && !match.over ? [formOf(view, books, act)] : []), voiceFields(view), field(desk.lang, lang),
    make("div", "row", "", button(desk.close, act.close, { face: "Esc" })));
  dialog.setAttribute("aria-label", desk.match);
  openOver(dialog);
}
