// Has the browser keep the pages, for when there is no network. Only a page that came over https, or from this very
// machine, may do so: elsewhere a browser has no service worker, and the pages are as they are without one.

const AFTER_MS = 5000;

/** Have the pages kept; tells when they are. */
export async function keepPages() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
}

/** The page itself comes first, and whoever leaves it at once has nothing kept. */
setTimeout(() => keepPages().catch(() => {}), AFTER_MS);
