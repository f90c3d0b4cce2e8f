// The club's page: leads a new owner to a password, then shows who may do what and how the program fares.

import { make } from "../elements/balls.js";
import { change, read } from "../server/ask.js";
import { signIn } from "../server/session.js";
import { chooseLanguage } from "../words/language.js";
import { showCare } from "./care.js";
import { showLabels, showSessions, showSetup, showSharing, showTokens, showUsers } from "./lists.js";
import { adminWordsOf } from "./words.js";

const AGAIN_MS = 5000;
const LISTS = ["users", "sessions", "tokens", "labels", "sharing"];
const SHOWN = { users: showUsers, sessions: showSessions, tokens: showTokens, labels: showLabels, sharing: showSharing };
const find = (id) => document.getElementById(id);

/** All that the page is drawn from; `between`: there is a first user, who is not signed in yet. */
const view = { words: adminWordsOf("en"), lang: "en", users: null, care: null, between: false };

function say(done, trouble = "") {
  find("done").replaceChildren(...[done].flat());
  find("trouble").textContent = trouble;
}

const act = {
  dialog: find("dialog"),
  complain(words) {
    say("", words);
    return false;
  },
  /** Ask for a change, then show what has become of all; tell whether it was done. */
  async change(path, body, done = view.words.saved, then = () => {}) {
    try {
      const answer = await change(path, body);
      await load();
      say(done);
      then(answer);
      return true;
    } catch (trouble) {
      return act.complain(trouble.message);
    }
  },
  async begin(name, password) {
    view.between = true;
    try {
      await change("/api/users", { name, role: "admin", password });
      await signIn(name.trim(), password);
      await load();
      say([`${view.words.added(name)} ${view.words.open} `, make("code", "", "cuewatch serve --host 0.0.0.0")]);
      return true;
    } catch (trouble) {
      return act.complain(trouble.message);
    } finally {
      view.between = false;
    }
  },
};

function show(changed) {
  const isNew = view.users.length === 0;
  if (isNew && changed.includes("users")) showSetup(find("setup"), view, act);
  const names = find("club").hidden ? LISTS : changed;
  find("setup").hidden = !isNew;
  find("club").hidden = isNew;
  if (isNew) return;
  names.forEach((name) => SHOWN[name](find(name), view, act));
  showCare(find, view.care, view.words);
}

/** Read everything anew; what has not changed is left as it stands. */
async function load() {
  const [care, ...lists] = await Promise.all([read("/api/care"), ...LISTS.map((name) => read(`/api/${name}`))]);
  const changed = LISTS.filter((name, place) => JSON.stringify(view[name]) !== JSON.stringify(lists[place]));
  Object.assign(view, { care }, Object.fromEntries(LISTS.map((name, place) => [name, lists[place]])));
  show(changed.includes("labels") ? [...new Set([...changed, "tokens"])] : changed);
}

async function again() {
  if (view.between) return;
  try {
    await load();
  } catch (trouble) {
    say("", trouble.message);
  }
}

chooseLanguage(adminWordsOf, (lang, words) => {
  Object.assign(view, { lang, words });
  if (view.users) show(LISTS);
});
await again();
setInterval(again, AGAIN_MS);
