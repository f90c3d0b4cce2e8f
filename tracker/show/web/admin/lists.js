// Who may do what, on the club's page: users, who is signed in, tokens of overlays, and what tables are called.

import { make } from "../elements/balls.js";
import { asking, button, chooser, field, fill, form, row } from "../elements/parts.js";

const PASSWORD = { name: "password", type: "password", minlength: 8, maxlength: 200, autocomplete: "new-password" };
const NAME = { name: "name", maxlength: 80, autocapitalize: "none" };

const listOf = (rows, none) => (rows.length ? make("ul", "", "", ...rows) : make("p", "note", none));
const timeOf = (us, lang) => new Date(us / 1000).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
const rolesOf = (words) => Object.entries(words.roles);

/** Lead a new owner to a password of their own; `act.begin(name, password)`. */
export function showSetup(section, { words }, act) {
  const again = field(words.again, { ...PASSWORD, name: "again" });
  const parts = [field(words.name, { ...NAME, autocomplete: "username" }), field(words.password, PASSWORD), again];
  fill(section, words.setup, words.setupNote, form(parts, words.begin, (given) => {
    if (given.password !== given.again) return act.complain(words.differ);
    return act.begin(given.name, given.password);
  }));
}

/** Show who can sign in. */
export function showUsers(section, { users, words }, act) {
  const { dialog } = act;
  const no = words.cancel;
  const rows = users.map(({ name, role }) => row(
    name, words.roles[role],
    button(words.changeRole, () => asking(
      dialog, { title: words.roleOf(name), parts: [chooser(words.role, "role", rolesOf(words), role)], yes: words.save, no },
      (given) => act.change("/api/users/role", { name, role: given.role }))),
    button(words.changePassword, () => asking(
      dialog, { title: words.passwordOf(name), parts: [field(words.password, PASSWORD)], yes: words.save, no },
      ({ password }) => act.change("/api/users/password", { name, password }))),
    button(words.remove, () => asking(
      dialog, { title: words.removeUser(name), yes: words.remove, no }, () => act.change("/api/users/remove", { name })), "danger")));
  const parts = [field(words.name, NAME), field(words.password, PASSWORD), chooser(words.role, "role", rolesOf(words), "referee")];
  const adding = form(parts, words.add, (given) => act.change("/api/users", given, words.added(given.name)));
  fill(section, words.users, words.usersNote, listOf(rows, words.none), adding);
}

/** Show who is signed in. */
export function showSessions(section, { sessions, words, lang }, act) {
  const rows = sessions.map(({ id, user, created_us, expires_us, mine }) => row(
    user, [words.since(timeOf(created_us, lang)), words.until(timeOf(expires_us, lang)), ...(mine ? [words.mine] : [])].join(" · "),
    button(words.end, () => act.change("/api/sessions/end", { id }))));
  fill(section, words.sessions, words.sessionsNote, listOf(rows, words.nobody));
}

/** Show an address once, to be copied. */
function showOnce(address, words, { dialog }) {
  const shown = field(words.once, { readonly: "", value: new URL(address, location.origin).href });
  const input = shown.querySelector("input");
  const copied = make("span", "said");
  copied.setAttribute("role", "status");
  const copy = button(words.copy, async () => {
    input.select();
    // The newer way is only there over https or at localhost.
    await (navigator.clipboard?.writeText(input.value) ?? document.execCommand("copy"));
    copied.textContent = words.copied;
  }, "strong");
  asking(dialog, { title: words.tokens, parts: [shown, make("p", "actions", "", copy, copied)], no: words.close }, () => {});
  input.select();
}

/** Show what overlays read by. */
export function showTokens(section, { tokens, labels, words }, act) {
  const rows = tokens.map(({ label, table, revoked }) => row(
    label, `${words.tableName(table)}${revoked ? ` · ${words.revoked}` : ""}`,
    ...(revoked ? [] : [button(words.revoke, () => asking(
      act.dialog, { title: words.revokeToken(label), yes: words.revoke, no: words.cancel },
      () => act.change("/api/tokens/revoke", { label })), "danger")])));
  const names = Object.keys(labels).map((name) => [name, labels[name] ? `${name}: ${labels[name]}` : name]);
  const parts = [field(words.label, { name: "label", maxlength: 80 }), chooser(words.table, "table", names)];
  const making = form(parts, words.make, (given) =>
    act.change("/api/tokens", given, words.saved, (made) => showOnce(made.address, words, act)));
  fill(section, words.tokens, words.tokensNote, listOf(rows, words.none), making);
}

/** Show what tables are called. */
export function showLabels(section, { labels, words }, act) {
  const rows = Object.entries(labels).map(([table, label]) => {
    const called = field(words.tableName(table), { name: "label", maxlength: 80, value: label });
    called.querySelector("input").required = false;
    return form([called], words.save, (given) => act.change("/api/labels", { table, label: given.label }));
  });
  const parts = [
    field(words.newTable, { name: "name", maxlength: 20, pattern: "[\\w\\-]+" }), field(words.label, { name: "label", maxlength: 80 }),
    field(words.itsCamera, { name: "camera", maxlength: 500, pattern: "([a-z]+://|camera:)\\S+", placeholder: "rtsp://" }),
    field(words.cameraUser, { name: "user", maxlength: 200 }),
    field(words.cameraPassword, { name: "password", maxlength: 200, type: "password", autocomplete: "new-password" }),
  ];
  parts.slice(1).forEach((part) => { part.querySelector("input").required = false; });
  const adding = form(parts, words.add, (given) => act.change("/api/tables", given));
  fill(section, words.tables, words.tablesNote, ...rows, adding);
}

/** Show whether match sheets are read by links. */
export function showSharing(section, { sharing, words }, act) {
  const choice = Object.assign(make("input"), { type: "checkbox", checked: sharing.on });
  choice.addEventListener("change", () => act.change("/api/sharing", { on: choice.checked }));
  fill(section, words.sharing, words.sharingNote, make("label", "choice", "", choice, make("span", "", words.share)));
}
