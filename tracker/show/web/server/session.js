// Who is signed in, here and now; signing in and out.

import { change, read } from "./ask.js";

const ADDRESS = "/api/session";

/** Who asks: { name, role }; the name is empty for somebody who has not signed in. */
export const whoIs = () => read(ADDRESS);

/** Sign in; an error holds the server's one line. */
export const signIn = (name, password) => change(ADDRESS, { name, password });

/** Sign out. */
export const signOut = () => change(ADDRESS, {}, "DELETE");

/** Leave for the page to sign in on, which leads back here, where whoever asks may no longer read `address`. */
export async function leaveIfShutOut(address) {
  const { status } = await fetch(address).catch(() => ({}));
  if (status === 401 || status === 403) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}
