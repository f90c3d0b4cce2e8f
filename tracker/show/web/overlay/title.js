// The event: its logo, title and stage, in a corner.

import { make } from "../elements/balls.js";
import { Graphic } from "./graphic.js";

/** The logo, title and stage of a theme, as parts; none where nothing is set. */
export function eventOf(theme) {
  if (!theme) return [];
  const logo = theme.logo ? [Object.assign(make("img", "logo"), { src: theme.logo, alt: "" })] : [];
  const words = [theme.title && make("b", "", theme.title), theme.stage && make("span", "", theme.stage)].filter(Boolean);
  return [...logo, ...(words.length ? [make("div", "event-words", "", ...words)] : [])];
}

export class TitleGraphic extends Graphic {
  draw() {
    const parts = eventOf(this.theme);
    this.box.className = "box corner event";
    this.box.hidden = !parts.length;
    this.box.replaceChildren(...parts);
  }
}

customElements.define("cuewatch-title", TitleGraphic);
