// The words for what was keyed in and is not sent yet, in four languages.

const ENGLISH = {
  unsent: (n) => (n === 1 ? "1 call waits to be sent" : `${n} calls wait to be sent`), wouldBe: "With them it would be", notForeseen: "The score that they give is told once they are sent.",
  parted: "Somebody else scored meanwhile.", partedWas: "When you keyed it was", partedNow: "now it is", sendUpon: "Send them all the same", throwAway: "Throw them away",
  takeLastBack: "Take the last back", otherStep: "another step",
};

const ITALIAN = {
  unsent: (n) => (n === 1 ? "1 chiamata in attesa di invio" : `${n} chiamate in attesa di invio`), wouldBe: "Con esse sarebbe", notForeseen: "Il punteggio che danno si saprà dopo l’invio.",
  parted: "Nel frattempo qualcun altro ha segnato punti.", partedWas: "Quando ha premuto era", partedNow: "ora è", sendUpon: "Inviale comunque", throwAway: "Scartale",
  takeLastBack: "Togli l’ultima", otherStep: "un altro passo",
};

const SWEDISH = {
  unsent: (n) => (n === 1 ? "1 domslut väntar på att sändas" : `${n} domslut väntar på att sändas`), wouldBe: "Med dem blir det", notForeseen: "Ställningen som de ger sägs när de har sänts.",
  parted: "Någon annan har fört poäng under tiden.", partedWas: "När du tryckte var det", partedNow: "nu är det", sendUpon: "Sänd dem ändå", throwAway: "Kasta dem",
  takeLastBack: "Ta bort den sista", otherStep: "ett annat steg",
};

const CHINESE = {
  unsent: (n) => `${n} 项判定待发送`, wouldBe: "发送后比分将为", notForeseen: "发送后才知道比分。",
  parted: "其间有其他人记了分。", partedWas: "您按键时为", partedNow: "现在为", sendUpon: "仍然发送", throwAway: "丢弃",
  takeLastBack: "收回最后一项", otherStep: "其他步骤",
};

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The words of a language; English where it has none of ours. */
export function waitingWordsOf(lang) {
  return LANGUAGES[lang] ?? LANGUAGES.en;
}
