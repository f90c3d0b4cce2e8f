// What the pages of matches and players share: where they lie, tables, the result of a match, a number with what it is.

import { make } from "../elements/balls.js";

/** Where the page of a player lies; a name that would be no single step of an address is asked for beside it. */
export function pageOf(name) {
  return name.includes("/") || /^\.+$/.test(name) ? `/players/-?name=${encodeURIComponent(name)}` : `/players/${encodeURIComponent(name)}`;
}

/** The player, or the table, whose page this is. */
export function nameOfPage() {
  return new URLSearchParams(location.search).get("name") ?? decodeURIComponent(location.pathname.split("/").pop());
}

/** Where the page of a table lies. */
export const tablePageOf = (name) => pageOf(name).replace("/players/", "/tables/");

/** A link. */
export const link = (text, href, className = "") => Object.assign(make("a", className, text), { href });

/** The ways to the other pages. */
export function showWays(words) {
  const ways = [["/matches", words.matches], ["/players", words.players]];
  document.getElementById("ways").replaceChildren(...ways.map(([href, text]) => link(text, href)));
  document.getElementById("ways").setAttribute("aria-label", words.ways);
}

/** A table: what it is called, its heads, and rows of texts or elements; the first cell of a row heads it, numbers stand right. */
export function tableOf(caption, heads, rows, className = "") {
  const head = make("tr", "", "", ...heads.map((text) => Object.assign(make("th", "", text), { scope: "col" })));
  const body = rows.map((cells) => make("tr", "", "", ...cells.map((cell, place) => {
    const one = make(place ? "td" : "th", /^[\d.,%–-]+( s)?$/.test(cell.firstChild?.textContent ?? String(cell)) ? "num" : "");
    if (!place) one.scope = "row";
    one.append(cell instanceof Node ? cell : String(cell));
    return one;
  })));
  const table = make("table", className, "", make("caption", "", caption), make("thead", "", "", head), make("tbody", "", "", ...body));
  const across = make("div", "across", "", table);
  Object.entries({ role: "region", "aria-label": caption, tabindex: "0" }).forEach(([name, value]) => across.setAttribute(name, value));
  return across;
}

/** A part of a page with its title. */
export function headed(title, ...content) {
  const section = make("section", "", "", make("h2", "", title), ...content);
  section.setAttribute("aria-label", title);
  return section;
}

/** Breaks as bars: how many reach each tier. */
export function bars(breaks, words) {
  const most = Math.max(...Object.values(breaks));
  const rows = Object.entries(breaks).map(([tier, count]) => {
    const bar = make("i");
    bar.style.width = `${(count / most) * 100}%`;
    return make("li", "", "", make("span", "", words.breaksOf(tier)), make("span", "track", "", bar), make("b", "", String(count)));
  });
  return make("ul", "bars", "", ...rows);
}

/** A number and what it counts. */
export const tile = (number, text) => make("div", "tile", "", make("b", "", String(number)), make("span", "", text));

/** How much of something, in a hundred. */
export const share = (part, whole, lang) => (whole ? (part / whole).toLocaleString(lang, { style: "percent" }) : "–");

/** A day as people write it. */
export const dayOf = (us, lang) => new Date(us / 1000).toLocaleDateString(lang, { year: "numeric", month: "short", day: "numeric" });

/** The names of the players of a side, each leading to his page. */
export function sideOf(players, leads = true) {
  const names = players.flatMap((name, place) => [...(place ? [" & "] : []), leads ? link(name, pageOf(name)) : name]);
  return make("span", "names", "", ...names);
}

/** What a match came to, in words. */
export function resultOf(match, words) {
  if (match.trouble) return words.unreadable;
  if (match.winner !== null) return words.won(match.names[match.winner]);
  return match.abandoned ? words.abandoned : match.ended_us === null ? words.goesOn : words.undecided;
}

/** A match as a row of a list. */
export function matchRow(match, words, lang) {
  const [first, second] = [0, 1].map((side) => make("span", match.winner === side ? "winner" : "", match.names[side]));
  const score = make("b", "score", match.won.join(" – "));
  const high = match.high_break ? [words.highOf(match.high_break.points, match.high_break.player)] : [];
  const facts = [dayOf(match.begun_us, lang), words.table(match.table), match.title, resultOf(match, words), ...high].filter(Boolean);
  const row = link("", `/matches/${match.match}`, "match");
  row.append(make("span", "pairing", "", first, score, second), make("span", "said", facts.join(" · ")));
  return make("li", "", "", row);
}
