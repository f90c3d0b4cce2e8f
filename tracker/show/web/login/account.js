// Who is signed in, at the head of the first screen, and the way out.

import { adminWordsOf } from "../admin/words.js";
import { homeWordsOf } from "../home/words.js";
import { signOut, whoIs } from "../server/session.js";
import { hearLanguage } from "../words/language.js";

const place = document.getElementById("account");
const { name, role } = await whoIs();

function out(words) {
  const leave = Object.assign(document.createElement("button"), { type: "button", textContent: words.signOut });
  leave.addEventListener("click", async () => {
    await signOut();
    location.assign("/login");
  });
  return leave;
}

hearLanguage((lang) => {
  const words = homeWordsOf(lang);
  if (name) place.replaceChildren(`${name} (${adminWordsOf(lang).roles[role]}) `, out(words));
  else if (role !== "admin") place.replaceChildren(Object.assign(document.createElement("a"), { href: "/login", textContent: words.signIn }));
});
