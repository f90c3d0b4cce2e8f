// The words of the page on which a camera is set up, in four languages. What the program says in English of a table that
// it looked for is known by its form, as in `words/law.js`; a sentence that is not stays English.

/** The sentences by their forms; what stands in brackets is carried over. */
const FORMS = {
  ends: /^which end is Baulk is a guess \((\d+) % sure\)/,
  loose: /^balls may be placed (\d+) mm off/,
  kits: /^which table it is, is a guess \((.*)\): /,
  against: /^the balls speak against (.+): the picture looks like (.+) \((\d+) %\)/,
  notFound: /^no table found: (.*); show the whole table/,
  noCloth: /^no large even patch of cloth is seen$/,
  shape: /^what looks like cloth has not the shape of a table$/,
  inView: /^only (\d+) % of its bed is in view$/,
  hidden: /^the bed is hidden, or is not of one colour$/,
  cushions: /^(?:too little of its cushions can be made out|what frames it is no cushion)$/,
  marks: /^neither pockets nor marks are seen where they should be$/,
  pool: /^a table is seen, but not one for snooker: (\d+) of its balls are yellow$/,
  small: /^a picture of (\d+)x(\d+) is too small to find a table in$/,
  large: /^a picture of (\d+)x(\d+) is too large/,
  corners: /^(?:the four corners must be four points in turn|no camera could see a table's corners)/,
  noPicture: /^this cannot be read as a picture/,
  unwatched: /^no camera is named for table (.+): name one/,
  paused: /^the watching of table (.+) is paused/,
  silent: /^the camera of table (.+) gives no picture/,
  otherShape: /^the still is (\d+x\d+) and the camera sends (\d+x\d+)/,
  played: /^a match is being played here on (.+): finish it/,
  gone: /^no calibration (\d+) of this camera is kept/,
  unseen: /^table '(.+)': no camera tells (.+) yet/,
};

const ENGLISH = {
  lang: "Language", title: "set up a camera", heading: (table) => `The camera of table ${table}`,
  hint: "The lines should lie on the table. If they do not, move the four corners to where the cushions’ edges would meet at the corner pockets: drag them, or choose one with Tab and press the arrow keys (with Shift in larger steps).",
  start: "Have the table found, or point at its four corners yourself.",
  blank: { waiting: "Waiting for a picture of the camera…", paused: "The camera is paused: let it watch again.", unwatched: "No camera is named for this table yet. A still of it can be tried: choose one below." },
  picture: "The table’s camera", seen: "The table’s camera, with the table as it was found", baulk: "Baulk", busy: "The table is being looked for…",
  corners: ["Corner Baulk left", "Corner Baulk right", "Corner Top right", "Corner Top left"],
  is: { kept: (kit) => `In use: ${kit}.`, found: (kit) => `Found: ${kit}.`, pointed: (kit) => `By your corners: ${kit}.` },
  placed: (mm) => `Balls are placed to about ${mm} mm.`, ends: (sure) => `Which end is Baulk is a guess (${sure} % sure): turn the table round if it is the other one.`,
  find: "Find again", point: "Point at the corners", turn: "Turn round: Baulk is the other end", watch: "Let it watch again", use: "Use this", inUse: "This is in use",
  kit: "Which table it is", anyKit: "find out by itself", still: "Try a still of your own", live: "Back to the camera’s picture",
  used: "The table is watched by this from now on.", wentBack: "The table is watched by the earlier one again.",
  verdict: "What this camera will decide", better: "What would make it better",
  grades: { good: "Well placed: pots, and most balls that touch, are told.", fair: "It will do: pots are told; where balls may touch, the referee is mostly asked.", poor: "Not good enough yet: not all pots can be told. Read below what to change." },
  versions: "What was set up before", versionsNote: "All are kept. One that is gone back to becomes the newest.", now: "in use", back: "Go back to this", error: (mm) => `${mm} mm`, somebody: "somebody at this computer",
  hows: { eyes: () => "found while watching", found: (by) => `found, and taken by ${by}`, pointed: (by) => `corners by ${by}`, back: (by) => `gone back to by ${by}` },
  said: {
    ends: (sure) => `Which end is Baulk is a guess (${sure} % sure): turn the table round if it is the other one.`,
    loose: (mm) => `Balls may be placed ${mm} mm off: put the corners right, or show more of the table.`,
    kits: (odds) => `Which table it is, is a guess (${odds}): choose it from the list.`,
    against: (told, better, odds) => `The balls speak against ${told}: the picture looks like ${better} (${odds} %).`,
    notFound: (why) => `No table found: ${why}. Show the whole table, or point at its corners.`,
    noCloth: () => "no large even patch of cloth is seen", shape: () => "what looks like cloth has not the shape of a table", inView: (share) => `only ${share} % of it is in the picture`,
    hidden: () => "the cloth is hidden, or is not of one colour", cushions: () => "too little of its cushions can be made out", marks: () => "neither pockets nor marks are seen where they should be",
    pool: (n) => `A table is seen, but not one for snooker: ${n} of its balls are yellow.`,
    small: (wide, high) => `A picture of ${wide}x${high} is too small.`, large: (wide, high) => `A picture of ${wide}x${high} is too large.`,
    corners: () => "No table can have its corners there: they go round the table in turn, each at its own pocket.", noPicture: () => "This cannot be read as a picture: choose a photograph.",
    unwatched: (table) => `No camera is named for table ${table}: whoever installed the program names it in the club’s file.`, paused: (table) => `The camera of table ${table} is paused: let it watch again.`,
    silent: (table) => `The camera of table ${table} gives no picture: look at its cable and its power.`, otherShape: (still, camera) => `Your still is ${still} and the camera sends ${camera}: take the still with that camera, the same way up.`,
    played: (kit) => `A match is being played here on ${kit}: finish it, or choose that table.`, gone: () => "This one is not kept any more.", unseen: (kit) => `No camera can follow the game of ${kit} yet.`,
  },
};

const ITALIAN = {
  lang: "Lingua", title: "impostare una telecamera", heading: (table) => `La telecamera del tavolo ${table}`,
  hint: "Le linee devono stare sul tavolo. Se non è così, spostate i quattro angoli dove i bordi delle sponde si incontrerebbero alle buche d’angolo: trascinateli, oppure scegliete un angolo con Tab e usate le frecce (con Maiusc a passi più lunghi).",
  start: "Fate trovare il tavolo, oppure indicate voi i quattro angoli.",
  blank: { waiting: "In attesa di un’immagine della telecamera…", paused: "La telecamera è in pausa: riattivatela.", unwatched: "Per questo tavolo non è ancora indicata una telecamera. Se ne può provare una foto: sceglietela qui sotto." },
  picture: "La telecamera del tavolo", seen: "La telecamera del tavolo, con il tavolo com’è stato trovato", baulk: "Acchito", busy: "Si cerca il tavolo…",
  corners: ["Angolo acchito sinistro", "Angolo acchito destro", "Angolo testa destro", "Angolo testa sinistro"],
  is: { kept: (kit) => `In uso: ${kit}.`, found: (kit) => `Trovato: ${kit}.`, pointed: (kit) => `Secondo i vostri angoli: ${kit}.` },
  placed: (mm) => `Le bilie sono collocate a circa ${mm} mm.`, ends: (sure) => `Quale lato sia l’acchito è incerto (${sure} %): girate il tavolo se è l’altro.`,
  find: "Trova di nuovo", point: "Indica gli angoli", turn: "Gira: l’acchito è l’altro lato", watch: "Riattiva la telecamera", use: "Usa questo", inUse: "Questo è in uso",
  kit: "Che tavolo è", anyKit: "lo trova da sé", still: "Prova una tua foto", live: "Torna all’immagine della telecamera",
  used: "Da ora il tavolo è seguito così.", wentBack: "Il tavolo è di nuovo seguito come prima.",
  verdict: "Che cosa deciderà questa telecamera", better: "Che cosa la migliorerebbe",
  grades: { good: "Ben collocata: riconosce le bilie imbucate e la maggior parte di quelle in contatto.", fair: "Va bene: riconosce le bilie imbucate; sui contatti si chiede per lo più all’arbitro.", poor: "Non basta ancora: non tutte le bilie imbucate si riconoscono. Leggete sotto che cosa cambiare." },
  versions: "Impostazioni precedenti", versionsNote: "Sono tutte conservate. Quella a cui si torna diventa la più recente.", now: "in uso", back: "Torna a questa", error: (mm) => `${mm} mm`, somebody: "qualcuno a questo computer",
  hows: { eyes: () => "trovato durante la ripresa", found: (by) => `trovato e preso da ${by}`, pointed: (by) => `angoli di ${by}`, back: (by) => `ripreso da ${by}` },
  said: {
    ends: (sure) => `Quale lato sia l’acchito è incerto (${sure} %): girate il tavolo se è l’altro.`,
    loose: (mm) => `Le bilie possono essere collocate con ${mm} mm di errore: correggete gli angoli, o inquadrate più tavolo.`,
    kits: (odds) => `Che tavolo sia è incerto (${odds}): sceglietelo dall’elenco.`,
    against: (told, better, odds) => `Le bilie smentiscono ${told}: l’immagine somiglia a ${better} (${odds} %).`,
    notFound: (why) => `Nessun tavolo trovato: ${why}. Inquadrate tutto il tavolo, o indicate gli angoli.`,
    noCloth: () => "non si vede un’ampia superficie di panno", shape: () => "ciò che sembra panno non ha la forma di un tavolo", inView: (share) => `ne è inquadrato solo il ${share} %`,
    hidden: () => "il panno è coperto, o non è di un solo colore", cushions: () => "si distingue troppo poco delle sponde", marks: () => "né buche né segni sono dove dovrebbero essere",
    pool: (n) => `Si vede un tavolo, ma non da snooker: ${n} bilie sono gialle.`,
    small: (wide, high) => `Un’immagine di ${wide}x${high} è troppo piccola.`, large: (wide, high) => `Un’immagine di ${wide}x${high} è troppo grande.`,
    corners: () => "Nessun tavolo può avere lì i suoi angoli: vanno in giro attorno al tavolo, ciascuno alla sua buca.", noPicture: () => "Non è leggibile come immagine: scegliete una fotografia.",
    unwatched: (table) => `Nessuna telecamera è indicata per il tavolo ${table}: chi ha installato il programma la indica nel file del circolo.`, paused: (table) => `La telecamera del tavolo ${table} è in pausa: riattivatela.`,
    silent: (table) => `La telecamera del tavolo ${table} non dà immagini: controllate cavo e alimentazione.`, otherShape: (still, camera) => `La foto è ${still} e la telecamera manda ${camera}: scattatela con quella telecamera, nello stesso verso.`,
    played: (kit) => `Qui si sta giocando un incontro su ${kit}: terminatelo, o scegliete quel tavolo.`, gone: () => "Questa non è più conservata.", unseen: (kit) => `Nessuna telecamera sa ancora seguire il gioco di ${kit}.`,
  },
};

const SWEDISH = {
  lang: "Språk", title: "ställ in en kamera", heading: (table) => `Kameran vid bord ${table}`,
  hint: "Linjerna ska ligga på bordet. Gör de inte det, flytta de fyra hörnen dit där vallarnas kanter skulle mötas vid hörnhålen: dra dem, eller välj ett med Tabb och tryck på piltangenterna (med Skift i större steg).",
  start: "Låt bordet hittas, eller peka själv ut dess fyra hörn.",
  blank: { waiting: "Väntar på en bild från kameran…", paused: "Kameran är pausad: låt den titta igen.", unwatched: "Ingen kamera är ännu angiven för detta bord. En stillbild kan prövas: välj en nedan." },
  picture: "Bordets kamera", seen: "Bordets kamera, med bordet som det hittades", baulk: "Baulk", busy: "Bordet letas upp…",
  corners: ["Hörn baulk vänster", "Hörn baulk höger", "Hörn topp höger", "Hörn topp vänster"],
  is: { kept: (kit) => `Används: ${kit}.`, found: (kit) => `Hittat: ${kit}.`, pointed: (kit) => `Efter dina hörn: ${kit}.` },
  placed: (mm) => `Bollar placeras på ungefär ${mm} mm.`, ends: (sure) => `Vilken ände som är baulk är en gissning (${sure} % säker): vänd bordet om det är den andra.`,
  find: "Leta igen", point: "Peka ut hörnen", turn: "Vänd: baulk är andra änden", watch: "Låt den titta igen", use: "Använd detta", inUse: "Detta används",
  kit: "Vilket bord det är", anyKit: "tar reda på det själv", still: "Pröva en egen stillbild", live: "Tillbaka till kamerans bild",
  used: "Bordet följs så från och med nu.", wentBack: "Bordet följs åter som tidigare.",
  verdict: "Vad denna kamera kan avgöra", better: "Vad som skulle göra den bättre",
  grades: { good: "Väl placerad: sänkta bollar och de flesta bollar i press avgörs.", fair: "Den duger: sänkta bollar avgörs; om bollar i press frågas oftast domaren.", poor: "Inte bra nog än: alla sänkta bollar kan inte avgöras. Läs nedan vad som bör ändras." },
  versions: "Tidigare inställningar", versionsNote: "Alla sparas. Den som man går tillbaka till blir den nyaste.", now: "används", back: "Gå tillbaka till denna", error: (mm) => `${mm} mm`, somebody: "någon vid denna dator",
  hows: { eyes: () => "hittat under bevakningen", found: (by) => `hittat, och taget av ${by}`, pointed: (by) => `hörn av ${by}`, back: (by) => `återtaget av ${by}` },
  said: {
    ends: (sure) => `Vilken ände som är baulk är en gissning (${sure} % säker): vänd bordet om det är den andra.`,
    loose: (mm) => `Bollar kan placeras ${mm} mm fel: rätta hörnen, eller visa mer av bordet.`,
    kits: (odds) => `Vilket bord det är, är en gissning (${odds}): välj det i listan.`,
    against: (told, better, odds) => `Bollarna talar emot ${told}: bilden liknar ${better} (${odds} %).`,
    notFound: (why) => `Inget bord hittades: ${why}. Visa hela bordet, eller peka ut dess hörn.`,
    noCloth: () => "ingen stor jämn yta av duk syns", shape: () => "det som liknar duk har inte ett bords form", inView: (share) => `bara ${share} % av det är i bild`,
    hidden: () => "duken är skymd, eller har inte en färg", cushions: () => "för lite av vallarna kan urskiljas", marks: () => "varken hål eller märken syns där de borde",
    pool: (n) => `Ett bord syns, men inte för snooker: ${n} av bollarna är gula.`,
    small: (wide, high) => `En bild på ${wide}x${high} är för liten.`, large: (wide, high) => `En bild på ${wide}x${high} är för stor.`,
    corners: () => "Inget bord kan ha sina hörn där: de går runt bordet i tur och ordning, vart och ett vid sitt hål.", noPicture: () => "Detta kan inte läsas som en bild: välj ett fotografi.",
    unwatched: (table) => `Ingen kamera är angiven för bord ${table}: den som installerade programmet anger den i klubbens fil.`, paused: (table) => `Kameran vid bord ${table} är pausad: låt den titta igen.`,
    silent: (table) => `Kameran vid bord ${table} ger ingen bild: se över dess kabel och ström.`, otherShape: (still, camera) => `Din stillbild är ${still} och kameran sänder ${camera}: ta den med den kameran, åt samma håll.`,
    played: (kit) => `En match spelas här på ${kit}: avsluta den, eller välj det bordet.`, gone: () => "Denna finns inte sparad längre.", unseen: (kit) => `Ingen kamera kan följa spelet på ${kit} än.`,
  },
};

const CHINESE = {
  lang: "语言", title: "设置相机", heading: (table) => `${table} 号台的相机`,
  hint: "线条应落在球台上。若不是，请把四个角移到库边在四个底袋处相交的位置：拖动它们，或用 Tab 选中一个后按方向键（按住 Shift 步子更大）。",
  start: "让程序寻找球台，或自己指出四个角。",
  blank: { waiting: "正在等待相机的画面…", paused: "相机已暂停：请让它继续。", unwatched: "此球台尚未指定相机。可以先试一张照片：在下面选择。" },
  picture: "球台的相机", seen: "球台的相机，以及找到的球台", baulk: "开球区", busy: "正在寻找球台…",
  corners: ["角：开球区左", "角：开球区右", "角：顶岸右", "角：顶岸左"],
  is: { kept: (kit) => `正在使用：${kit}。`, found: (kit) => `已找到：${kit}。`, pointed: (kit) => `按你指的角：${kit}。` },
  placed: (mm) => `球的定位误差约 ${mm} 毫米。`, ends: (sure) => `哪一端是开球区尚不确定（${sure} %）：若是另一端，请把球台掉头。`,
  find: "重新寻找", point: "指出四个角", turn: "掉头：开球区在另一端", watch: "让相机继续", use: "使用此设置", inUse: "正在使用",
  kit: "是哪种球台", anyKit: "由程序判断", still: "试一张自己的照片", live: "回到相机的画面",
  used: "从现在起按此设置观看球台。", wentBack: "已恢复较早的设置。",
  verdict: "这台相机能判断什么", better: "怎样会更好",
  grades: { good: "位置很好：能判断进球和大多数贴球。", fair: "可以使用：能判断进球；贴球多半请裁判判断。", poor: "还不够好：并非所有进球都能判断。请看下面如何改进。" },
  versions: "以前的设置", versionsNote: "全部保留。恢复的设置会成为最新的一个。", now: "使用中", back: "恢复此设置", error: (mm) => `${mm} 毫米`, somebody: "这台电脑前的人",
  hows: { eyes: () => "观看时找到", found: (by) => `找到，由 ${by} 采用`, pointed: (by) => `由 ${by} 指出四角`, back: (by) => `由 ${by} 恢复` },
  said: {
    ends: (sure) => `哪一端是开球区尚不确定（${sure} %）：若是另一端，请把球台掉头。`,
    loose: (mm) => `球的定位可能偏差 ${mm} 毫米：请改正四个角，或拍到更多球台。`,
    kits: (odds) => `是哪种球台尚不确定（${odds}）：请从列表中选择。`,
    against: (told, better, odds) => `球的大小与 ${told} 不符：画面更像 ${better}（${odds} %）。`,
    notFound: (why) => `没有找到球台：${why}。请拍到整张球台，或指出它的角。`,
    noCloth: () => "没有看到大片均匀的台面", shape: () => "像台面的部分没有球台的形状", inView: (share) => `只有 ${share} % 在画面内`,
    hidden: () => "台面被遮住，或颜色不一致", cushions: () => "能辨认的库边太少", marks: () => "袋口和标记都不在应有的位置",
    pool: (n) => `看到一张球台，但不是斯诺克台：有 ${n} 颗黄球。`,
    small: (wide, high) => `${wide}x${high} 的画面太小。`, large: (wide, high) => `${wide}x${high} 的画面太大。`,
    corners: () => "球台的角不可能在那里：四个角应依次绕球台一周，各在自己的袋口。", noPicture: () => "无法读取为图片：请选择一张照片。",
    unwatched: (table) => `${table} 号台没有指定相机：请由安装程序的人在俱乐部文件中指定。`, paused: (table) => `${table} 号台的相机已暂停：请让它继续。`,
    silent: (table) => `${table} 号台的相机没有画面：请检查线缆和电源。`, otherShape: (still, camera) => `照片为 ${still}，相机为 ${camera}：请用那台相机、同样的方向拍摄。`,
    played: (kit) => `这里正在 ${kit} 上比赛：请先结束，或选择那种球台。`, gone: () => "此设置已不再保留。", unseen: (kit) => `还没有相机能观看 ${kit} 上的比赛。`,
  },
};

/** The words of the page on which a camera is set up; English where a language has none of ours. */
export const setupWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;

/** What the program said of a table that it looked for, in a language. */
export function setupSaid(text, lang) {
  const { said } = setupWordsOf(lang);
  for (const [name, form] of Object.entries(FORMS)) {
    const found = form.exec(text);
    if (found) return said[name](...found.slice(1).map((part) => setupSaid(part, lang)));
  }
  return text;
}
