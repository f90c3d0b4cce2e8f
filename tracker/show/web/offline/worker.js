// The service worker: what the network gives is shown, and kept; what it does not give, or gives too late, is taken from what
// was kept. The server writes above this what it serves: `PAGES = { version, files }`. A page of a newer program is kept anew.

const CACHE = `cuewatch-${PAGES.version}`;
const PATIENCE_MS = 4000;
/** For so long after the network was late it is not waited for again: a page is many files, one loaded after another. */
const SPARED_MS = 10000;
const LATE = new Error("the network is late");
const BAD_GATEWAY = 502;
const SCREENS = /^\/(?:(?:desk|board)\/[^/]+)?$/;
const READS = /^\/api\/(?:session|labels|rulebooks|incidents|tables\/[^/]+\/plan\.svg)$/;

let late_ms = 0;
/** The page that is being loaded came from a newer program: nothing of what was kept belongs to it. */
let isOutdated = false;

const pathOf = (url) => new URL(url).pathname;

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(PAGES.files);
  await self.skipWaiting();
}

/** Keep the screens that are open already: they came before this worker did. */
async function keepOpenScreens() {
  const cache = await caches.open(CACHE);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const paths = [...new Set(open.map(({ url }) => pathOf(url)))];
  const asked = paths.filter((path) => SCREENS.test(path)).flatMap((path) => [path, ...readsOf(path)]);
  await Promise.allSettled(asked.map((path) => cache.add(path)));
}

/** What a screen reads once as it opens. */
function readsOf(path) {
  const table = path.split("/")[2];
  return table ? ["/api/incidents", `/api/tables/${table}/plan.svg`] : ["/api/session", "/api/labels", "/api/rulebooks"];
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith("cuewatch-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
  await keepOpenScreens();
}

/** Ask the network, and keep what it gives; what a newer program gives is not mixed with what was kept of this one. */
async function fromNetwork(request, cache) {
  const answer = await fetch(request);
  if (answer.status >= BAD_GATEWAY) throw new Error("the server is not there");
  isOutdated ||= (answer.headers.get("Cuewatch-Pages") ?? PAGES.version) !== PAGES.version;
  if (answer.ok && !answer.redirected && !isOutdated) await cache.put(pathOf(request.url), answer.clone());
  return answer;
}

async function newestOrKept(request) {
  if (request.mode === "navigate") isOutdated = false;
  const cache = await caches.open(CACHE);
  const kept = async () => (isOutdated ? undefined : cache.match(pathOf(request.url)));
  const spared = Date.now() - late_ms < SPARED_MS && await kept();
  if (spared) return spared;
  const newest = fromNetwork(request, cache);
  newest.catch(() => {});
  const late = new Promise((_, give) => { setTimeout(give, PATIENCE_MS, LATE); });
  try {
    return await Promise.race([newest, late]);
  } catch (trouble) {
    if (trouble === LATE) late_ms = Date.now();
    return (await kept()) ?? newest;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const isKept = request.mode === "navigate" ? SCREENS.test(path) : path.startsWith("/web/") || READS.test(path);
  if (isKept) event.respondWith(newestOrKept(request));
});
