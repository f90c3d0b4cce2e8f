// The words of the page of clips in four languages. Why a clip was refused comes from the program and is in English.

const ENGLISH = {
  lang: "Language", title: "Clips for review", cancel: "Leave it",
  send: "Send a clip", note: (mb) => `A phone’s video of one stroke, with the whole table in view: up to 90 seconds and ${mb} MB. It is checked, then watched as a recording is.`,
  file: "Video", go: "Send", sending: (share) => `Sending: ${share} %`, sent: "It was sent, and waits for its turn.", stop: "Stop sending", stopped: "Nothing was sent.",
  line: "The line broke off: send it again.", large: (mb) => `This is larger than ${mb} MB: send the one stroke.`,
  clips: "Clips", none: "No clip was sent yet.", by: (name) => `from ${name}`, open: "Open the report", remove: "Remove",
  sure: "Remove this clip and its report?",
  states: { arriving: "being sent", waiting: "waits", checking: "being checked", watching: "being watched", done: "done", refused: "refused" },
};

const ITALIAN = {
  lang: "Lingua", title: "Filmati da rivedere", cancel: "Annulla",
  send: "Invia un filmato", note: (mb) => `Il video di un solo tiro ripreso da un telefono, con tutto il tavolo in vista: fino a 90 secondi e ${mb} MB. Viene controllato e poi analizzato come una registrazione.`,
  file: "Video", go: "Invia", sending: (share) => `Invio: ${share} %`, sent: "Inviato: attende il suo turno.", stop: "Interrompi", stopped: "Non è stato inviato nulla.",
  line: "Il collegamento è caduto: invialo di nuovo.", large: (mb) => `Supera ${mb} MB: invia solo il tiro.`,
  clips: "Filmati", none: "Ancora nessun filmato.", by: (name) => `da ${name}`, open: "Apri il resoconto", remove: "Rimuovi",
  sure: "Rimuovere questo filmato e il suo resoconto?",
  states: { arriving: "in arrivo", waiting: "in attesa", checking: "in controllo", watching: "in analisi", done: "pronto", refused: "rifiutato" },
};

const SWEDISH = {
  lang: "Språk", title: "Klipp att granska", cancel: "Låt bli",
  send: "Skicka ett klipp", note: (mb) => `En telefonfilm av en stöt, med hela bordet i bild: högst 90 sekunder och ${mb} MB. Den kontrolleras och ses sedan som en inspelning.`,
  file: "Film", go: "Skicka", sending: (share) => `Skickar: ${share} %`, sent: "Skickat; det väntar på sin tur.", stop: "Sluta skicka", stopped: "Inget skickades.",
  line: "Förbindelsen bröts: skicka igen.", large: (mb) => `Det är större än ${mb} MB: skicka bara stöten.`,
  clips: "Klipp", none: "Inget klipp har skickats än.", by: (name) => `från ${name}`, open: "Öppna rapporten", remove: "Ta bort",
  sure: "Ta bort klippet och dess rapport?",
  states: { arriving: "skickas", waiting: "väntar", checking: "kontrolleras", watching: "granskas", done: "klart", refused: "avvisat" },
};

const CHINESE = {
  lang: "语言", title: "待审片段", cancel: "取消",
  send: "上传片段", note: (mb) => `手机拍摄的一次击球视频，须拍到整张球台：最长 90 秒，最大 ${mb} MB。先检查，再按录像分析。`,
  file: "视频", go: "上传", sending: (share) => `上传中：${share} %`, sent: "已上传，等待处理。", stop: "停止上传", stopped: "没有上传任何内容。",
  line: "连接中断：请重新上传。", large: (mb) => `超过 ${mb} MB：请只上传这一次击球。`,
  clips: "片段", none: "还没有片段。", by: (name) => `来自 ${name}`, open: "打开报告", remove: "删除",
  sure: "删除此片段及其报告？",
  states: { arriving: "上传中", waiting: "等待", checking: "检查中", watching: "分析中", done: "完成", refused: "被拒绝" },
};

/** The words of the page of clips; English where a language has none of ours. */
export const uploadWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;
