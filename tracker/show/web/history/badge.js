// The badge of a player: a picture of any size, made small here, since it travels with every score.

import { make } from "../elements/balls.js";
import { button, field } from "../elements/parts.js";

const SIZES_PX = [128, 96, 64];
/** Characters that the server takes (`web/routes/players.py`). */
const LARGEST = 40000;

/** A picture file as the address of a small picture. */
async function small(file) {
  const source = URL.createObjectURL(file);
  const image = Object.assign(new Image(), { src: source });
  try {
    await image.decode();
    return SIZES_PX.map((size) => drawn(image, size)).find((address) => address.length <= LARGEST);
  } finally {
    URL.revokeObjectURL(source);
  }
}

function drawn(image, size) {
  const [width, height] = [image.naturalWidth || size, image.naturalHeight || size];
  const scale = size / Math.max(width, height);
  const canvas = Object.assign(make("canvas"), { width: size, height: size });
  const [wide, high] = [width * scale, height * scale];
  canvas.getContext("2d").drawImage(image, (size - wide) / 2, (size - high) / 2, wide, high);
  return canvas.toDataURL("image/png");
}

/** The field of a badge: what is chosen goes with the form as `badge`. */
export function badgeField(words, badge, say) {
  const kept = Object.assign(make("input"), { type: "hidden", name: "badge", value: badge });
  const now = Object.assign(make("img", "badge"), { alt: "" });
  const choose = field(words.badge, { type: "file", accept: "image/*" });
  const input = choose.querySelector("input");
  input.required = false;
  const take = (address) => {
    kept.value = address;
    now.hidden = remove.hidden = !address;
    if (address) now.src = address;
  };
  const remove = button(words.noBadge, () => { input.value = ""; take(""); });
  input.addEventListener("change", () => input.files[0] && small(input.files[0]).then(take).catch(() => say("", words.noPicture)));
  take(badge);
  return make("div", "badges", "", choose, kept, now, remove);
}
