// The desk's line to the server: one step after another, and what a lost line did not carry is sent again.

const AGAIN_MS = 700;

/** Ask the server for something; a step that is refused is an error with the server's one line. */
export async function asked(path, body) {
  const answer = await fetch(path, body && {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Cuewatch": "1" },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.refused), { isRefused: true });
  return said;
}

/** Tell whether a state (epoch, sequence) is newer than another. */
function isNewer(one, other) {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/**
 * Return the line: `send(step, seen)` puts a step in the row, `look(step)` asks what one would change,
 * `know(state)` tells which state the screen shows. `tell({refused, waiting})` is called whenever that changes.
 *
 * A step carries the state in which it was meant and keeps it when it is sent again: it can never count twice.
 */
export function lineTo(table, tell) {
  const address = `/api/tables/${encodeURIComponent(table)}`;
  const row = [];
  let at = [0, 0];
  let busy = false;

  async function carry() {
    if (busy || !row.length) return;
    busy = true;
    const item = row[0];
    item.seen ??= at;
    try {
      const { epoch, sequence } = await asked(`${address}/steps`, item);
      row.shift();
      if (isNewer([epoch, sequence], at)) at = [epoch, sequence];
      tell({ refused: "", waiting: 0 });
    } catch (trouble) {
      if (trouble.isRefused) tell({ refused: trouble.message, waiting: 0, left: row.splice(0).length - 1 });
      else tell({ refused: "", waiting: row.length });
      if (!trouble.isRefused) await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
    busy = false;
    carry();
  }

  return {
    know: (state) => { if (isNewer([state.epoch, state.sequence], at)) at = [state.epoch, state.sequence]; },
    look: (step) => asked(`${address}/preview`, { step }),
    send: (step, seen) => { row.push({ step, seen }); carry(); },
    seen: () => at,
  };
}
