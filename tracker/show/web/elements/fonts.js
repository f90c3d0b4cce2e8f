// Fonts that come with us, for graphics too: a style sheet within an element can bring none, and the page may be another's.

const FONTS = {
  "Cuewatch flags": { file: "flags.woff2", unicodeRange: "U+1F1E6-1F1FF, U+1F3F4, U+E0030-E007F" },
  "Cuewatch SC": { file: "noto-sans-sc.woff2", weight: "400 900", display: "swap", unicodeRange: "U+2E80-9FFF, U+FF00-FFEF" },
};

/** Have a font at hand; it is fetched once something is written in it. */
export function bring(family) {
  if ([...document.fonts].some((one) => one.family.replaceAll('"', "") === family)) return;
  const { file, ...said } = FONTS[family];
  document.fonts.add(new FontFace(family, `url("${new URL(file, import.meta.url).href}")`, said));
}
