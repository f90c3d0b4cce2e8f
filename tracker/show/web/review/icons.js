// Signs for the buttons of the review, drawn alike on every machine.

import { drawn } from "../elements/drawing.js";

const PATHS = {
  back: "M17 5 6 12l11 7Z",
  pause: "M7 5h3.6v14H7ZM13.4 5H17v14h-3.6Z",
  forward: "M7 5l11 7-11 7Z",
  before: "M6.5 5h3v14h-3ZM19 5 10.5 12 19 19Z",
  after: "M14.5 5h3v14h-3ZM5 5l8.5 7L5 19Z",
  in: "M13 4H7v16h6v-3h-3V7h3Z",
  out: "M11 4h6v16h-6v-3h3V7h-3Z",
  loop: "M12 4a8 8 0 0 1 6.9 3.95L21 6v6.5h-6.5l2.5-2.6A5.3 5.3 0 1 0 17.05 14h2.85A8 8 0 1 1 12 4Z",
  clear: "M6.2 4 12 9.8 17.8 4 20 6.2 14.2 12 20 17.8 17.8 20 12 14.2 6.2 20 4 17.8 9.8 12 4 6.2Z",
  slower: "M5 10.5h14v3H5Z",
  faster: "M10.5 5h3v5.5H19v3h-5.5V19h-3v-5.5H5v-3h5.5Z",
  tracks: "M2.5 19.5 13 9 14.8 10.8 4.3 21.3ZM17.5 2a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9ZM17.5 4a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5Z",
  table: "M2 6h5v2H4v3H2ZM10 6h4v2h-4ZM17 6h5v5h-2V8h-3ZM2 13h2v3h3v2H2ZM10 16h4v2h-4ZM20 13h2v5h-5v-2h3Z",
  whole: "M4 4h6v2.5H6.5V10H4ZM14 4h6v6h-2.5V6.5H14ZM4 14h2.5v3.5H10V20H4ZM17.5 14H20v6h-6v-2.5h3.5Z",
};
PATHS.nearer = PATHS.faster;
PATHS.farther = PATHS.slower;

/** The sign of a button. */
export const iconOf = (name) => drawn("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn("path", { d: PATHS[name] }));
