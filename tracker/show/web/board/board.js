// The scoreboard of a table for a club's television.

import { oldness } from "../elements/age.js";
import { clockOf, fit, make, nameIn, put } from "../elements/balls.js";
import { wave } from "../elements/flags.js";
import { factsOf, stripsOf, toneOf } from "../overlay/overlay.js";
import { follow, tableOfPage } from "../server/live.js";
import { agreedOf, languageOf, wordsOf } from "../words/words.js";

const lang = languageOf(location.search);
const words = wordsOf(lang);
const find = (id) => document.getElementById(id);
let due = null;
let skew = 0;
let shown = null;
let isLive = false;

document.documentElement.lang = lang;

function showSide(side, { match, frame }) {
  const box = find(`side${side}`);
  const [name, player, points, need] = box.children;
  const turn = frame.striker === side && !frame.over && !match.over;
  box.dataset.turn = turn ? "yes" : "no";
  wave(name.querySelector(".flag"), match.countries?.[side] ?? "", lang);
  nameIn(name.querySelector(".name"), match.names[side], match.short_names?.[side]);
  const several = frame.player && frame.player !== match.names[side];
  player.textContent = turn ? (several ? frame.player : words.atTable) : "";
  put(points, frame.points[side]);
  points.dataset.provisional = frame.provisional ? "yes" : "no";
  need.textContent = frame.behind === side ? words.snookers(frame.snookers) : "";
  fit(name, 0.4);
  fit(points, 0.4);
}

function showFacts(state) {
  const facts = factsOf(state, words).map(([, label, value, element]) => {
    const fact = make("span", "fact", "", make("span", "", label), make("b", "", String(value)));
    if (element) fact.append(element);
    return fact;
  });
  if (state.high) {
    const label = state.frame.unit === "pucks" ? words.highSeries : words.high;
    facts.push(make("span", "fact", "", make("span", "", label), make("b", "", `${state.high.points}`), make("span", "", state.high.player)));
  }
  find("facts").replaceChildren(...facts);
  fit(find("facts"), 0.4);
}

function showStrips(state) {
  const strips = stripsOf(state, words).map(({ kind, text, value }) => {
    const strip = make("div", "strip", text);
    if (value !== "") strip.append(" ", make("b", "", String(value)));
    strip.dataset.tone = toneOf(kind);
    return strip;
  });
  const box = find("strips");
  if (box.textContent !== strips.map((one) => one.textContent).join("")) box.replaceChildren(...strips);
}

function show(state, line) {
  const { match, frame } = state;
  [shown, isLive] = [state, line.live];
  find("nothing").hidden = Boolean(match);
  find("nothing").textContent = words.noMatch;
  for (const part of document.querySelectorAll("main, footer")) part.hidden = !match;
  skew = line.skew;
  due = frame?.due_ms ?? null;
  tick();
  if (!match) return;
  find("part").textContent = words.numbered(frame.part, frame.number);
  find("best").textContent = agreedOf(match, words);
  put(find("won0"), match.won[0]);
  put(find("won1"), match.won[1]);
  find("wonLabel").textContent = words.parts[frame.part];
  find("provisional").textContent = words.provisional;
  find("provisional").hidden = !frame.provisional;
  for (const side of [0, 1]) showSide(side, state);
  showFacts(state);
  showStrips(state);
}

/** What is to be known of the line: it is lost, the camera is, or what came through a hub is old. */
function lineOf() {
  const old = oldness(shown, Date.now() + skew, lang);
  const said = isLive ? (shown?.camera === "lost" ? words.camera : "") : words.line;
  return [said, old && words.asOf(old)].filter(Boolean).join(" · ");
}

function tick() {
  find("line").textContent = shown ? lineOf() : "";
  find("timeLabel").textContent = due ? words.time : "";
  find("time").textContent = due ? clockOf(Date.now() + skew - due) : "";
}

setInterval(tick, 250);
follow(tableOfPage(), show);
