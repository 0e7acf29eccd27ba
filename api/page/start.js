// Ways to begin: take a photo, choose photos, type the letters.
import { board, sum } from "./board.js";
import { button, byId, closeDrawer, h, icon, later, noDrawer, openDrawer, toast } from "./dom.js";
import { t } from "./i18n.js";
import { score } from "./local.js";
import { isOffline } from "./net.js";
import { optionsCard } from "./options.js";
import { describe } from "./problems.js";
import { addTyped } from "./queue.js";

const STANDARD = { doubled: [], points: [0, 0, 1, 3, 6, 10], bonus: 10, rating_shift: 0 };

let retaken = null;

/** Ask for a photo; for a sheet, it takes the place of that sheet's photo. */
export async function open(id, sheet = null) {
  retaken = sheet;
  if (id === "camera" && navigator.mediaDevices?.getUserMedia) {
    try {
      const { takePhoto } = await later("./camera.js");
      const photo = await takePhoto();
      if (photo) dispatchEvent(new CustomEvent("photo", { detail: photo }));
      return;
    } catch { /* no camera, or not allowed: the phone's own way */ }
    if (!navigator.userActivation?.isActive) return askAgain();
  }
  byId(id).click();
}

/** The tap was too long ago for the browser to open its chooser, so another one is asked for. */
async function askAgain() {
  await noDrawer();
  const choose = (id) => () => { byId(id).click(); closeDrawer(); };
  openDrawer(t("take-photo"), t("close"), [h("p", { class: "muted" }, t("camera-refused")), h("div", { class: "answers" },
    button(t("take-photo"), "camera", choose("camera"), "main", { "data-key": "choose-camera" }),
    button(t("choose-photos"), "photos", choose("album"), "", { "data-key": "choose-album" }))]);
}

export const takeRetaken = () => {
  const sheet = retaken;
  retaken = null;
  return sheet;
};

export function homeView() {
  return h("div", { class: "home" },
    h("section", { class: "hero" },
      h("div", { class: "hero-text" }, h("h1", {}, t("hero-title")), h("p", {}, t("hero-text")), startButtons(),
        h("p", { class: "muted small tip" }, t("photo-tip"), " ", t("privacy")),
        h("p", { class: "small tip organise" }, h("a", { href: "/page/organiser.html" }, t("organise")))),
      example()),
    optionsCard());
}

const startButtons = () => h("div", { class: "start" },
  button(t("take-photo"), "camera", () => open("camera"), "main", { "data-key": "camera" }),
  button(t("choose-photos"), "photos", () => open("album"), "", { "data-key": "album" }),
  button(t("type-letters"), "keys", typeLetters, "", { "data-key": "type" }),
  button(t("look-up"), "book", () => later("./words.js").then(({ showWord }) => showWord()), "quiet", { "data-key": "look-up" }));

export const nextSheetButton = (label) => button(t(label), "camera", () => open("camera"), "main", { "data-key": "camera" });

export const addSheetButtons = (label) => h("div", { class: "add" }, nextSheetButton(label),
  h("button", { type: "button", class: "button square", "aria-label": t("choose-photos"), title: t("choose-photos"), onclick: () => open("album") }, icon("photos")),
  h("button", { type: "button", class: "button square", "aria-label": t("type-letters"), title: t("type-letters"), onclick: typeLetters }, icon("keys")));

/** An example sheet of the language, with the words claimed on it. */
function example() {
  const words = new Set(t("example-words").split(" "));
  const grid = t("example-grid").split("/");
  const card = score(grid, (word) => (words.has(word) ? 1 : undefined), STANDARD, [0]);
  const sheet = { grid, told: {}, verdict: { ...card, side: "A", rules: "standard", doubts: [], certainty: 1 } };
  return h("figure", { class: "example", "aria-hidden": "true" }, h("div", { class: "sheet" }, board(sheet), sum(sheet)));
}

/** Five rows, as on the paper; the next one is ready when one is full. */
export function typeLetters() {
  const rows = Array.from({ length: 5 }, (_, i) => h("input", { class: "type-row", maxLength: 5, size: 5, autocomplete: "off", autocapitalize: "characters",
    spellcheck: false, inputMode: "text", enterKeyHint: i < 4 ? "next" : "done", "aria-label": t("type-row", { i: i + 1 }), oninput, onkeydown }));
  const missing = h("p", { class: "muted small", role: "status" });
  const submit = h("button", { class: "button main", type: "submit", disabled: true }, t("score-it"));

  function oninput(event) {
    const input = event.target;
    input.value = input.value.toUpperCase().replace(/[^A-Z.]/g, "");
    const left = 25 - rows.reduce((sum, row) => sum + row.value.length, 0);
    missing.textContent = left ? t("type-missing", { n: left }) : "";
    submit.disabled = left > 0;
    if (input.value.length === 5) (rows[rows.indexOf(input) + 1] ?? submit).focus();
  }

  function onkeydown(event) {
    const at = rows.indexOf(event.target);
    if (event.key === "Backspace" && !event.target.value && at) { event.preventDefault(); rows[at - 1].focus(); }
    if (event.key === "ArrowUp" && at) rows[at - 1].focus();
    if (event.key === "ArrowDown" && at < 4) rows[at + 1].focus();
  }

  const onsubmit = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const sheet = await addTyped(rows.map((row) => row.value));
      await close();
      location.hash = `#/sheet/${sheet.id}`;
    } catch (problem) {
      submit.disabled = false;
      toast(isOffline(problem) ? t("offline-no-words") : describe(problem));
    }
  };
  const form = h("form", { class: "type-form", onsubmit }, h("p", { class: "muted" }, t("type-text")), h("div", { class: "type-grid" }, rows), missing, submit);
  const close = openDrawer(t("type-title"), t("close"), form);
  rows[0].focus();
}
