// The table from above: the balls where they lie or roll, and the ways that they took in the last stroke.

import { make } from "../elements/balls.js";
import { drawn } from "../elements/drawing.js";
import { discsOf } from "../elements/table.js";
import { Graphic } from "./graphic.js";

/** Tell which drawn ball each ball now is: of those of its name the nearest that is free; null: a new one. */
export function paired(before, now) {
  const free = new Set(before);
  return now.map((ball) => {
    const alike = [...free].filter((one) => one.ball === ball.ball);
    const away = (one) => (one.x_mm - ball.x_mm) ** 2 + (one.y_mm - ball.y_mm) ** 2;
    const nearest = alike.reduce((best, one) => (best && away(best) <= away(one) ? best : one), null);
    free.delete(nearest);
    return nearest;
  });
}

/** A ball, or a disc with its hole, before it has a place. */
function lying(ball, [radius, hole]) {
  const rims = hole ? [drawn("circle", { class: "hole", r: hole })] : [];
  return drawn("g", { class: `lying lying-${ball}` }, drawn("circle", { r: radius }), ...rims);
}

export class TableGraphic extends Graphic {
  #sheet = null;
  #game = "";
  #balls = [];
  #above = null;

  async hear({ match }) {
    const game = match ? `${match.game} ${match.rulebook}` : "none";
    if (game === this.#game) return;
    this.#game = game;
    try {
      await this.#lay();
    } catch {
      this.#game = "";
    }
  }

  async #lay() {
    const sheet = new DOMParser().parseFromString(await this.ask("plan.svg"), "image/svg+xml").documentElement;
    sheet.querySelectorAll(".end").forEach((word) => word.remove());
    sheet.append(drawn("g", { class: "ways" }), drawn("g", { class: "balls-lie" }));
    sheet.setAttribute("role", "img");
    sheet.setAttribute("aria-label", this.said.table);
    [this.#sheet, this.#balls] = [sheet, []];
    this.box.className = "box corner above";
    this.box.replaceChildren(sheet, make("p", "words"));
    if (this.#above) this.lay(this.#above);
  }

  /** Show where the balls are (`/api/tables/TABLE/above`). */
  lay(above) {
    this.#above = above;
    if (!this.#sheet) return;
    const edge = Number(this.#sheet.dataset.edge);
    const at = ([x, y]) => `${y + edge},${x + edge}`;
    const moving = above.balls.some((ball) => ball.moving);
    const ways = moving ? [] : above.ways;
    this.#sheet.querySelector(".ways").replaceChildren(...ways.flatMap(({ ball, points }) => [
      drawn("polyline", { class: "casing", points: points.map(at).join(" ") }),
      drawn("polyline", { class: `way way-${ball}`, points: points.map(at).join(" ") }),
    ]));
    const known = paired(this.#balls, above.balls);
    const layer = this.#sheet.querySelector(".balls-lie");
    const radius = Number(this.#sheet.dataset.radius) * 1.3;
    const discs = discsOf(this.#sheet);
    this.#balls = above.balls.map((ball, index) => {
      const element = known[index]?.element ?? lying(ball.ball, discs[ball.ball] ?? [radius, 0]);
      if (!element.parentNode) layer.append(element);
      element.style.transform = `translate(${ball.y_mm + edge}px, ${ball.x_mm + edge}px)`;
      return { ...ball, element };
    });
    const drawnNow = new Set(this.#balls.map(({ element }) => element));
    [...layer.children].filter((element) => !drawnNow.has(element)).forEach((element) => element.remove());
    this.dataset.moving = moving ? "yes" : "no";
  }
}

customElements.define("cuewatch-table", TableGraphic);
