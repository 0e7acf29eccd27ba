// Scores letters on the phone itself, with a stored word list: the same arithmetic as the service, without its reasons.
import { t } from "./i18n.js";
import * as net from "./net.js";

const lists = new Map();
let facts = null;

/** The rules and titles, from the service or from what was stored. */
export async function meta() {
  facts ??= await net.meta();
  return facts;
}

/** The valid words of a language with how common each is, from the service or from what the service worker stored. */
export async function words(lang, policy) {
  const key = `${lang}/${policy}`;
  if (!lists.has(key)) {
    const lines = (await net.lexicon(lang, policy)).split("\n").map((line) => line.split(" "));
    lists.set(key, new Map(lines.map(([word, common]) => [word, Number(common ?? 0)])));
  }
  return lists.get(key);
}

/** A spelling in the capitals of a sheet: gäbe is GAEBE in German. */
export async function fold(spelling, lang) {
  const { letters } = await meta();
  return [...spelling.normalize("NFC").toUpperCase()]
    .map((character) => letters[lang][character] ?? character.normalize("NFD").replace(/\p{M}/gu, "")).join("");
}

/** The longest valid run of a line; of equally long ones the commonest, then the first. `common` is undefined for no word. */
export function judge(letters, common) {
  for (let length = 5; length >= 2; length--) {
    let best = { word: null, start: null };
    for (let start = 0; start + length <= 5; start++) {
      const run = letters.slice(start, start + length);
      if (common(run) > (best.word ? common(best.word) : -1)) best = { word: run, start: start + 1 };
    }
    if (best.word) return best;
  }
  return { word: null, start: null };
}

/** The scorecard of a grid in the shape of the service's, as far as it can be known without it. */
export function score(grid, common, rules, minimums) {
  const lines = [];
  for (const axis of ["row", "column"]) {
    for (let i = 0; i < 5; i++) {
      const letters = axis === "row" ? grid[i] : grid.map((row) => row[i]).join("");
      const found = judge(letters, common);
      const doubled = rules.doubled.includes(i + 1);
      const points = found.word ? rules.points[found.word.length] * (doubled ? 2 : 1) : 0;
      lines.push({ axis, index: i + 1, letters, ...found, points, doubled, category: null, sources: [], spellings: [], claimed: null });
    }
  }
  const bonus = lines.every((line) => line.word) ? rules.bonus : 0;
  const total = lines.reduce((sum, line) => sum + line.points, bonus);
  const reached = minimums.slice(1).filter((minimum) => total >= minimum + rules.rating_shift).length;
  return { grid, lines, bonus, total, rating: t(`rating.${reached}`) };
}

/** A function that scores grids as the table wants them judged. */
async function scorer({ lang, side, rules, policy }, rulings) {
  const [known, list] = await Promise.all([meta(), words(lang, policy)]);
  const ruled = new Map(rulings.map(({ word, allow }) => [word, allow]));
  const common = (word) => ({ true: list.get(word) ?? 0, false: undefined })[ruled.get(word) ?? list.has(word)];
  const name = rules === "auto" ? (side === "B" ? "professional" : "standard") : rules;
  const chosen = known.rules.find((entry) => entry.name === name);
  return (grid) => ({ ...score(grid, common, chosen, known.ratings.minimums), rules: name });
}

/**
 * Score letters without asking the service. What the photo left in doubt stays in doubt, what the player wrote stays beside
 * it, and the whole is provisional until the service has confirmed it.
 */
export async function scoreLocally(asked, rulings, sheet = null) {
  const scored = await scorer(asked, rulings);
  const card = scored(asked.grid);
  const doubts = (sheet?.verdict?.doubts ?? []).filter((doubt) => doubt.row === null ? doubt.kind === "side" && !sheet.side : !sheet.told[`${doubt.row - 1},${doubt.column - 1}`])
    .map((doubt) => (doubt.row === null ? doubt : { ...doubt, total_if: scored(otherwise(asked.grid, doubt)).total }));
  const claimed = sheet?.read?.claimed ?? null;
  const written = claimed ? [...claimed.rows, ...claimed.columns] : [];
  const lines = card.lines.map((line, number) => ({ ...line, claimed: written[number] ?? null }));
  const empty = Boolean(sheet?.read) && /^\.+$/.test(card.grid.join(""));
  return { ...card, lines, empty, language: asked.lang, policy: asked.policy, side: asked.side === "auto" ? null : asked.side, side_p: 1, claimed,
    findings: [], certainty: null, totals: possible(card.total, doubts), needs_review: doubts.length > 0, reasons: ["offline"], doubts, offline: true };
}

/** The grid with a doubt read the other way. */
function otherwise(grid, { row, column, or }) {
  const rows = grid.map((row) => [...row]);
  rows[row - 1][column - 1] = or === "#" ? "." : or;
  return rows.map((row) => row.join(""));
}

const possible = (total, doubts) => [[total, null], ...[...new Set(doubts.map((doubt) => doubt.total_if))].filter((other) => other !== total).map((other) => [other, null])];
