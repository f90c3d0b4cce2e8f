// The words of a stream's graphics in four languages; those of the score itself are in `words/words.js`.

const ENGLISH = {
  breakOf: (n) => `Break of ${n}`, maximum: "Maximum break", table: "The table from above", replay: "Replay", statistics: "Statistics",
  points: "Points", highest: "Highest break", large: "Breaks of 50+", centuries: "Centuries", fouls: "Fouls", scoring: "Strokes that scored",
  time: "Average stroke", seconds: (n) => `${n.toFixed(1)} s`,
  verdicts: { upheld: "Call stands", changed: "Call changed", inconclusive: "Not conclusive" },
};

const ITALIAN = {
  breakOf: (n) => `Break di ${n}`, maximum: "Break massimo", table: "Il tavolo dall’alto", replay: "Replay", statistics: "Statistiche",
  points: "Punti", highest: "Break più alto", large: "Break da 50 in su", centuries: "Centurie", fouls: "Falli", scoring: "Tiri a punto",
  time: "Tempo medio", seconds: (n) => `${n.toFixed(1).replace(".", ",")} s`,
  verdicts: { upheld: "Chiamata confermata", changed: "Chiamata cambiata", inconclusive: "Non decisivo" },
};

const SWEDISH = {
  breakOf: (n) => `Serie på ${n}`, maximum: "Maximiserie", table: "Bordet uppifrån", replay: "Repris", statistics: "Statistik",
  points: "Poäng", highest: "Högsta serie", large: "Serier på 50+", centuries: "Centuries", fouls: "Foul", scoring: "Stötar som gav poäng",
  time: "Tid per stöt", seconds: (n) => `${n.toFixed(1).replace(".", ",")} s`,
  verdicts: { upheld: "Domslutet står fast", changed: "Domslutet ändrat", inconclusive: "Går inte att avgöra" },
};

const CHINESE = {
  breakOf: (n) => `单杆 ${n} 分`, maximum: "满分杆", table: "球台俯视图", replay: "回放", statistics: "统计",
  points: "得分", highest: "最高单杆", large: "50+ 单杆", centuries: "破百", fouls: "犯规", scoring: "得分击球",
  time: "平均用时", seconds: (n) => `${n.toFixed(1)} 秒`,
  verdicts: { upheld: "维持判罚", changed: "改判", inconclusive: "无法判定" },
};

/** The words of the graphics; English where a language has none of ours. */
export function graphicWordsOf(lang) {
  return { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE }[(lang ?? "en").slice(0, 2)] ?? ENGLISH;
}
