// The kinds of incidents, as the program declares them once for all: how each is marked, and what may be answered about it.

import { read } from "../server/ask.js";

/** The signs of the review in order, by name; and by fact and language, that it is so and that it is not. */
export const { signs: SIGNS, answers: ANSWERS } = await read("/api/incidents");

const inLanguage = (said, lang) => said[lang] ?? said.en;

/** What each sign means, in a language. */
export const signWordsOf = (lang) => Object.fromEntries(SIGNS.map(({ name, words }) => [name, inLanguage(words, lang)]));

/** What may be answered about each fact, in a language. */
export const answerWordsOf = (lang) => Object.fromEntries(Object.entries(ANSWERS).map(([fact, said]) => [fact, inLanguage(said, lang)]));
