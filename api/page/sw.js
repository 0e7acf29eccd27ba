// Opens the page without a connection: the newest answer if the service is reachable, else the stored one.
const CACHE = "qwords-1";
const FILES = [
  "/", "/page/app.js", "/page/board.css", "/page/board.js", "/page/corners.js", "/page/dom.js", "/page/fonts/manrope.woff2", "/page/game.js",
  "/page/i18n.js", "/page/icons/icon-192.png",
  "/page/icons/icon.svg", "/page/lines.js", "/page/local.js", "/page/manifest.webmanifest", "/page/net.js", "/page/options.js",
  "/page/picker.js", "/page/sheet.js", "/page/start.js", "/page/style.css", "/page/table.js", "/page/views.css", "/page/words.js",
];
const KEPT = /^\/($|page\/|v1\/meta$|v1\/lexicons\/)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then(store).then(() => self.skipWaiting()));
});

async function store(cache) {
  const names = "/page/texts/languages.json";
  const languages = Object.keys(await (await fetch(names)).json());
  await cache.addAll([...FILES, names, ...languages.map((language) => `/page/texts/${language}.json`)]);
}

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !KEPT.test(url.pathname)) return;
  event.respondWith(fresh(event.request));
});

async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request);
    if (stored) return stored;
    throw error;
  }
}
