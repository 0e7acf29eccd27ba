// One game at one table: how it is judged, its sheets, and what people corrected. Kept on this phone only.
import { browserLanguage } from "./i18n.js";
import { scoreLocally } from "./local.js";
import * as net from "./net.js";

const STORE = "qwords-game";
const AT_A_TIME = 2;
const TRIES = 6;
let listeners = [];
let nextId = 1;
let sending = 0;

export const game = {
  options: { lang: browserLanguage(), side: "auto", rules: "auto", policy: "official" },
  rulings: [],
  sheets: [],
};

export const onchange = (listener) => listeners.push(listener);

function changed(event = {}) {
  store();
  for (const listener of listeners) listener(event);
}

/** Keep everything but the photos, so that a reload in the middle of a game loses nothing. */
function store() {
  const sheets = game.sheets.filter((sheet) => sheet.state === "done")
    .map(({ file, url, read, verdict, ...rest }) => ({ ...rest, read: read && { ...read, picture: null }, verdict: { ...verdict, picture: null } }));
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...game, sheets }));
  } catch { /* no room, or a private window: the game lives as long as the page */ }
}

export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    if (!kept) return;
    Object.assign(game, kept);
    nextId = Math.max(0, ...game.sheets.map((sheet) => sheet.id)) + 1;
  } catch { /* nothing usable was kept */ }
}

export const find = (id) => game.sheets.find((sheet) => sheet.id === Number(id));

const blank = (more) => ({ id: nextId++, name: "", state: "waiting", progress: 0, told: {}, history: [], read: null, verdict: null,
  grid: null, index: 1, turn: 0, ...more });

export function addPhotos(files) {
  const added = [...files].map((file) => blank({ file, url: URL.createObjectURL(file) }));
  game.sheets.push(...added);
  changed();
  sendNext();
  return added;
}

export async function addTyped(grid) {
  const sheet = blank({ typed: true, grid, state: "done" });
  await rescore(sheet);
  game.sheets.push(sheet);
  changed();
  return sheet;
}

function sendNext() {
  while (sending < AT_A_TIME) {
    const sheet = game.sheets.find((entry) => entry.state === "waiting" && entry.file);
    if (!sheet) return;
    sending++;
    read(sheet).finally(() => { sending--; sendNext(); });
  }
}

async function read(sheet) {
  const { side, rules, policy, lang } = game.options;
  const fields = { lang, side, rules, policy, house: house(), corners: sheet.corners };
  Object.assign(sheet, { state: "sending", progress: 0, problem: null });
  changed({ progress: sheet });
  for (let attempt = 1; ; attempt++) {
    try {
      const document = await net.scan(sheet.file, fields, (share) => {
        Object.assign(sheet, share < 1 ? { progress: share } : { progress: 1, state: "reading" });
        changed({ progress: sheet });
      });
      return accept(sheet, document);
    } catch (problem) {
      if (problem.code !== "busy" || attempt === TRIES) {
        Object.assign(sheet, { state: "failed", problem });
        return changed({ failed: sheet });
      }
      await pause(sheet, problem.retryAfter || attempt);
    }
  }
}

async function pause(sheet, seconds) {
  Object.assign(sheet, { state: "queued", seconds });
  changed({ progress: sheet });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** A photo may show several sheets: the first takes the place of the photo, the others follow it. */
function accept(sheet, document) {
  const found = document.sheets.map((verdict, place) => {
    const entry = place ? blank({ file: sheet.file, url: sheet.url }) : sheet;
    return Object.assign(entry, { state: "done", index: place + 1, photo: document.photo, read: verdict, verdict, grid: [...verdict.grid],
      told: {}, history: [] });
  });
  game.sheets.splice(game.sheets.indexOf(sheet), 1, ...found);
  changed({ read: found });
}

export function readAgain(sheet, corners) {
  Object.assign(sheet, { corners, state: "waiting" });
  changed();
  sendNext();
}

const house = () => game.rulings.map(({ word, allow }) => `${allow ? "allow" : "deny"} ${word}`).join("\n");

/** What the service is asked for this sheet: typed letters, or what its photo told and what people said since. */
export function question(sheet) {
  const { lang, rules, policy } = game.options;
  const asked = { lang, side: sheet.side ?? game.options.side, rules, policy, house: house() };
  if (!sheet.read) return { ...asked, grid: sheet.grid };
  const answers = Object.entries(sheet.told).map(([place, letter]) => {
    const [row, column] = place.split(",").map(Number);
    return { row: row + 1, column: column + 1, letter };
  });
  return { ...asked, evidence: sheet.read.evidence, answers };
}

async function rescore(sheet) {
  const turn = ++sheet.turn;
  const asked = question(sheet);
  let verdict;
  try {
    verdict = await net.score(asked);
  } catch (problem) {
    if (!net.isOffline(problem)) throw problem;
    const side = asked.side === "auto" ? sheet.read?.side ?? "auto" : asked.side;
    verdict = await scoreLocally({ ...asked, grid: sheet.grid, side }, game.rulings);
  }
  // A later answer must not be overwritten by an earlier one that was slower.
  if (turn !== sheet.turn) return;
  sheet.grid = [...verdict.grid]; // an answer may settle other letters, too
  sheet.verdict = { ...verdict, picture: sheet.read?.picture, empty: sheet.read?.empty && !sheet.history.length };
}

async function rescoreAll() {
  await Promise.all(game.sheets.filter((sheet) => sheet.state === "done").map(rescore));
  changed();
}

export async function tell(sheet, row, column, letter) {
  const before = sheet.grid[row][column];
  sheet.history.push({ row, column, from: before, to: letter, earlier: sheet.told[`${row},${column}`] ?? null });
  put(sheet, row, column, letter, letter);
  await rescore(sheet);
  changed({ told: sheet });
}

export async function undo(sheet) {
  const last = sheet.history.pop();
  put(sheet, last.row, last.column, last.from, last.earlier);
  await rescore(sheet);
  changed({ told: sheet });
}

function put(sheet, row, column, letter, told) {
  const line = sheet.grid[row];
  sheet.grid[row] = line.slice(0, column) + letter + line.slice(column + 1);
  if (told) sheet.told[`${row},${column}`] = told;
  else delete sheet.told[`${row},${column}`];
}

export async function tellSide(sheet, side) {
  sheet.side = side;
  await rescore(sheet);
  changed({ told: sheet });
}

export async function choose(option, value) {
  game.options[option] = value;
  if (option === "side") for (const sheet of game.sheets) delete sheet.side;
  await rescoreAll();
}

export async function rule(word, allow) {
  game.rulings = game.rulings.filter((ruling) => ruling.word !== word);
  if (allow !== null) game.rulings.push({ word, allow });
  await rescoreAll();
}

export function rename(sheet, name) {
  sheet.name = name;
  store();
}

export function remove(sheet) {
  game.sheets.splice(game.sheets.indexOf(sheet), 1);
  changed();
}

export function newGame() {
  game.sheets = [];
  game.rulings = [];
  changed();
}

/** The sheets by total, highest first; equal totals share a place. Empty and unread sheets have none. */
export function ranking() {
  const counted = game.sheets.filter((sheet) => sheet.state === "done" && !sheet.verdict.empty);
  const place = (sheet) => 1 + counted.filter((other) => other.verdict.total > sheet.verdict.total).length;
  const placed = counted.map((sheet) => ({ sheet, place: place(sheet) }));
  const shared = (entry) => placed.filter((other) => other.place === entry.place).length > 1;
  return placed.sort((a, b) => a.place - b.place || a.sheet.id - b.sheet.id).map((entry) => ({ ...entry, shared: shared(entry) }));
}

export function reportOf(sheet) {
  const asked = question(sheet);
  if (!sheet.file) return net.typedReport(asked);
  const corrections = Object.entries(sheet.told).map(([key, letter]) => {
    const [row, column] = key.split(",").map(Number);
    return { sheet: sheet.index, row: row + 1, column: column + 1, letter };
  });
  const { lang, side, rules, policy, house: ruled } = asked;
  return net.photoReport(sheet.file, { lang, side, rules, policy, house: ruled, corners: sheet.corners, corrections });
}
