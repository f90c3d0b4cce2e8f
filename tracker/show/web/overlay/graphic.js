// What all graphics beside the score are: an element with its own styles, which comes in and goes off, and is dressed in a theme.

import { make } from "../elements/balls.js";
import { wordsOf } from "../words/words.js";
import { wear } from "./theme.js";
import { graphicWordsOf } from "./words.js";

export class Graphic extends HTMLElement {
  words = wordsOf("en");
  said = graphicWordsOf("en");
  state = null;
  theme = null;
  box = make("div", "box");

  /** `ask(path)` reads something of the table; `asked` is what the address of the page says. */
  constructor(ask, asked = new URLSearchParams()) {
    super();
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
    this.shadowRoot.append(...sheets, this.box);
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

  /** Show a state of the table. */
  show(state) {
    const before = this.state;
    this.state = state;
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
}
