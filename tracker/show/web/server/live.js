// Follows a table: the state kept from last time, then the newest, then every newer one; a lost line is taken up again.

const AGAIN_MS = 1000;
const SILENT_MS = 25000;

/** Read the last state that this browser kept at an address, or null. */
function kept(address) {
  try {
    return JSON.parse(localStorage.getItem(address));
  } catch {
    return null;
  }
}

function keep(address, state) {
  try {
    localStorage.setItem(address, JSON.stringify(state));
  } catch {
    /* A browser without storage shows the newest state all the same. */
  }
}

/**
 * Call `show(state, line)` at once with what is kept, then with every newer state of the table.
 * `line.live` tells whether the line stands; `line.skew` is the server's clock less ours, in ms.
 * Another `path` of the table tells something else, in events of another kind.
 * An overlay on another machine reads by a `token`, which the address of its page holds. `shut()` is called when the
 * server will have it no more.
 */
export function follow(table, show, { origin = "", path = "events", event: kind = "state", token = tokenOfPage(), shut = () => {} } = {}) {
  const line = { live: false, skew: 0 };
  const address = `${origin}/api/tables/${encodeURIComponent(table)}/${path}`;
  let state = kept(address);
  let source = null;
  let heard = 0;

  const changed = () => state && show(state, line);
  const hear = (live) => {
    heard = Date.now();
    if (line.live !== live) {
      line.live = live;
      changed();
    }
  };

  function open() {
    source?.close();
    source = new EventSource(token ? `${address}?token=${encodeURIComponent(token)}` : address);
    source.addEventListener("clock", (event) => {
      line.skew = JSON.parse(event.data).now_ms - Date.now();
      hear(true);
    });
    source.addEventListener(kind, (event) => {
      state = JSON.parse(event.data);
      keep(address, state);
      heard = Date.now();
      line.live = true;
      changed();
    });
    source.addEventListener("error", () => {
      hear(false);
      if (source.readyState !== EventSource.CLOSED) return;
      shut();
      setTimeout(open, AGAIN_MS);
    });
  }

  changed();
  open();
  const watch = setInterval(() => {
    if (Date.now() - heard > SILENT_MS) {
      heard = Date.now();
      hear(false);
      open();
    }
  }, 5000);
  return () => {
    clearInterval(watch);
    source.close();
  };
}

/** The token that the address of this page holds, or nothing. */
export function tokenOfPage() {
  return new URLSearchParams(location.search).get("token") ?? "";
}

/** The table that the address of this page names. */
export function tableOfPage() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
}
