// The score over a picture, as one element: it is given a state and shows it. It asks nobody for anything by itself.

import { oldness } from "../elements/age.js";
import { ballOf, ballsOf, clockOf, fit, make, nameIn, put } from "../elements/balls.js";
import { wave } from "../elements/flags.js";
import { bring } from "../elements/fonts.js";
import { callOf, countsOf, wordsOf } from "../words/words.js";
import { popupOf } from "./popups.js";
import { wear } from "./theme.js";
import { graphicWordsOf } from "./words.js";

const AWAY_MS = 450;
const POPUP_MS = 7000;
const SIGNS = { alarm: "!", free: "", won: "★", plain: "i" };
const TONES = {
  "foul": "alarm", "foul-and-a-miss": "alarm", "penalty": "alarm", "time-foul": "alarm", "penalty-puck": "alarm",
  "set-lost": "alarm", "game-lost": "alarm", "warning": "alarm", "free-ball": "free", "won": "won",
};

/** How loud a strip is: `alarm`, `free`, `won` or `plain`. */
export function toneOf(kind) {
  return TONES[kind] ?? "plain";
}

/** What holds of a frame for the stroke to come: the black re-spotted, a free ball, what the ball on is worth. */
export function statesOf(frame, words) {
  const told = [];
  if (frame.over) return told;
  if (frame.respotted) told.push({ kind: "respotted", text: words.respotted });
  if (frame.strips.some(({ kind }) => kind === "free-ball")) told.push({ kind: "free-ball", text: words.strips["free-ball"] });
  if (frame.ball) told.push({ kind: `${frame.ball}-ball`, text: words.frameBall[frame.ball] });
  return told;
}

/** Who has won what: the match where it is over, else the frame. */
export function wonSaid(match, frame, words) {
  const side = match.over ? match.winner : frame.winner;
  const what = match.over && match.best_of !== 1 ? "match" : frame.part;
  return side === null ? words.level : `${match.names[side]} ${words.wins[what]}`;
}

/** What a screen says of a state in strips: the referee's words, what the stroke to come decides, and who has won. */
export function stripsOf(state, words) {
  const { match, frame } = state;
  if (!match || !frame) return [];
  const said = frame.strips.map(({ kind, value }) => {
    const call = callOf(kind, words);
    return { kind, text: call.text, value: value ?? call.value };
  });
  const states = statesOf(frame, words).filter(({ kind }) => kind !== "free-ball").map((one) => ({ ...one, value: "" }));
  if (match.abandoned) return [{ kind: "abandoned", text: words.abandoned, value: "" }];
  if (!frame.over) return [...said, ...states];
  const text = wonSaid(match, frame, words);
  const interval = state.interval_ms ? [{ kind: "interval", text: words.interval, value: "" }] : [];
  return [...said, { kind: "won", text, value: "" }, ...interval];
}

/** What a screen says below the score, as [name, words, element or null]. */
export function factsOf(state, words) {
  const { frame, match } = state;
  const pucks = frame.unit === "pucks";
  const facts = [];
  if (frame.visit > 0) facts.push(["break", pucks ? words.series : words.break, frame.visit, ballsOf(frame.made, words)]);
  const on = frame.nominated || frame.on;
  if (on && !["none", "unknown"].includes(on)) facts.push(["on", words.on, words.balls[on] ?? on, ballOf(on, words)]);
  if (frame.remaining !== null && !frame.over) facts.push(["remaining", words.remaining, frame.remaining, null]);
  facts.push(...countsOf(frame, match, words).map((count) => [...count, null]));
  return facts;
}

export class CuewatchOverlay extends HTMLElement {
  #words = wordsOf("en");
  #state = null;
  #skew = 0;
  #parts = null;
  #ticking = 0;
  #called = [["", ""], ["", ""]];
  #isLive = false;
  #popped = "";

  constructor() {
    super();
    bring("Cuewatch SC");
    this.attachShadow({ mode: "open" });
    const sheets = ["../elements/tokens.css", "overlay.css"].map((name) => {
      const link = make("link");
      link.rel = "stylesheet";
      link.href = new URL(name, import.meta.url).href;
      link.addEventListener("load", () => this.#fitAll());
      return link;
    });
    this.shadowRoot.append(...sheets, this.#build());
  }

  connectedCallback() {
    this.dataset.size ??= "large";
    this.dataset.on ??= "yes";
    this.#ticking = setInterval(() => this.#tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#ticking);
  }

  /** Choose language and layout. */
  set({ lang, size, place, time, pop, age } = {}) {
    if (lang) {
      this.#words = wordsOf(lang);
      this.lang = lang;
    }
    if (size) this.dataset.size = size === "small" ? "small" : "large";
    if (place) this.dataset.place = place === "right" ? "right" : "left";
    if (time) this.dataset.time = time;
    if (pop) this.dataset.pop = pop;
    if (age) this.dataset.age = age;
    if (this.#state) this.show(this.#state);
  }

  /** Bring the graphics in or take them off. */
  on(visible) {
    this.dataset.on = visible ? "yes" : "no";
  }

  /** Dress the graphics in a theme. */
  wear(theme) {
    wear(this, theme);
    if (this.#state) this.#fitAll();
  }

  /** Show a state; `line.skew` is the server's clock less ours (ms). */
  show(state, line = { skew: this.#skew, live: this.#isLive }) {
    // What was kept from last time is old: nothing that is new after it has just happened.
    if (this.#isLive && line.live && this.dataset.pop !== "no") this.#pop(popupOf(this.#state, state, this.#words, graphicWordsOf(this.lang)));
    this.#isLive = line.live;
    this.#state = state;
    this.#skew = line.skew;
    const { match, frame } = state;
    this.#parts.stage.hidden = !match;
    if (!match) return;
    for (const side of [0, 1]) this.#side(side, match, frame);
    const best = match.best_of ? this.#words.bestOf(match.best_of) : match.target ? this.#words.upTo(match.target) : this.#words.numbered(frame.part, frame.number);
    put(this.#parts.best, best);
    this.#under(state);
    this.#strips(stripsOf(state, this.#words));
    this.#tick();
    this.#fitAll();
  }

  #build() {
    const side = (which) => {
      const mark = make("span", "mark");
      mark.setAttribute("aria-hidden", "true");
      const name = make("span", "name");
      const flag = Object.assign(make("span", "flag"), { hidden: true });
      return { box: make("div", `side ${which}`, "", mark, flag, name), flag, name, points: make("div", `points ${which}`), won: make("b", which) };
    };
    const [first, second] = [side("first"), side("second")];
    const best = make("span", "best");
    const frames = make("div", "frames", "", first.won, make("span", "dash", "–"), second.won, best);
    const bar = make("div", "bar", "", first.box, first.points, frames, second.points, second.box);
    const strips = make("div", "strips");
    const under = make("div", "under");
    const age = Object.assign(make("div", "age"), { hidden: true });
    strips.setAttribute("role", "status");
    const stage = make("div", "stage", "", strips, bar, under, age);
    stage.setAttribute("role", "main");
    stage.hidden = true;
    this.#parts = { stage, strips, under, age, best, sides: [first, second], clock: null };
    return stage;
  }

  #side(side, match, frame) {
    const { box, flag, name, points, won } = this.#parts.sides[side];
    const turn = frame.striker === side && !frame.over && !match.over;
    box.dataset.turn = turn ? "yes" : "no";
    const player = turn && frame.player && frame.player !== match.names[side] ? ` · ${frame.player}` : "";
    this.#called[side] = [match.names[side] + player, (match.short_names?.[side] ?? "") && match.short_names[side] + player];
    wave(flag, match.countries?.[side] ?? "", this.lang || "en", match.badges?.[side]);
    put(points, frame.points[side]);
    points.dataset.provisional = frame.provisional ? "yes" : "no";
    put(won, match.won[side]);
  }

  #under(state) {
    const { frame, match } = state;
    const facts = factsOf(state, this.#words).map(([kind, label, value, element]) => {
      const fact = make("span", `fact ${kind}`, "", make("span", "", label), make("b", "", String(value)));
      if (element) fact.append(element);
      return fact;
    });
    if (frame.provisional) facts.unshift(make("span", "fact", "", make("span", "provisional", this.#words.provisional)));
    if (frame.snookers > 0) {
      const words = this.#words.snookers(frame.snookers);
      facts.push(make("span", "fact need", "", make("span", "", match.names[frame.behind]), make("b", "", words)));
    }
    if (frame.over && state.high) {
      const label = frame.unit === "pucks" ? this.#words.highSeries : this.#words.high;
      const high = make("b", "", `${state.high.points}`);
      facts.push(make("span", "fact high", "", make("span", "", `${label} ${state.high.player}`), high));
    }
    this.#parts.clock = null;
    if (frame.due_ms && this.dataset.time !== "no") {
      this.#parts.clock = make("b");
      facts.push(make("span", "fact time", "", make("span", "", this.#words.time), this.#parts.clock));
    }
    this.#parts.under.replaceChildren(...facts);
    this.#parts.under.hidden = facts.length === 0;
  }

  #strips(wanted) {
    const { strips } = this.#parts;
    const keyed = new Map([...strips.children].filter((one) => !one.classList.contains("away")).map((one) => [one.dataset.key, one]));
    const keys = wanted.map(({ kind, text, value }) => `${kind}|${text}|${value}`);
    for (const [key, strip] of keyed) {
      if (keys.includes(key)) continue;
      strip.classList.add("away");
      setTimeout(() => strip.remove(), AWAY_MS);
    }
    wanted.forEach(({ kind, text, value }, index) => {
      if (keyed.has(keys[index])) return;
      const tone = toneOf(kind);
      const strip = make("div", "strip away", "", make("span", "sign", SIGNS[tone]), make("span", "", text));
      if (value !== "") strip.append(make("span", "value", String(value)));
      strip.dataset.key = keys[index];
      strip.dataset.kind = kind;
      strip.dataset.tone = tone;
      strips.append(strip);
      void strip.offsetWidth;
      strip.classList.remove("away");
    });
  }

  #pop(due) {
    if (!due || due.key === this.#popped) return;
    this.#popped = due.key;
    this.shadowRoot.querySelector(".popup")?.remove();
    const popup = make("div", "popup away", "", make("b", "", due.title), make("span", "", due.name));
    popup.setAttribute("role", "status");
    this.shadowRoot.append(popup);
    void popup.offsetWidth;
    popup.classList.remove("away");
    setTimeout(() => popup.classList.add("away"), POPUP_MS);
    setTimeout(() => popup.remove(), POPUP_MS + AWAY_MS);
  }

  #tick() {
    const { age, clock } = this.#parts;
    const old = oldness(this.#state, Date.now() + this.#skew, this.lang || "en", this.dataset.age === "yes");
    age.hidden = !old;
    age.textContent = old && this.#words.asOf(old);
    const due = this.#state?.frame?.due_ms;
    if (clock && due) clock.textContent = clockOf(Date.now() + this.#skew - due);
  }

  #fitAll() {
    this.#parts.sides.forEach(({ name }, side) => {
      nameIn(name, ...this.#called[side]);
      fit(name, 0.45);
    });
    fit(this.#parts.under, 0.7);
  }
}

if (!customElements.get("cuewatch-overlay")) customElements.define("cuewatch-overlay", CuewatchOverlay);
