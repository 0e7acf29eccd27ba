// The evidence beside the board: questions, the ten lines, findings, corrections.
import { agrees, crop, differs, lineName } from "./board.js";
import { button, h, icon } from "./dom.js";
import { readAgain, tell, tellSide, undo } from "./game.js";
import { known, letterName, points, t } from "./i18n.js";
import { pickLetter } from "./picker.js";
import { showWord, whyKey } from "./words.js";

const SHOWN = 3; // questions at a time: the worst first, the next ones when these are answered
const WORTH_ASKING = 0.005; // below this probability a doubt is not put to a person, unless there is no other

/** What a person should look at, worst first; one tap answers. */
export function questions(sheet) {
  const { verdict } = sheet;
  const turned = verdict.reasons.includes("turn") && sheet.file && !sheet.corners;
  const asked = verdict.needs_review ? grouped(verdict.doubts).slice(0, SHOWN) : [];
  if (!asked.length && !turned) return null;
  return h("section", { class: "card questions", "aria-labelledby": "questions-title" },
    h("h2", { id: "questions-title" }, icon("alert"), t("questions")),
    h("ul", {}, asked.map((doubts) => h("li", {}, doubts[0].row === null ? sideQuestion(sheet, doubts[0]) : letterQuestion(sheet, doubts))),
      turned && h("li", {}, turnQuestion(sheet))));
}

/** The doubts worth asking about, those about one cell together. */
function grouped(doubts) {
  const worth = doubts.filter((doubt) => doubt.p >= WORTH_ASKING);
  const groups = new Map();
  for (const doubt of worth.length ? worth : doubts.slice(0, 1)) {
    const place = `${doubt.row},${doubt.column}`;
    groups.set(place, [...groups.get(place) ?? [], doubt]);
  }
  return [...groups.values()];
}

function letterQuestion(sheet, doubts) {
  const [{ row, column, letter }] = doubts;
  const answer = (told) => h("button", { type: "button", class: "answer", "data-key": `answer-${row - 1}-${column - 1}-${told}`,
    "aria-label": `${t("pick-title", { row, column })}: ${letterName(told)}`, onclick: () => tell(sheet, row - 1, column - 1, told) }, told === "." ? "·" : told);
  const choices = [letter, ...doubts.map((doubt) => doubt.or)].filter((symbol) => symbol !== "#").slice(0, 4);
  return h("div", { class: "question" }, crop(sheet.verdict.picture, row - 1, column - 1, 84),
    h("div", { class: "question-text" },
      h("p", {}, h("b", {}, t("question", { row, column, letter: letterName(letter), other: letterName(doubts[0].or) }))),
      doubts.slice(0, 2).map((doubt) => h("p", { class: "small" }, t("question-effect", { other: letterName(doubt.or), total: doubt.total_if }))),
      h("div", { class: "answers" }, choices.map(answer),
        h("button", { type: "button", class: "button quiet small", onclick: () => pickLetter(sheet, row - 1, column - 1) }, t("another")))));
}

function sideQuestion(sheet, doubt) {
  const answer = (side) => h("button", { type: "button", class: "answer", "data-key": `side-answer-${side}`, onclick: () => tellSide(sheet, side) }, side);
  return h("div", { class: "question" }, h("div", { class: "question-text" },
    h("p", {}, h("b", {}, t("question-side", { letter: doubt.letter, other: doubt.or }))),
    h("p", { class: "muted small" }, t("question-effect", { other: doubt.or, total: doubt.total_if })),
    h("div", { class: "answers" }, answer(doubt.letter), answer(doubt.or))));
}

function turnQuestion(sheet) {
  const { corners } = sheet.read;
  const turn = () => readAgain(sheet, [...corners.slice(1), corners[0]]);
  return h("div", { class: "question" }, h("div", { class: "question-text" }, h("p", {}, h("b", {}, t("turn-doubt"))),
    h("div", { class: "answers" }, button(t("turn"), "turn", turn, "small"))));
}

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
    line.sources.length > 0 && h("p", { class: "muted small" }, t("sources", { sources: line.sources.join(" · ") })),
    h("button", { type: "button", class: "button small", onclick: () => showWord(line.word) }, t("look-up")),
  ];
}

/** Where the player's figures do not hold. */
export function findings(verdict) {
  if (!verdict.claimed) return null;
  const nothing = !verdict.claimed.total && [...verdict.claimed.rows, ...verdict.claimed.columns].every((text) => !text);
  return h("section", { class: "card findings", "aria-labelledby": "findings-title" },
    h("h2", { id: "findings-title" }, t("findings")),
    verdict.findings.length
      ? h("ul", {}, verdict.findings.map((finding) => h("li", {}, h("span", { class: `tag ${finding.kind}` }, t(`finding-${finding.kind}`)),
        h("p", {}, finding.text))))
      : h("p", { class: "all-right" }, !nothing && icon("check"), t(nothing ? "no-claims" : "no-findings")));
}

/** What was changed by hand, in order; nothing is overwritten. */
export function corrections(sheet) {
  if (sheet.typed || !sheet.history.length) return null;
  return h("section", { class: "card corrections", "aria-labelledby": "corrections-title" },
    h("h2", { id: "corrections-title" }, t("corrections")),
    h("ol", {}, sheet.history.map(({ row, column, from, to }) => h("li", {},
      t(from === to ? "confirmation" : "correction", { row: row + 1, column: column + 1, from: letterName(from), to: letterName(to) })))),
    button(t("undo"), "undo", () => undo(sheet), "small", { "data-key": "undo" }));
}
