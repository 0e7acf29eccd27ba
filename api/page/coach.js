// The coach: what was missed, how close the next title was, and what one other letter would have given.
import { lineWithin } from "./board.js";
import { h, icon } from "./dom.js";
import { standing } from "./doubt.js";
import { letterName, plural, t } from "./i18n.js";
import { question } from "./judging.js";
import * as net from "./net.js";
import { describe } from "./problems.js";

const opened = new Set(); // sheets whose coach is open: a redraw leaves it so

/** Folded until someone asks; nothing while the total is in doubt. */
export function coachCard(sheet) {
  if (sheet.verdict.empty || standing(sheet) !== "sure") return null;
  const advice = h("ul", { class: "advice", "aria-live": "polite" });
  const ontoggle = (event) => {
    if (event.target.open) { opened.add(sheet.id); fill(advice, sheet); } else opened.delete(sheet.id);
  };
  return h("details", { class: "card options coach", open: opened.has(sheet.id), ontoggle },
    h("summary", { "data-key": "coach" }, h("b", {}, t("coach")), h("span", { class: "muted small" }, t("coach-text"))), advice);
}

async function fill(advice, sheet) {
  if (advice.children.length) return;
  const item = (text, kind = "bulb") => h("li", {}, icon(kind), h("span", {}, text));
  try {
    const found = await net.coach(question(sheet));
    advice.replaceChildren(...missed(sheet.verdict).map((text) => item(text, "alert")), ...tips(found, sheet).map((text) => item(text)));
  } catch (problem) {
    advice.replaceChildren(item(describe(problem), "alert"));
  }
}

/** Words that the player did not claim in full. */
const missed = ({ lines }) => lines.filter(({ claimed, points, word }) => word && claimed !== null && claimed !== "" && Number(claimed === "-" ? 0 : claimed) < points)
  .map((line) => t("coach-missed", { word: line.word, line: lineWithin(line), points: plural("points", line.points) }));

function tips({ total, rating, points_to_next: missing, swap, rolls }, { grid }) {
  return [
    missing !== null && t("coach-next", { points: plural("points", missing), title: t(`rating.${rating + 1}`) }),
    swap && t("coach-swap", { row: swap.row, column: swap.column, letter: swap.letter, now: letterName(grid[swap.row - 1][swap.column - 1]), total: swap.total, more: swap.total - total }),
    rolls && t("coach-rolls", { total: rolls.total, grid: rolls.grid.join(" "), most: rolls.at_most }),
  ].filter(Boolean);
}
