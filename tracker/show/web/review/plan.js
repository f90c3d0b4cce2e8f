// A stroke without pictures: why there are none, and what was told of it on the table from above.

import { make } from "../elements/balls.js";
import { fresh } from "../elements/controls.js";
import { drawn } from "../elements/drawing.js";
import { layTable } from "../elements/table.js";
import { shapeOf } from "./kinds.js";

const UNIT_MM = 5;

/** The ways of the balls and the incidents, on a sheet whose playing area begins at `edge` (mm). */
function toldOn(stroke, edge) {
  const lay = (x, y) => `${y + edge},${x + edge}`;
  const ways = stroke.tracks.filter(({ points }) => points.length > 1).map(({ ball, points }) =>
    drawn("g", { class: `way way-${ball}` }, drawn("polyline", { class: "gone", points: points.map(([, , , x, y]) => lay(x, y)).join(" ") })));
  const told = stroke.incidents.filter((one) => one.x_mm !== null).map((one) =>
    drawn("g", { transform: `translate(${lay(one.x_mm, one.y_mm)})` }, drawn("g", { class: "steady" }, shapeOf(one.kind))));
  return drawn("g", { class: "marks", style: `--unit: ${UNIT_MM}` }, ...ways, ...told);
}

/** Show what is known of the stroke of the view, where it has no pictures. */
export function showPlan(box, { stroke, play, review }, table) {
  box.hidden = !stroke || Boolean(play);
  if (box.hidden) return;
  fresh(box, [stroke.epoch, stroke.sequence, review.noPictures], () => {
    const sheet = make("div", "sheet");
    layTable(sheet, table).then(() => {
      const drawing = sheet.querySelector("svg");
      drawing?.append(toldOn(stroke, Number(drawing.dataset.edge)));
    });
    return [make("p", "", `${review.noPictures}: ${stroke.why_no_pictures}`), sheet];
  });
}
