// A table between four corners, as a camera without a lens's bend sees it: drawn while the corners are moved, until the
// program has looked for the cushions. Corners stand in turn as seen from the Baulk end: Baulk left and right, Top right and left.

const STEPS = 24;

/** The way from places of the unit square to the quadrilateral between four points (Heckbert, 1989). */
export function squareTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return [(a * u + b * v + x0) / depth, (d * u + e * v + y0) / depth];
  };
}

/** Tell whether four corners go round a table: each turns the same way. */
export function areInTurn(corners) {
  const turns = corners.map(([x, y], k) => {
    const [[x1, y1], [x2, y2]] = [corners[(k + 1) % 4], corners[(k + 2) % 4]];
    return Math.sign((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1));
  });
  return turns.every((turn) => turn !== 0 && turn === turns[0]);
}

/** The lines of a kit between four corners, as the program gives those of a table that it has found. */
export function guessedLines(kit, corners) {
  if (!areInTurn(corners)) return [{ kind: "nose", points: [...corners, corners[0]] }];
  const to = squareTo(corners);
  const at = (x, y) => to(x / kit.width_mm, y / kit.length_mm);
  const lines = [{ kind: "nose", points: [...corners, corners[0]] }];
  if (kit.is_board) {
    const [x, y] = [kit.width_mm / 2, kit.length_mm / 2];
    return [...lines, { kind: "mark", points: [at(x, 0), at(x, kit.length_mm)] }, { kind: "mark", points: [at(0, y), at(kit.width_mm, y)] }];
  }
  if (kit.baulk_mm) {
    lines.push({ kind: "mark", points: [at(0, kit.baulk_mm), at(kit.width_mm, kit.baulk_mm)] });
    const arc = Array.from({ length: STEPS + 1 }, (_, k) => (Math.PI * k) / STEPS);
    lines.push({ kind: "mark", points: arc.map((turn) =>
      at(kit.width_mm / 2 + kit.d_radius_mm * Math.cos(turn), kit.baulk_mm - kit.d_radius_mm * Math.sin(turn))) });
  }
  const middle = kit.length_mm / 2;
  lines.push({ kind: "pocket", points: [at(0, middle), at(0.03 * kit.width_mm, middle)] });
  lines.push({ kind: "pocket", points: [at(kit.width_mm, middle), at(0.97 * kit.width_mm, middle)] });
  return lines;
}

/** Where in the picture the Baulk end lies: near, far, left or right, or by two of these words, as far-left. */
export function baulkEnd([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [right, down] = [x0 + x1 - x2 - x3, y0 + y1 - y2 - y3];
  const least = Math.tan(Math.PI / 8) * Math.max(Math.abs(right), Math.abs(down));
  const words = [Math.abs(down) > least && (down > 0 ? "near" : "far"), Math.abs(right) > least && (right > 0 ? "right" : "left")];
  return words.filter(Boolean).join("-");
}

/** The same corners with the table turned round. */
export const turnedRound = ([a, b, c, d]) => [c, d, a, b];

/** The same corners with a square board turned by one side. */
export const turnedOn = ([a, b, c, d]) => [b, c, d, a];

/** Corners to begin with where nothing was found: a table along the middle of the picture. */
export const firstCorners = ([wide, high]) => [
  [0.2 * wide, 0.85 * high], [0.8 * wide, 0.85 * high], [0.66 * wide, 0.2 * high], [0.34 * wide, 0.2 * high],
];
