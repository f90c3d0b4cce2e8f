// What the pages of the hub share: the score at a table, and in words how old it is.

import { ago } from "../elements/age.js";
import { make } from "../elements/balls.js";
import { wordsOf } from "../words/words.js";

const AGAIN_MS = 2000;
const OFF_S = 120;

/** How old what is shown of a hall is: when it was heard from last, and whether its clock is wrong. */
export function ageOf(hall, now_us, words, lang) {
  const heard = hall.heard_us === null ? words.never : (hall.silent ? words.silent : words.heard)(ago((now_us - hall.heard_us) / 1e6, lang));
  const off = Math.abs(hall.ahead_us) / 1e6 > OFF_S ? [words.clock(Math.round(hall.ahead_us / 6e7))] : [];
  const age = make("p", "age", [heard, ...off].join(" · "));
  age.dataset.old = hall.silent ? "yes" : "no";
  return age;
}

/** The score at a table, and when it came. */
export function scoreOf(table, now_us, words, lang) {
  const said = wordsOf(lang);
  const name = make("span", "said", [words.table(table.table), table.label].filter(Boolean).join(" · "));
  const came = make("span", "age", words.came(ago((now_us - table.taken_us) / 1e6, lang)));
  if (table.trouble) return [name, make("span", "", words.unreadable), came];
  const sides = [0, 1].flatMap((side) => [make("span", "names", table.names[side]), make("i", "", String(table.won[side])), make("b", "", String(table.frame.points[side]))]);
  const over = table.abandoned ? [said.abandoned] : table.over ? [words.over] : [];
  const best = table.best_of ? [said.bestOf(table.best_of)] : [];
  const stands = [said.numbered(table.frame.part, table.frame.number), ...best, ...over].join(" · ");
  return [name, make("span", "score", "", ...sides), make("span", "said", stands), came];
}

/** Have `look` called now and again while the page is in view; `told` hears whether the hub answers, and since when it does not. */
export function keepLooking(look, told) {
  let answered = Date.now();
  async function once() {
    try {
      await look();
      answered = Date.now();
      told(null);
    } catch {
      told((Date.now() - answered) / 1000);
    }
  }
  setInterval(() => { if (!document.hidden) once(); }, AGAIN_MS);
  return once();
}
