// The page: which view is shown, and what happens when the game changes.
import { announce, show } from "./dom.js";
import { addPhotos, find, game, onchange, restore } from "./game.js";
import { language, languageSwitch, t } from "./i18n.js";
import { meta, words } from "./local.js";
import { nameOf, sheetView } from "./sheet.js";
import { homeView } from "./start.js";
import { tableView } from "./table.js";

const main = document.getElementById("main");

function view() {
  const [, name, id] = location.hash.split("/");
  const sheet = name === "sheet" && find(id);
  if (sheet) return sheetView(sheet, draw);
  return name === "table" ? tableView() : homeView(language());
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
  if (event.told) announce(t("changed", { total: event.told.verdict.total }));
  if (event.failed) announce(t("read-failed", { name: nameOf(event.failed) }));
  if (event.read) {
    announce(event.read.map((sheet) => t("read-done", { name: nameOf(sheet), total: sheet.verdict.total })).join(" "));
    if (event.read.length > 1 && location.hash.startsWith("#/sheet")) { location.hash = "#/table"; return; }
  }
  draw();
});

for (const id of ["camera", "album"]) {
  document.getElementById(id).addEventListener("change", (event) => {
    const added = addPhotos(event.target.files);
    event.target.value = "";
    if (added.length) location.hash = added.length === 1 ? `#/sheet/${added[0].id}` : "#/table";
  });
}

function tellConnection() {
  const banner = document.getElementById("offline");
  banner.hidden = navigator.onLine;
  banner.textContent = t("offline");
}

/** Fetch what scoring without a connection needs, once the service worker is there to store it. */
async function prepareOffline() {
  const worker = navigator.serviceWorker;
  if (!worker) return; // plain http in a hall: everything works, but only with the connection
  try {
    await worker.register("/sw.js");
    if (!worker.controller) await new Promise((resolve) => worker.addEventListener("controllerchange", resolve, { once: true }));
    await Promise.all([meta(), words(game.options.lang, game.options.policy)]);
  } catch { /* the page works without it */ }
}

addEventListener("hashchange", go);
addEventListener("online", tellConnection);
addEventListener("offline", tellConnection);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const pictures = [...event.dataTransfer.files].filter((file) => file.type.startsWith("image/"));
  if (pictures.length) { addPhotos(pictures); location.hash = "#/table"; }
});

restore();
languageSwitch(document.getElementById("tongue"), () => { tellConnection(); draw(); });
tellConnection();
draw();
prepareOffline();
