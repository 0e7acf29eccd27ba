// The total and what is said of it: how sure it is, what else it may be, and how it differs from what the player wrote.
import { differs, lineWithin } from "./board.js";
import { h, icon } from "./dom.js";
import { perhaps, spoken, standing } from "./doubt.js";
import { percent, t } from "./i18n.js";

const BONUS = 10;
const CLAUSES = 3; // differences that one sentence can hold; the findings list them all

export function status(sheet) {
  const { verdict } = sheet;
  const pill = (kind, sign, text) => h("span", { class: `pill ${kind}`, "data-status": kind }, icon(sign), text);
  if (sheet.twin) return pill("doubt", "alert", t("twin-short"));
  if (verdict.empty) return pill("doubt", "alert", t("empty-sheet"));
  if (verdict.offline) return pill("doubt", "clock", t("provisional-short"));
  if (verdict.needs_review) return pill("doubt", "alert", t("check"));
  if (sheet.typed) return pill("good", "check", t("typed"));
  return pill("good", "check", verdict.certainty < 1 ? t("certain-p", { p: percent(verdict.certainty) }) : t("certain"));
}

/** The box with the total; one in doubt is dashed and carries a question mark. */
export function totalBox(sheet, bump) {
  const { verdict } = sheet;
  const kind = standing(sheet);
  return h("output", { class: `total-box ${kind} ${bump ? "bump" : ""} ${sheet.busy ? "busy" : ""}`, "data-total": verdict.total, "data-standing": kind, "aria-label": spoken(sheet) },
    kind === "unread" ? "?" : kind === "unsure" ? `${verdict.total}?` : verdict.total);
}

/** What differs between the player's figures and the count, a clause for each line. */
function differences(verdict) {
  const doubted = (line) => verdict.needs_review && verdict.doubts.some((doubt) => doubt.row !== null && (line.axis === "row" ? doubt.row : doubt.column) === line.index);
  return verdict.lines.filter((line) => differs(line) && !doubted(line)).map((line) => {
    const values = { word: line.word, points: line.points, claimed: line.claimed, line: lineWithin(line) };
    return t(!line.word ? "says-no-word" : line.claimed === "-" ? "says-missed" : "says-word", values);
  });
}

/** Whether what the player wrote adds up to the total they wrote; where some of it cannot be told, nobody is accused. */
function addsUp({ claimed }) {
  const parts = [...claimed.rows, ...claimed.columns].map((text) => (text === "-" ? 0 : text === "" ? NaN : Number(text)));
  const sum = parts.reduce((total, part) => total + part, claimed.bonus ? BONUS : 0);
  return claimed.bonus === null || Number.isNaN(sum) || sum === Number(claimed.total);
}

/** Everything in which the player's figures differ. */
function clauses(verdict, agrees) {
  const parts = differences(verdict);
  if (verdict.findings.some((finding) => finding.kind === "bonus")) parts.push(t(verdict.bonus ? "says-bonus-missed" : "says-bonus-none"));
  if (!agrees && !addsUp(verdict)) parts.push(t("says-sum"));
  return parts;
}

/** The words look like those of another language: what follows from these is not yet held against anyone. */
export const inOtherWords = (sheet) => sheet.verdict.reasons.includes("language");

/** One sentence under the total: what the player wrote, and what it is. */
export function sentence(sheet) {
  const { verdict } = sheet;
  if (sheet.typed || verdict.empty) return null;
  const written = verdict.claimed?.total;
  const unsure = standing(sheet) !== "sure";
  if (!written || written === "-") return h("p", { class: "says" }, unsure ? orElse(verdict) : t("says-nothing"));
  const agrees = written === String(verdict.total);
  const parts = inOtherWords(sheet) ? [] : clauses(verdict, agrees);
  const key = agrees ? (unsure ? "says-agrees-unsure" : parts.length ? "says-agrees-but" : "says-agrees") : unsure ? "says-differs-unsure" : "says-differs";
  const head = t(key, { claimed: written, total: verdict.total });
  const rest = parts.length - CLAUSES;
  const said = [...parts.slice(0, CLAUSES), ...(rest > 0 ? [t("says-more", { n: rest })] : [])];
  const body = parts.length ? t("says", { head, clauses: said.reduce((rest, last) => t("says-then", { rest, last })) }) : `${head}.`;
  return h("p", { class: `says ${agrees ? "agrees" : "differs"}` }, body, unsure && perhaps(verdict) ? ` ${orElse(verdict)}` : "");
}

/** What else the total may be, as a sentence of its own. */
export function orElse(verdict) {
  const text = perhaps(verdict);
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}
