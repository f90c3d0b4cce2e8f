// The page of the overlay: layout and language from the address, the score from the table.

import { follow, tableOfPage } from "./live.js";
import { CuewatchOverlay } from "./overlay.js";
import { asTemplate } from "./template.js";
import { languageOf } from "./words.js";

const asked = new URLSearchParams(location.search);
const graphic = new CuewatchOverlay();
graphic.set({
  lang: languageOf(location.search),
  size: asked.get("size") ?? "large",
  place: asked.get("place") ?? "left",
  time: asked.get("time") ?? "yes",
});
// A controller brings the graphics in by play(); a streamer's plain address shows them at once.
graphic.on(asked.get("start") !== "off");
document.documentElement.lang = graphic.lang;
document.body.append(graphic);
document.body.style.transform = `scale(${Number(asked.get("scale")) || innerWidth / 1920 || 1})`;
asTemplate(graphic);

follow(tableOfPage(), (state, line) => {
  graphic.dataset.line = line.live ? "live" : "lost";
  graphic.show(state, line);
});
