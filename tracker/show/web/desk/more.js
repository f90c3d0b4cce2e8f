// What a referee calls beside the strokes: conduct, faults while nobody plays, and what ends or begins a frame.

import { ballOf, make } from "../elements/balls.js";
import { button, openOver } from "../elements/controls.js";
import { asked } from "../server/line.js";
import { actWordsOf } from "./acts.js";
import { callsSaid } from "./said.js";

const BALLS = { snooker: ["white", "red", "yellow", "green", "brown", "blue", "pink", "black"], billiards: ["white", "yellow", "red"] };
const SIDES = [0, 1, null];

/** What a tap comes to, in words: who, what is called, and what ends with it. */
function saidOf(act, view, words) {
  const called = callsSaid(act.calls, view);
  const name = view.names[act.by] ?? "";
  const who = called.textContent.includes(name) ? [] : [make("b", "", name)];
  const ends = act.ends ? [make("small", "ends", `⚠ ${words.ends[act.ends]}`)] : [];
  return [...who, called, ...ends];
}

function rowOf(acts, view, words, take) {
  const [{ name, cite }] = acts;
  const cites = [...new Set(acts.map((act) => act.cite))].join(" · ") || cite;
  const taps = SIDES.flatMap((side) => acts.filter((act) => act.by === side)).map((act) =>
    button(saidOf(act, view, words), () => take(act), { className: act.ends ? "alarmed" : "", "data-act": name, "data-by": `${act.by}` }));
  return make("li", "", "", make("span", "", words.acts[name] ?? name, make("cite", "", `§ ${cites}`)), make("div", "row", "", ...taps));
}

function groupOf(group, acts, above, view, words, take) {
  const names = [...new Set(acts.map((act) => act.name))];
  return make("section", "acts", "", make("h3", "", words.groups[group]), ...above, make("ul", "", "",
    ...names.map((name) => rowOf(acts.filter((act) => act.name === name), view, words, take))));
}

/** The ball that a fault concerns; the price may hang on it. */
function ballsRow({ ball, seconds }, view, words, choose) {
  const names = BALLS[view.state.public.match.game] ?? [];
  if (!names.length) return [];
  const discs = names.map((name) => button([ballOf(name, view.words), view.words.balls[name] ?? view.desk.white],
    () => choose({ ball: ball === name ? "" : name, seconds }), { className: "tick", "aria-pressed": String(ball === name), "data-ball": name }));
  return [make("div", "row", "", make("span", "label", words.which), ...discs)];
}

/** What a clock is set to, or is given. */
function secondsRow({ ball, seconds }, view, words, choose) {
  const input = Object.assign(make("input"), { type: "number", min: 0, max: 86400, value: seconds });
  input.addEventListener("change", () => choose({ ball, seconds: input.value }));
  return [make("label", "tolerance", words.seconds[view.state.public.match.game], input)];
}

/** Open the sheet, for what concerns a ball or so many seconds; what is tapped is shown with what it changes, and done only then. */
export async function openMore(dialog, table, view, act, about) {
  const { state, desk, lang } = view;
  const words = actWordsOf(lang);
  const query = new URLSearchParams(Object.entries(about).filter(([, value]) => value !== ""));
  const found = state.public.match ? await asked(`/api/tables/${encodeURIComponent(table)}/acts?${query}`) : [];
  const take = ({ calls, name }) => act.ask({ do: "call", calls }, words.acts[name] ?? desk.more);
  const groups = [...new Set(found.map((one) => one.group))];
  const above = (group) => (group === "fault" ? ballsRow(about, view, words, act.more) : group === "clock" ? secondsRow(about, view, words, act.more) : []);
  const parts = groups.map((group) => groupOf(group, found.filter((one) => one.group === group), above(group), view, words, take));
  dialog.replaceChildren(
    make("div", "head", "", make("h2", "", desk.more), button(desk.close, act.close, { face: "Esc" })),
    ...(parts.length ? parts : [make("p", "quiet", desk.empty)]));
  dialog.setAttribute("aria-label", desk.more);
  openOver(dialog);
}
