// The words of the players' page in four languages.

const ENGLISH = {
  lang: "Language", title: "players", players: "Players", cancel: "Cancel", save: "Save", saved: "Saved.",
  note: "Whoever begins a match is kept here by name. Type two letters where a match begins, and the players are offered.",
  find: "Find a player", none: "Nobody yet.", adding: "Add a player", add: "Add", added: (name) => `${name} is added.`,
  name: "Name", shortName: "Short name, for narrow screens", country: "Flag", noCountry: "none", handicap: "Handicap (points)",
  badge: "Badge: a picture", noBadge: "Without a badge", noPicture: "This is no picture that the browser can read.",
  wonOf: (won, all) => `${won} of ${all} matches won`, highOf: (n) => `highest break ${n}`,
  handicapOf: (n) => `handicap ${n}`, change: "Change", changeOf: (name) => `What is known of ${name}`,
  remove: "Remove", removeOf: (name) => `Remove ${name}?`,
};

const ITALIAN = {
  lang: "Lingua", title: "giocatori", players: "Giocatori", cancel: "Annulla", save: "Salva", saved: "Salvato.",
  note: "Chi inizia un incontro resta qui per nome. Dove inizia un incontro bastano due lettere, e i giocatori vengono proposti.",
  find: "Trova un giocatore", none: "Ancora nessuno.", adding: "Aggiungi un giocatore", add: "Aggiungi", added: (name) => `${name} è stato aggiunto.`,
  name: "Nome", shortName: "Nome breve, per schermi stretti", country: "Bandiera", noCountry: "nessuna", handicap: "Handicap (punti)",
  badge: "Stemma: un’immagine", noBadge: "Senza stemma", noPicture: "Il browser non sa leggere questa immagine.",
  wonOf: (won, all) => `${won} incontri vinti su ${all}`, highOf: (n) => `serie più alta ${n}`,
  handicapOf: (n) => `handicap ${n}`, change: "Modifica", changeOf: (name) => `Ciò che si sa di ${name}`,
  remove: "Rimuovi", removeOf: (name) => `Rimuovere ${name}?`,
};

const SWEDISH = {
  lang: "Språk", title: "spelare", players: "Spelare", cancel: "Låt bli", save: "Spara", saved: "Sparat.",
  note: "Den som börjar en match sparas här med namn. Skriv två bokstäver där en match börjar, så föreslås spelarna.",
  find: "Sök en spelare", none: "Ingen än.", adding: "Lägg till en spelare", add: "Lägg till", added: (name) => `${name} är tillagd.`,
  name: "Namn", shortName: "Kort namn, för smala skärmar", country: "Flagga", noCountry: "ingen", handicap: "Handikapp (poäng)",
  badge: "Märke: en bild", noBadge: "Utan märke", noPicture: "Webbläsaren kan inte läsa den bilden.",
  wonOf: (won, all) => `${won} av ${all} matcher vunna`, highOf: (n) => `högsta serie ${n}`,
  handicapOf: (n) => `handikapp ${n}`, change: "Ändra", changeOf: (name) => `Uppgifter om ${name}`,
  remove: "Ta bort", removeOf: (name) => `Ta bort ${name}?`,
};

const CHINESE = {
  lang: "语言", title: "选手", players: "选手", cancel: "取消", save: "保存", saved: "已保存。",
  note: "开始比赛的人会按姓名保存在这里。开始比赛时输入两个字母即可选择选手。",
  find: "查找选手", none: "暂无。", adding: "添加选手", add: "添加", added: (name) => `已添加 ${name}。`,
  name: "姓名", shortName: "简称（用于窄屏）", country: "旗帜", noCountry: "无", handicap: "让分（分）",
  badge: "徽章：图片", noBadge: "不用徽章", noPicture: "浏览器无法读取此图片。",
  wonOf: (won, all) => `${all} 场胜 ${won}`, highOf: (n) => `单杆最高 ${n}`,
  handicapOf: (n) => `让分 ${n}`, change: "更改", changeOf: (name) => `${name} 的资料`,
  remove: "删除", removeOf: (name) => `删除 ${name}？`,
};

/** The words of the players' page; English where a language has none of ours. */
export const playersWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;
