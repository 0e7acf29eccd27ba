// The page: which view is shown, and what happens when the game changes.
import { isReachable, onconnection } from "./connection.js";
import { announce, show, toast } from "./dom.js";
import { find, game, onchange, restore } from "./game.js";
import { gamesView } from "./games.js";
import { language, languageSwitch, t } from "./i18n.js";
import { judgeAll, settle } from "./judging.js";
import { meta, words } from "./local.js";
import { describe } from "./problems.js";
import { addPhotos, retake, sendNext } from "./queue.js";
import { nameOf, sheetView } from "./sheet.js";
import { homeView, takeRetaken } from "./start.js";
import { tableView } from "./table.js";

const main = document.getElementById("main");

function view() {
  const [, name, id] = location.hash.split("/");
  const sheet = name === "sheet" && find(id);
  if (sheet) return sheetView(sheet, draw);
  if (name === "games") return gamesView(draw);
  return name === "table" ? tableView() : homeView();
}

function draw() {
  show(main, view());
  document.getElementById("to-table").hidden = !game.sheets.length;
  document.getElementById("table-count").textContent = game.sheets.length;
}

function go() {
  document.getElementById("dialog").close();
  draw();
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

let drawing = 0;
function drawSoon() {
  // Progress comes many times a second, and once a frame is enough.
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(draw);
}

onchange((event) => {
  if (event.progress) return drawSoon();
  if (event.refused) toast(`${describe(event.refused)} ${t("not-changed")}`);
  if (event.told) announce(t("changed", { total: event.told.verdict.total }));
  if (event.settled) announce(t("settled"));
  if (event.failed) announce(t("read-failed", { name: nameOf(event.failed) }));
  if (event.read) {
    announce(event.read.map((sheet) => t("read-done", { name: nameOf(sheet), total: sheet.verdict.total })).join(" "));
    if (event.read.length > 1 && location.hash.startsWith("#/sheet")) { location.hash = "#/table"; return; }
  }
  draw();
});

function take(files) {
  const sheet = takeRetaken();
  if (sheet && files.length === 1) { retake(sheet, files[0]); location.hash = `#/sheet/${sheet.id}`; return; }
  const added = addPhotos(files);
  if (added.length) location.hash = added.length === 1 ? `#/sheet/${added[0].id}` : "#/table";
}

for (const id of ["camera", "album"]) {
  document.getElementById(id).addEventListener("change", (event) => {
    const files = [...event.target.files];
    event.target.value = "";
    if (files.length) take(files);
  });
}

function tellConnection() {
  const banner = document.getElementById("offline");
  banner.hidden = isReachable();
  banner.textContent = t("offline");
}

/** Photos that another app shared with this one wait in the service worker's store. */
async function takeShared() {
  const cache = await caches.open("qwords-data");
  const files = [];
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith("/shared/")) continue;
    const answer = await cache.match(request);
    files.push(new File([await answer.blob()], decodeURIComponent(answer.headers.get("X-Name") ?? "photo.jpg"), { type: answer.headers.get("Content-Type") }));
    await cache.delete(request);
  }
  if (files.length) take(files);
}

/** Fetch what scoring without a connection needs, once the service worker is there to store it. */
async function prepareOffline() {
  const worker = navigator.serviceWorker;
  if (!worker) return; // plain http in a hall: everything works, but only with the connection
  try {
    await worker.register("/sw.js");
    if (!worker.controller) await new Promise((resolve) => worker.addEventListener("controllerchange", resolve, { once: true }));
    await takeShared();
    await Promise.all([meta(), words(game.options.lang, game.options.policy)]);
  } catch { /* the page works without it */ }
}

addEventListener("hashchange", go);
addEventListener("photo", (event) => take(event.detail));
onconnection((reachable) => { tellConnection(); if (reachable) settle(); });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const pictures = [...event.dataTransfer.files].filter((file) => file.type.startsWith("image/"));
  if (pictures.length) take(pictures);
});

await restore();
languageSwitch(document.getElementById("tongue"), () => { tellConnection(); draw(); judgeAll(); });
tellConnection();
draw();
sendNext();
settle();
prepareOffline();
