// The words of what is called beside the strokes, in four languages: the acts, and what the calls for them say.

const ENGLISH = {
  groups: { conduct: "Conduct", fault: "Faults while nobody plays", right: "Put right, nobody pays", clock: "The clocks", frame: "The frame and the match" },
  seconds: { snooker: "Match clock, seconds", billiards: "Seconds to add" }, which: "Which ball", ends: { frame: "ends it", match: "ends the match" },
  acts: {
    unsporting: "Unsporting conduct", "serious-unsporting": "Serious misconduct", "refuses-to-play": "Refuses to play",
    "time-wasting": "Time wasting", "time-expired": "Time is up", disruptive: "Disruptive", late: "Late at the table",
    "refuses-to-greet": "No greeting", "deliberate-foul": "Foul on purpose", "ball-touched": "Ball touched", "ball-moved": "Ball moved on purpose",
    "ball-picked-up": "Ball picked up", "marker-touched": "Marker touched", "outside-d": "Not from the D", "wrong-cue-ball": "Wrong cue-ball",
    "no-declaration": "No colour declared", "equipment-left": "Something left on the table", measured: "Measured with an object",
    "ball-off-table-used": "Ball off the table used", "out-of-turn": "Out of turn", conferred: "Conferred", "non-standard-cue": "Cue not allowed",
    "puck-touched": "Puck touched", "touched-in-placing": "Puck touched in placing", "pucks-displaced": "Several pucks displaced",
    "zone-crossed": "Zone border crossed", "table-pushed": "Table pushed", "placed-badly": "Striker handed over badly",
    "cue-exchanged": "Cue or striker exchanged", "edge-hit": "Edge hit on purpose", concede: "Concession", claim: "Claim", restart: "Stalemate: begin again",
    "wrong-order": "Wrong side began: begin again", "session-time": "End of a session", time: "End of the last session",
    annul: "Ball fell in: all back, plays again", "match-lost": "Match awarded", "turn-lost": "Turn lost", "penalty-puck": "Penalty puck",
    forgotten: "Debt forgotten", "set-lost": "Set lost", "game-lost": "Game lost", again: "Set played again",
    "colour-missing": "Colour missing: goes up", "colour-misplaced": "Colour on a wrong spot", "colour-spotted-in-error": "Colour up by mistake: comes off",
    "red-spotted-for": "Red up in place of this colour", "now-touching": "Ball moved against the cue-ball, or away", fell: "Ball fell in by itself",
    "outside-cause": "Ball disturbed from outside", "referee-moved": "Ball moved by the referee", "table-defect": "Ball moved by a defect of the table",
    "ball-missing": "Ball missing, or on a wrong spot", "spotted-in-error": "Ball spotted by mistake: comes off", "time-out": "TIME OUT, the shot clock goes on",
    "time-out-reset": "TIME OUT, the shot clock anew", "add-time": "Wasted time added at the end",
  },
};

const ITALIAN = {
  groups: { conduct: "Condotta", fault: "Falli a gioco fermo", right: "Rimesso a posto, nessuno paga", clock: "Gli orologi", frame: "Partita e incontro" },
  seconds: { snooker: "Orologio della partita, secondi", billiards: "Secondi da aggiungere" }, which: "Quale bilia", ends: { frame: "la chiude", match: "chiude l’incontro" },
  acts: {
    unsporting: "Condotta antisportiva", "serious-unsporting": "Condotta grave", "refuses-to-play": "Rifiuta di giocare",
    "time-wasting": "Perdita di tempo", "time-expired": "Tempo scaduto", disruptive: "Disturba", late: "In ritardo al tavolo",
    "refuses-to-greet": "Non saluta", "deliberate-foul": "Fallo volontario", "ball-touched": "Bilia toccata", "ball-moved": "Bilia spostata apposta",
    "ball-picked-up": "Bilia sollevata", "marker-touched": "Segnaposto toccato", "outside-d": "Non dalla D", "wrong-cue-ball": "Battente sbagliata",
    "no-declaration": "Nessun colore dichiarato", "equipment-left": "Oggetto lasciato sul tavolo", measured: "Misura con un oggetto",
    "ball-off-table-used": "Usata una bilia fuori gioco", "out-of-turn": "Fuori turno", conferred: "Si è consultato", "non-standard-cue": "Stecca non ammessa",
    "puck-touched": "Pedina toccata", "touched-in-placing": "Pedina toccata piazzando", "pucks-displaced": "Più pedine spostate",
    "zone-crossed": "Confine di zona superato", "table-pushed": "Tavolo spinto", "placed-badly": "Battente passato male",
    "cue-exchanged": "Stecca o battente scambiati", "edge-hit": "Bordo colpito apposta", concede: "Concessione", claim: "Reclamo", restart: "Stallo: si ricomincia",
    "wrong-order": "Ha iniziato il lato sbagliato: si ricomincia", "session-time": "Fine di una sessione", time: "Fine dell’ultima sessione",
    annul: "Bilia caduta: tutto a posto, rigioca", "match-lost": "Incontro assegnato", "turn-lost": "Turno perso", "penalty-puck": "Pedina di penalità",
    forgotten: "Debito dimenticato", "set-lost": "Set perso", "game-lost": "Gioco perso", again: "Set da rigiocare",
    "colour-missing": "Colore mancante: si rimette", "colour-misplaced": "Colore sul punto sbagliato", "colour-spotted-in-error": "Colore rimesso per errore: si toglie",
    "red-spotted-for": "Rossa al posto di questo colore", "now-touching": "Bilia mossa contro la battente, o via", fell: "Bilia caduta da sola",
    "outside-cause": "Bilia disturbata dall’esterno", "referee-moved": "Bilia mossa dall’arbitro", "table-defect": "Bilia mossa da un difetto del tavolo",
    "ball-missing": "Bilia mancante, o sul punto sbagliato", "spotted-in-error": "Bilia rimessa per errore: si toglie", "time-out": "TIME OUT, l’orologio del tiro riprende",
    "time-out-reset": "TIME OUT, l’orologio del tiro da capo", "add-time": "Tempo perso aggiunto alla fine",
  },
};

const SWEDISH = {
  groups: { conduct: "Uppträdande", fault: "Fel medan ingen spelar", right: "Rättas till, ingen betalar", clock: "Klockorna", frame: "Framet och matchen" },
  seconds: { snooker: "Matchklockan, sekunder", billiards: "Sekunder att lägga till" }, which: "Vilken boll", ends: { frame: "avslutar det", match: "avslutar matchen" },
  acts: {
    unsporting: "Osportsligt uppträdande", "serious-unsporting": "Grovt osportsligt", "refuses-to-play": "Vägrar spela",
    "time-wasting": "Fördröjer spelet", "time-expired": "Tiden är ute", disruptive: "Stör", late: "Sen till bordet",
    "refuses-to-greet": "Hälsar inte", "deliberate-foul": "Avsiktlig foul", "ball-touched": "Boll vidrörd", "ball-moved": "Boll flyttad med avsikt",
    "ball-picked-up": "Boll upplockad", "marker-touched": "Markör vidrörd", "outside-d": "Inte från D:et", "wrong-cue-ball": "Fel köboll",
    "no-declaration": "Ingen färg nominerad", "equipment-left": "Något kvarlämnat på bordet", measured: "Mätte med föremål",
    "ball-off-table-used": "Använde en boll utanför bordet", "out-of-turn": "Utanför sin tur", conferred: "Rådgjorde", "non-standard-cue": "Otillåten kö",
    "puck-touched": "Bricka vidrörd", "touched-in-placing": "Bricka vidrörd vid placering", "pucks-displaced": "Flera brickor flyttade",
    "zone-crossed": "Zongränsen överskriden", "table-pushed": "Bordet knuffat", "placed-badly": "Striker lämnad fel",
    "cue-exchanged": "Kö eller striker bytt", "edge-hit": "Kanten träffad med avsikt", concede: "Uppgivet", claim: "Anspråk", restart: "Dödläge: börja om",
    "wrong-order": "Fel sida började: börja om", "session-time": "Slut på ett pass", time: "Slut på sista passet",
    annul: "Boll föll ner: allt tillbaka, spelar igen", "match-lost": "Matchen tilldömd", "turn-lost": "Turen förlorad", "penalty-puck": "Straffbricka",
    forgotten: "Glömd skuld", "set-lost": "Setet förlorat", "game-lost": "Spelet förlorat", again: "Setet spelas om",
    "colour-missing": "Färg saknas: läggs upp", "colour-misplaced": "Färg på fel punkt", "colour-spotted-in-error": "Färg upplagd av misstag: tas bort",
    "red-spotted-for": "Röd upplagd i stället för färgen", "now-touching": "Boll har rört sig mot köbollen, eller bort", fell: "Boll föll ner av sig själv",
    "outside-cause": "Boll störd utifrån", "referee-moved": "Boll flyttad av domaren", "table-defect": "Boll flyttad av fel på bordet",
    "ball-missing": "Boll saknas, eller ligger på fel punkt", "spotted-in-error": "Boll upplagd av misstag: tas bort", "time-out": "TIME OUT, stötklockan går vidare",
    "time-out-reset": "TIME OUT, stötklockan från början", "add-time": "Förlorad tid läggs till på slutet",
  },
};

const CHINESE = {
  groups: { conduct: "行为", fault: "无人击球时的犯规", right: "纠正，不罚分", clock: "计时", frame: "本局与比赛" },
  seconds: { snooker: "比赛计时（秒）", billiards: "补时（秒）" }, which: "哪个球", ends: { frame: "本局结束", match: "比赛结束" },
  acts: {
    unsporting: "不正当行为", "serious-unsporting": "严重不当行为", "refuses-to-play": "拒绝比赛", "time-wasting": "拖延时间", "time-expired": "时间到",
    disruptive: "干扰比赛", late: "迟到", "refuses-to-greet": "拒绝致意", "deliberate-foul": "故意犯规", "ball-touched": "触球", "ball-moved": "故意移动球",
    "ball-picked-up": "拿起球", "marker-touched": "触动标记", "outside-d": "未在开球区内", "wrong-cue-ball": "打错主球", "no-declaration": "未指定彩球",
    "equipment-left": "物品留在台上", measured: "用物品测量", "ball-off-table-used": "使用离台的球", "out-of-turn": "轮次错误", conferred: "商议",
    "non-standard-cue": "球杆不合规", "puck-touched": "触动棋子", "touched-in-placing": "放置时触动棋子", "pucks-displaced": "移动多个棋子",
    "zone-crossed": "越过区线", "table-pushed": "推动球台", "placed-badly": "递交母棋不当", "cue-exchanged": "更换球杆或母棋", "edge-hit": "故意击边",
    concede: "认输", claim: "要求判胜", restart: "僵局：重新开始", "wrong-order": "开球方错误：重新开始", "session-time": "一节结束", time: "最后一节结束",
    annul: "球自行落袋：复位重打", "match-lost": "判定比赛胜负", "turn-lost": "失去击球权", "penalty-puck": "罚子", forgotten: "遗忘的欠子",
    "set-lost": "输掉本盘", "game-lost": "输掉比赛", again: "重打本盘",
    "colour-missing": "彩球缺失：置回", "colour-misplaced": "彩球位置错误", "colour-spotted-in-error": "彩球误置：取走", "red-spotted-for": "误置红球代替该彩球",
    "now-touching": "球移动后贴住或离开主球", fell: "球自行落袋", "outside-cause": "球受外界干扰", "referee-moved": "裁判移动了球", "table-defect": "球台缺陷致球移动",
    "ball-missing": "球缺失或位置错误", "spotted-in-error": "球误置：取走", "time-out": "暂停，击球计时继续", "time-out-reset": "暂停，击球重新计时", "add-time": "终场补回拖延时间",
  },
};

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words of acts in a language; English where it has none of ours. */
export function actWordsOf(lang) {
  return LANGUAGES[lang] ?? ENGLISH;
}
