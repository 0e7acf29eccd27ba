// The evidence beside the board: the ten lines, findings, corrections.
import { agrees, differs, lineName } from "./board.js";
import { button, h, icon, later } from "./dom.js";
import { known, letterName, points, t, whyKey } from "./i18n.js";
import { undo } from "./judging.js";

/** Open the drawer of one word. */
export const showWord = (word = "") => later("./words.js").then((words) => words.showWord(word));

/** The ten lines with what was counted and what the player wrote; a tap shows the word on the board, another why it counts. */
export function lineList(verdict, chosen, choose) {
  const group = (axis) => h("div", { class: `line-group ${axis}` },
    h("h3", {}, t(`${axis}s`)),
    h("ol", {}, verdict.lines.map((line, number) => line.axis === axis && lineItem(verdict, line, number, chosen, choose))));
  return h("section", { class: "card lines", "aria-labelledby": "lines-title" },
    h("div", { class: "lines-head" }, h("h2", { id: "lines-title" }, t("lines")),
      h("p", { class: "legend muted small", "aria-hidden": "true" }, [1, 3, 6, 10].map((value, step) =>
        h("span", {}, Array.from({ length: step + 2 }, () => h("i", {})), ` ${value}`)))),
    h("div", { class: "line-groups" }, group("row"), group("column")));
}

function lineItem(verdict, line, number, chosen, choose) {
  const open = number === chosen;
  const letters = [...line.letters].map((letter, at) => {
    const inside = line.word && at >= line.start - 1 && at < line.start - 1 + line.word.length;
    return h("i", { class: inside ? "in" : "" }, letter === "." ? "·" : letter);
  });
  const label = `${lineName(line)}: ${line.word ?? t("no-word")}, ${points(line.points)}${line.doubled ? `, ${t("doubled")}` : ""}, ${claim(line)}`;
  return h("li", { class: open ? "open" : "" },
    h("button", { type: "button", class: "line", "data-key": `line-${number}`, "data-line": `${line.axis}-${line.index}`, "aria-expanded": String(open),
      "aria-label": label, onclick: () => choose(number) },
      h("span", { class: "tiles" }, letters),
      h("b", { class: "line-points" }, line.points || "–", line.doubled && h("small", {}, "×2")),
      written(line)),
    open && h("div", { class: "why" }, why(line)));
}

function claim(line) {
  if (line.claimed === null) return "";
  if (line.claimed === "") return t("claimed-none");
  return `${line.claimed === "-" ? t("claimed-dash") : t("claimed", { claimed: line.claimed })}, ${t(agrees(line) ? "agrees" : "differs")}`;
}

function written(line) {
  if (line.claimed === null) return null;
  const kind = differs(line) ? "differs" : line.claimed ? "agrees" : "nothing";
  return h("span", { class: `written ${kind}` }, line.claimed || " ");
}

function why(line) {
  if (!line.word) return [h("p", {}, t("no-word")), h("button", { type: "button", class: "button small", onclick: () => showWord(line.letters.replace(/\./g, "")) }, t("look-up"))];
  const why = whyKey(line);
  return [
    h("p", {}, h("b", {}, line.spellings[0] ?? line.word), " – ", t(known(why) ? why : "valid"), line.doubled && ` · ${t("doubled")}`),
    h("button", { type: "button", class: "button small", onclick: () => showWord(line.word) }, t("look-up")),
  ];
}

/** Where the player's figures do not hold; the phone alone does not look for that. */
export function findings(verdict) {
  if (!verdict.claimed || verdict.offline) return null;
  const nothing = !verdict.claimed.total && [...verdict.claimed.rows, ...verdict.claimed.columns].every((text) => !text);
  return h("section", { class: "card findings", "aria-labelledby": "findings-title" },
    h("h2", { id: "findings-title" }, t("findings")),
    verdict.findings.length
      ? h("ul", {}, verdict.findings.map((finding) => h("li", {}, h("span", { class: `tag ${finding.kind}` }, t(`finding-${finding.kind}`)),
        h("p", {}, finding.text))))
      : h("p", { class: "all-right" }, !nothing && icon("check"), t(nothing ? "no-claims" : "no-findings")));
}

/** Names that few know, and words that a list refused: what the table could rule, and what that does to the total. */
export function disputes({ disputable = [], allowable = [] }) {
  if (!disputable.length && !allowable.length) return null;
  const item = (word, text) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => showWord(word) }, text));
  return h("section", { class: "card", "aria-labelledby": "disputes-title" }, h("h2", { id: "disputes-title" }, t("disputes")), h("ul", { class: "disputes" },
    disputable.map(({ word, total_without: total }) => item(word, t("dispute-without", { word, total }))),
    allowable.map(({ word, total_with: total }) => item(word, t("dispute-with", { word, total })))));
}

/** What was changed by hand, in order; nothing is overwritten. */
export function corrections(sheet) {
  if (sheet.typed || !sheet.history.length) return null;
  return h("section", { class: "card corrections", "aria-labelledby": "corrections-title" },
    h("h2", { id: "corrections-title" }, t("corrections")),
    h("ol", {}, sheet.history.map((entry) => h("li", {}, said(entry), entry.at && h("time", { class: "muted small", dateTime: entry.at }, ` ${clock(entry.at)}`)))),
    button(t("undo"), "undo", () => undo(sheet), "small", { "data-key": "undo" }));
}

const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

function said({ side, language, all, row, column, from, to }) {
  if (side) return t("side-n", { side: to });
  if (language) return t("language-told", { language: t(`language.${to}`) });
  if (all) return t("confirm-all");
  return t(from === to ? "confirmation" : "correction", { row: row + 1, column: column + 1, from: letterName(from), to: letterName(to) });
}
