// How the program fares, on the club's page: its cameras, the disk, and the last lines of the log.

import { make } from "../elements/balls.js";
import { fill } from "../elements/parts.js";

const GB = 1e9;
const inGb = (bytes) => (bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0);

function cameraRow(one, words) {
  const state = make("span", "mark", words.camera[one.camera] ?? one.camera);
  state.dataset.state = one.camera;
  const watched = one.camera === "none" ? [] : [
    words.pictures(one.pictures, one.dropped), words.recording(one.recording), ...(one.restarts ? [words.restarts(one.restarts)] : []),
  ];
  const said = [one.why, ...watched, words.viewers(one.viewers)].filter(Boolean).join(" · ");
  const link = Object.assign(make("a", "", words.setUp(one.table)), { href: `/camera/${encodeURIComponent(one.table)}` });
  return make("li", "row", "", make("b", "", words.tableName(one.table)), make("span", "said", said), link, state);
}

function diskRow(one, words) {
  const said = [
    words.free(inGb(one.free_bytes), inGb(one.total_bytes)), ...(one.keep_days ? [words.keep(one.keep_days)] : []),
    ...(one.oldest ? [words.oldest(one.oldest)] : []), ...(one.spare_bytes ? [words.spare(inGb(one.spare_bytes))] : []),
  ].join(" · ");
  const used = make("i");
  used.style.width = `${100 * (1 - one.free_bytes / one.total_bytes)}%`;
  return make("li", "", "", make("b", "", words.kept[one.what]), make("div", "bar", "", used), make("span", "said", said));
}

function lineOf({ at, level, says, from, trouble, ...said }) {
  const more = Object.entries(said).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [at?.slice(0, 19).replace("T", " "), level === "info" ? "" : level.toUpperCase(), says, ...more].filter(Boolean).join("  ");
}

/** Show how the program fares. */
export function showCare(find, care, words) {
  fill(find("cameras"), words.cameras, "", make("ul", "", "", ...care.cameras.map((one) => cameraRow(one, words))));
  fill(find("disk"), words.disk, "", make("ul", "", "", ...care.disk.map((one) => diskRow(one, words))));
  if (find("log").contains(document.activeElement)) return;
  const lines = make("pre", "log", care.log.length ? care.log.map(lineOf).join("\n") : words.noLog);
  lines.tabIndex = 0;
  lines.setAttribute("aria-labelledby", "logTitle");
  lines.setAttribute("role", "group");
  fill(find("log"), words.log, "", lines);
  lines.scrollTop = lines.scrollHeight;
}
