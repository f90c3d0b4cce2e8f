// The picture of a table's camera, streamed while somebody looks at it.

const LOOK_UP_MS = 1000;

/**
 * Look at a table's picture while `look(true)` holds and the page is in view; `tell(still, age_ms)` is called with each
 * newer one, and every second with how old the last one has become. `shut()` is called when the server closes the line.
 */
export function watchPicture(table, tell, shut) {
  const address = `/api/tables/${encodeURIComponent(table)}/picture/events`;
  let [wanted, source, still, skew] = [false, null, null, 0];
  const told = () => still && tell(still, Math.max(0, Date.now() + skew - still.taken_ms));

  function open() {
    source = new EventSource(address);
    source.addEventListener("clock", (event) => { skew = JSON.parse(event.data).now_ms - Date.now(); });
    source.addEventListener("picture", (event) => { still = JSON.parse(event.data); told(); });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      source = null;
      shut();
    });
  }

  function heed() {
    const looks = wanted && !document.hidden;
    if (looks && !source) open();
    if (!looks) {
      source?.close();
      source = null;
    }
  }

  document.addEventListener("visibilitychange", heed);
  setInterval(() => { heed(); told(); }, LOOK_UP_MS);
  return { look: (on) => { wanted = on; heed(); } };
}
