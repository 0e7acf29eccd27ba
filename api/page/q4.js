// The second game: a photo of a finished sheet, or the record of a game, and what the referee says of it.
import { announce, button, byId, closeDrawer, h, icon, openDrawer, show, toast } from "./dom.js";
import { language, languageSwitch, t } from "./i18n.js";
import * as net from "./net.js";
import { forSending } from "./photo.js";
import { describe } from "./problems.js";
import { playGrid } from "./q4-board.js";
import * as q4Net from "./q4-net.js";
import { recordView, showFirst } from "./q4-record.js";
import { sheetView } from "./q4-sheet.js";
import * as store from "./store.js";

const main = byId("main");
/** What is shown: nothing yet, work, a problem, a sheet or a game. @type {any} */
let state = { kind: "start" };

const KEPT = "q4-table"; // what the table agreed on, asked once
/** @type {{mode: string, words: string, words_name: string}} */
let table = { mode: "competitive", words: "", words_name: "" };
try { table = { ...table, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") }; } catch { /* nothing was kept */ }

/** Another agreement of the table: what is shown is judged again. */
function agree(change) {
  table = { ...table, ...change };
  try { localStorage.setItem(KEPT, JSON.stringify(table)); } catch { /* it holds until the page is left */ }
  if (state.kind === "sheet") return void judge(state.answers);
  if (state.kind === "game") return void checkRecord(state.text);
}

/** A list from a file: only words that the grid can hold are kept. */
async function takeList(file) {
  const words = [...new Set((await file.text()).toUpperCase().split(/\s+/).filter((word) => /^[A-Z]{2,4}$/.test(word)))];
  if (words.length) agree({ words: words.join("\n"), words_name: file.name.slice(0, 80) });
  else toast(t("q4-no-list"));
}

function draw() {
  const views = { start: startView, working: workingView, failed: failedView, sheet: () => sheetView(state, does), game: () => recordView(state.game, does) };
  show(main, views[state.kind]());
}

function go(next) {
  state = next;
  draw();
  scrollTo(0, 0);
}

// A small board of the rulebook's kind: ART and OR are scored with one letter.
const EXAMPLE = { play_grid: ["..*.", ".#..", "....", "#..*"], bonus_row: 3, bonus_column: 4, letters: { "1,3": "O", "3,1": "H", "3,2": "E", "2,3": "R", "3,3": "A", "3,4": "T" },
  dots: [[[1, 3], [2, 3]], [[3, 1], [3, 2]], [[3, 2], [3, 3]], [[3, 3], [3, 4]]] };

function startView() {
  return h("div", { class: "home" }, h("section", { class: "hero" },
    h("div", { class: "hero-text" }, h("h1", {}, t("q4-hero")), h("p", {}, t("q4-lead")),
      h("div", { class: "start" },
        button(t("take-photo"), "camera", () => byId("camera").click(), "main", { "data-key": "camera" }),
        button(t("q4-open"), "photos", () => byId("file").click(), "", { "data-key": "file" }),
        button(t("q4-paste"), "keys", paste, "", { "data-key": "paste" }),
        button(t("q4-example"), "bulb", example, "quiet", { "data-key": "example" })),
      h("p", { class: "muted small tip" }, t("q4-tip"), " ", t("privacy"))),
    h("figure", { class: "example", "aria-hidden": "true" }, h("div", { class: "sheet" },
      playGrid(EXAMPLE, { letters: new Map(Object.entries(EXAMPLE.letters)), dots: EXAMPLE.dots, lit: new Set(["3,1", "3,2", "3,3", "3,4"]) })))));
}

const workingView = () => h("div", { class: "sheet-view single" }, h("h1", { class: "hidden" }, "Q4"), h("section", { class: "sheet working" },
  state.url && h("div", { class: "working-photo" }, h("img", { src: state.url, alt: "" }), h("div", { class: "sweep" })),
  h("p", { class: "working-text" }, t(state.url ? "reading" : "q4-checking")), h("progress", { max: 1, "aria-label": t("reading") })));

const failedView = () => h("div", { class: "sheet-view single" }, h("h1", { class: "hidden" }, "Q4"), h("section", { class: "card" },
  h("p", { class: "pill bad" }, icon("alert"), t("failed")),
  h("p", { class: "problem", "data-code": state.problem.code }, [describe(state.problem), said(state.problem)].filter(Boolean).join(" ")),
  state.problem.hint && state.record && h("p", { class: "muted small" }, state.problem.hint),
  h("div", { class: "answers" }, button(t("retry"), "turn", state.retry, "small main", { "data-key": "retry" }), button(t("q4-back"), "back", does.again, "small", { "data-key": "again" })),
  !state.record && h("p", { class: "muted small" }, t("q4-tip"))));

/** Of a record the place that cannot be read, in the service's own words. */
const said = ({ code, detail }) => (["bad-record", "bad-json", "unknown-schema"].includes(code) && describe({ code, detail }) !== detail ? detail : "");

/** Do some work: what is shown meanwhile, and what becomes of it. */
async function work(meanwhile, job, retry) {
  go({ kind: "working", ...meanwhile });
  try {
    const next = await job();
    if (state.kind === "working") go(next);
  } catch (problem) {
    if (!(problem instanceof net.Problem)) throw problem;
    go({ kind: "failed", problem, retry, record: !meanwhile.url });
    announce(describe(problem));
  }
}

const readPhoto = (file) => work({ url: URL.createObjectURL(file) }, async () => {
  const said = await net.scan(await forSending(file), { game: "q4", texts: language(), mode: table.mode, words: table.words }, () => {});
  /** @type {any[]} */
  const sheets = said.sheets.map(({ picture, evidence, ...sheet }, at) => ({ kind: "sheet", file, at, sheet, picture, evidence, answers: [] }));
  for (const one of sheets) one.sheets = sheets; // of one photo
  announce(`${t("q4-score")} ${sheets[0].sheet.claimed ?? "?"}`);
  return sheets[0];
}, () => readPhoto(file));

const checkRecord = (text) => work({}, async () => {
  const game = await q4Net.check(text, language(), table);
  showFirst();
  announce(game.players.map(({ name, score }) => `${name} ${score}`).join(", "));
  return { kind: "game", game, text };
}, () => checkRecord(text));

async function take(file) {
  if (!file) return;
  if (file.type.startsWith("image/")) return readPhoto(file);
  return checkRecord(await file.text());
}

function paste() {
  const area = h("textarea", { class: "input rolls q4-paste", rows: 9, spellcheck: false, "aria-label": t("q4-paste"), placeholder: "{\"players\": […]}", autofocus: true });
  const onsubmit = async (event) => {
    event.preventDefault();
    if (!area.value.trim()) return;
    await closeDrawer();
    checkRecord(area.value);
  };
  openDrawer(t("q4-paste"), t("close"), h("form", { class: "q4-paste-form", onsubmit }, h("p", { class: "muted" }, t("q4-paste-text")), area,
    h("button", { class: "button main", type: "submit" }, t("q4-check-it"))));
}

const example = () => work({}, async () => {
  const text = await (await net.ask(new URL("./q4-example.json", import.meta.url).href)).text();
  setTimeout(() => checkRecord(text));
  return { kind: "working" };
}, example);

/** What a person says of the sheet; the referee judges it again. */
const tell = (answer) => judge([...state.answers.filter((other) => !same(other, answer)), answer]);
const undo = () => judge(state.answers.slice(0, -1));
const same = (one, two) => one.kind === two.kind && (one.kind === "score" || one.place.join() === two.place.join());

async function judge(answers) {
  const scan = state;
  Object.assign(scan, { busy: true });
  draw();
  try {
    const { sheets: [sheet] } = await q4Net.sheet({ evidence: scan.evidence, answers, texts: language(), ...table });
    Object.assign(scan, { sheet, answers, busy: false });
    announce(t("q4-points-range", { range: `${sheet.least}–${sheet.most}` }));
  } catch (problem) {
    scan.busy = false;
    toast(`${describe(problem)} ${t("not-changed")}`);
  }
  if (state === scan) draw();
}

async function report() {
  toast(t("report-making"));
  try {
    const blob = await net.photoReport(state.file, { game: "q4", format: "pdf", texts: language(), q4_answers: state.answers, sheet: state.at + 1, mode: table.mode, words: table.words });
    const url = URL.createObjectURL(blob);
    h("a", { href: url, download: "q4-report.pdf" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    toast(t("report-saved"));
  } catch (problem) {
    toast(describe(problem));
  }
}

/** In another language the service's own sentences are asked for again. */
function inLanguage() {
  if (state.kind === "sheet") return void judge(state.answers);
  if (state.kind === "game") return void checkRecord(state.text);
  draw();
}

const does = { agree, takeList, turnTo: (sheet) => go(sheet), table: () => table, tell, undo, report, redraw: draw, again: () => { go({ kind: "start" }); main.focus({ preventScroll: true }); } };

for (const id of ["camera", "file"]) {
  byId(id).addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = ""; // so that the same file can be chosen again
    take(file);
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer?.files[0]); });
languageSwitch(byId("tongue"), inLanguage);
draw();
handedOver();

/** A photo that the page of Qwords took and that shows this game. */
async function handedOver() {
  const key = new URLSearchParams(location.hash.slice(1)).get("photo");
  if (!key) return;
  history.replaceState(null, "", location.pathname);
  const kept = await store.get("photos", key);
  if (kept) readPhoto(kept.file ?? kept);
}
