// The page of the graphics: which one, its layout and language from the address, what it shows from the table.

import { follow, tableOfPage, tokenOfPage } from "../server/live.js";
import { languageOf } from "../words/words.js";
import { CuewatchOverlay } from "./overlay.js";
import { asTemplate } from "./template.js";
import { themeKeeper } from "./theme.js";

const asked = new URLSearchParams(location.search);
const table = tableOfPage();
const token = tokenOfPage();

/** Where something of the table is read, by the token that the page was opened with. */
function addressOf(path) {
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/${path}`, location.href);
  if (token) address.searchParams.set("token", token);
  return address.href;
}

async function ask(path) {
  const answer = await fetch(addressOf(path));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return path.endsWith(".svg") ? answer.text() : answer.json();
}

const PARTS = {
  table: async () => new (await import("./table.js")).TableGraphic(ask, asked),
  players: async () => new (await import("./players.js")).PlayersGraphic(ask, asked),
  statistics: async () => new (await import("./figures.js")).FiguresGraphic(ask, asked),
  replay: async () => new (await import("./replay.js")).ReplayGraphic(ask, asked),
  title: async () => new (await import("./title.js")).TitleGraphic(ask, asked),
};

const graphic = await (PARTS[asked.get("part")] ?? (() => new CuewatchOverlay()))();
graphic.addressOf = addressOf;
// A controller brings the graphics in by play(); a streamer's plain address shows them at once.
if (asked.get("start") === "off") graphic.on(false);
document.documentElement.lang = languageOf(location.search);
document.body.append(graphic);
graphic.set({
  lang: languageOf(location.search),
  size: asked.get("size") ?? "large",
  place: asked.get("place") ?? "left",
  time: asked.get("time") ?? "yes",
  pop: asked.get("pop") ?? "yes",
  age: asked.get("age") ?? "old",
});
document.body.style.transform = `scale(${Number(asked.get("scale")) || innerWidth / 1920 || 1})`;
asTemplate(graphic);

const dress = themeKeeper(ask, (theme) => graphic.wear(theme));
follow(table, (state, line) => {
  graphic.dataset.line = line.live ? "live" : "lost";
  graphic.show(state, line);
  dress(state);
});
if (asked.get("part") === "table") follow(table, (above) => graphic.lay(above), { path: "above/events", event: "above" });
