// Who is signed in, at the head of the first screen, and the way out.

import { signOut, whoIs } from "./session.js";

const place = document.getElementById("account");
const { name, role } = await whoIs();

if (name) {
  const leave = Object.assign(document.createElement("button"), { type: "button", textContent: "Sign out" });
  leave.addEventListener("click", async () => {
    await signOut();
    location.assign("/login");
  });
  place.append(`${name} (${role}) `, leave);
} else if (role !== "admin") {
  place.append(Object.assign(document.createElement("a"), { href: "/login", textContent: "Sign in" }));
}
