// What all graphics beside the score are: an element with its own styles, which comes in and goes off, and is dressed in a theme.

import { oldness } from "../elements/age.js";
import { make } from "../elements/balls.js";
import { bring } from "../elements/fonts.js";
import { wordsOf } from "../words/words.js";
import { wear } from "./theme.js";
import { graphicWordsOf } from "./words.js";

const AGAIN_MS = 1000;

export class Graphic extends HTMLElement {
  words = wordsOf("en");
  said = graphicWordsOf("en");
  state = null;
  theme = null;
  box = make("div", "box");
  age = Object.assign(make("div", "age"), { hidden: true });
  skew = 0;

  /** `ask(path)` reads something of the table; `asked` is what the address of the page says. */
  constructor(ask, asked = new URLSearchParams()) {
    super();
    bring("Cuewatch SC");
    this.ask = ask;
    this.asked = asked;
    this.attachShadow({ mode: "open" });
    const sheets = ["../elements/tokens.css", "graphics.css"].map((name) => {
      const link = make("link");
      link.rel = "stylesheet";
      link.href = new URL(name, import.meta.url).href;
      return link;
    });
    this.box.setAttribute("role", "main");
    this.shadowRoot.append(...sheets, this.box, this.age);
    setInterval(() => this.#tellAge(), AGAIN_MS);
  }

  connectedCallback() {
    this.dataset.on ??= "yes";
    this.dataset.place ??= this.asked.get("place") === "right" ? "right" : "left";
  }

  /** Choose the language and the place. */
  set({ lang, place } = {}) {
    if (lang) {
      [this.words, this.said, this.lang] = [wordsOf(lang), graphicWordsOf(lang), lang];
    }
    if (place) this.dataset.place = place === "right" ? "right" : "left";
    this.draw();
  }

  /** Bring it in or take it off. */
  on(visible) {
    this.dataset.on = visible ? "yes" : "no";
  }

  /** Show a state of the table; `line.skew` is the server's clock less ours (ms). */
  show(state, { skew = this.skew } = {}) {
    const before = this.state;
    [this.state, this.skew] = [state, skew];
    this.#tellAge();
    this.hear?.(state, before);
    this.draw();
  }

  /** Dress it in a theme. */
  wear(theme) {
    this.theme = theme;
    wear(this, theme);
    this.draw();
  }

  draw() {}

  /** What came through a hub and is old says so, where anything is shown. */
  #tellAge() {
    const old = this.box.hidden ? "" : oldness(this.state, Date.now() + this.skew, this.lang || "en", this.asked.get("age") === "yes");
    this.age.hidden = !old;
    this.age.textContent = old && this.words.asOf(old);
  }
}
