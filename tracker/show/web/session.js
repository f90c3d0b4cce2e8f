// Who is signed in, here and now; signing in and out.

const ADDRESS = "/api/session";
const HEADERS = { "Content-Type": "application/json", "X-Cuewatch": "1" };

async function said(answer) {
  const words = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(words.refused ?? "The program did not understand this.");
  return words;
}

/** Who asks: { name, role }; the name is empty for somebody who has not signed in. */
export const whoIs = async () => said(await fetch(ADDRESS));

/** Sign in; an error holds the server's one line. */
export const signIn = async (name, password) =>
  said(await fetch(ADDRESS, { method: "POST", headers: HEADERS, body: JSON.stringify({ name, password }) }));

/** Sign out. */
export const signOut = async () => said(await fetch(ADDRESS, { method: "DELETE", headers: HEADERS }));

/** Leave for the page to sign in on, which leads back here, where whoever asks may no longer read `address`. */
export async function leaveIfShutOut(address) {
  const { status } = await fetch(address).catch(() => ({}));
  if (status === 401 || status === 403) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}
