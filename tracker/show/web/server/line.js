// The desk's line to the server: one step after another, and what a lost line did not carry is sent again.

const AGAIN_MS = 700;
const UNTAKEN = "cuewatch-untaken";

/** Ask the server for something; a step that is refused is an error with the server's one line. */
export async function asked(path, body) {
  const answer = await fetch(path, body && {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Cuewatch": "1" },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.refused), { isRefused: true, isOut: answer.status === 401 });
  return said;
}

/** Remember, while somebody signs in again, how many steps were not taken since nobody was signed in. */
export function keepUntaken(count) {
  try {
    sessionStorage.setItem(UNTAKEN, count);
  } catch {
    /* A browser without storage forgets it. */
  }
}

/** How many steps were not taken before somebody signed in again; told once. */
export function takeUntaken() {
  try {
    const count = Number(sessionStorage.getItem(UNTAKEN));
    sessionStorage.removeItem(UNTAKEN);
    return count;
  } catch {
    return 0;
  }
}

/** The steps of a table that this tab had not sent when its page was left or loaded anew. */
function unsent(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

/** Remember the steps that wait, for a page that is loaded anew; another tab is not given them, so that none is sent twice. */
function keepUnsent(name, row) {
  try {
    if (row.length) sessionStorage.setItem(name, JSON.stringify(row));
    else sessionStorage.removeItem(name);
  } catch {
    /* A browser without storage loses them with the page. */
  }
}

/** Tell whether a state (epoch, sequence) is newer than another. */
function isNewer(one, other) {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/**
 * Return the line: `send(step, seen)` puts a step in the row, `look(step)` asks what one would change,
 * `know(state)` tells which state the screen shows,
 * `isIdle()` whether nothing is on its way. `tell({refused, waiting, left, isOut})` is called whenever that changes:
 * `left` steps after a refused one are not taken either, `isOut` where somebody must sign in first.
 *
 * A step carries the state in which it was meant and keeps it when it is sent again: it can never count twice. What
 * waits outlives a page that is loaded anew.
 */
export function lineTo(table, tell) {
  const address = `/api/tables/${encodeURIComponent(table)}`;
  const name = `cuewatch-unsent-${table}`;
  const row = unsent(name);
  let at = [0, 0];
  let busy = false;

  /** Send a step; return what is to be told of it. */
  async function sent(item) {
    item.seen ??= at;
    keepUnsent(name, row);
    try {
      const { epoch, sequence } = await asked(`${address}/steps`, item);
      row.shift();
      keepUnsent(name, row);
      if (isNewer([epoch, sequence], at)) at = [epoch, sequence];
      return { refused: "", waiting: 0 };
    } catch (trouble) {
      if (!trouble.isRefused) return { refused: "", waiting: row.length };
      const left = row.splice(0).length - 1;
      keepUnsent(name, row);
      return { refused: trouble.message, waiting: 0, left, isOut: trouble.isOut };
    }
  }

  async function carry() {
    if (busy || !row.length) return;
    busy = true;
    const said = await sent(row[0]);
    if (said.waiting) {
      tell(said);
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
    busy = false;
    if (!said.waiting) tell(said);
    carry();
  }

  if (row.length) setTimeout(carry);
  return {
    know: (state) => { if (isNewer([state.epoch, state.sequence], at)) at = [state.epoch, state.sequence]; },
    look: (step) => asked(`${address}/preview`, { step }),
    send: (step, seen) => { row.push({ step, seen }); keepUnsent(name, row); carry(); },
    seen: () => at,
    isIdle: () => !busy && !row.length,
  };
}
