// Photos on their way: two at a time, again after a pause when the referee is busy or starting, later when there is no connection.
import { isReachable, onconnection, reached } from "./connection.js";
import { later } from "./dom.js";
import { blank, changed, game, keepPhoto } from "./game.js";
import { fieldsOf, judgeAgain, judgeTyped } from "./judging.js";
import * as net from "./net.js";

const AT_A_TIME = 2;
const TRIES = 6;
const PASSING = ["busy", "client-busy", "not-ready"]; // refusals that pass by themselves
let sending = 0;

onconnection((reachable) => { if (reachable) sendNext(); });

export function addPhotos(files) {
  const added = [...files].map((file) => blank(keepPhoto(file)));
  game.sheets.push(...added);
  changed();
  sendNext();
  return added;
}

export async function addTyped(grid) {
  const sheet = blank({ typed: true, grid, state: "done" });
  sheet.verdict = await judgeTyped(sheet);
  game.sheets.push(sheet);
  changed();
  return sheet;
}

export function sendNext() {
  while (sending < AT_A_TIME) {
    const sheet = game.sheets.find((entry) => entry.state === "waiting" && entry.file && (isReachable() || !entry.offline));
    if (!sheet) return;
    sending++;
    read(sheet).finally(() => { sending--; sendNext(); });
  }
}

async function read(sheet) {
  Object.assign(sheet, { state: "sending", progress: 0, problem: null, offline: false });
  changed({ progress: sheet });
  const { forSending } = await later("./photo.js");
  const photo = await forSending(sheet.file);
  for (let attempt = 1; ; attempt++) {
    const fields = fieldsOf();
    try {
      const document = await net.scan(photo, { ...fields, corners: scaled(sheet, photo) }, (share) => {
        Object.assign(sheet, share < 1 ? { progress: share } : { progress: 1, state: "reading" });
        changed({ progress: sheet });
      });
      reached(true);
      return accept(sheet, document, fields);
    } catch (problem) {
      if (net.isOffline(problem)) return wait(sheet, problem);
      if (!PASSING.includes(problem.code) || attempt === TRIES) return fail(sheet, problem);
      await pause(sheet, problem.retryAfter || attempt, problem);
    }
  }
}

/** Corners that people showed are in pixels of the photo on the phone; a smaller copy needs smaller numbers. */
const scaled = (sheet, photo) => sheet.corners?.map((point) => point.map((value) => Math.round(value * (photo.scale ?? 1))));

function wait(sheet, { code }) {
  Object.assign(sheet, { state: "waiting", offline: true, problem: { code } });
  reached(false);
  changed({ progress: sheet });
}

function fail(sheet, { code, detail, hint }) {
  Object.assign(sheet, { state: "failed", problem: { code, detail, hint } });
  changed({ failed: sheet });
}

async function pause(sheet, seconds, { code }) {
  Object.assign(sheet, { state: "queued", seconds, problem: { code } });
  changed({ progress: sheet });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** A photo may show several sheets: the first takes the place of the photo, the others follow it. */
function accept(sheet, document, fields) {
  if (!game.sheets.includes(sheet)) return;
  const { file, url, photoKey } = sheet;
  const places = [...document.sheets.keys()];
  const written = places.filter((place) => !document.sheets[place].empty || document.sheets[place].needs_review); // the rest of the pad is nobody's
  const shown = written.length ? written : places;
  const found = shown.map((place) => {
    const verdict = document.sheets[place];
    const entry = place === shown[0] ? sheet : blank({ file, url, photoKey });
    return Object.assign(entry, { state: "done", problem: null, index: place + 1, of: shown.length, photo: document.photo, read: verdict, verdict,
      grid: [...verdict.grid], told: {}, history: [], twin: null });
  });
  game.sheets.splice(game.sheets.indexOf(sheet), 1, ...found);
  for (const entry of found) entry.twin = twinOf(entry, found);
  changed({ read: found });
  // The table may have changed how it judges while the photo was on its way; what people told of the whole sheet holds when it is read again.
  const again = JSON.stringify(fields) === JSON.stringify(fieldsOf()) ? found.filter((entry) => entry.side || entry.language) : found;
  if (again.length) judgeAgain(again);
}

/** An earlier sheet that is this one: the same photo, or the same 25 letters from another photo. */
function twinOf(sheet, found) {
  if (sheet.verdict.empty) return null;
  const same = (other) => (other.photo?.sha256 === sheet.photo.sha256 && other.index === sheet.index) || other.grid.join() === sheet.grid.join();
  return game.sheets.find((other) => other.state === "done" && other.photo && !found.includes(other) && !other.twin && same(other))?.id ?? null;
}

export function keepTwin(sheet) {
  sheet.twin = null;
  changed();
}

export function retry(sheet) {
  Object.assign(sheet, { state: "waiting", problem: null, offline: false });
  changed();
  sendNext();
}

export function readAgain(sheet, corners) {
  Object.assign(sheet, { corners });
  retry(sheet);
}

/** Another photo of the same sheet: the name stays. */
export function retake(sheet, file) {
  Object.assign(sheet, keepPhoto(file), { corners: undefined, side: undefined, language: undefined });
  retry(sheet);
}
