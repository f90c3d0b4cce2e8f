// The table from above: the drawing of the empty table, and the balls as they lay when they were seen at rest last.

import { drawn } from "./drawing.js";

/** Put the drawing of the empty table into `box`; it is another one when the game is. */
export async function layTable(box, table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/plan.svg`);
  if (!answer.ok) return;
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("role", "img");
  sheet.append(drawn("g", { class: "ghosts" }), drawn("g", { class: "balls-lie" }));
  box.replaceChildren(sheet);
}

/** The radius of each kind of disc and that of its hole, where the drawing is of a board: `{ a: [27, 8] }`. */
export const discsOf = (sheet) => JSON.parse(sheet.dataset.discs ?? "{}");

/** Lay the balls; `words` names them, and has the letter that tells each apart where colour does not. */
export function layBalls(box, lie, words) {
  const sheet = box.querySelector("svg");
  if (!sheet) return;
  const edge = Number(sheet.dataset.edge);
  const radius = Number(sheet.dataset.radius);
  const discs = discsOf(sheet);
  const balls = (lie?.balls ?? []).map(({ ball, x_mm: x, y_mm: y }) => {
    const group = drawn("g", { class: `lying lying-${ball}`, transform: `translate(${y + edge} ${x + edge})` });
    const [reach, hole] = discs[ball] ?? [radius * 1.25, 0];
    group.append(drawn("title", {}, words.balls[ball] ?? ball), drawn("circle", { r: reach }));
    if (hole) group.append(drawn("circle", { class: "hole", r: hole }));
    const letter = hole ? { "font-size": (reach - hole) * 1.1, x: (reach + hole) / 2 } : { "font-size": radius * 1.5 };
    if (ball !== "red") group.append(drawn("text", letter, words.letters[ball] ?? ""));
    return group;
  });
  sheet.querySelector(".balls-lie").replaceChildren(...balls);
}

/** Show as ghosts where balls belong that go back, each with the way that it is off; `isIn` tells which are in place. */
export function layGhosts(box, back, isIn) {
  const sheet = box.querySelector("svg");
  if (!sheet) return;
  const edge = Number(sheet.dataset.edge);
  const ghosts = (back?.balls ?? []).filter((ball) => ball.is_due && !isIn(ball)).flatMap((ball) => {
    const [x, y] = [ball.y_mm + edge, ball.x_mm + edge];
    const ring = drawn("circle", { class: "ghost", cx: x, cy: y, r: Number(sheet.dataset.radius) * 1.5 });
    if (ball.off_mm === null) return [ring];
    return [ring, drawn("line", { class: "ghost", x1: x, y1: y, x2: x - ball.along_mm, y2: y - ball.across_mm })];
  });
  sheet.querySelector(".ghosts").replaceChildren(...ghosts);
}
