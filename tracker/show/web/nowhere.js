// What a browser is shown at an address where there is nothing: it says so, and leads to the first screen.

import { homeWordsOf, writeWords } from "./home-words.js";
import { chooseLanguage } from "./language.js";

document.getElementById("said").textContent = decodeURI(location.pathname);
chooseLanguage((lang) => ({ ...homeWordsOf(lang), title: homeWordsOf(lang).nowhere }), (lang, words) => writeWords(words));
