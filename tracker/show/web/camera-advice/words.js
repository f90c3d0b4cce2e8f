// The words of the page on which a camera is tried, in four languages; what it would see and decide the program says itself.

const ENGLISH = {
  lang: "Language", title: "Which camera, and where",
  note: "Before you buy one: say where it would stand, and read what it would see. Millimetres, from the corner of the Bottom and the left cushion, seen from the Baulk end.",
  table: "Table", x: "X, to the right (mm)", y: "Y, to the Top end (mm)", z: "Z, above the cloth (mm)", lens: "Lens: angle across the picture (°)", size: "Pictures (pixels)",
  go: "Try it", busy: "It is being reckoned…", picture: "What it would see", marks: "Beside the pockets and spots: how far a ball there may be placed off.", places: "Place by place",
};

const ITALIAN = {
  lang: "Lingua", title: "Quale telecamera, e dove",
  note: "Prima di comprarla: dite dove starebbe, e leggete che cosa vedrebbe. Millimetri, dall’angolo fra la sponda di acchito e quella sinistra, visto dal lato di acchito.",
  table: "Tavolo", x: "X, verso destra (mm)", y: "Y, verso la testa (mm)", z: "Z, sopra il panno (mm)", lens: "Obiettivo: angolo in larghezza (°)", size: "Immagini (pixel)",
  go: "Prova", busy: "Si sta calcolando…", picture: "Che cosa vedrebbe", marks: "Accanto alle buche e ai punti: di quanto può sbagliare il posto di una bilia.", places: "Punto per punto",
};

const SWEDISH = {
  lang: "Språk", title: "Vilken kamera, och var",
  note: "Innan du köper en: säg var den skulle stå och läs vad den skulle se. Millimeter, från hörnet mellan baulkvallen och vänster vall, sett från baulkänden.",
  table: "Bord", x: "X, åt höger (mm)", y: "Y, mot toppen (mm)", z: "Z, över duken (mm)", lens: "Objektiv: vinkel över bildens bredd (°)", size: "Bilder (pixlar)",
  go: "Pröva", busy: "Det räknas…", picture: "Vad den skulle se", marks: "Intill hål och punkter: hur fel en boll där kan placeras.", places: "Plats för plats",
};

const CHINESE = {
  lang: "语言", title: "选什么相机，放在哪里",
  note: "购买之前：填写相机的位置，看看它能看到什么。单位毫米，从开球区一端看，原点是底库边与左库边的交角。",
  table: "球台", x: "X，向右（毫米）", y: "Y，向顶岸（毫米）", z: "Z，台面以上（毫米）", lens: "镜头：画面宽度方向的视角（°）", size: "画面（像素）",
  go: "试一试", busy: "正在计算…", picture: "它会看到什么", marks: "球袋和球点旁：该处球的定位误差。", places: "逐个位置",
};

/** The words of the page on which a camera is tried; English where a language has none of ours. */
export const adviceWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;
