// The menu of the match: the next frame, how this one began, a new match, the language.

import { make } from "../../elements/balls.js";
import { button, openOver } from "../../elements/controls.js";
import { askPlayers, followHandicaps, offerPlayers, offerStart, startIn } from "../../elements/known-players.js";
import { followTeams, sidesIn } from "../../elements/teams.js";
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
    ...sidesIn(form),
    best_of: given.get("best_of") ? Number(given.get("best_of")) : null,
    starter: Number(given.get("starter")),
    handicap: startIn([form.elements.start0, form.elements.start1]),
  };
}

/** What billiards is played to: so many points, so many minutes, or both. */
function termFields(desk, match) {
  return [
    field(desk.target, input("target", match?.target ?? "", { type: "number", min: 1, max: 100_000, inputmode: "numeric" })),
    field(desk.minutes, input("minutes", "", { type: "number", min: 1, max: 1440, inputmode: "numeric" })),
  ];
}

/** Offer what a game can be played to: billiards alone. */
function offerTerms({ elements }, game) {
  for (const name of ["target", "minutes"]) elements[name].closest("label").hidden = game !== "billiards";
}

/** What a game is played to, as the form says. */
function termsIn({ elements: { target, minutes } }) {
  const said = (field) => (field.closest("label").hidden ? null : Number(field.value) || null);
  return { target: said(target), time_limit_s: said(minutes) && 60 * said(minutes) };
}

/** Who calls, where that is asked. */
const callsIn = (form) => (form.elements.camera_calls ? { camera_calls: form.elements.camera_calls.checked } : {});

let shelf = null;

/** The rulebooks that a match may be played under; they are asked for once, and so are the players that are offered. */
export async function booksOf() {
  if (!shelf) [shelf] = await Promise.all([asked("/api/rulebooks"), askPlayers()]);
  return shelf;
}

function teamsOf({ state, desk }) {
  const isTeam = state.public.match?.players?.[0].length > 1;
  return make("label", "choice", "", input("teams", "on", { type: "checkbox", ...(isTeam ? { checked: "" } : {}) }), make("span", "", desk.teams));
}

/** Whether the camera is to call, as a choice, with what that means. */
function callerOf({ state, desk }) {
  if (state.public.camera === "none") return [];
  const choice = input("camera_calls", "on", { type: "checkbox", ...(state.camera_calls ? { checked: "" } : {}) });
  return [make("label", "choice", "", choice, make("span", "", desk.camera_calls, make("small", "told", desk.cameraMeans)))];
}

/** The fields of those who play: a player a side, or a team of two. */
function whoPlays({ state, desk, names }) {
  const teams = state.public.match?.players ?? [[], []];
  const name = (side) => [desk.first, desk.second][side];
  const player = (side) => field(name(side), offerPlayers(input(["first", "second"][side], teams[side][0] ?? names[side], { required: "", maxlength: 80 })));
  const partner = (side) => field(desk.partnerOf(side), offerPlayers(input(`partner${side}`, teams[side][1] ?? "", { maxlength: 80 })));
  return [player(0), player(1), partner(0), partner(1)];
}

/** The form that begins a match; `isAlone`: it stands on the face of the desk, where no frame is to be corrected. */
export function formOf(view, books, act, { isAlone = false } = {}) {
  const { state, desk } = view;
  const { match, table } = state.public;
  const form = make("form", "begin");
  const offered = books.find((one) => one.offered_at.includes(table))?.name;
  const rulebook = chosen("rulebook", books.map((book) => [book.name, titleOf(book, view.lang)]), offered);
  const abandon = input("abandon", "on", { type: "checkbox" });
  const begin = make("button", "strong", desk.begin);
  const starts = [0, 1].map((side) => input(`start${side}`, match?.handicap?.[side] || "", { type: "number", min: 0, max: 1000, inputmode: "numeric" }));
  form.append(
    ...whoPlays(view),
    ...starts.map((start, side) => field(desk.startOf(side), start)),
    field(desk.bestOf, input("best_of", match?.best_of ?? "", { type: "number", min: 1, max: 99 })),
    field(desk.whoFirst, chosen("starter", [["0", desk.first], ["1", desk.second]], String(state.starter ?? 0))),
    field(desk.rules, rulebook), ...termFields(desk, match), teamsOf(view),
    ...(match && !match.over ? [make("label", "choice", "", abandon, make("span", "", desk.abandon))] : []),
    ...callerOf(view),
    make("div", "row", "", begin,
      ...(match && !isAlone ? [button(desk.correct, () => form.reportValidity() && act.ask({ do: "correct-beginning", ...beginning(form) }, desk.correct))] : [])));
  followTeams(form);
  followHandicaps(form);
  const ruled = () => {
    const game = books.find(({ name }) => name === rulebook.value)?.game;
    offerTerms(form, game);
    offerStart(starts, game);
  };
  rulebook.addEventListener("change", ruled);
  ruled();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act.take({ do: "begin-match", ...beginning(form), ...termsIn(form), rulebook: rulebook.value, abandon: abandon.checked, ...callsIn(form) });
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
