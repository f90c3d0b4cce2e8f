// Keys in their turn: each means what it means on the screen that shows what the keys before it have done.

/** A network that neither carries nor drops holds a key up no longer; one that is lost at once holds up none. */
const PATIENCE_MS = 3000;

/**
 * Return the row: `take(mean)` calls `mean()` once `isSettled()` says that the screen is up to date, or has not become so
 * for three seconds; `go()` is to be called whenever it may have become so. `drop()` forgets those that wait and counts them.
 */
export function turns(isSettled) {
  const row = [];
  let sinceMs = 0;

  function go() {
    while (row.length && (isSettled() || Date.now() - sinceMs >= PATIENCE_MS)) {
      sinceMs = Date.now();
      row.shift()();
    }
  }

  return {
    take(mean) {
      if (!row.length) sinceMs = Date.now();
      row.push(mean);
      go();
      if (row.length) setTimeout(go, PATIENCE_MS);
    },
    go,
    drop: () => row.splice(0).length,
  };
}
