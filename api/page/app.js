// The page: which view is shown, and what happens when the game changes.
import { isReachable, onconnection } from "./connection.js";
import { announce, byId, later, show, toast } from "./dom.js";
import { spoken, standing } from "./doubt.js";
import { find, game, nameOf, onchange, restore } from "./game.js";
import { languageSwitch, t } from "./i18n.js";
import { judgeAll, settle } from "./judging.js";
import { meta, words } from "./local.js";
import { describe } from "./problems.js";
import { addPhotos, retake, sendNext } from "./queue.js";
import { homeView, open, takeRetaken } from "./start.js";

const main = byId("main");

// The views beside the first one are fetched while people look at it.
const views = {};

async function load(name) {
  views[name] = await later(`./${name}.js`);
}

function draw() {
  const [, wanted, id] = location.hash.split("/");
  const sheet = wanted === "sheet" && find(id);
  const name = sheet ? "sheet" : ["table", "games"].includes(wanted) ? wanted : null;
  if (name && !views[name]) return void load(name).then(draw);
  show(main, { sheet: () => views.sheet.sheetView(sheet, draw), table: () => views.table.tableView(), games: () => views.games.gamesView() }[name]?.() ?? homeView());
  byId("to-table").hidden = !game.sheets.length;
  byId("table-count").textContent = game.sheets.length;
}

/** A shortcut of the installed page. */
function followShortcut() {
  if (location.hash !== "#/camera") return;
  history.replaceState(null, "", "#/");
  open("camera");
}

function go() {
  byId("dialog").close();
  followShortcut();
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
  if (event.told) byId("toast").hidden = true; // an earlier refusal does not concern this change
  if (event.told) announce(standing(event.told) === "sure" ? t("changed", { total: event.told.verdict.total }) : spoken(event.told));
  if (event.settled) announce(t("settled"));
  if (event.failed) announce(t("read-failed", { name: nameOf(event.failed) }));
  if (event.read) {
    announce(event.read.map((sheet) => (standing(sheet) === "sure" ? t("read-done", { name: nameOf(sheet), total: sheet.verdict.total })
      : `${nameOf(sheet)}, ${spoken(sheet)}.`)).join(" "));
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
  byId(id).addEventListener("change", (event) => {
    const files = [...event.target.files];
    event.target.value = "";
    if (files.length) take(files);
  });
}

function tellConnection() {
  const banner = byId("offline");
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
addEventListener("photo", (/** @type {any} */ event) => take([event.detail]));
onconnection((reachable) => { tellConnection(); if (reachable) settle(); });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const pictures = [...event.dataTransfer.files].filter((file) => file.type.startsWith("image/"));
  if (pictures.length) take(pictures);
});

await restore();
languageSwitch(byId("tongue"), () => { tellConnection(); draw(); judgeAll(); });
tellConnection();
draw();
followShortcut();
sendNext();
settle();
load("sheet");
load("table");
prepareOffline();
