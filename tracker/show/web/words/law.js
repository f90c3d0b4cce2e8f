// What the law and the program answer, in four languages: titles of the rulebooks, refusals, why a frame ended.
// They come in English (`rules/*/law`, `match`): each sentence is known by its form, and one that is not stays English.

import { clubSaid } from "./club.js";
import { wordsOf } from "./words.js";

const BALL = "(red|yellow|green|brown|blue|pink|black|white)";

/** The sentences by their forms; what stands in brackets is carried over, a ball by its name. */
const FORMS = {
  notOn: new RegExp(`^${BALL} is not on: potting it is a foul$`),
  gone: new RegExp(`^${BALL} is not on the table$`),
  noColour: new RegExp(`^${BALL} is not a colour on the table$`),
  isOn: new RegExp(`^${BALL} is on: a free ball is another ball$`),
  lotsFirst: new RegExp(`^lots come first: who plays the re-spotted ${BALL}\\?$`),
  reds: /^only (\d+) reds are on the table$/,
  costs: /^with this ball on it costs (\d+) to (\d+), not (\d+)$/,
  scores: /^these pots score (\d+), not (\d+)$/,
  choiceFirst: /^a choice comes first: .*$/,
  notChosen: /^the next player has not chosen to play$/,
  noChoice: /^there is nothing to choose$/,
  unknownOn: /^the ball on is not known: state it first$/,
  noFree: /^no free ball was called$/,
  noOffer: /^the other side has not offered the frame$/,
  over: /^the frame is over$/,
  frameGoesOn: /^frame (\d+) is not over yet$/,
  matchOver: /^the match is over$/,
  noMatch: /^no match has begun at this table$/,
  played: /^a match is being played at this table: finish it, or say that it is abandoned$/,
  noFoul: /^a miss or a free ball is called with a foul, and the last call was none$/,
  noUndo: /^there is nothing to undo in this frame$/,
  noRedo: /^there is nothing to redo: nothing was undone since the last call$/,
  noneAfter: /^nothing was called after entry (\d+)$/,
  struck: /^entry (\d+) is struck out(?: already|: it cannot be amended)$/,
  answered: /^entry (\d+) is not a suggestion that waits for an answer$/,
  already: /^the camera has called the last stroke, and saw none since: key it in again if there was one$/,
  cannot: /^entry (\d+) cannot become this: (.*)$/,
  noFit: /^entry (\d+) does not fit a frame that begins so: (.*)$/,
  moved: /^the score has changed since: look again$/,
  noFrame: /^there is no frame before this one$/,
  begun: /^this frame has begun: undo what was called in it first$/,
  password: /^this name and this password do not go together$/,
  attempts: /^too many attempts: try again in (\d+) s$/,
  lastBlack: /^the last black was potted$/,
  foulBlack: /^foul on the last black$/,
  conceded: /^conceded$/,
  claimed: /^claimed with only the black left$/,
  awardedBlack: /^awarded: more than seven ahead with only the black left$/,
  awardedBefore: /^frame awarded before it began$/,
  thirdMiss: /^third miss after the Warning$/,
  awarded: /^(?:frame|game) awarded: .*$/,
};

const none = Object.fromEntries(Object.keys(FORMS).map((name) => [name, ""]));

const ENGLISH = {
  said: none,
  books: {
    "snooker-2024": "Snooker, WPBSA Official Rules, September 2024", "snooker-2022": "Snooker, WPBSA Official Rules, 2022",
    "snooker-legacy": "Snooker, the older WPBSA edition behind the Italian and Swedish books",
    "six-reds-2024": "Six-reds, WPBSA Official Rules, September 2024", "six-reds-2022": "Six-reds, WPBSA Official Rules, 2022",
    "shoot-out-2024": "Snooker Shoot Out, WPBSA Official Rules, September 2024", "billiards-2024": "English billiards, WPBSA Official Rules, September 2024",
    "novuss-2015": "Novuss, rules posted in March 2015",
  },
};

const ITALIAN = {
  books: {
    "snooker-2024": "Snooker, regole ufficiali WPBSA, settembre 2024", "snooker-2022": "Snooker, regole ufficiali WPBSA, 2022",
    "snooker-legacy": "Snooker, l’edizione WPBSA precedente dei regolamenti italiano e svedese",
    "six-reds-2024": "Six-reds, regole ufficiali WPBSA, settembre 2024", "six-reds-2022": "Six-reds, regole ufficiali WPBSA, 2022",
    "shoot-out-2024": "Snooker Shoot Out, regole ufficiali WPBSA, settembre 2024", "billiards-2024": "Biliardo inglese, regole ufficiali WPBSA, settembre 2024",
    "novuss-2015": "Novuss, regole di marzo 2015",
  },
  said: {
    notOn: (ball) => `${ball}: non è accesa, imbucarla è fallo`, gone: (ball) => `${ball}: non è sul tavolo`,
    noColour: (ball) => `${ball}: nessun colore sul tavolo`, isOn: (ball) => `${ball}: è accesa, la bilia libera è un’altra`,
    lotsFirst: (ball) => `prima il sorteggio: chi gioca (${ball} rimessa)?`, reds: (n) => `sul tavolo ci sono solo ${n} rosse`,
    costs: (least, most, n) => `con questa bilia accesa costa da ${least} a ${most}, non ${n}`, scores: (due, n) => `queste bilie valgono ${due}, non ${n}`,
    choiceFirst: () => "prima il giocatore deve scegliere", notChosen: () => "il giocatore non ha ancora scelto di giocare", noChoice: () => "non c’è niente da scegliere",
    unknownOn: () => "la bilia accesa non è nota: va detta prima", noFree: () => "nessuna bilia libera è stata chiamata", noOffer: () => "l’avversario non ha offerto la partita",
    over: () => "la partita è finita", frameGoesOn: (n) => `la partita ${n} non è ancora finita`, matchOver: () => "l’incontro è finito",
    noMatch: () => "a questo tavolo non è iniziato alcun incontro", played: () => "a questo tavolo si gioca un incontro: va finito o interrotto",
    noFoul: () => "rimessa e bilia libera si chiamano con un fallo, e l’ultima chiamata non lo era", noUndo: () => "in questa partita non c’è niente da annullare",
    noRedo: () => "non c’è niente da ripristinare", noneAfter: (n) => `dopo la riga ${n} non c’è alcuna chiamata`, struck: (n) => `la riga ${n} è annullata`,
    answered: (n) => `la riga ${n} non attende più risposta`,
    already: () => "la telecamera ha già chiamato l’ultimo tiro e da allora non ne ha visti: inserirlo di nuovo se c’è stato", cannot: (n, why) => `la riga ${n} non può diventare così: ${why}`,
    noFit: (n, why) => `la riga ${n} non si accorda con questo inizio: ${why}`, moved: () => "il punteggio è cambiato nel frattempo: guardi di nuovo",
    noFrame: () => "non c’è una partita precedente", begun: () => "questa partita è iniziata: annulli prima ciò che vi è stato chiamato",
    password: () => "nome e password non corrispondono", attempts: (n) => `troppi tentativi: riprovi fra ${n} s`,
    lastBlack: () => "ultima nera imbucata", foulBlack: () => "fallo sull’ultima nera", conceded: () => "concessa", claimed: () => "reclamata con la sola nera",
    awardedBlack: () => "assegnata: più di sette punti di vantaggio con la sola nera", awardedBefore: () => "assegnata prima dell’inizio",
    thirdMiss: () => "terza rimessa dopo l’ammonizione", awarded: () => "assegnata",
  },
};

const SWEDISH = {
  books: {
    "snooker-2024": "Snooker, WPBSA:s officiella regler, september 2024", "snooker-2022": "Snooker, WPBSA:s officiella regler, 2022",
    "snooker-legacy": "Snooker, den äldre WPBSA-utgåvan bakom de italienska och svenska böckerna",
    "six-reds-2024": "Six-reds, WPBSA:s officiella regler, september 2024", "six-reds-2022": "Six-reds, WPBSA:s officiella regler, 2022",
    "shoot-out-2024": "Snooker Shoot Out, WPBSA:s officiella regler, september 2024", "billiards-2024": "Engelsk biljard, WPBSA:s officiella regler, september 2024",
    "novuss-2015": "Novuss, regler från mars 2015",
  },
  said: {
    notOn: (ball) => `${ball} är inte spelbar: att sänka den är foul`, gone: (ball) => `${ball} ligger inte på bordet`,
    noColour: (ball) => `${ball} är ingen färg på bordet`, isOn: (ball) => `${ball} är spelbar: en fri boll är en annan`,
    lotsFirst: (ball) => `lotta först: vem spelar (${ball}, återlagd)?`, reds: (n) => `bara ${n} röda är på bordet`,
    costs: (least, most, n) => `med denna spelbara boll kostar det ${least} till ${most}, inte ${n}`, scores: (due, n) => `dessa bollar ger ${due}, inte ${n}`,
    choiceFirst: () => "spelaren måste välja först", notChosen: () => "spelaren har inte valt att spela än", noChoice: () => "det finns inget att välja",
    unknownOn: () => "spelbar boll är inte känd: säg den först", noFree: () => "ingen fri boll är dömd", noOffer: () => "den andra sidan har inte gett upp framet",
    over: () => "framet är slut", frameGoesOn: (n) => `frame ${n} är inte slut än`, matchOver: () => "matchen är slut",
    noMatch: () => "ingen match har börjat vid detta bord", played: () => "en match spelas vid detta bord: spela klart den eller bryt den",
    noFoul: () => "miss och fri boll döms med en foul, och det senaste domslutet var ingen", noUndo: () => "det finns inget att ångra i detta frame",
    noRedo: () => "det finns inget att göra om", noneAfter: (n) => `inget dömdes efter rad ${n}`, struck: (n) => `rad ${n} är struken`,
    answered: (n) => `rad ${n} väntar inte längre på svar`,
    already: () => "kameran har dömt den senaste stöten och ingen har setts sedan dess: mata in den igen om det var en till", cannot: (n, why) => `rad ${n} kan inte bli detta: ${why}`,
    noFit: (n, why) => `rad ${n} passar inte ett frame som börjar så: ${why}`, moved: () => "ställningen har ändrats sedan dess: titta igen",
    noFrame: () => "det finns inget frame före detta", begun: () => "detta frame har börjat: ångra först det som dömts",
    password: () => "namn och lösenord hör inte ihop", attempts: (n) => `för många försök: försök igen om ${n} s`,
    lastBlack: () => "sista svarta sänkt", foulBlack: () => "foul på sista svarta", conceded: () => "uppgivet", claimed: () => "anspråk med bara svart kvar",
    awardedBlack: () => "tilldömt: ledning med mer än sju med bara svart kvar", awardedBefore: () => "tilldömt innan det började",
    thirdMiss: () => "tredje missen efter varningen", awarded: () => "tilldömt",
  },
};

const CHINESE = {
  books: {
    "snooker-2024": "斯诺克，WPBSA 官方规则，2024 年 9 月", "snooker-2022": "斯诺克，WPBSA 官方规则，2022 年",
    "snooker-legacy": "斯诺克，意大利与瑞典规则所依据的旧版 WPBSA 规则",
    "six-reds-2024": "六红球，WPBSA 官方规则，2024 年 9 月", "six-reds-2022": "六红球，WPBSA 官方规则，2022 年",
    "shoot-out-2024": "斯诺克单局限时赛，WPBSA 官方规则，2024 年 9 月", "billiards-2024": "英式比利，WPBSA 官方规则，2024 年 9 月",
    "novuss-2015": "诺武斯，2015 年 3 月规则",
  },
  said: {
    notOn: (ball) => `${ball}不是活球：打进即犯规`, gone: (ball) => `${ball}不在台上`, noColour: (ball) => `${ball}不是台上的彩球`, isOn: (ball) => `${ball}是活球：自由球须为另一球`,
    lotsFirst: (ball) => `先抽签：谁打重置的${ball}？`, reds: (n) => `台上只有 ${n} 个红球`, costs: (least, most, n) => `此活球罚 ${least} 至 ${most} 分，不是 ${n} 分`,
    scores: (due, n) => `这些球得 ${due} 分，不是 ${n} 分`, choiceFirst: () => "须先由选手选择", notChosen: () => "选手尚未选择击打", noChoice: () => "没有可选择的",
    unknownOn: () => "活球不明：请先说明", noFree: () => "没有判自由球", noOffer: () => "对方没有认输", over: () => "本局已结束", frameGoesOn: (n) => `第 ${n} 局尚未结束`,
    matchOver: () => "比赛已结束", noMatch: () => "此球台没有比赛", played: () => "此球台正在比赛：请打完或中止", noFoul: () => "未尽力和自由球须随犯规判定，上一判定不是犯规",
    noUndo: () => "本局没有可撤销的", noRedo: () => "没有可重做的", noneAfter: (n) => `第 ${n} 条之后没有判定`, struck: (n) => `第 ${n} 条已撤销`,
    answered: (n) => `第 ${n} 条已不再等待答复`,
    already: () => "摄像机已判定上一击，此后未见击球：若确有一击，请再输入一次", cannot: (n, why) => `第 ${n} 条不能改成这样：${why}`, noFit: (n, why) => `第 ${n} 条与这样的开局不符：${why}`,
    moved: () => "比分已有变化：请再看", noFrame: () => "之前没有局", begun: () => "本局已开始：请先撤销其中的判定", password: () => "用户名与密码不符",
    attempts: (n) => `尝试次数过多：请 ${n} 秒后再试`, lastBlack: () => "最后的黑球落袋", foulBlack: () => "最后的黑球犯规", conceded: () => "认输", claimed: () => "仅剩黑球时要求判胜",
    awardedBlack: () => "判胜：仅剩黑球时领先超过七分", awardedBefore: () => "开始前判胜", thirdMiss: () => "警告后第三次未尽力", awarded: () => "判胜",
  },
};

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words in a language; English where it has none of ours. */
export function lawWordsOf(lang) {
  return LANGUAGES[lang] ?? ENGLISH;
}

/** The title of a rulebook in a language; the one that is given where we have none. */
export const titleOf = ({ name, title }, lang) => lawWordsOf(lang).books[name] ?? title;

/** What the law or the program said, in a language: what it refuses on the pages of the club, too. */
export function lawSaid(text, lang) {
  const { said } = lawWordsOf(lang);
  const { balls } = wordsOf(lang);
  for (const [name, form] of Object.entries(FORMS)) {
    const found = form.exec(text);
    if (found && said[name]) return said[name](...found.slice(1).map((part) => balls[part] ?? lawSaid(part, lang)));
  }
  return clubSaid(text, lang);
}
