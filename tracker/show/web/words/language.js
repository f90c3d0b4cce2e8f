// The language of a page: what its address asks for, what was chosen before, or the browser's own.

import { languageOf, NAMES } from "./words.js";

const KEPT = "cuewatch-lang";
const hearers = [];
let chosen = null;

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

const languageNow = () => new URLSearchParams(location.search).get("lang") ?? kept() ?? languageOf("");

/** Call `hear` with the language's code, at once and whenever another is chosen. */
export function hearLanguage(hear) {
  hearers.push(hear);
  hear(chosen ?? languageNow());
}

/** Let a language be chosen at the head of a page; `spoken` is given its code and its words, at once and whenever it is another. */
export function chooseLanguage(wordsOf, spoken) {
  const [select, label] = ["lang", "langLabel"].map((id) => document.getElementById(id));
  const now = languageNow();
  select.append(...Object.entries(NAMES).map(([code, name]) => new Option(name, code, code === now, code === now)));
  function speak() {
    const words = wordsOf(select.value);
    document.documentElement.lang = select.value;
    document.title = `Cuewatch: ${words.title}`;
    label.textContent = words.lang;
    spoken(select.value, words);
    chosen = select.value;
    hearers.forEach((hear) => hear(chosen));
  }
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(KEPT, select.value);
    } catch {
      /* A browser without storage asks again next time. */
    }
    speak();
  });
  speak();
}
