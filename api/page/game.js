// One game at one table: how it is judged, its sheets, and what people said of them. Kept on this phone only.
import { browserLanguage, t } from "./i18n.js";
import * as store from "./store.js";

const OLD = "qwords-game"; // where an earlier version of the page kept the game
const OPTIONS = { side: "auto", rules: "auto", policy: "official", rolls: "" };
const listeners = [];

export const game = { id: 0, started: 0, nextId: 1, options: { lang: browserLanguage(), ...OPTIONS }, rulings: [], sheets: [] };

export const onchange = (listener) => listeners.push(listener);

export function changed(event = {}) {
  if (!event.progress) save();
  for (const listener of listeners) listener(event);
}

export const find = (id) => game.sheets.find((sheet) => sheet.id === Number(id));
export const nameOf = (sheet) => sheet.name || t("sheet-n", { n: game.sheets.indexOf(sheet) + 1 });
export const isWorking = (sheet) => !["done", "failed"].includes(sheet.state);

/** A sheet of which nothing is known yet. */
export const blank = (more) => ({ id: game.nextId++, name: "", state: "waiting", progress: 0, told: {}, history: [], read: null, verdict: null,
  grid: null, index: 1, photoKey: null, twin: null, ...more });

/** Everything but the photos, which are stored once; what was on its way waits again after a reload. */
const kept = (sheet) => {
  const { file, url, busy, ...rest } = sheet;
  return isWorking(sheet) ? { ...rest, state: "waiting", progress: 0 } : rest;
};

export const save = () => store.put("game", "now", { ...game, sheets: game.sheets.filter((sheet) => !sheet.removed).map(kept) });

/** The game as it was before a reload, with its photos. */
export async function restore() {
  const now = (await store.get("game", "now")) ?? oldGame();
  if (now) Object.assign(game, now);
  game.id ||= Date.now();
  game.started ||= Date.now();
  game.nextId = Math.max(game.nextId ?? 1, ...game.sheets.map((sheet) => sheet.id + 1));
  await Promise.all(game.sheets.map(withPhoto));
  await forgetPhotos();
}

function oldGame() {
  try {
    const old = JSON.parse(localStorage.getItem(OLD));
    localStorage.removeItem(OLD);
    return old && { ...old, sheets: old.sheets.map((sheet) => ({ ...blank({}), ...sheet })) };
  } catch {
    return null;
  }
}

async function withPhoto(sheet) {
  if (!sheet.photoKey) return;
  const kept = await store.get("photos", sheet.photoKey);
  sheet.file = kept?.file ?? kept; // earlier versions kept it with further photos of the sheet
  if (sheet.file) sheet.url = URL.createObjectURL(sheet.file);
  else if (isWorking(sheet)) Object.assign(sheet, { state: "failed", problem: { code: "photo-lost" } });
}

/** Photos that no sheet of this game shows any more are deleted. */
async function forgetPhotos() {
  const used = new Set(game.sheets.map((sheet) => sheet.photoKey));
  for (const key of await store.keys("photos")) if (!used.has(key)) await store.remove("photos", key);
}

/** Remember a photo; sheets of one photo share its key. */
export function keepPhoto(file) {
  const photoKey = `${game.id}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;
  store.put("photos", photoKey, file);
  return { file, url: URL.createObjectURL(file), photoKey };
}

export function rename(sheet, name) {
  sheet.name = name;
  save();
}

/** Take a sheet off the table; the answer puts it back. */
export function remove(sheet) {
  const at = game.sheets.indexOf(sheet);
  game.sheets.splice(at, 1);
  for (const other of game.sheets) if (other.twin === sheet.id) other.twin = null;
  changed();
  return () => {
    game.sheets.splice(Math.min(at, game.sheets.length), 0, sheet);
    changed();
  };
}

/** Begin anew; the finished game stays in the history of this phone, without its photos. */
export async function newGame() {
  await archive();
  Object.assign(game, { id: Date.now(), started: Date.now(), sheets: [], rulings: [] });
  await forgetPhotos();
  changed();
}

async function archive() {
  const done = game.sheets.filter((sheet) => sheet.state === "done");
  if (!done.length) return;
  const bare = ({ picture, ...verdict }) => verdict;
  const sheets = done.map((sheet) => ({ ...kept(sheet), photoKey: null, read: sheet.read && bare(sheet.read), verdict: bare(sheet.verdict) }));
  await store.put("games", game.id, { ...game, sheets, ended: Date.now() });
}

/** The games that ended on this phone, newest first. */
export const earlierGames = async () => (await store.all("games")).sort((a, b) => b.id - a.id);

export async function reopen(earlier) {
  await archive();
  await store.remove("games", earlier.id);
  Object.assign(game, earlier);
  await forgetPhotos();
  changed();
}

export const forget = (earlier) => store.remove("games", earlier.id);

export const isOpen = (sheet) => sheet.verdict.needs_review || sheet.verdict.offline;

/** The sheets by total, highest first; equal totals share a place. Empty, unread and doubly photographed sheets have none. */
export function ranking(sheets = game.sheets) {
  const counted = sheets.filter((sheet) => sheet.state === "done" && !sheet.verdict.empty && !sheet.twin);
  const place = (sheet) => 1 + counted.filter((other) => other.verdict.total > sheet.verdict.total).length;
  const placed = counted.map((sheet) => ({ sheet, place: place(sheet) }));
  const shared = (entry) => placed.filter((other) => other.place === entry.place).length > 1;
  return placed.sort((a, b) => a.place - b.place || a.sheet.id - b.sheet.id).map((entry) => ({ ...entry, shared: shared(entry) }));
}
