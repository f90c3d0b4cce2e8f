// A small screen that shows the graphics as they would be in a theme, over a sample or the table's own score.

import { make } from "../elements/balls.js";
import { FiguresGraphic } from "../overlay/figures.js";
import { CuewatchOverlay } from "../overlay/overlay.js";
import { PlayersGraphic } from "../overlay/players.js";
import { TableGraphic } from "../overlay/table.js";
import { TitleGraphic } from "../overlay/title.js";
import { SAMPLE, SAMPLE_ABOVE, SAMPLE_FIGURES } from "./sample.js";

/** What each choice shows. */
const SHOWN = { score: ["score", "title"], table: ["score", "table"], players: ["players", "title"], statistics: ["statistics"], title: ["title"], popup: ["score", "title"] };

/** Build the screen; `set({theme, lang, part})` changes what it shows. */
export function previewIn(plan) {
  const ask = async (path) => (path === "plan.svg" ? plan() : path === "figures" ? SAMPLE_FIGURES : {});
  const graphics = {
    score: new CuewatchOverlay(), title: new TitleGraphic(ask), players: new PlayersGraphic(ask),
    statistics: new FiguresGraphic(ask), table: new TableGraphic(ask),
  };
  const stage = make("div", "", "", ...Object.values(graphics));
  const screen = make("div", "screen", "", stage);
  screen.inert = true;
  new ResizeObserver(() => { stage.style.transform = `scale(${screen.clientWidth / 1920})`; }).observe(screen);

  function pop() {
    const before = { ...SAMPLE, frame: { ...SAMPLE.frame, visit: 49 } };
    graphics.score.show(before, { live: true, skew: 0 });
    graphics.score.show({ ...SAMPLE, sequence: SAMPLE.sequence + 1 }, { live: true, skew: 0 });
  }

  function set({ theme, lang, part }) {
    for (const [name, graphic] of Object.entries(graphics)) {
      graphic.hidden = !SHOWN[part].includes(name);
      graphic.style.display = graphic.hidden ? "none" : "";
      graphic.set({ lang, place: name === "table" ? "right" : "left" });
      graphic.wear(theme);
      graphic.show(SAMPLE, { live: false, skew: 0 });
    }
    graphics.table.lay(SAMPLE_ABOVE);
    if (part === "popup") pop();
  }
  return { screen, set };
}
