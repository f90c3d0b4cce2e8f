// A stroke once more, as the camera saw it: the last one that scored, or the one that was looked at again last.

import { ballsOf, make } from "../elements/balls.js";
import { Graphic } from "./graphic.js";

export class ReplayGraphic extends Graphic {
  #shown = null;
  #at = "";
  #video = Object.assign(make("video"), { muted: true, playsInline: true });
  #words = make("p", "words");

  constructor(...given) {
    super(...given);
    this.#video.addEventListener("ended", () => this.#over());
    this.#video.addEventListener("error", () => this.on(false));
    this.#video.addEventListener("playing", () => this.on(true));
  }

  connectedCallback() {
    this.dataset.on ??= "no";
    super.connectedCallback();
    this.box.className = "box replay";
    this.box.replaceChildren(this.#video, this.#words);
  }

  #of() {
    return this.asked.get("of") === "review" ? "review" : "pot";
  }

  /** Play what is there once; with `auto=yes` every newer one too. */
  async hear({ epoch, sequence }) {
    const at = `${epoch}.${sequence}`;
    if (at === this.#at || (this.#at && this.asked.get("auto") !== "yes")) return;
    this.#at = at;
    await this.play();
  }

  /** Look which stroke is due, and play it. */
  async play() {
    try {
      const replay = await this.ask(`replay?of=${this.#of()}`);
      if (!replay.id || (replay.id === this.#shown?.id && !this.#video.ended)) return;
      this.#shown = replay;
      this.#video.src = this.addressOf(`replay/${replay.id}.mp4`);
      this.draw();
      await this.#video.play();
    } catch {
      this.on(false);
    }
  }

  #over() {
    if (this.asked.get("loop") === "yes") this.#video.play();
    else if (this.asked.get("stay") !== "yes") this.on(false);
  }

  draw() {
    const replay = this.#shown;
    if (!replay) return;
    const verdict = replay.verdict && this.#of() === "review" ? [make("b", "verdict", this.said.verdicts[replay.verdict])] : [];
    this.#words.replaceChildren(
      make("b", "tag", this.said.replay), make("span", "", replay.player), ballsOf(replay.made, this.words), ...verdict);
  }
}

customElements.define("cuewatch-replay", ReplayGraphic);
