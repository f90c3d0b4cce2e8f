// The camera's picture beside the table from above, and over it, in its own perspective, where balls belong that go back.

import { drawn } from "../elements/drawing.js";
import { keepText, keptText } from "./keys/keys.js";

const KEPT = "cuewatch-ghosts";
const OLD_MS = 1500;
const LEAST_LETTER_PX = 34;
const SENDING = ["live", "sought", "moved"];

/** Whether ghosts are to be seen; kept by this browser. */
export const areGhostsOn = () => keptText(KEPT) !== "off";

/** Have ghosts seen, or not. */
export const turnGhosts = (on) => keepText(KEPT, on ? "on" : "off");

const points = (outline) => outline.map((point) => point.join(",")).join(" ");

/** A ball's place in the picture: a ring; until the ball is in it, with the ball's letter and the way there. */
function ghostOf({ ball, ghost }, isIn, letter) {
  const group = drawn("g", { class: isIn ? "ghost in" : "ghost", "data-ball": ball });
  const [x, y] = ghost.centre;
  const ring = { points: points(ghost.outline) };
  if (!isIn && ghost.now) group.append(drawn("line", { x1: ghost.now[0], y1: ghost.now[1], x2: x, y2: y }));
  group.append(drawn("polygon", { ...ring, class: "under" }), drawn("polygon", ring));
  if (isIn) return group;
  const tall = Math.max(...ghost.outline.map(([, down]) => Math.abs(down - y)));
  const size = Math.max(LEAST_LETTER_PX, 1.7 * tall);
  group.append(drawn("text", { x, y: y - tall - 0.7 * size, "font-size": size, "stroke-width": size / 5 }, letter));
  return group;
}

/** Lay the ghosts of `back` over the picture; `isIn` tells which balls are in place, `letters` names them. */
export function layOver(sheet, back, isIn, letters) {
  const due = (back?.balls ?? []).filter(({ is_due: isDue, ghost }) => isDue && ghost);
  sheet.setAttribute("viewBox", `0 0 ${(back?.size_px ?? [16, 9]).join(" ")}`);
  sheet.replaceChildren(...due.map((ball) => ghostOf(ball, isIn(ball), letters[ball.ball] ?? "")));
}

/** Show a picture, and what is to be said of it: how the camera fares, and how old the picture is once it is old. */
export function showPicture(box, still, age, { camera, desk }) {
  const image = box.querySelector("img");
  const isOld = age > OLD_MS || !SENDING.includes(camera);
  if (still && image.dataset.taken !== String(still.taken_ms)) {
    image.dataset.taken = still.taken_ms;
    image.src = `data:image/jpeg;base64,${still.jpeg}`;
  }
  image.hidden = !still;
  box.dataset.camera = camera;
  box.dataset.old = still && isOld ? "yes" : "no";
  const said = camera === "live" && still ? "" : desk.cameras[camera] ?? "";
  box.querySelector(".aside").textContent = still && isOld ? `${said} ${desk.age(Math.round(age / 1000))}`.trim() : said;
}
