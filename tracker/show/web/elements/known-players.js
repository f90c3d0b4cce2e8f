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
