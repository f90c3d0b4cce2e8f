// The words of the hub's pages, in four languages.

const ENGLISH = {
  lang: "Language", title: "halls", table: (name) => `Table ${name}`,
  heard: (ago) => `up to date ${ago}`, silent: (ago) => `offline: what is shown was so ${ago}`, never: "never heard from yet",
  clock: (minutes) => `its clock is ${Math.abs(minutes)} min ${minutes > 0 ? "fast" : "slow"}`,
  came: (ago) => `last called ${ago}`, line: (ago) => `No connection to the hub: what is shown was so ${ago}`,
  none: "No match has been played here yet.", noHalls: "No hall is named yet.", over: "the match is over",
  unreadable: "This book cannot be played by this version", match: "All of the match", books: "Books:",
  overlay: "Overlay", board: "Scoreboard",
  inHall: "The strokes as recorded, in the hall", noPage: "Recordings stay in the hall; the hub is not told where its pages are.",
};

const ITALIAN = {
  lang: "Lingua", title: "sale", table: (name) => `Tavolo ${name}`,
  heard: (ago) => `aggiornato ${ago}`, silent: (ago) => `non in linea: ciò che si vede era così ${ago}`, never: "mai sentita finora",
  clock: (minutes) => `il suo orologio è ${minutes > 0 ? "avanti" : "indietro"} di ${Math.abs(minutes)} min`,
  came: (ago) => `ultima chiamata ${ago}`, line: (ago) => `Nessun collegamento al centro: ciò che si vede era così ${ago}`,
  none: "Qui non si è ancora giocato alcun incontro.", noHalls: "Nessuna sala è ancora indicata.", over: "l’incontro è finito",
  unreadable: "Questa versione non può rigiocare questo libro", match: "Tutto l’incontro", books: "Libri:",
  overlay: "Grafica", board: "Tabellone",
  inHall: "I tiri registrati, nella sala", noPage: "Le registrazioni restano nella sala; il centro non sa dove siano le sue pagine.",
};

const SWEDISH = {
  lang: "Språk", title: "hallar", table: (name) => `Bord ${name}`,
  heard: (ago) => `aktuellt ${ago}`, silent: (ago) => `inte ansluten: det som visas gällde ${ago}`, never: "har aldrig hörts av ännu",
  clock: (minutes) => `dess klocka går ${Math.abs(minutes)} min ${minutes > 0 ? "före" : "efter"}`,
  came: (ago) => `senast dömt ${ago}`, line: (ago) => `Ingen förbindelse med navet: det som visas gällde ${ago}`,
  none: "Här har ännu ingen match spelats.", noHalls: "Ingen hall är ännu angiven.", over: "matchen är slut",
  unreadable: "Den här versionen kan inte spela upp boken", match: "Hela matchen", books: "Böcker:",
  overlay: "Grafik", board: "Resultattavla",
  inHall: "Stötarna som de spelades in, i hallen", noPage: "Inspelningar stannar i hallen; navet vet inte var hallens sidor finns.",
};

const CHINESE = {
  lang: "语言", title: "球馆", table: (name) => `${name} 号台`,
  heard: (ago) => `${ago}更新`, silent: (ago) => `离线：所示为${ago}的情况`, never: "尚未收到过消息",
  clock: (minutes) => `其时钟${minutes > 0 ? "快" : "慢"} ${Math.abs(minutes)} 分钟`,
  came: (ago) => `最近宣判于${ago}`, line: (ago) => `与中心没有连接：所示为${ago}的情况`,
  none: "这里还没有进行过比赛。", noHalls: "尚未登记球馆。", over: "比赛结束",
  unreadable: "此版本无法重放这本记录", match: "整场比赛", books: "记录：",
  overlay: "叠加画面", board: "记分牌",
  inHall: "在球馆查看击球录像", noPage: "录像留在球馆；中心不知道该球馆页面的地址。",
};

const WORDS = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words of these pages in a language; English where there is none. */
export const federationWordsOf = (lang) => WORDS[lang] ?? ENGLISH;
