// The language of a page: what its address asks for, what was chosen before, or the browser's own.

import { languageOf, NAMES } from "./words.js";

const KEPT = "cuewatch-lang";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The language to begin with. */
export const languageNow = () => new URLSearchParams(location.search).get("lang") ?? kept() ?? languageOf("");

/** Let a language be chosen; `speak` is called with its code, at once and whenever it is another. */
export function chooseLanguage(select, speak) {
  const now = languageNow();
  select.append(...Object.entries(NAMES).map(([code, name]) => new Option(name, code, code === now, code === now)));
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(KEPT, select.value);
    } catch {
      /* A browser without storage asks again next time. */
    }
    document.documentElement.lang = select.value;
    speak(select.value);
  });
  document.documentElement.lang = select.value;
  speak(select.value);
}
