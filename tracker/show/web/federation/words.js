// The words of the hub's pages, in four languages.

const ENGLISH = {
  lang: "Language", title: "halls", table: (name) => `Table ${name}`,
  heard: (ago) => `up to date ${ago}`, silent: (ago) => `offline: what is shown was so ${ago}`, never: "never heard from yet",
  clock: (minutes) => `its clock is ${Math.abs(minutes)} min ${minutes > 0 ? "fast" : "slow"}`,
  came: (ago) => `last called ${ago}`, line: (ago) => `No connection to the hub: what is shown was so ${ago}`,
  none: "No match has been played here yet.", noHalls: "No hall is named yet.", over: "the match is over",
  unreadable: "This book cannot be played by this version", match: "All of the match", books: "Books:",
  overlay: "Overlay", board: "Scoreboard",
  inHall: "The strokes as recorded, in the hall", recordings: "Recordings",
  stay: "Recordings stay in the hall. What you ask for is fetched from there, and kept here for a day at most; the hall’s log says who asked.",
  noStrokes: "No camera has seen a stroke of this match.", stroke: (number) => `Stroke ${number}`, fetch: "Fetch", play: "Play", save: "Save", earlier: "Earlier strokes",
  asked: "asking the hall …", coming: (percent) => `fetching, ${percent} %`,
  why: {
    off: "this hall gives no recordings to the hub", none: "not recorded, or deleted in the hall by now", unknown: "the hall has no such stroke any more",
    large: "too long to be fetched: look at it in the hall", busy: "the hall is giving others theirs: ask again in a minute",
    away: "the hall does not answer: ask again when it is up to date", broken: "what came is not whole: ask again", full: "the hub has no room for it",
  },
};

const ITALIAN = {
  lang: "Lingua", title: "sale", table: (name) => `Tavolo ${name}`,
  heard: (ago) => `aggiornato ${ago}`, silent: (ago) => `non in linea: ciò che si vede era così ${ago}`, never: "mai sentita finora",
  clock: (minutes) => `il suo orologio è ${minutes > 0 ? "avanti" : "indietro"} di ${Math.abs(minutes)} min`,
  came: (ago) => `ultima chiamata ${ago}`, line: (ago) => `Nessun collegamento al centro: ciò che si vede era così ${ago}`,
  none: "Qui non si è ancora giocato alcun incontro.", noHalls: "Nessuna sala è ancora indicata.", over: "l’incontro è finito",
  unreadable: "Questa versione non può rigiocare questo libro", match: "Tutto l’incontro", books: "Libri:",
  overlay: "Grafica", board: "Tabellone",
  inHall: "I tiri registrati, nella sala", recordings: "Registrazioni",
  stay: "Le registrazioni restano nella sala. Ciò che si chiede viene preso da lì e tenuto qui al massimo un giorno; il registro della sala dice chi l’ha chiesto.",
  noStrokes: "Nessuna telecamera ha visto un tiro di questo incontro.", stroke: (number) => `Tiro ${number}`, fetch: "Prendi", play: "Guarda", save: "Salva", earlier: "Tiri precedenti",
  asked: "si chiede alla sala …", coming: (percent) => `in arrivo, ${percent} %`,
  why: {
    off: "questa sala non dà registrazioni al centro", none: "non registrato, o già cancellato nella sala", unknown: "la sala non ha più questo tiro",
    large: "troppo lungo da prendere: si guardi nella sala", busy: "la sala sta dando altre registrazioni: si chieda di nuovo tra un minuto",
    away: "la sala non risponde: si chieda di nuovo quando è aggiornata", broken: "ciò che è arrivato non è intero: si chieda di nuovo", full: "il centro non ha spazio",
  },
};

const SWEDISH = {
  lang: "Språk", title: "hallar", table: (name) => `Bord ${name}`,
  heard: (ago) => `aktuellt ${ago}`, silent: (ago) => `inte ansluten: det som visas gällde ${ago}`, never: "har aldrig hörts av ännu",
  clock: (minutes) => `dess klocka går ${Math.abs(minutes)} min ${minutes > 0 ? "före" : "efter"}`,
  came: (ago) => `senast dömt ${ago}`, line: (ago) => `Ingen förbindelse med navet: det som visas gällde ${ago}`,
  none: "Här har ännu ingen match spelats.", noHalls: "Ingen hall är ännu angiven.", over: "matchen är slut",
  unreadable: "Den här versionen kan inte spela upp boken", match: "Hela matchen", books: "Böcker:",
  overlay: "Grafik", board: "Resultattavla",
  inHall: "Stötarna som de spelades in, i hallen", recordings: "Inspelningar",
  stay: "Inspelningar stannar i hallen. Det du ber om hämtas därifrån och sparas här högst en dag; hallens logg säger vem som bad om det.",
  noStrokes: "Ingen kamera har sett någon stöt i den här matchen.", stroke: (number) => `Stöt ${number}`, fetch: "Hämta", play: "Visa", save: "Spara", earlier: "Tidigare stötar",
  asked: "frågar hallen …", coming: (percent) => `hämtar, ${percent} %`,
  why: {
    off: "den här hallen ger inga inspelningar till navet", none: "inte inspelad, eller redan raderad i hallen", unknown: "hallen har inte den stöten längre",
    large: "för lång för att hämtas: se den i hallen", busy: "hallen ger andra sina: fråga igen om en minut",
    away: "hallen svarar inte: fråga igen när den är aktuell", broken: "det som kom är inte helt: fråga igen", full: "navet har inte plats för den",
  },
};

const CHINESE = {
  lang: "语言", title: "球馆", table: (name) => `${name} 号台`,
  heard: (ago) => `${ago}更新`, silent: (ago) => `离线：所示为${ago}的情况`, never: "尚未收到过消息",
  clock: (minutes) => `其时钟${minutes > 0 ? "快" : "慢"} ${Math.abs(minutes)} 分钟`,
  came: (ago) => `最近宣判于${ago}`, line: (ago) => `与中心没有连接：所示为${ago}的情况`,
  none: "这里还没有进行过比赛。", noHalls: "尚未登记球馆。", over: "比赛结束",
  unreadable: "此版本无法重放这本记录", match: "整场比赛", books: "记录：",
  overlay: "叠加画面", board: "记分牌",
  inHall: "在球馆查看击球录像", recordings: "录像",
  stay: "录像留在球馆。您要的录像会从那里取来，在此最多保存一天；球馆的日志会记下是谁要的。",
  noStrokes: "没有摄像机看到本场比赛的击球。", stroke: (number) => `第 ${number} 次击球`, fetch: "取来", play: "播放", save: "保存", earlier: "更早的击球",
  asked: "正在询问球馆……", coming: (percent) => `正在取来，${percent}%`,
  why: {
    off: "该球馆不向中心提供录像", none: "没有录像，或球馆已将其删除", unknown: "球馆已没有这次击球",
    large: "太长，无法取来：请在球馆查看", busy: "球馆正在向他人提供录像：请一分钟后再试",
    away: "球馆没有应答：请在其恢复更新后再试", broken: "取来的录像不完整：请再试", full: "中心没有空间存放",
  },
};

const WORDS = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words of these pages in a language; English where there is none. */
export const federationWordsOf = (lang) => WORDS[lang] ?? ENGLISH;
