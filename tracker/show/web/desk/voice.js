// The caller's voice: what is called and the score, said aloud by the browser. What is said follows from two states alone.

import { wordsOf } from "../words/words.js";
import { keepText, keptText } from "./keys/keys.js";

const MODE = "cuewatch-voice";
const VOLUME = "cuewatch-volume";
const SPOKEN = { en: "en-GB", it: "it-IT", sv: "sv-SE", zh: "zh-CN" };

const ENGLISH = { away: (foul, n) => `${foul}, ${n} away`, break: (name, n) => `${name}, ${n}`, score: (one, other) => `${one}, ${other}`, again: (one, other) => `Corrected: ${one}, ${other}` };
const ITALIAN = { away: (foul, n) => `${foul}, ${n} all’avversario`, break: (name, n) => `${name}, ${n}`, score: (one, other) => `${one} a ${other}`, again: (one, other) => `Corretto: ${one} a ${other}` };
const SWEDISH = { away: (foul, n) => `${foul}, ${n} till motståndaren`, break: (name, n) => `${name}, ${n}`, score: (one, other) => `${one}, ${other}`, again: (one, other) => `Rättat: ${one}, ${other}` };
const CHINESE = { away: (foul, n) => `${foul}，罚 ${n} 分`, break: (name, n) => `${name}，${n} 分`, score: (one, other) => `${one} 比 ${other}`, again: (one, other) => `更正：${one} 比 ${other}` };

const LANGUAGES = { en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE };

/** The caller's words in a language; English where it has none of ours. */
export function voiceWordsOf(lang) {
  return LANGUAGES[lang] ?? ENGLISH;
}

/** What the voice says: `off`, `all`, or the `break` alone. */
export const modeNow = () => keptText(MODE) ?? "off";
export const keepMode = (mode) => keepText(MODE, mode);

/** How loud it is, 0 to 1. */
export const volumeNow = () => Number(keptText(VOLUME) ?? 0.8);
export const keepVolume = (volume) => keepText(VOLUME, volume);

const FOULS = ["foul", "foul-and-a-miss"];
const foulOf = ({ strips }) => strips.find(({ kind }) => FOULS.includes(kind));

/** A foul, and whether there is a free ball. */
function foulSaid({ strips }, foul, words, voice) {
  const free = strips.some(({ kind }) => kind === "free-ball") ? `, ${words.strips["free-ball"]}` : "";
  return voice.away(words.strips[foul.kind], foul.value ?? "") + free;
}

function endSaid({ match, frame }, words) {
  const side = match.over ? match.winner : frame.winner;
  return side === null ? words.level : `${match.names[side]} ${words.wins[match.over && match.best_of !== 1 ? "match" : frame.part]}`;
}

/** What is said as one public state of a table follows another; empty: nothing. */
export function sayingOf(before, now, lang, mode) {
  if (mode === "off" || !now.match || !before?.match || (before.epoch === now.epoch && before.sequence === now.sequence)) return "";
  const [words, voice, was, is] = [wordsOf(lang), voiceWordsOf(lang), before.frame, now.frame];
  const [mine, theirs] = [is.points[is.striker], is.points[1 - is.striker]];
  if (before.epoch !== now.epoch) return mode === "all" ? words.numbered(is.part, is.number) : "";
  if (is.over && !was.over) return mode === "all" ? endSaid(now, words) : "";
  const changed = was.points.join() !== is.points.join();
  const isBack = is.points.some((points, side) => points < was.points[side]);
  if (isBack) return mode === "all" ? voice.again(mine, theirs) : "";
  const foul = foulOf(is);
  if (foul && changed) return mode === "all" ? foulSaid(is, foul, words, voice) : "";
  if (is.striker === was.striker && is.visit > was.visit) return `${is.visit}`;
  if (is.striker !== was.striker && was.visit > 0) return mode === "all" ? voice.break(was.player, was.visit) : "";
  return "";
}

/** What is said when somebody asks: the break, or, without one, the score. */
export function askedSaying({ match, frame }, lang) {
  if (!match) return "";
  return frame.visit ? `${frame.visit}` : voiceWordsOf(lang).score(frame.points[frame.striker], frame.points[1 - frame.striker]);
}

/** Say it, in place of what is being said. */
export function say(text, lang) {
  if (!text || !("speechSynthesis" in window)) return;
  const saying = Object.assign(new SpeechSynthesisUtterance(text), { lang: SPOKEN[lang] ?? lang, volume: volumeNow() });
  speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}
