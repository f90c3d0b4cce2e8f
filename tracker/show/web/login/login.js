// The page to sign in on: leads on to the page that was asked for.

import { adminWordsOf } from "../admin/words.js";
import { homeWordsOf, writeWords } from "../home/words.js";
import { signIn, whoIs } from "../server/session.js";
import { chooseLanguage } from "../words/language.js";
import { lawSaid } from "../words/law.js";

const form = document.getElementById("login");
const trouble = document.getElementById("trouble");

/** The page that was asked for, of this server alone. */
function wanted() {
  try {
    const page = new URL(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
    return page.origin === location.origin ? page.href : "/";
  } catch {
    return "/";
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.textContent = "";
  try {
    await signIn(form.elements.name.value.trim(), form.elements.password.value);
    location.replace(wanted());
  } catch (why) {
    trouble.textContent = lawSaid(why.message, document.documentElement.lang);
    form.elements.password.select();
  }
});

let who = { name: "" };

const loginWordsOf = (lang) => ({ ...homeWordsOf(lang), title: homeWordsOf(lang).signIn });

function speak(lang, words) {
  writeWords(words);
  document.getElementById("known").textContent = who.name ? words.known(who.name, adminWordsOf(lang).roles[who.role]) : "";
}

chooseLanguage(loginWordsOf, speak);
who = await whoIs();
speak(document.documentElement.lang, loginWordsOf(document.documentElement.lang));
