// Flags and badges beside names: a flag is told by its code (`SE`; `GB-ENG` for what has a flag of its own in sport), and named to whoever cannot see it.

import { make } from "./balls.js";
import { bring } from "./fonts.js";

/** What each flag shows now. */
const shown = new WeakMap();
const LETTER = 0x1f1e6 - "A".charCodeAt(0);
const TAG = 0xe0000;
/** What the list of regions holds beside countries. */
const NO_COUNTRIES = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ", "AC", "CP", "CQ", "DG", "EA", "IC", "TA"]);
const PARTS = {
  en: { "GB-ENG": "England", "GB-SCT": "Scotland", "GB-WLS": "Wales", "GB-NIR": "Northern Ireland" },
  it: { "GB-ENG": "Inghilterra", "GB-SCT": "Scozia", "GB-WLS": "Galles", "GB-NIR": "Irlanda del Nord" },
  sv: { "GB-ENG": "England", "GB-SCT": "Skottland", "GB-WLS": "Wales", "GB-NIR": "Nordirland" },
  zh: { "GB-ENG": "英格兰", "GB-SCT": "苏格兰", "GB-WLS": "威尔士", "GB-NIR": "北爱尔兰" },
};

/** The names of those parts of a country that have their own flag. */
export const partWordsOf = (lang) => PARTS[lang] ?? PARTS.en;

/** The flag of a code as text; letters where there is none. */
export function flagText(code) {
  if (/^[A-Z]{2}$/.test(code)) return [...code].map((one) => String.fromCodePoint(LETTER + one.charCodeAt(0))).join("");
  if (!/^GB-(ENG|SCT|WLS)$/.test(code)) return code.slice(3);
  const tags = [...code.replace("-", "").toLowerCase()].map((one) => String.fromCodePoint(TAG + one.charCodeAt(0)));
  return `\u{1F3F4}${tags.join("")}\u{E007F}`;
}

/** What a country is called. */
export function countryOf(code, lang) {
  return partWordsOf(lang)[code] ?? new Intl.DisplayNames([lang, "en"], { type: "region" }).of(code);
}

/** A flag, or the badge in its place, to stand beside a name; nothing to see where there is neither. */
export function flagOf(code, lang, badge = "") {
  const flag = make("span", "flag");
  wave(flag, code, lang, badge);
  return flag;
}

/** Make an element show another flag, or the badge (an address of a picture) in its place. */
export function wave(flag, code, lang, badge = "") {
  const wanted = badge || code;
  flag.hidden = !wanted;
  if (shown.get(flag) === `${lang} ${wanted}`) return;
  shown.set(flag, `${lang} ${wanted}`);
  const parts = badge ? [badgeOf(badge)] : code ? [textOf(code)] : [];
  flag.replaceChildren(...parts);
  if (badge || !code) return ["role", "aria-label", "title"].forEach((name) => flag.removeAttribute(name));
  flag.setAttribute("role", "img");
  flag.setAttribute("aria-label", countryOf(code, lang));
  flag.title = countryOf(code, lang);
}

/** A badge says nothing that the name beside it does not. */
const badgeOf = (src) => Object.assign(make("img", "badge"), { src, alt: "" });

function textOf(code) {
  bring("Cuewatch flags");
  const text = flagText(code);
  return /^[A-Z]/.test(text) ? make("small", "", text) : text;
}

/** All countries as pairs of code and name, by name. */
export function countriesIn(lang) {
  const names = new Intl.DisplayNames([lang, "en"], { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
  const codes = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => !NO_COUNTRIES.has(code));
  const named = codes.flatMap((code) => (isNow(code) && names.of(code) ? [[code, names.of(code)]] : []));
  return [...named, ...Object.entries(partWordsOf(lang))].sort((one, other) => one[1].localeCompare(other[1], lang));
}

/** Whether a code is the one that is used now: of a country that has changed it, the older one is written as the newer. */
function isNow(code) {
  return new Intl.Locale(`und-${code}`).region === code && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
