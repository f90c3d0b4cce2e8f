// The words of the pages of matches and players in four languages.

const ENGLISH = {
  lang: "Language", ways: "Matches and players", matches: "Matches", players: "Players", sheet: "Match sheet", table: (name) => `table ${name}`,
  tableHead: (name) => `Table ${name}`, board: "Scoreboard", desk: "Desk", watched: "Strokes watched by a camera",
  find: { player: "Player", since: "From", until: "To" }, look: "Find", none: "No match was found.", older: "Older matches",
  take: "Take away:", matchesCsv: "matches (CSV)", resultsCsv: "results for a league (CSV)", breaksCsv: "breaks (CSV)", callsCsv: "all calls (CSV)", takeAway: "Print and take away",
  print: "Print on one page", share: "Link to this sheet", shared: "Whoever has this link reads the sheet without an account", whole: "The long sheet: every call, every stroke that was seen",
  won: (name) => `${name} won`, abandoned: "abandoned", goesOn: "goes on", undecided: "undecided", unreadable: "the books cannot be played",
  notBegun: "No frame was begun.", highOf: (points, name) => `high break ${points} (${name})`,
  framesWon: (part, won) => `${part}: ${won[0]} to ${won[1]}`, number: "No.", ended: "How it ended", breaks: (n) => `Breaks of ${n} and more`,
  statistics: "Statistics", points: "Points", highest: "Highest break", breaksOf: (n) => `Breaks of ${n}+`, fouls: "Fouls", given: "Points from fouls and starts",
  scoring: "Strokes that scored", time: "Time a stroke", seconds: (n) => `${n} s`,
  watchedNote: (n) => `A camera watched ${n} strokes. It cannot tell a pot that was missed from a safety: all strokes count.`,
  matchesWon: "matches won", partsWon: (part) => `${part.toLowerCase()} won`, breaksMade: "Breaks", headToHead: "Head to head", opponent: "Against",
  wonHead: "Won", lostHead: "Lost", best: "Highest breaks", break: "Break", when: "When", handicap: (n) => `handicap ${n}`,
  games: { snooker: "Snooker", billiards: "Billiards", novuss: "Novuss" },
};

const ITALIAN = {
  lang: "Lingua", ways: "Incontri e giocatori", matches: "Incontri", players: "Giocatori", sheet: "Referto", table: (name) => `tavolo ${name}`,
  tableHead: (name) => `Tavolo ${name}`, board: "Tabellone", desk: "Banco", watched: "Tiri visti da una telecamera",
  find: { player: "Giocatore", since: "Dal", until: "Al" }, look: "Cerca", none: "Nessun incontro trovato.", older: "Incontri precedenti",
  take: "Da scaricare:", matchesCsv: "incontri (CSV)", resultsCsv: "risultati per un campionato (CSV)", breaksCsv: "serie (CSV)", callsCsv: "tutte le chiamate (CSV)", takeAway: "Stampa e scarica",
  print: "Stampa su una pagina", share: "Link a questo referto", shared: "Chi ha questo link legge il referto senza account", whole: "Il referto lungo: ogni chiamata, ogni tiro visto",
  won: (name) => `vince ${name}`, abandoned: "abbandonato", goesOn: "in corso", undecided: "non deciso", unreadable: "i libri non si possono rileggere",
  notBegun: "Nessuna partita è stata iniziata.", highOf: (points, name) => `serie più alta ${points} (${name})`,
  framesWon: (part, won) => `${part}: ${won[0]} a ${won[1]}`, number: "N.", ended: "Come è finita", breaks: (n) => `Serie da ${n} in su`,
  statistics: "Statistiche", points: "Punti", highest: "Serie più alta", breaksOf: (n) => `Serie da ${n}+`, fouls: "Falli", given: "Punti da falli e vantaggi",
  scoring: "Tiri a punto", time: "Tempo per tiro", seconds: (n) => `${n} s`,
  watchedNote: (n) => `Una telecamera ha visto ${n} tiri. Non distingue un imbucamento mancato da una difesa: contano tutti i tiri.`,
  matchesWon: "incontri vinti", partsWon: (part) => `${part.toLowerCase()} vinte`, breaksMade: "Serie", headToHead: "Scontri diretti", opponent: "Contro",
  wonHead: "Vinti", lostHead: "Persi", best: "Serie più alte", break: "Serie", when: "Quando", handicap: (n) => `handicap ${n}`,
  games: { snooker: "Snooker", billiards: "Biliardo inglese", novuss: "Novuss" },
};

const SWEDISH = {
  lang: "Språk", ways: "Matcher och spelare", matches: "Matcher", players: "Spelare", sheet: "Matchprotokoll", table: (name) => `bord ${name}`,
  tableHead: (name) => `Bord ${name}`, board: "Resultattavla", desk: "Domarbord", watched: "Stötar som en kamera såg",
  find: { player: "Spelare", since: "Från", until: "Till" }, look: "Sök", none: "Ingen match hittades.", older: "Äldre matcher",
  take: "Hämta:", matchesCsv: "matcher (CSV)", resultsCsv: "resultat för en serie (CSV)", breaksCsv: "serier (CSV)", callsCsv: "alla domslut (CSV)", takeAway: "Skriv ut och hämta",
  print: "Skriv ut på en sida", share: "Länk till protokollet", shared: "Den som har länken läser protokollet utan konto", whole: "Det långa protokollet: varje domslut, varje stöt som sågs",
  won: (name) => `${name} vann`, abandoned: "avbruten", goesOn: "pågår", undecided: "oavgjord", unreadable: "böckerna går inte att spela upp",
  notBegun: "Inget frame har börjat.", highOf: (points, name) => `högsta serie ${points} (${name})`,
  framesWon: (part, won) => `${part}: ${won[0]} mot ${won[1]}`, number: "Nr", ended: "Hur det slutade", breaks: (n) => `Serier på minst ${n}`,
  statistics: "Statistik", points: "Poäng", highest: "Högsta serie", breaksOf: (n) => `Serier på ${n}+`, fouls: "Fel", given: "Poäng av fel och försprång",
  scoring: "Stötar som gav poäng", time: "Tid per stöt", seconds: (n) => `${n} s`,
  watchedNote: (n) => `En kamera såg ${n} stötar. Den kan inte skilja en missad sänkning från en säkerhetsstöt: alla stötar räknas.`,
  matchesWon: "vunna matcher", partsWon: (part) => `vunna ${part.toLowerCase()}`, breaksMade: "Serier", headToHead: "Inbördes möten", opponent: "Mot",
  wonHead: "Vunna", lostHead: "Förlorade", best: "Högsta serier", break: "Serie", when: "När", handicap: (n) => `handikapp ${n}`,
  games: { snooker: "Snooker", billiards: "Engelsk biljard", novuss: "Novuss" },
};

const CHINESE = {
  lang: "语言", ways: "比赛与选手", matches: "比赛", players: "选手", sheet: "比赛记录表", table: (name) => `${name} 号球台`,
  tableHead: (name) => `${name} 号球台`, board: "记分牌", desk: "裁判台", watched: "摄像机看到的击球",
  find: { player: "选手", since: "从", until: "到" }, look: "查找", none: "没有找到比赛。", older: "更早的比赛",
  take: "下载：", matchesCsv: "比赛（CSV）", resultsCsv: "联赛成绩（CSV）", breaksCsv: "单杆（CSV）", callsCsv: "全部判罚（CSV）", takeAway: "打印与下载",
  print: "打印成一页", share: "此记录表的链接", shared: "持有此链接的人无需账户即可阅读记录表", whole: "完整记录：每次判罚、每次看到的击球",
  won: (name) => `${name} 获胜`, abandoned: "已中止", goesOn: "进行中", undecided: "未分胜负", unreadable: "记录无法重放",
  notBegun: "尚未开局。", highOf: (points, name) => `单杆最高 ${points}（${name}）`,
  framesWon: (part, won) => `${part}：${won[0]} 比 ${won[1]}`, number: "局", ended: "结束原因", breaks: (n) => `${n} 分以上单杆`,
  statistics: "统计", points: "得分", highest: "单杆最高", breaksOf: (n) => `单杆 ${n}+`, fouls: "犯规", given: "犯规与让分所得",
  scoring: "得分击球", time: "每击用时", seconds: (n) => `${n} 秒`,
  watchedNote: (n) => `摄像机看到 ${n} 次击球。它分不清失误的进攻与防守：所有击球都计算在内。`,
  matchesWon: "胜场", partsWon: (part) => `${part} 胜数`, breaksMade: "单杆", headToHead: "交手记录", opponent: "对手",
  wonHead: "胜", lostHead: "负", best: "最高单杆", break: "单杆", when: "日期", handicap: (n) => `让分 ${n}`,
  games: { snooker: "斯诺克", billiards: "英式台球", novuss: "诺乌斯" },
};

/** The words of the pages of matches and players; English where a language has none of ours. */
export const historyWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;
