// Statistics for the time between frames: how the frames went, and what each side has done.

import { fit, make, nameIn } from "../elements/balls.js";
import { flagOf } from "../elements/flags.js";
import { Graphic } from "./graphic.js";
import { eventOf } from "./title.js";

/** What is told of the sides, as [label, of the first, of the second]; what nobody knows is left out. */
export function linesOf(sides, said, game) {
  const [one, other] = sides;
  const share = ({ scored, watched }) => (watched ? `${Math.round((100 * scored) / watched)} %` : "–");
  const time = ({ mean_time_s: seconds }) => (seconds === null ? "–" : said.seconds(seconds));
  const lines = [[said.points, one.points, other.points]];
  if (game !== "novuss") lines.push([said.highest, one.highest, other.highest], [said.large, one.large, other.large], [said.centuries, one.centuries, other.centuries]);
  lines.push([said.fouls, one.fouls, other.fouls]);
  if (one.watched || other.watched) lines.push([said.scoring, share(one), share(other)], [said.time, time(one), time(other)]);
  return lines;
}

export class FiguresGraphic extends Graphic {
  #figures = null;
  #at = "";

  /** With `when=between` it comes in as a frame ends, and goes off as the next one begins. */
  async hear({ epoch, sequence, match, frame }) {
    if (this.asked.get("when") === "between") this.on(Boolean(frame?.over));
    const at = `${epoch}.${sequence}`;
    if (!match || at === this.#at) return;
    this.#at = at;
    try {
      const figures = await this.ask("figures");
      if (at === this.#at) this.#figures = figures;
    } catch {
      this.#at = "";
    }
    this.draw();
  }

  draw() {
    const { match } = this.state ?? {};
    const figures = this.#figures;
    this.box.className = "box figures";
    this.box.hidden = !match || !figures?.sides.length;
    if (this.box.hidden) return;
    const lang = this.lang || "en";
    const name = (side) => make("th", "name", "", flagOf(match.countries?.[side] ?? "", lang, match.badges?.[side]), make("span", "called", match.names[side]));
    const head = make("tr", "", "", name(0), make("td", "won", `${match.won[0]} – ${match.won[1]}`), name(1));
    const rows = linesOf(figures.sides, this.said, match.game).map(([label, one, other]) =>
      make("tr", "", "", make("td", "first", `${one}`), make("th", "label", label), make("td", "second", `${other}`)));
    const frames = figures.frames.map(({ number, points, winner }) => {
      const [one, other] = points.map((each, side) => make(winner === side ? "b" : "span", "", `${each}`));
      return make("li", "", "", make("small", "", `${number}`), one, "–", other);
    });
    const table = make("table", "", "", make("thead", "", "", head), make("tbody", "", "", ...rows));
    const event = eventOf(this.theme);
    const top = make("div", "head", "", ...(event.length ? event : [make("b", "", this.said.statistics)]));
    this.box.replaceChildren(top, table, make("ol", "frames", "", ...frames.slice(-12)));
    this.box.querySelectorAll(".called").forEach((each, side) => {
      nameIn(each, match.names[side], match.short_names?.[side]);
      fit(each, 0.5);
    });
  }
}

customElements.define("cuewatch-figures", FiguresGraphic);
