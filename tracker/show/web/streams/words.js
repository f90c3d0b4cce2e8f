// The words of the page for streamers in four languages.

const ENGLISH = {
  lang: "Language", title: "streams", table: "Table",
  theme: "How the graphics look", themeNote: "For all graphics of the club, and at once on those that are on air.", event: "Title of the event", stage: "Stage",
  logo: "Logo (PNG, SVG, JPEG or WebP, up to 130 kB)", removeLogo: "Remove the logo", tooLarge: "This picture is larger than 130 kB: make it smaller, 400 pixels wide will do.",
  noPicture: "This is no picture that can be shown: use PNG, SVG, JPEG or WebP.", type: "Type", colours: "Colours",
  types: { "": "As on all screens", serif: "With serifs", condensed: "Condensed", mono: "Monospaced" },
  names: {
    "ink": "Text", "dim": "Text in the second place", "shade": "Background", "shade-2": "Second background", "rule": "Lines", "brass": "Accent",
    "points": "Box of the points", "points-ink": "Points", "alarm": "Foul", "alarm-ink": "Text on a foul", "free": "Free ball",
  },
  hardToRead: (one, other) => `${one} on “${other}” is hard to read.`, save: "Save", saved: "Saved: the graphics on air have it.", plain: "As it was made", needsReferee: "Only a referee or an admin can save this.",
  preview: "Preview", parts: {
    score: "Score", table: "Table from above", players: "Players", statistics: "Statistics between frames", replay: "Replay", title: "Event", popup: "Pop-up",
  },
  sources: "Browser sources", sourcesNote: "Each is 1920x1080 with nothing behind it, and larger as wide as its window: at 3840x2160 it is just as sharp.",
  says: {
    score: "The score; size=small for a corner, pop=no without pop-ups for breaks of 50 and 100 and match ball.", table: "Balls, and the way of the last stroke. place=right for the other corner.",
    players: "Lower thirds; who=first or second for one of them.", statistics: "when=between: comes and goes by itself between frames.",
    replay: "The last pot; of=review for the stroke that was looked at again last; auto=yes: every new one; stay=yes, loop=yes.", title: "Logo, title and stage.",
  },
  copy: "Copy", copied: "Copied.", clip: "The last pot as a file",
  obs: "OBS Studio", lines: "Canvas", key: "Token, if OBS runs on another machine", keyNote: "An admin makes one on the club’s page.", download: "Scene collection for OBS",
  steps: [
    "Choose the canvas that OBS has under Settings, Video: 1920x1080 or 3840x2160.", "Download the scene collection.",
    "In OBS: Scene Collection, Import, choose the file, then Scene Collection and its name.",
    "Open “Camera (put yours here)” and put in the address of your camera, or delete it and add your own source at the bottom of each scene.",
    "Change scenes as the match goes: Play, Players, Between frames, Replay. Statistics and replay come in anew each time.",
  ],
};

const ITALIAN = {
  lang: "Lingua", title: "dirette", table: "Tavolo",
  theme: "Aspetto della grafica", themeNote: "Per tutta la grafica del circolo, e subito per quella in onda.", event: "Titolo dell’evento", stage: "Fase",
  logo: "Logo (PNG, SVG, JPEG o WebP, fino a 130 kB)", removeLogo: "Togli il logo", tooLarge: "L’immagine supera 130 kB: riducila, bastano 400 pixel di larghezza.",
  noPicture: "Non è un’immagine che si possa mostrare: usa PNG, SVG, JPEG o WebP.", type: "Carattere", colours: "Colori",
  types: { "": "Come su tutti gli schermi", serif: "Con grazie", condensed: "Stretto", mono: "A spaziatura fissa" },
  names: {
    "ink": "Testo", "dim": "Testo secondario", "shade": "Sfondo", "shade-2": "Secondo sfondo", "rule": "Linee", "brass": "Risalto",
    "points": "Riquadro dei punti", "points-ink": "Punti", "alarm": "Fallo", "alarm-ink": "Testo sul fallo", "free": "Bilia libera",
  },
  hardToRead: (one, other) => `${one} su «${other}» si legge male.`, save: "Salva", saved: "Salvato: la grafica in onda è aggiornata.", plain: "Com’era all’inizio", needsReferee: "Solo un arbitro o un amministratore può salvare.",
  preview: "Anteprima", parts: {
    score: "Punteggio", table: "Tavolo dall’alto", players: "Giocatori", statistics: "Statistiche tra le partite", replay: "Replay", title: "Evento", popup: "Comparsa",
  },
  sources: "Sorgenti browser", sourcesNote: "Ognuna è 1920x1080 senza sfondo, e più grande secondo la finestra: a 3840x2160 resta nitida.",
  says: {
    score: "Il punteggio; size=small per un angolo, pop=no senza comparse per break di 50 e 100 e bilia incontro.", table: "Le bilie e il percorso dell’ultimo tiro. place=right per l’altro angolo.",
    players: "Sottopancia; who=first o second per uno solo.", statistics: "when=between: appare e sparisce da sé tra le partite.",
    replay: "L’ultima imbucata; of=review per il tiro rivisto per ultimo; auto=yes: ogni nuovo; stay=yes, loop=yes.", title: "Logo, titolo e fase.",
  },
  copy: "Copia", copied: "Copiato.", clip: "L’ultima imbucata come file",
  obs: "OBS Studio", lines: "Area di lavoro", key: "Token, se OBS gira su un’altra macchina", keyNote: "Lo crea un amministratore nella pagina del circolo.", download: "Raccolta di scene per OBS",
  steps: [
    "Scegli l’area che OBS ha in Impostazioni, Video: 1920x1080 o 3840x2160.", "Scarica la raccolta di scene.",
    "In OBS: Raccolta scene, Importa, scegli il file, poi Raccolta scene e il suo nome.",
    "Apri «Camera (put yours here)» e inserisci l’indirizzo della tua telecamera, oppure eliminala e aggiungi la tua sorgente in fondo a ogni scena.",
    "Cambia scena con l’incontro: Play, Players, Between frames, Replay. Statistiche e replay entrano ogni volta da capo.",
  ],
};

const SWEDISH = {
  lang: "Språk", title: "sändningar", table: "Bord",
  theme: "Grafikens utseende", themeNote: "För all grafik i klubben, och genast för den som sänds.", event: "Tävlingens namn", stage: "Omgång",
  logo: "Logotyp (PNG, SVG, JPEG eller WebP, högst 130 kB)", removeLogo: "Ta bort logotypen", tooLarge: "Bilden är större än 130 kB: gör den mindre, 400 bildpunkter på bredden räcker.",
  noPicture: "Det är ingen bild som kan visas: använd PNG, SVG, JPEG eller WebP.", type: "Typsnitt", colours: "Färger",
  types: { "": "Som på alla skärmar", serif: "Med seriffer", condensed: "Smalt", mono: "Fast bredd" },
  names: {
    "ink": "Text", "dim": "Text i andra hand", "shade": "Bakgrund", "shade-2": "Andra bakgrund", "rule": "Linjer", "brass": "Accent",
    "points": "Poängens ruta", "points-ink": "Poäng", "alarm": "Foul", "alarm-ink": "Text på foul", "free": "Fri boll",
  },
  hardToRead: (one, other) => `${one} på ”${other}” är svårt att läsa.`, save: "Spara", saved: "Sparat: grafiken i sändning har det.", plain: "Som det gjordes", needsReferee: "Bara en domare eller administratör kan spara detta.",
  preview: "Förhandsvisning", parts: {
    score: "Ställning", table: "Bordet uppifrån", players: "Spelare", statistics: "Statistik mellan framen", replay: "Repris", title: "Tävling", popup: "Popup",
  },
  sources: "Webbkällor", sourcesNote: "Varje källa är 1920x1080 med ingenting bakom, och större efter sitt fönster: i 3840x2160 är den lika skarp.",
  says: {
    score: "Ställningen; size=small för ett hörn, pop=no utan popup för serier på 50 och 100 och matchboll.", table: "Bollarna, och vägen i senaste stöten. place=right för andra hörnet.",
    players: "Namnskyltar; who=first eller second för en av dem.", statistics: "when=between: kommer och går av sig själv mellan framen.",
    replay: "Senaste sänkningen; of=review för stöten som granskades senast; auto=yes: varje ny; stay=yes, loop=yes.", title: "Logotyp, namn och omgång.",
  },
  copy: "Kopiera", copied: "Kopierat.", clip: "Senaste sänkningen som fil",
  obs: "OBS Studio", lines: "Arbetsyta", key: "Polett, om OBS körs på en annan dator", keyNote: "En administratör gör en på klubbens sida.", download: "Scensamling för OBS",
  steps: [
    "Välj den arbetsyta som OBS har under Inställningar, Video: 1920x1080 eller 3840x2160.", "Hämta scensamlingen.",
    "I OBS: Scensamling, Importera, välj filen, sedan Scensamling och dess namn.",
    "Öppna ”Camera (put yours here)” och skriv in kamerans adress, eller ta bort den och lägg till din egen källa längst ner i varje scen.",
    "Byt scen som matchen går: Play, Players, Between frames, Replay. Statistik och repris kommer in på nytt varje gång.",
  ],
};

const CHINESE = {
  lang: "语言", title: "直播", table: "球台",
  theme: "图文样式", themeNote: "用于俱乐部的全部图文，正在播出的立即生效。", event: "赛事名称", stage: "阶段",
  logo: "标志（PNG、SVG、JPEG 或 WebP，不超过 130 kB）", removeLogo: "移除标志", tooLarge: "图片超过 130 kB：请缩小，宽 400 像素即可。",
  noPicture: "无法显示此图片：请使用 PNG、SVG、JPEG 或 WebP。", type: "字体", colours: "颜色",
  types: { "": "与所有屏幕相同", serif: "衬线", condensed: "窄体", mono: "等宽" },
  names: {
    "ink": "文字", "dim": "次要文字", "shade": "背景", "shade-2": "第二背景", "rule": "线条", "brass": "强调色",
    "points": "得分框", "points-ink": "得分", "alarm": "犯规", "alarm-ink": "犯规文字", "free": "自由球",
  },
  hardToRead: (one, other) => `“${other}”上的${one}难以辨认。`, save: "保存", saved: "已保存：播出中的图文已更新。", plain: "恢复原样", needsReferee: "只有裁判或管理员可以保存。",
  preview: "预览", parts: {
    score: "比分", table: "球台俯视图", players: "选手", statistics: "局间统计", replay: "回放", title: "赛事", popup: "弹出提示",
  },
  sources: "浏览器源", sourcesNote: "每个均为 1920x1080 透明背景，随窗口放大：3840x2160 同样清晰。",
  says: {
    score: "比分；size=small 为角落版，pop=no 不弹出 50、100 单杆与赛点提示。", table: "各球位置与上一击路线。place=right 放到另一角。",
    players: "下三分之一字幕；who=first 或 second 只显示一人。", statistics: "when=between：在局间自动出现和消失。",
    replay: "最近一次进球；of=review 为最近复核的一击；auto=yes：每次新的；stay=yes、loop=yes。", title: "标志、名称与阶段。",
  },
  copy: "复制", copied: "已复制。", clip: "最近一次进球的文件",
  obs: "OBS Studio", lines: "画布", key: "令牌（OBS 在另一台机器上时）", keyNote: "由管理员在俱乐部页面生成。", download: "OBS 场景集合",
  steps: [
    "选择 OBS 在“设置、视频”中的画布：1920x1080 或 3840x2160。", "下载场景集合。",
    "在 OBS 中：场景集合、导入，选择该文件，再在场景集合中选它的名称。",
    "打开“Camera (put yours here)”填写摄像机地址，或将其删除并在每个场景最底层添加自己的来源。",
    "随比赛切换场景：Play、Players、Between frames、Replay。统计与回放每次重新进入。",
  ],
};

/** The words of the page for streamers; English where a language has none of ours. */
export const streamsWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;
