// The words of the first screen and of signing in, in four languages. What the program refuses is in `words/law.js`.

const ENGLISH = {
  lang: "Language", title: "a table of the club", table: "Table", playing: "Being played", desk: "Score it at the desk", and: (names) => names.join(" and "),
  next: { frame: "Begin the next frame", set: "Begin the next set", game: "Begin the next game" },
  over: { frame: "the frame is over", set: "the set is over", game: "the game is over", match: "the match is over" },
  cameraCalls: "No referee: the camera calls",
  cameraMeans: "What the camera takes to be likeliest is called at once, without anybody at the desk; what is not certain is marked, and you can correct anything.",
  nowhere: "There is no page at this address.", toFirst: "To the first screen",
  begin: "Begin a match", first: "First player or side", second: "Second player or side", teams: "Teams of two players", partnerFirst: "Partner of the first", partnerSecond: "Partner of the second",
  starter: "Who plays first", theFirst: "the first", theSecond: "the second", startFirst: "Start of the first, points", startSecond: "Start of the second, points", rules: "Rules", best: "Best of", open: "not agreed",
  target: "Points that win the game", abandon: "The match that is being played now ends here, unfinished; its score is kept", go: "Begin",
  screens: "Screens of this table", board: "Scoreboard for a television", overlay: "Overlay, 1920x1080 and transparent, as a browser source of OBS or vMix",
  small: "Overlay in the small layout", vmix: "Data source for vMix", ograf: "OGraf package", streams: "Streams: how graphics look, lower thirds, table from above, replay, OBS", review: "Review of each stroke that the camera saw, picture by picture",
  played: "What was played at this table", matches: "Matches that were played: results, breaks, sheets", players: "Players: names, flags, statistics",
  uploads: "Clips for review: a phone’s video of a stroke", camera: "Camera of this table: how it sees it, and setting it up", advice: "Advice before you buy a camera: what it would see of a table", admin: "Club: users, tokens, tables, cameras",
  signIn: "Sign in", signOut: "Sign out", name: "Name", password: "Password",
  known: (name, role) => `You are signed in as ${name} (${role}); this page needs another role.`,
  cards: {
    title: "All tables", desk: "Desk", board: "Scoreboard", rename: "Rename", setUp: "Set up the camera", pause: "Pause the camera", resume: "Watch again", paused: "paused",
    crowded: "more tables than this computer can watch: pictures pass unseen",
    camera: {
      none: "no camera", starting: "camera starting", live: "live", stalled: "camera stalled", lost: "camera lost", ended: "recording ended",
      sought: "looking for the table", moved: "camera moved",
    },
  },
  garbled: "The program did not understand this: check what you entered.",
};

const ITALIAN = {
  lang: "Lingua", title: "un tavolo del circolo", table: "Tavolo", playing: "In corso", desk: "Segna al banco dell’arbitro", and: (names) => names.join(" e "),
  next: { frame: "Inizia la prossima partita", set: "Inizia il prossimo set", game: "Inizia la prossima partita" },
  over: { frame: "la partita è finita", set: "il set è finito", game: "la partita è finita", match: "l’incontro è finito" },
  cameraCalls: "Senza arbitro: chiama la telecamera",
  cameraMeans: "Ciò che la telecamera ritiene più probabile è chiamato subito, senza nessuno al banco; l’incerto è segnato, e si può correggere tutto.",
  nowhere: "A questo indirizzo non c’è alcuna pagina.", toFirst: "Alla prima schermata",
  begin: "Inizia un incontro", first: "Primo giocatore o squadra", second: "Secondo giocatore o squadra", teams: "Squadre di due", partnerFirst: "Compagno del primo", partnerSecond: "Compagno del secondo",
  starter: "Chi inizia", theFirst: "il primo", theSecond: "il secondo", startFirst: "Vantaggio del primo, punti", startSecond: "Vantaggio del secondo, punti", rules: "Regole", best: "Al meglio di", open: "non stabilito",
  target: "Punti che vincono la partita", abandon: "L’incontro in corso finisce qui, incompiuto; il punteggio resta", go: "Inizia",
  screens: "Schermi di questo tavolo", board: "Tabellone per un televisore", overlay: "Grafica, 1920x1080 e trasparente, come sorgente browser di OBS o vMix",
  small: "Grafica nel formato piccolo", vmix: "Sorgente dati per vMix", ograf: "Pacchetto OGraf", streams: "Dirette: aspetto della grafica, sottopancia, tavolo dall’alto, replay, OBS", review: "Revisione di ogni tiro visto dalla telecamera, immagine per immagine",
  played: "Che cosa si è giocato a questo tavolo", matches: "Incontri giocati: risultati, serie, referti", players: "Giocatori: nomi, bandiere, statistiche",
  uploads: "Clip da rivedere: il video di un tiro fatto col telefono", camera: "Telecamera di questo tavolo: come lo vede, e come impostarla", advice: "Consiglio prima di comprare una telecamera: che cosa vedrebbe del tavolo", admin: "Circolo: utenti, token, tavoli, telecamere",
  signIn: "Accedi", signOut: "Esci", name: "Nome", password: "Password",
  known: (name, role) => `Hai effettuato l’accesso come ${name} (${role}); questa pagina richiede un altro ruolo.`,
  cards: {
    title: "Tutti i tavoli", desk: "Banco", board: "Tabellone", rename: "Rinomina", setUp: "Imposta la telecamera", pause: "Sospendi la telecamera", resume: "Riprendi", paused: "in pausa",
    crowded: "più tavoli di quanti questo computer possa seguire: immagini non viste",
    camera: {
      none: "nessuna telecamera", starting: "telecamera in avvio", live: "dal vivo", stalled: "telecamera ferma", lost: "telecamera persa", ended: "registrazione finita",
      sought: "ricerca del tavolo", moved: "telecamera spostata",
    },
  },
  garbled: "Il programma non ha capito: controlla i dati inseriti.",
};

const SWEDISH = {
  lang: "Språk", title: "ett bord i klubben", table: "Bord", playing: "Spelas nu", desk: "För poängen vid domarbordet", and: (names) => names.join(" och "),
  next: { frame: "Börja nästa frame", set: "Börja nästa set", game: "Börja nästa parti" },
  over: { frame: "framet är slut", set: "setet är slut", game: "partiet är slut", match: "matchen är slut" },
  cameraCalls: "Ingen domare: kameran dömer",
  cameraMeans: "Det som kameran håller för troligast döms genast, utan någon vid domarbordet; det osäkra märks, och allt kan rättas.",
  nowhere: "Det finns ingen sida på denna adress.", toFirst: "Till första skärmen",
  begin: "Börja en match", first: "Första spelare eller sida", second: "Andra spelare eller sida", teams: "Lag om två", partnerFirst: "Partner till den första", partnerSecond: "Partner till den andra",
  starter: "Vem börjar", theFirst: "den första", theSecond: "den andra", startFirst: "Handikapp för den första, poäng", startSecond: "Handikapp för den andra, poäng", rules: "Regler", best: "Bäst av", open: "inte avtalat",
  target: "Poäng som vinner partiet", abandon: "Den pågående matchen slutar här, oavslutad; ställningen sparas", go: "Börja",
  screens: "Bordets skärmar", board: "Resultattavla för en tv", overlay: "Grafik, 1920x1080 och genomskinlig, som webbkälla i OBS eller vMix",
  small: "Grafik i litet format", vmix: "Datakälla för vMix", ograf: "OGraf-paket", streams: "Sändningar: grafikens utseende, namnskyltar, bordet uppifrån, repris, OBS", review: "Granskning av varje stöt som kameran såg, bild för bild",
  played: "Vad som har spelats vid detta bord", matches: "Spelade matcher: resultat, serier, protokoll", players: "Spelare: namn, flaggor, statistik",
  uploads: "Klipp att granska: en telefons film av en stöt", camera: "Bordets kamera: hur den ser bordet, och att ställa in den", advice: "Råd inför köp av kamera: vad den skulle se av ett bord", admin: "Klubben: användare, polletter, bord, kameror",
  signIn: "Logga in", signOut: "Logga ut", name: "Namn", password: "Lösenord",
  known: (name, role) => `Du är inloggad som ${name} (${role}); den här sidan kräver en annan roll.`,
  cards: {
    title: "Alla bord", desk: "Domarbord", board: "Resultattavla", rename: "Byt namn", setUp: "Ställ in kameran", pause: "Pausa kameran", resume: "Titta igen", paused: "pausad",
    crowded: "fler bord än datorn hinner se: bilder passerar osedda",
    camera: {
      none: "ingen kamera", starting: "kameran startar", live: "direkt", stalled: "kameran står still", lost: "kameran är borta", ended: "inspelningen är slut",
      sought: "söker bordet", moved: "kameran har flyttats",
    },
  },
  garbled: "Programmet förstod inte detta: kontrollera vad du skrev.",
};

const CHINESE = {
  lang: "语言", title: "俱乐部球台", table: "球台", playing: "正在进行", desk: "到裁判台记分", and: (names) => names.join("、"),
  next: { frame: "开始下一局", set: "开始下一盘", game: "开始下一局" },
  over: { frame: "本局已结束", set: "本盘已结束", game: "本局已结束", match: "比赛已结束" },
  cameraCalls: "没有裁判：由摄像机判定",
  cameraMeans: "摄像机认为最可能的会立即判定，无需有人在裁判台；不确定的会标出，一切都可更正。",
  nowhere: "此地址没有页面。", toFirst: "前往首页",
  begin: "开始比赛", first: "第一位选手或一方", second: "第二位选手或一方", teams: "双打（每方两人）", partnerFirst: "第一方的搭档", partnerSecond: "第二方的搭档",
  starter: "谁先开球", theFirst: "第一方", theSecond: "第二方", startFirst: "第一方起始分", startSecond: "第二方起始分", rules: "规则", best: "总局数", open: "未约定",
  target: "获胜分数", abandon: "正在进行的比赛到此中止；比分保留", go: "开始",
  screens: "本球台的屏幕", board: "电视记分牌", overlay: "叠加图层，1920x1080 透明，用作 OBS 或 vMix 的浏览器源",
  small: "小版叠加图层", vmix: "vMix 数据源", ograf: "OGraf 包", streams: "直播：图文样式、字幕、球台俯视图、回放、OBS", review: "逐帧回看摄像机看到的每一击",
  played: "此球台上进行过的比赛", matches: "已进行的比赛：结果、单杆、记录表", players: "选手：姓名、旗帜、统计",
  uploads: "待回看的片段：手机拍摄的一击", camera: "此球台的摄像机：它看到的球台与设置", advice: "购买相机前的建议：它能看到球台的什么", admin: "俱乐部：用户、令牌、球台、摄像机",
  signIn: "登录", signOut: "退出", name: "用户名", password: "密码",
  known: (name, role) => `您已以 ${name}（${role}）登录；此页面需要其他角色。`,
  cards: {
    title: "所有球台", desk: "裁判台", board: "记分牌", rename: "改名", setUp: "设置摄像机", pause: "暂停摄像机", resume: "继续观看", paused: "已暂停",
    crowded: "球台过多，本机来不及处理：部分画面未看",
    camera: {
      none: "无摄像机", starting: "摄像机启动中", live: "直播", stalled: "摄像机停滞", lost: "摄像机断开", ended: "录像已结束",
      sought: "正在寻找球台", moved: "摄像机被移动",
    },
  },
  garbled: "程序无法理解：请检查输入。",
};

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words in a language; English where it has none of ours. */
export function homeWordsOf(lang) {
  return LANGUAGES[lang] ?? ENGLISH;
}

/** Write the words where a page names them: `data-word` as text, `data-hint` in an empty field. */
export function writeWords(words) {
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words[one.dataset.word];
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = words[one.dataset.hint];
}
