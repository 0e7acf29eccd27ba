// The view of the table: all sheets of one game, ranked; equal totals share a place.
import { button, h, icon } from "./dom.js";
import { game, newGame, ranking } from "./game.js";
import { listing, points, t } from "./i18n.js";
import { optionsCard } from "./options.js";
import { describe, nameOf, status } from "./sheet.js";
import { addSheetButtons } from "./start.js";

export function tableView() {
  const ranked = ranking();
  const others = game.sheets.filter((sheet) => !ranked.some((entry) => entry.sheet === sheet));
  return h("div", { class: "table-view" },
    h("section", { class: "table-main" },
      h("h1", {}, t("ranking")),
      winner(ranked),
      ranked.length > 0 && h("ol", { class: "ranks" }, ranked.map(rank)),
      others.length > 0 && h("ul", { class: "ranks unranked" }, others.map(other)),
      !game.sheets.length && h("p", { class: "muted none" }, t("ranking-none")),
      h("div", { class: "actions" }, addSheetButtons(game.sheets.length ? "add-sheet" : "take-photo"),
        game.sheets.length > 0 && button(t("new-game"), "trash", startAgain, "small quiet danger"))),
    h("div", { class: "table-side" }, optionsCard()));
}

const startAgain = () => { if (confirm(t("new-game-sure"))) { newGame(); location.hash = "#/"; } };

/** Who has won; no name is called before every sheet is certain. */
function winner(ranked) {
  if (ranked.length < 2 || ranked.length < game.sheets.length) return null;
  const open = ranked.filter(({ sheet }) => sheet.verdict.needs_review).length;
  if (open) return h("p", { class: "winner" }, t("provisional", { n: open }));
  const first = ranked.filter((entry) => entry.place === 1).map((entry) => nameOf(entry.sheet));
  return h("p", { class: "winner" }, t(first.length > 1 ? "winners" : "winner", { names: listing(first), total: ranked[0].sheet.verdict.total }));
}

function rank({ sheet, place, shared }) {
  const { verdict } = sheet;
  const label = `${t("place", { place })}${shared ? `, ${t("shared")}` : ""}: ${nameOf(sheet)}, ${points(verdict.total)}. ${t("open-sheet", { name: nameOf(sheet) })}`;
  return h("li", {}, h("a", { class: `rank ${place === 1 ? "first" : ""}`, href: `#/sheet/${sheet.id}`, "aria-label": label, "data-key": `rank-${sheet.id}` },
    h("span", { class: "place" }, place, shared && h("small", {}, "=")),
    h("span", { class: "who" }, h("b", {}, nameOf(sheet)), h("span", { class: "who-more" }, status(sheet), h("span", { class: "muted" }, verdict.rating))),
    mini(sheet),
    h("span", { class: "rank-total" }, verdict.total)));
}

/** The grid in small, the cells of its words inked: every sheet has its own face. */
function mini(sheet) {
  const cells = Array.from({ length: 25 }, () => new Set());
  for (const { axis, index, start, word } of sheet.verdict.lines) {
    for (let at = start - 1; word && at < start - 1 + word.length; at++) {
      cells[axis === "row" ? (index - 1) * 5 + at : at * 5 + index - 1].add(axis);
    }
  }
  return h("span", { class: "mini", "aria-hidden": "true" }, cells.map((axes) => h("i", { class: [...axes].join(" ") })));
}

function other(sheet) {
  const text = sheet.state === "failed" ? describe(sheet.problem ?? {})
    : sheet.state === "done" ? t("empty-sheet")
    : sheet.state === "queued" ? t("waiting", { seconds: sheet.seconds }) : t(sheet.state === "reading" ? "reading" : "sending");
  const working = !["failed", "done"].includes(sheet.state);
  return h("li", {}, h("a", { class: "rank", href: `#/sheet/${sheet.id}`, "data-key": `rank-${sheet.id}` },
    h("span", { class: "place" }, working ? h("span", { class: "spinner" }) : icon("alert")),
    h("span", { class: "who" }, h("b", {}, nameOf(sheet)), h("span", { class: "muted small" }, text)),
    sheet.url && h("img", { class: "thumb", src: sheet.url, alt: "" })));
}
