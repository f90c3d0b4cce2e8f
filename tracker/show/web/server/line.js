// The desk's line to the server: one step after another, and what a lost line did not carry is sent again.

const AGAIN_MS = 700;
/** A request that a bad network neither carries nor drops is given up then, and sent again. */
const PATIENCE_MS = 10000;
/** Steps that name the suggestion that they answer: a stroke that a camera told meanwhile changes nothing of them. */
export const NAMING = ["accept", "pass-over"];
const UNTAKEN = "cuewatch-untaken";

/** Ask the server for something; a step that is refused is an error with the server's one line. */
export async function asked(path, body) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS), ...(body && {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Cuewatch": "1" },
    body: JSON.stringify(body),
  }) });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.refused), { isRefused: true, isOut: answer.status === 401, hasMovedOn: said.moved_on === true });
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

/** What a step was keyed in upon, as far as somebody else may have changed it: which frame, the score and whose turn it is. */
function scoreOf({ epoch, match, frame }) {
  return match && { points: frame.points, told: JSON.stringify([epoch, match.names, match.won, match.over, frame.number, frame.over, frame.points, frame.striker, frame.visit, frame.on]) };
}

/** A word by which the server knows a step that is sent again: its answer may have been lost. */
const newWord = () => `${Date.now()}-${Math.random()}`;

/**
 * Return the line: `send(step, seen)` puts a step in the row, `look(step)` asks what one would change,
 * `know(state)` tells which state the screen shows,
 * `isIdle()` whether nothing is on its way. `tell({refused, waiting, left, isOut})` is called whenever that changes:
 * `left` steps after a refused one are not taken either, `isOut` where somebody must sign in first: what waits is sent then.
 *
 * A step carries the state in which it was meant and keeps it when it is sent again: it can never count twice. What
 * waits outlives a page that is loaded anew; `waiting()` gives it, `takeBack()` forgets the last of it.
 *
 * Where the score is another one by then, since somebody else scored, nothing is sent: `parted()` gives both scores,
 * and `decide(sends)` has what waits sent upon the new one, or forgotten.
 */
export function lineTo(table, tell) {
  const address = `/api/tables/${encodeURIComponent(table)}`;
  const name = `cuewatch-unsent-${table}`;
  const row = unsent(name);
  let at = [0, 0];
  let score = null;
  let busy = false;
  let flying = false;
  let adrift = row.length > 0;
  let parted = null;

  const heard = ([epoch, sequence]) => { if (isNewer([epoch, sequence], at)) at = [epoch, sequence]; };

  /** After a step that was taken the next one is meant for the state that this one left. */
  function taken({ epoch, sequence }) {
    row.shift();
    if (adrift && row[0]) row[0].seen ??= [epoch, sequence];
    keepUnsent(name, row);
    adrift &&= row.length > 0;
    heard([epoch, sequence]);
    return { refused: "", waiting: 0 };
  }

  /**
   * A step was meant for another state: it goes on where the score is still the same one; where not, what waited is asked about.
   * The state of now may be an earlier one: of a program that has begun with an empty database.
   */
  async function overtaken(item, trouble) {
    const now = await asked(`${address}/state`);
    at = [now.epoch, now.sequence];
    const goesOn = adrift || NAMING.includes(item.step.do);
    if (goesOn && item.upon && item.upon.told === scoreOf(now)?.told) item.seen = at;
    else if (!adrift) return dropped(trouble);
    else parted = { was: item.upon?.points ?? null, now: scoreOf(now)?.points ?? null };
    return parted ? { refused: "", waiting: row.length } : { refused: "", waiting: 0 };
  }

  function dropped(trouble) {
    const left = row.splice(0).length - 1;
    keepUnsent(name, row);
    adrift = false;
    return { refused: trouble.message, waiting: 0, left };
  }

  /** A step did not come through: it waits for the line, or for somebody to sign in again; what was refused is dropped. */
  function failed(trouble) {
    if (trouble.isRefused && !trouble.isOut) return dropped(trouble);
    return { refused: "", waiting: row.length, isOut: trouble.isOut };
  }

  /** Send a step; return what is to be told of it. */
  async function sent(item) {
    item.seen ??= at;
    keepUnsent(name, row);
    try {
      const { step, seen, once } = item;
      return taken(await asked(`${address}/steps`, { step, seen, once }));
    } catch (trouble) {
      return trouble.hasMovedOn ? overtaken(item, trouble).catch(failed) : failed(trouble);
    }
  }

  async function carry() {
    if (busy || parted || !row.length) return;
    busy = true;
    flying = true;
    const said = await sent(row[0]);
    flying = false;
    if (said.waiting) {
      adrift = true;
      tell(said);
      if (!parted) await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
    busy = false;
    if (!said.waiting) tell(said);
    carry();
  }

  function decide(sends) {
    parted = null;
    if (sends && row[0]) Object.assign(row[0], { seen: at, upon: score });
    else row.splice(0);
    keepUnsent(name, row);
    if (!row.length) adrift = false;
    tell({ refused: "", waiting: row.length });
    carry();
  }

  function takeBack() {
    if (row.length > 1 || !flying) row.pop();
    keepUnsent(name, row);
    if (!row.length) [parted, adrift] = [null, false];
    tell({ refused: "", waiting: row.length });
  }

  if (row.length) setTimeout(carry);
  return {
    know: (state) => { heard([state.epoch, state.sequence]); score = scoreOf(state); },
    look: (step) => asked(`${address}/preview`, { step }),
    send: (step, seen) => { row.push({ step, seen, upon: score, once: newWord() }); keepUnsent(name, row); carry(); },
    waiting: () => (adrift ? row.map(({ step }) => step) : []),
    parted: () => parted,
    decide,
    takeBack,
    seen: () => at,
    isIdle: () => !busy && !row.length,
  };
}
