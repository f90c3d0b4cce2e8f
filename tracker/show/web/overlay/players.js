// Lower thirds: who plays, with flags, and for what.

import { fit, make, nameIn } from "../elements/balls.js";
import { flagOf } from "../elements/flags.js";
import { Graphic } from "./graphic.js";
import { eventOf } from "./title.js";

export class PlayersGraphic extends Graphic {
  draw() {
    const { match, frame } = this.state ?? {};
    this.box.className = "box third";
    this.box.hidden = !match;
    if (!match) return;
    const who = { first: [0], second: [1] }[this.asked.get("who")] ?? [0, 1];
    const sides = who.map((side) => {
      const name = make("b", "name", match.names[side]);
      const facts = [`${this.words.parts[frame.part]} ${match.won[side]}`];
      if (this.state.high?.side === side) facts.push(`${this.words.high} ${this.state.high.points}`);
      return make("div", "who", "", flagOf(match.countries?.[side] ?? "", this.lang || "en", match.badges?.[side]), name, make("span", "facts", facts.join(" · ")));
    });
    const best = match.best_of ? [make("span", "best", this.words.bestOf(match.best_of))] : [];
    this.box.replaceChildren(make("div", "head", "", ...eventOf(this.theme), ...best), make("div", "sides", "", ...sides));
    this.box.querySelectorAll(".name").forEach((name, at) => {
      nameIn(name, match.names[who[at]], match.short_names?.[who[at]]);
      fit(name, 0.5);
    });
  }
}

customElements.define("cuewatch-players", PlayersGraphic);
