// Every change that moves a total: the service is asked first, and only what it has judged is shown. If it refuses, nothing
// has changed. If it cannot be reached, the phone scores by itself, and says that this is provisional.
import { reached } from "./connection.js";
import { changed, game } from "./game.js";
import { language, t } from "./i18n.js";
import { scoreLocally } from "./local.js";
import * as net from "./net.js";

/** Rulings as the file that `--house` takes, each signed with who and when. */
export const houseFile = (rulings) => rulings.map(({ word, allow, at }) =>
  `${allow ? "allow" : "deny"} ${word}${at ? `  # ${t("the-table")}, ${at}` : ""}\n`).join("");

/** How the table wants its sheets judged, as the service takes it; sentences come in the page's language. */
export const fieldsOf = ({ options, rulings } = game) => ({ ...options, house: houseFile(rulings), texts: language() });

/** What people said of a sheet, as the service takes it: its letters, and the language of its words. @returns {any[]} */
export const answersOf = ({ told, language: spoken }) => [...Object.entries(told).map(([place, letter]) => {
  const [row, column] = place.split(",").map(Number);
  return { row: row + 1, column: column + 1, letter };
}), ...(spoken ? [{ language: spoken }] : [])];

/** What the service is asked for this sheet: typed letters, or what its photo told and what people said since. */
export function question(sheet, table = game) {
  const asked = { ...fieldsOf(table), side: sheet.side ?? table.options.side };
  return sheet.read?.evidence ? { ...asked, evidence: sheet.read.evidence, answers: answersOf(sheet) } : { ...asked, grid: sheet.grid };
}

async function judged(sheet, table) {
  const asked = question(sheet, table);
  let verdict;
  try {
    verdict = await net.score(asked);
    reached(true);
  } catch (problem) {
    if (!net.isOffline(problem)) throw problem;
    reached(false);
    const side = asked.side === "auto" ? sheet.read?.side ?? "auto" : asked.side;
    verdict = await scoreLocally({ ...asked, side, lang: sheet.language ?? asked.lang, grid: sheet.grid }, table.rulings, sheet);
  }
  return { ...verdict, picture: sheet.read?.picture };
}

/** @type {Promise<any>} */
let line = Promise.resolve(); // one change after the other

/**
 * Judge some sheets as they would be after a change, then make the change. `apply` alters a copy of a sheet, `table` is how
 * the table would judge. The answer tells whether it was done; if not, nothing has changed and people are told why.
 */
function change(sheets, apply = null, { table = null, event = {} } = {}) {
  const work = line.then(async () => {
    const drafts = sheets().map((sheet) => [sheet, { ...sheet, grid: [...sheet.grid], told: { ...sheet.told }, history: [...sheet.history] }]);
    for (const [, draft] of drafts) apply?.(draft);
    try {
      const after = table?.() ?? game;
      const verdicts = await Promise.all(drafts.map(([, draft]) => judged(draft, after)));
      if (after !== game) Object.assign(game, after);
      drafts.forEach(([sheet, { told, history, side, language: spoken }], number) => {
        const verdict = verdicts[number];
        Object.assign(sheet, { told, history, side, language: spoken, verdict, grid: [...verdict.grid] }); // an answer may settle other letters, too
      });
      changed(event);
      return true;
    } catch (problem) {
      changed({ refused: problem });
      return false;
    }
  });
  line = work;
  return work;
}

const done = () => game.sheets.filter((sheet) => sheet.state === "done" && sheet.grid);

/** Now, by the clock of the phone: reports show this hour. */
function now() {
  const date = new Date();
  const ahead = -date.getTimezoneOffset();
  const two = (value) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  return `${localDay(date)}T${date.toTimeString().slice(0, 8)}${ahead < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

/** The day by the clock of the phone, as 2026-11-17. */
export const localDay = (date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export const tell = (sheet, row, column, letter) => change(() => [sheet], (draft) => {
  const key = `${row},${column}`;
  draft.history.push({ row, column, from: draft.grid[row][column], to: letter, earlier: draft.told[key] ?? null, at: now() });
  put(draft, row, column, letter, letter);
}, { event: { told: sheet } });

/** A person has looked at the whole sheet: every letter stands as it is shown. */
export const confirmAll = (sheet) => change(() => [sheet], (draft) => {
  draft.history.push({ all: true, earlier: { ...draft.told }, at: now() });
  draft.grid.forEach((letters, row) => [...letters].forEach((letter, column) => { draft.told[`${row},${column}`] = letter; }));
}, { event: { told: sheet } });

export const undo = (sheet) => change(() => [sheet], (draft) => {
  const last = draft.history.pop();
  if (last?.side) draft.side = last.from ?? undefined;
  else if (last?.language) draft.language = last.from ?? undefined;
  else if (last?.all) draft.told = last.earlier;
  else if (last) put(draft, last.row, last.column, last.from, last.earlier);
}, { event: { told: sheet } });

function put(draft, row, column, letter, told) {
  const letters = draft.grid[row];
  draft.grid[row] = letters.slice(0, column) + letter + letters.slice(column + 1);
  if (told) draft.told[`${row},${column}`] = told;
  else delete draft.told[`${row},${column}`];
}

export const tellSide = (sheet, side) => change(() => [sheet], (draft) => {
  draft.history.push({ side: true, from: draft.side ?? null, to: side, at: now() });
  draft.side = side;
}, { event: { told: sheet } });

/** People know in which language they played: an answer like any other. */
export const tellLanguage = (sheet, spoken) => change(() => [sheet], (draft) => {
  draft.history.push({ language: true, from: draft.language ?? null, to: spoken, at: now() });
  draft.language = spoken;
}, { event: { told: sheet } });

const TOLD = { side: "side", lang: "language" }; // options that people may have told of one sheet

/** What the table chooses holds for every sheet; where that leaves a doubt about one, it is asked again. */
export const choose = (option, value) => change(done, (draft) => { if (option in TOLD) delete draft[TOLD[option]]; },
  { table: () => ({ ...game, options: { ...game.options, [option]: value } }) });

export const rule = (word, allow) => change(done, null, { table: () => {
  const others = game.rulings.filter((ruling) => ruling.word !== word);
  return { ...game, rulings: allow === null ? others : [...others, { word, allow, at: now() }] };
} });

/** Judge again, as the table now judges. */
export const judgeAgain = (sheets, event) => change(() => sheets, null, { event });

/** Judge every sheet again: sentences follow the page's language. */
export const judgeAll = () => (done().length ? change(done) : null);

/** With the connection back, what was provisional is judged by the service. */
export function settle() {
  const provisional = done().filter((sheet) => sheet.verdict.offline);
  return provisional.length ? judgeAgain(provisional, { settled: provisional }) : null;
}

/** Judge typed letters; gives the verdict or throws the problem. */
export const judgeTyped = (sheet) => judged(sheet, game);
