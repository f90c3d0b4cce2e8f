// The service worker: what the network gives is shown, and kept; what it does not give, or gives too late, is taken from what
// was kept. The server writes above this what it serves: `PAGES = { version, files }`. A page of a newer program is kept anew.

const CACHE = `cuewatch-${PAGES.version}`;
const PATIENCE_MS = 4000;
const BAD_GATEWAY = 502;
const SCREENS = /^\/(?:(?:desk|board)\/[^/]+)?$/;
const READS = /^\/api\/(?:session|labels|rulebooks|incidents|tables\/[^/]+\/plan\.svg)$/;

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

async function fromNetwork(request, cache) {
  const answer = await fetch(request);
  if (answer.status >= BAD_GATEWAY) throw new Error("the server is not there");
  if (answer.ok && !answer.redirected) await cache.put(pathOf(request.url), answer.clone());
  return answer;
}

async function newestOrKept(request, patience_ms) {
  const cache = await caches.open(CACHE);
  const newest = fromNetwork(request, cache);
  newest.catch(() => {});
  const late = new Promise((_, give) => { if (patience_ms) setTimeout(give, patience_ms, new Error("late")); });
  try {
    return await Promise.race([newest, late]);
  } catch {
    return (await cache.match(pathOf(request.url))) ?? newest;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate" ? SCREENS.test(path) : path.startsWith("/web/")) event.respondWith(newestOrKept(request, PATIENCE_MS));
  else if (READS.test(path)) event.respondWith(newestOrKept(request, 0));
});
