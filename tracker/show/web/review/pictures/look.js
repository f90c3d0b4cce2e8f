// Which part of a picture the stage shows: zoomed at a point, moved, and never beyond the picture's edge.

const NEAREST = 16;

/** The whole picture. */
export const WHOLE = { zoom: 1, x: 0.5, y: 0.5 };

/** The part of a picture `{width, height}` on a stage of so many px: its corner and size in px of the picture, and `unit`, px of the picture in one of the stage. */
export function boxOf({ zoom, x, y }, { width, height }, stage) {
  const unit = Math.max(width / stage.width, height / stage.height) / zoom;
  const [across, down] = [stage.width * unit, stage.height * unit];
  return { left: edge(x, width, across), top: edge(y, height, down), width: across, height: down, unit };
}

/** Where the part begins along one axis: about the middle wanted, in the picture, and centred where there is room to spare. */
function edge(middle, whole, part) {
  if (part >= whole) return (whole - part) / 2;
  return Math.min(Math.max(middle * whole - part / 2, 0), whole - part);
}

/** Zoom by a factor about a point of the stage (px from its corner), which stays where it is. */
export function zoomedAt(look, factor, point, size, stage) {
  const zoom = Math.min(NEAREST, Math.max(1, look.zoom * factor));
  if (zoom === 1) return WHOLE;
  const box = boxOf(look, size, stage);
  const [x, y] = [box.left + point.x * box.unit, box.top + point.y * box.unit];
  const unit = (box.unit * look.zoom) / zoom;
  return settled({
    zoom,
    x: (x + (stage.width / 2 - point.x) * unit) / size.width,
    y: (y + (stage.height / 2 - point.y) * unit) / size.height,
  }, size, stage);
}

/** Look at a point of the picture, so much nearer. */
export const lookingAt = (point, zoom, size, stage) => settled({ zoom, x: point.x / size.width, y: point.y / size.height }, size, stage);

/** Move the picture by so many px of the stage. */
export function movedBy(look, dx, dy, size, stage) {
  const { unit } = boxOf(look, size, stage);
  return settled({ ...look, x: look.x - (dx * unit) / size.width, y: look.y - (dy * unit) / size.height }, size, stage);
}

/** The same part, told by the middle that it really has. */
function settled(look, size, stage) {
  const box = boxOf(look, size, stage);
  return { ...look, x: (box.left + box.width / 2) / size.width, y: (box.top + box.height / 2) / size.height };
}
