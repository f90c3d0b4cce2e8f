// The words of the screens in four languages, those of the rulebooks where these exist; `of(lang)` gives the words.

/** What a ball carries, so that colour never tells alone: the letter of its key at the desk (`desk/keys/keys.js`). */
const LETTERS = { red: "R", yellow: "Y", green: "G", brown: "B", blue: "L", pink: "P", black: "K", white: "W", a: "A", b: "B", striker: "S" };

const ENGLISH = {
  numbered: (part, n) => `${{ frame: "Frame", set: "Set", game: "Game" }[part]} ${n}`,
  parts: { frame: "Frames", set: "Sets", game: "Games" },
  bestOf: (n) => `Best of ${n}`, upTo: (n) => `To ${n} points`, start: (a, b) => `Start ${a}–${b}`,
  atTable: "At the table",
  break: "Break",
  series: "Series",
  remaining: "Remaining",
  on: "On",
  time: "Stroke",
  high: "High break",
  highSeries: "Best series",
  snookers: (n) => (n === 1 ? "needs 1 snooker" : `needs ${n} snookers`),
  wins: { frame: "wins the frame", set: "wins the set", game: "wins the game", match: "wins the match" },
  level: "Level",
  provisional: "Provisional",
  camera: "Camera lost: scored by hand",
  line: "No connection: last known score",
  asOf: (ago) => `As it was ${ago}`,
  noMatch: "No match at this table",
  balls: {
    red: "Red", yellow: "Yellow", green: "Green", brown: "Brown", blue: "Blue", pink: "Pink", black: "Black",
    white: "White", colour: "Colour", "free-ball": "Free ball", a: "Light puck", b: "Dark puck", striker: "Striker",
  },
  frameBall: { frame: "Frame ball", match: "Match ball" }, respotted: "Re-spotted black", interval: "Interval", abandoned: "Match abandoned",
  letters: LETTERS,
  counts: {
    owed: "Penalty pucks owed", hazards: "Hazards in succession", cannons: "Cannons in succession", crossing: "Baulk-line by a break of",
    "red-to-centre": "Potted again, the red goes to the Centre Spot:", of: (n, most) => `${n} of ${most}`, more: (n) => `${n} more`,
  },
  strips: {
    "foul": "Foul", "foul-and-a-miss": "Foul and a miss", "free-ball": "Free ball", "touching-ball": "Touching ball",
    "miss": "Miss", "penalty": "Penalty", "warning": "Warning", "time-foul": "Time foul", "time-out": "Time out",
    "penalty-puck": "Penalty puck", "turn-lost": "Turn lost", "set-lost": "Set lost", "game-lost": "Game lost",
    "declare": "Declare", "time": "Time", "baulk-line-crossed": "Baulk-line crossed",
    "baulk-line-warning": "Baulk-line warning at", "ten-hazards": "Ten hazards", "seventy-cannons": "Seventy cannons",
  },
};

const ITALIAN = {
  numbered: (part, n) => `${part === "set" ? "Set" : "Partita"} ${n}`,
  parts: { frame: "Partite", set: "Set", game: "Partite" },
  bestOf: (n) => `Al meglio di ${n}`, upTo: (n) => `A ${n} punti`, start: (a, b) => `Vantaggio ${a}–${b}`,
  atTable: "Al tavolo",
  break: "Break",
  series: "Serie",
  remaining: "In tavolo",
  on: "Accesa",
  time: "Tiro",
  high: "Break più alto",
  highSeries: "Serie migliore",
  snookers: (n) => `servono ${n} snooker`,
  wins: { frame: "vince la partita", set: "vince il set", game: "vince la partita", match: "vince l’incontro" },
  level: "Parità",
  provisional: "Provvisorio",
  camera: "Telecamera persa: punti a mano",
  line: "Senza collegamento: ultimo punteggio noto",
  asOf: (ago) => `Com’era ${ago}`,
  noMatch: "Nessun incontro a questo tavolo",
  balls: {
    red: "Rossa", yellow: "Gialla", green: "Verde", brown: "Marrone", blue: "Blu", pink: "Rosa", black: "Nera",
    white: "Bianca", colour: "Colore", "free-ball": "Bilia libera", a: "Pedina chiara", b: "Pedina scura", striker: "Battente",
  },
  frameBall: { frame: "Bilia partita", match: "Bilia incontro" }, respotted: "Nera riposizionata", interval: "Intervallo", abandoned: "Incontro interrotto",
  letters: LETTERS,
  counts: {
    owed: "Pedine di penalità dovute", hazards: "Colpi in buca di seguito", cannons: "Carambole di seguito", crossing: "Linea d’acchito entro un break di",
    "red-to-centre": "Rossa al punto centrale se imbucata ancora:", of: (n, most) => `${n} di ${most}`, more: (n) => `${n}`,
  },
  strips: {
    "foul": "Fallo", "foul-and-a-miss": "Fallo e rimessa", "free-ball": "Bilia libera",
    "touching-ball": "Bilia in contatto", "miss": "Rimessa", "penalty": "Penalità", "warning": "Ammonizione",
    "time-foul": "Fallo di tempo", "time-out": "Tempo scaduto", "penalty-puck": "Pedina di penalità",
    "turn-lost": "Turno perso", "set-lost": "Set perso", "game-lost": "Partita persa", "declare": "Dichiarare",
    "time": "Tempo", "baulk-line-crossed": "Linea d’acchito superata",
    "baulk-line-warning": "Avviso linea d’acchito a", "ten-hazards": "Dieci colpi in buca", "seventy-cannons": "Settanta carambole",
  },
};

const SWEDISH = {
  numbered: (part, n) => `${{ frame: "Frame", set: "Set", game: "Game" }[part]} ${n}`,
  parts: { frame: "Frame", set: "Set", game: "Game" },
  bestOf: (n) => `Bäst av ${n}`, upTo: (n) => `Till ${n} poäng`, start: (a, b) => `Handikapp ${a}–${b}`,
  atTable: "Vid bordet",
  break: "Serie",
  series: "Serie",
  remaining: "Kvar",
  on: "Spelbar",
  time: "Stöt",
  high: "Högsta serie",
  highSeries: "Bästa serie",
  snookers: (n) => `behöver ${n} snooker`,
  wins: { frame: "vinner framet", set: "vinner setet", game: "vinner gamet", match: "vinner matchen" },
  level: "Lika",
  provisional: "Preliminärt",
  camera: "Kameran borta: poängen förs för hand",
  line: "Ingen förbindelse: senast kända ställning",
  asOf: (ago) => `Som det var ${ago}`,
  noMatch: "Ingen match vid detta bord",
  balls: {
    red: "Röd", yellow: "Gul", green: "Grön", brown: "Brun", blue: "Blå", pink: "Rosa", black: "Svart",
    white: "Vit", colour: "Färg", "free-ball": "Fri boll", a: "Ljus bricka", b: "Mörk bricka", striker: "Striker",
  },
  frameBall: { frame: "Frameboll", match: "Matchboll" }, respotted: "Återlagd svart", interval: "Paus", abandoned: "Matchen avbruten",
  letters: LETTERS,
  counts: {
    owed: "Straffbrickor att lägga", hazards: "Hazards i rad", cannons: "Karamboler i rad", crossing: "Kvarterslinjen senast vid en serie på",
    "red-to-centre": "Röd till mittpunkten om den sänks igen:", of: (n, most) => `${n} av ${most}`, more: (n) => `${n} till`,
  },
  strips: {
    "foul": "Foul", "foul-and-a-miss": "Foul och miss", "free-ball": "Fri boll", "touching-ball": "Press",
    "miss": "Miss", "penalty": "Straff", "warning": "Varning", "time-foul": "Tidsfoul", "time-out": "Tiden ute",
    "penalty-puck": "Straffbricka", "turn-lost": "Turen förlorad", "set-lost": "Setet förlorat",
    "game-lost": "Gamet förlorat", "declare": "Nominera", "time": "Tid", "baulk-line-crossed": "Kvarterslinjen korsad",
    "baulk-line-warning": "Kvarterslinje\u00advarning vid", "ten-hazards": "Tio hazards", "seventy-cannons": "Sjuttio karamboler",
  },
};

const CHINESE = {
  numbered: (part, n) => `第 ${n} ${CHINESE.parts[part]}`,
  parts: { frame: "局", set: "盘", game: "局" },
  bestOf: (n) => `${n} 局 ${Math.floor(n / 2) + 1} 胜`, upTo: (n) => `先得 ${n} 分`, start: (a, b) => `起始分 ${a}–${b}`,
  atTable: "击球",
  break: "单杆",
  series: "连击",
  remaining: "剩余",
  on: "活球",
  time: "用时",
  high: "最高单杆",
  highSeries: "最佳连击",
  snookers: (n) => `需做 ${n} 杆斯诺克`,
  wins: { frame: "赢得本局", set: "赢得本盘", game: "赢得本局", match: "赢得比赛" },
  level: "平分",
  provisional: "暂定",
  camera: "摄像机断开：人工记分",
  line: "连接中断：最后已知比分",
  asOf: (ago) => `所示为${ago}的情况`,
  noMatch: "此球台没有比赛",
  balls: {
    red: "红球", yellow: "黄球", green: "绿球", brown: "棕球", blue: "蓝球", pink: "粉球", black: "黑球",
    white: "白球", colour: "彩球", "free-ball": "自由球", a: "浅色棋子", b: "深色棋子", striker: "母棋",
  },
  frameBall: { frame: "局点", match: "赛点" }, respotted: "重置黑球", interval: "局间休息", abandoned: "比赛中止",
  letters: { red: "红", yellow: "黄", green: "绿", brown: "棕", blue: "蓝", pink: "粉", black: "黑", white: "白", a: "浅", b: "深", striker: "母" },
  counts: {
    owed: "欠罚子", hazards: "连续进袋", cannons: "连续双碰", crossing: "须越过开球线，单杆不超过",
    "red-to-centre": "再进红球则置于中点：", of: (n, most) => `${n}/${most}`, more: (n) => `再 ${n} 次`,
  },
  strips: {
    "foul": "犯规", "foul-and-a-miss": "犯规且未尽力", "free-ball": "自由球", "touching-ball": "贴球",
    "miss": "未尽力", "penalty": "受罚", "warning": "警告", "time-foul": "超时犯规", "time-out": "时间到",
    "penalty-puck": "罚子", "turn-lost": "失去击球权", "set-lost": "输掉本盘", "game-lost": "输掉本局",
    "declare": "指定", "time": "时间到", "baulk-line-crossed": "越过开球线",
    "baulk-line-warning": "开球线提醒", "ten-hazards": "连续十次进袋", "seventy-cannons": "连续七十次双碰",
  },
};

/** What the referee said, by the kind of its strip, in words and a number: `baulk-line-warning-at-80`. */
export function callOf(kind, words) {
  const [, what, at = ""] = /^(.*?)(?:-at-(\d+))?$/.exec(kind);
  return { text: words.strips[what] ?? what.replaceAll("-", " "), value: at };
}

/** What a game counts beside the score, as [kind, words, number]. */
export function countsOf({ counts = [] }, { names }, words) {
  return counts.map(({ kind, number, most, side }) => {
    const told = most !== null ? words.counts.of(number, most) : kind === "red-to-centre" ? words.counts.more(number) : String(number);
    return [kind, words.counts[kind], side === null ? told : `${names[side]} ${told}`];
  });
}

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The languages by their codes, as their speakers call them. */
export const NAMES = { en: "English", it: "Italiano", sv: "Svenska", zh: "中文" };

/** The words of a language; English where it has none of ours. */
export function wordsOf(lang) {
  return LANGUAGES[(lang ?? "en").slice(0, 2)] ?? ENGLISH;
}

/** The language that an address asks for, or the browser's own. */
export function languageOf(search) {
  return (new URLSearchParams(search).get("lang") ?? navigator.language ?? "en").slice(0, 2);
}

/** What the two sides have agreed on: for how many frames they play, to how many points, and with what start. */
export function agreedOf({ best_of: best, target, handicap = [0, 0] }, words) {
  return [...(best ? [words.bestOf(best)] : []), ...(target ? [words.upTo(target)] : []), ...(handicap.some(Boolean) ? [words.start(...handicap)] : [])].join(" · ");
}
