// Asks the server: reads without a body, changes with one; an error holds the server's one line, in the language of the page.

import { clubSaid } from "../words/club.js";

const HEADERS = { "Content-Type": "application/json", "X-Cuewatch": "1" };

/** What came with an answer; an error holds the server's one line. */
export async function saidIn(answer) {
  const words = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(clubSaid(words.refused ?? "The program did not understand this.", document.documentElement.lang));
  return words;
}

/** Read what lies at an address. */
export const read = async (path) => saidIn(await fetch(path));

/** Ask for a change. */
export const change = async (path, body, method = "POST") =>
  saidIn(await fetch(path, { method, headers: HEADERS, body: JSON.stringify(body) }));
