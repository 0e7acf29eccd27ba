// Opens the page without a connection. Each version of the page is stored whole, under its own addresses.
const CACHE = "qwords-VERSION";
const DATA = "qwords-data"; // rules and word lists: they outlive a version of the page
const FILES = [
  "FILES",
];
const INDEX = "/page/VERSION/index.html";
const KEPT = /^\/v1\/(meta$|lexicons\/)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE && name !== DATA).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  if (event.request.method === "POST" && url.pathname === "/share") return event.respondWith(shared(event.request));
  if (event.request.method !== "GET") return;
  if (url.pathname.startsWith("/page/VERSION/")) event.respondWith(stored(event.request));
  else if (url.pathname === "/") event.respondWith(fresh(event.request, CACHE, INDEX));
  else if (KEPT.test(url.pathname)) event.respondWith(fresh(event.request, DATA));
});

/** A file of this version never changes. */
async function stored(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

/** The newest answer if the referee gives one, else the stored one. A captive portal's page is no such answer. */
async function fresh(request, name, key = request) {
  const cache = await caches.open(name);
  try {
    const response = await fetch(request);
    if (name === CACHE && response.status < 500) return response;
    if (name === DATA && usable(response)) {
      await cache.put(key, response.clone());
      return response;
    }
    return (await cache.match(key)) ?? response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

const usable = (response) => response.ok && !response.redirected && !/text\/html/.test(response.headers.get("Content-Type") ?? "");

/** Photos shared from another app wait in the data cache until the page takes them. */
async function shared(request) {
  const form = await request.formData();
  const cache = await caches.open(DATA);
  const photos = form.getAll("photo");
  await Promise.all(photos.map((photo, number) => cache.put(`/shared/${Date.now()}-${number}`,
    new Response(photo, { headers: { "Content-Type": photo.type, "X-Name": encodeURIComponent(photo.name) } }))));
  return Response.redirect("/#/table", 303);
}
