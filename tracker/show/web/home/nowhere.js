// What a browser is shown at an address where there is nothing: it says so, and leads to the first screen.

import { chooseLanguage } from "../words/language.js";
import { homeWordsOf, writeWords } from "./words.js";

document.getElementById("said").textContent = decodeURI(location.pathname);
chooseLanguage((lang) => ({ ...homeWordsOf(lang), title: homeWordsOf(lang).nowhere }), (lang, words) => writeWords(words));
