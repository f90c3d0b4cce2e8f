// The players of the club, offered where a name is typed: two letters are enough, and a name that nobody knows will do as well.

import { make } from "./balls.js";
import { flagText } from "./flags.js";

const ID = "known-players";
let known = [];

/** Ask for the players anew; where none are kept nobody is offered. */
export async function askPlayers() {
  const answer = await fetch("/api/players").catch(() => null);
  known = answer?.ok ? await answer.json() : [];
  fillList();
  return known;
}

function fillList() {
  let list = document.getElementById(ID);
  if (!list) {
    list = make("datalist");
    list.id = ID;
    document.body.append(list);
  }
  list.replaceChildren(...known.map(({ name, short_name, country, handicap }) => {
    const option = make("option");
    option.value = name;
    option.label = [...(country ? [flagText(country)] : []), name, ...(short_name ? [short_name] : []), ...(handicap ? [`(${handicap})`] : [])].join(" ");
    return option;
  }));
}

/** Have a field offer the players of the club. */
export function offerPlayers(input) {
  input.setAttribute("list", ID);
  input.addEventListener("focus", askPlayers, { once: true });
  return input;
}

/** The start that two players give each other in a level match: whoever has the higher handicap gets the difference. */
function startOf(names) {
  const [first, second] = names.map((name) => known.find((one) => one.name === name.trim())?.handicap ?? 0);
  return [Math.max(0, first - second), Math.max(0, second - first)];
}

/** Have a form's fields say the start that two names come to, until somebody writes into one of them; teams have agreed on theirs. */
export function followHandicaps({ elements: { first, second, start0, start1, teams } }) {
  let isOurs = true;
  const starts = [start0, start1];
  const due = () => (teams.checked ? [0, 0] : startOf([first.value, second.value]));
  const follow = () => isOurs && due().forEach((points, side) => { starts[side].value = points || ""; });
  [first, second, teams].forEach((one) => one.addEventListener("input", follow));
  starts.forEach((start) => start.addEventListener("input", () => { isOurs = false; }));
}

/** Offer a start where the game has one: pucks are played without. */
export function offerStart(starts, game) {
  for (const start of starts) start.closest("label").hidden = game === "novuss";
}

/** The start that two fields say; one that is not offered says none. */
export const startIn = (starts) => starts.map((start) => (start.closest("[hidden]") ? 0 : Number(start.value) || 0));
