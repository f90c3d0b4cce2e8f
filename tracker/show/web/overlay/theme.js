// How graphics look: the club's colours, type, title and logo (docs/streams.md), put onto an element as CSS variables.

/** The variables that a theme may set, as they are by themselves (tokens.css); the last is for what a type is made of. */
export const COLOURS = {
  "ink": "#f6f3ea", "dim": "#b9c2bb", "shade": "#0c1512", "shade-2": "#14211c", "rule": "#2b3b34", "brass": "#e3bd6a",
  "points": "#f6f3ea", "points-ink": "#101713", "alarm": "#b3201f", "alarm-ink": "#ffffff", "free": "#f6f3ea",
};

const CHINESE = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Cuewatch SC"';

// For a machine without a Chinese font. A sheet within an element brings none, so the document is given it; it is fetched where it is needed.
document.fonts.add(new FontFace("Cuewatch SC", `url(${new URL("../elements/noto-sans-sc.woff2", import.meta.url)})`,
  { weight: "400 900", display: "swap", unicodeRange: "U+2E80-9FFF, U+FF00-FFEF" }));

/** Kinds of type, each of fonts that some machine has; empty: that of all our screens. */
export const TYPES = {
  "": "",
  "serif": `Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", ${CHINESE}, serif`,
  "condensed": `"Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", "DejaVu Sans Condensed", ${CHINESE}, sans-serif`,
  "mono": `ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", ${CHINESE}, monospace`,
};

/** A theme that changes nothing. */
export const PLAIN = { title: "", stage: "", logo: "", type: "", colours: {} };

/** Dress an element in a theme. */
export function wear(element, theme) {
  for (const name of Object.keys(COLOURS)) {
    if (theme.colours[name]) element.style.setProperty(`--${name}`, theme.colours[name]);
    else element.style.removeProperty(`--${name}`);
  }
  const type = TYPES[theme.type] ?? "";
  if (type) element.style.setProperty("--type", type);
  else element.style.removeProperty("--type");
}

/** How much lighter one colour is than another, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one, other) {
  const light = (hex) => {
    const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Return what asks for the theme whenever a state says that it is another one, and gives it to `dress`. */
export function themeKeeper(ask, dress) {
  let mark = "";
  return async ({ theme = "" }) => {
    if (theme === mark) return;
    const before = mark;
    mark = theme;
    try {
      dress(theme ? await ask("theme") : PLAIN);
    } catch {
      if (mark === theme) mark = before;
    }
  };
}
