// How sure a total is: in a word, as text, and for those who listen.
import { listing, t } from "./i18n.js";

const WORTH_SAYING = 0.02; // probability from which on another total is named
const HALF = 0.5;

/** How a total may be shown: "sure", "unsure" (with a question mark), or "unread" (less than half sure: no total first). */
export function standing({ verdict }) {
  if (verdict.certainty !== null && verdict.certainty < HALF) return "unread";
  return verdict.needs_review || verdict.offline ? "unsure" : "sure";
}

/** The totals beside the first that are worth naming. */
export function others({ total, totals }) {
  return totals.filter(([other, p]) => other !== total && (p === null || p >= WORTH_SAYING)).slice(0, 3).map(([other]) => other);
}

/** "perhaps 66 or 69" */
export const perhaps = (verdict) => (others(verdict).length ? t("perhaps", { totals: listing(others(verdict), "or") }) : null);

/** The total as it is said aloud: never without its doubt. */
export function spoken(sheet) {
  const { verdict } = sheet;
  if (verdict.empty) return t("empty-sheet");
  const kind = standing(sheet);
  if (kind === "sure") return `${t("total")} ${verdict.total}`;
  return kind === "unread" ? t("unread") : [`${t("total-unsure")} ${verdict.total}`, perhaps(verdict)].filter(Boolean).join(", ");
}
