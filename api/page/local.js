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

/** The valid words of a language, from the service or from what the service worker stored. */
export async function words(lang, policy) {
  const key = `${lang}/${policy}`;
  if (!lists.has(key)) lists.set(key, new Set((await net.lexicon(lang, policy)).split("\n")));
  return lists.get(key);
}

/** The longest valid run of a line; the first one where several are as long. */
export function judge(letters, valid) {
  for (let length = 5; length >= 2; length--) {
    for (let start = 0; start + length <= 5; start++) {
      const run = letters.slice(start, start + length);
      if (valid(run)) return { word: run, start: start + 1 };
    }
  }
  return { word: null, start: null };
}

/** The scorecard of a grid in the shape of the service's, as far as it can be known without it. */
export function score(grid, valid, rules, minimums) {
  const lines = [];
  for (const axis of ["row", "column"]) {
    for (let i = 0; i < 5; i++) {
      const letters = axis === "row" ? grid[i] : grid.map((row) => row[i]).join("");
      const found = judge(letters, valid);
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

/** Score what `/v1/scores` would be asked, without asking it. */
export async function scoreLocally({ grid, lang, side, rules, policy }, rulings) {
  const [known, list] = await Promise.all([meta(), words(lang, policy)]);
  const ruled = new Map(rulings.map(({ word, allow }) => [word, allow]));
  const valid = (word) => ruled.get(word) ?? list.has(word);
  const name = rules === "auto" ? (side === "B" ? "professional" : "standard") : rules;
  const card = score(grid, valid, known.rules.find((entry) => entry.name === name), known.ratings.minimums);
  return { ...card, language: lang, policy, side: side === "auto" ? null : side, side_p: 1, rules: name, claimed: null, findings: [],
    certainty: 1, totals: [[card.total, 1]], needs_review: false, reasons: [], doubts: [], offline: true };
}
