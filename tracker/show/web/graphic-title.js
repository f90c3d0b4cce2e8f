// The event: its logo, title and stage, in a corner.

import { make } from "./balls.js";
import { Graphic } from "./graphic.js";

/** The logo, title and stage of a look, as parts; none where nothing is set. */
export function eventOf(look) {
  if (!look) return [];
  const logo = look.logo ? [Object.assign(make("img", "logo"), { src: look.logo, alt: "" })] : [];
  const words = [look.title && make("b", "", look.title), look.stage && make("span", "", look.stage)].filter(Boolean);
  return [...logo, ...(words.length ? [make("div", "event-words", "", ...words)] : [])];
}

export class TitleGraphic extends Graphic {
  draw() {
    const parts = eventOf(this.look);
    this.box.className = "box corner event";
    this.box.hidden = !parts.length;
    this.box.replaceChildren(...parts);
  }
}

customElements.define("cuewatch-title", TitleGraphic);
