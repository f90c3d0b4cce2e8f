// The page to sign in on: leads on to the page that was asked for.

import { signIn, whoIs } from "./session.js";

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
    trouble.textContent = why.message;
    form.elements.password.select();
  }
});

const { name, role } = await whoIs();
if (name) document.getElementById("known").textContent = `You are signed in as ${name} (${role}); this page needs another role.`;
