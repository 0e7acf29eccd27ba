// A photo of a finished Q4 sheet: what it is worth in any order of play, the doubts, and everything that was read.
import { button, closeDrawer, h, icon, openDrawer } from "./dom.js";
import { letterName, listing, percent, plural, t } from "./i18n.js";
import { letterGrid, neighbours, piece, pieceOf, playGrid, SIDE, sureness, tiles } from "./q4-board.js";

const WORTH_ASKING = 0.005; // below this probability a doubt is not put to a person, unless there is no other
const CHOICES = 4;
const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const view = { onPhoto: true };

const range = ({ least, most }) => (least === most ? `${least}` : `${least}–${most}`); // of an answer, shown short
const key = (place) => place.join();

/** @param {any} scan the photo's sheet with its answers @param {{tell: Function, undo: Function, again: () => void, report: () => void, redraw: () => void}} does */
export function sheetView(scan, does) {
  const { sheet } = scan;
  return h("div", { class: "sheet-view" },
    h("div", { class: "sheet-main" },
      h("h1", { class: "hidden" }, title(sheet)),
      answerCard(scan, does), questionCard(scan, does), boardCard(scan, does)),
    h("div", { class: "sheet-side" },
      others(scan, does), findings(sheet), words(sheet), unscored(sheet), letters(scan, does), weighed(sheet), tableCard(does), about(scan, does)));
}

/** The other sheets of the photo. */
function others({ sheets, at }, does) {
  if (sheets.length < 2) return null;
  const option = (one) => h("label", {}, h("input", { type: "radio", name: "sheet", checked: one.at === at, "data-key": `sheet-${one.at + 1}`, onchange: () => does.turnTo(one) }),
    h("span", {}, `${title(one.sheet)} · ${one.sheet.claimed ?? "?"}`));
  return h("section", { class: "card" }, h("fieldset", { class: "choice" }, h("legend", {}, t("q4-sheets")), h("div", { class: "choice-row" }, sheets.map(option))));
}

/** How the table played, and by which list. */
function tableCard(does) {
  const { mode, words, words_name: name } = does.table();
  const option = (value) => h("label", {}, h("input", { type: "radio", name: "mode", checked: mode === value, "data-key": `mode-${value}`, onchange: () => does.agree({ mode: value }) }), h("span", {}, t(`q4-mode-${value}`)));
  const file = h("input", { type: "file", accept: ".txt,text/plain", hidden: true, "data-key": "list", onchange: () => file.files[0] && does.takeList(file.files[0]) });
  return h("section", { class: "card" }, h("fieldset", { class: "choice" }, h("legend", {}, t("q4-table")), h("div", { class: "choice-row" }, ["competitive", "friendly"].map(option))),
    words !== "" && h("p", { class: "muted small" }, t("q4-word-list", { words: name })),
    h("div", { class: "answers" }, file, button(t("q4-choose-list"), "photos", () => file.click(), "small quiet", { "data-key": "choose-list" }),
      words !== "" && button(t("q4-own-list"), "back", () => does.agree({ words: "", words_name: "" }), "small quiet", { "data-key": "own-list" })));
}

const title = (sheet) => (sheet.number === null ? t("q4-other-print") : t("q4-sheet-number", { number: String(sheet.number).padStart(5, "0") }));

/** How the score may be shown: "sure", "unsure" where something may be read otherwise, or "wrong" where no order of play gives it. */
const standing = ({ needs_review: open, reasons, total, claimed }) =>
  (!open ? "sure" : reasons.some((reason) => ["certainty", "unknown-print"].includes(reason)) || claimed === null || total !== null ? "unsure" : "wrong");

function status(sheet) {
  const { needs_review: open, total, claimed } = sheet;
  const pill = (kind, sign, text) => h("span", { class: `pill ${kind}`, "data-status": kind }, icon(sign), text);
  if (total !== null && !open) return pill("good", "check", t(sheet.proven === "yes" ? "q4-proven" : "q4-possible"));
  if (claimed !== null && total === null) return pill(standing(sheet) === "wrong" ? "bad" : "doubt", "alert", t("q4-impossible"));
  return pill("doubt", "alert", t("check"));
}

/** The circled score among the totals that can be. */
function answerCard({ sheet, busy }, does) {
  const { claimed, summary } = sheet;
  const kind = standing(sheet);
  const shown = claimed === null ? "?" : kind === "unsure" ? `${claimed}?` : claimed;
  return h("section", { class: "sheet answer-card q4-answer", "aria-label": t("q4-score") }, status(sheet),
    h("div", { class: "q4-score" },
      h("div", {}, h("p", { class: "q4-says" }, capital(summary[0])), summary.length > 1 && h("p", { class: "muted" }, summary.slice(1).map(capital).join(" "))),
      h("output", { class: `total-box ${kind} ${busy ? "busy" : ""}`, "data-total": claimed ?? "", "data-standing": kind, "aria-label": `${t("q4-score")} ${claimed ?? "?"}` }, shown)),
    scale(sheet),
    h("div", { class: "answers" }, button(t("q4-set-score"), "pencil", () => askScore(sheet, does), "small quiet", { "data-key": "set-score" })));
}

/** Every total that can be, as a band where they stand in a row, and the circled one. */
function scale({ possible, least, most, claimed }) {
  const [from, to] = [Math.min(least, claimed ?? least), Math.max(most, claimed ?? most)];
  const at = (points) => `${(100 * (points - from)) / (to - from + 1)}%`;
  const mark = claimed === null ? null : h("i", { class: `q4-scale-mark ${possible.includes(claimed) ? "" : "out"}` });
  if (mark) mark.style.left = at(claimed + 0.5);
  const bands = possible.map((points) => {
    const band = h("i", { class: "q4-scale-band" });
    Object.assign(band.style, { left: at(points), width: `${100 / (to - from + 1)}%` });
    return band;
  });
  return h("div", { class: "q4-scale", "aria-hidden": "true" }, h("span", {}, from), h("div", {}, bands, mark), h("span", {}, to));
}

function askScore(sheet, does) {
  const input = h("input", { class: "input", type: "number", inputMode: "numeric", min: 0, max: 199, value: sheet.claimed ?? "", "aria-label": t("q4-which-score"), autofocus: true });
  const onsubmit = (event) => {
    event.preventDefault();
    if (input.value === "" || !input.validity.valid) return;
    closeDrawer();
    does.tell({ kind: "score", place: [Number(input.value)], value: "" });
  };
  openDrawer(t("q4-which-score"), t("close"), h("form", { class: "word-form", onsubmit }, input, h("button", { class: "button main", type: "submit" }, t("q4-set-score"))));
}

/** The doubts worth asking about, those about one place together. */
function questions({ doubts, needs_review: open }) {
  if (!open) return [];
  const worth = doubts.filter(({ p }) => p >= WORTH_ASKING);
  const groups = new Map();
  for (const doubt of worth.length ? worth : doubts.slice(0, 1)) {
    const place = doubt.kind === "score" ? "score" : `${doubt.kind} ${key(doubt.place)}`; // which of several is one question
    groups.set(place, [...groups.get(place) ?? [], doubt]);
  }
  return [...groups.values()];
}

function questionCard(scan, does) {
  const { sheet, answers } = scan;
  const asked = questions(sheet);
  if (!asked.length && !answers.length) return null;
  if (!asked.length) return h("section", { class: "card questions-done" }, h("p", {}, icon("check"), plural("page.q4-answered", answers.length)), undo(does));
  return h("section", { class: "card questions", "aria-labelledby": "questions-title" },
    h("div", { class: "questions-head" }, h("h2", { id: "questions-title" }, icon("alert"), t("questions")),
      h("span", { class: "count" }, t("question-n", { n: answers.length + 1, of: answers.length + asked.length })), answers.length > 0 && undo(does)),
    question(scan, asked[0], does));
}

const undo = (does) => button(t("undo-short"), "undo", does.undo, "small quiet", { "data-key": "undo" });

/** What is asked, and where. */
export function asking(sheet, { kind, place }) {
  const [row, column] = place;
  const at = (r, c) => t("pick-title", { row: r, column: c });
  if (kind === "letter") return [t("question-which"), at(row, column)];
  if (kind === "dot") return [t("q4-ask-dot"), t("q4-between-cells", { one: at(row, column), two: at(place[2], place[3]) })];
  if (kind === "cross") return [t("q4-ask-cross", { letter: sheet.letter_grid[row - 1][column - 1] }), `${t("q4-letter-grid")}, ${at(row, column)}`];
  if (kind === "score") return [t("q4-which-score"), t("q4-score")];
  return [t("q4-ask-circle", { n: row }), t("q4-score")];
}

function question({ sheet, picture }, doubts, does) {
  const [{ kind, place, now }] = doubts;
  const [what, where] = asking(sheet, doubts[0]);
  const outcomes = new Map([[now, sheet], ...doubts.map((doubt) => [doubt.or, doubt.if])]);
  const symbols = ["letter", "score"].includes(kind) ? [...outcomes.keys()].filter((symbol) => symbol !== "#").slice(0, CHOICES) : ["marked", "open"];
  const shown = (symbol) => ({ marked: t("q4-yes"), open: t("q4-no"), ".": "·" })[symbol] ?? symbol;
  const spoken = (symbol) => ({ marked: t("q4-yes"), open: t("q4-no") })[symbol] ?? letterName(symbol);
  const answer = (symbol) => h("button", { type: "button", class: `answer ${kind === "letter" ? "" : "q4-word"}`, "data-key": `answer-${symbol}`,
    "aria-label": `${where}: ${spoken(symbol)}, ${t("q4-points-range", { range: range(outcomes.get(symbol)) })}`, onclick: () => does.tell(kind === "score" ? { kind, place: [Number(symbol)], value: "" } : { kind, place, value: symbol }) },
    h("b", {}, shown(symbol)), h("span", {}, outcomes.has(symbol) ? outcomeText(outcomes.get(symbol)) : ""));
  return h("div", { class: "question" }, pieceOf(picture, doubts[0], where),
    h("div", { class: "question-text" }, h("p", {}, h("b", {}, what), h("span", { class: "muted" }, where)),
      h("div", { class: "answers" }, symbols.map(answer),
        ["letter", "score"].includes(kind) && h("button", { type: "button", class: "button quiet small", "data-key": "another", onclick: () => (kind === "letter" ? pickCell({ sheet, picture }, place[0], place[1], does) : askScore(sheet, does)) }, t("another")))));
}

const outcomeText = (outcome) => (outcome.total !== null && outcome.claimed !== null ? `${range(outcome)} ✓` : range(outcome));

function boardCard(scan, does) {
  const { sheet, picture, answers } = scan;
  const doubts = new Set(sheet.needs_review ? sheet.doubts.filter(({ kind, p }) => (kind === "letter" || kind === "dot") && p >= WORTH_ASKING).map(({ place }) => key(place)) : []);
  const told = new Set(answers.filter(({ kind }) => kind === "letter").map(({ place }) => key(place)));
  const letters = new Map(sheet.grid.flatMap((row, r) => [...row].map((letter, c) => [key([r + 1, c + 1]), letter])).filter(([, letter]) => /[A-Z]/.test(letter)));
  const onPhoto = view.onPhoto && Boolean(picture);
  return h("section", { class: "sheet", "aria-label": t("q4-board") }, picture && viewSwitch(does.redraw),
    playGrid(sheet, { letters, dots: sheet.dots, doubts, told, picture: onPhoto ? picture : null, sure: sureness(sheet.cells), pick: (row, column) => pickCell(scan, row, column, does) }),
    h("p", { class: "muted small q4-key" }, t("q4-tap")));
}

function viewSwitch(redraw) {
  const option = (onPhoto, name) => h("label", {}, h("input", { type: "radio", name: "view", checked: view.onPhoto === onPhoto, "data-key": `view-${name}`,
    onchange: () => { view.onPhoto = onPhoto; redraw(); } }), h("span", {}, t(`view-${name}`)));
  return h("fieldset", { class: "choice view-switch" }, h("legend", { class: "hidden" }, t("view")), h("div", { class: "choice-row" }, option(true, "photo"), option(false, "letters")));
}

/** Change a cell: its letter, and the dots to its neighbours. */
function pickCell({ sheet, picture }, row, column, does) {
  const read = sheet.cells[row - 1][column - 1];
  const take = (answer) => { closeDrawer(); does.tell(answer); };
  const letter = (value) => take({ kind: "letter", place: [row, column], value });
  const current = sheet.grid[row - 1][column - 1];
  const filled = new Set(sheet.dots.map((pair) => key(pair.flat())));
  const near = neighbours.filter(([r1, c1, r2, c2]) => ((r1 === row && c1 === column) || (r2 === row && c2 === column))
    && sheet.grid[r1 - 1][c1 - 1] !== "#" && sheet.grid[r2 - 1][c2 - 1] !== "#");
  const other = ([r1, c1, r2, c2]) => (r1 === row && c1 === column ? [r2, c2] : [r1, c1]);
  const dot = (place) => {
    const on = filled.has(key(place));
    const [r, c] = other(place);
    return h("button", { type: "button", class: "button small", "aria-pressed": String(on), onclick: () => take({ kind: "dot", place, value: on ? "open" : "marked" }) },
      h("i", { class: `q4-dot-sign ${on ? "on" : ""}` }), t("q4-dot-to", { place: t("pick-title", { row: r, column: c }) }));
  };
  openDrawer(t("pick-title", { row, column }), t("close"), [
    h("div", { class: "pick-head" }, piece(picture, picture?.cells[(row - 1) * SIDE + column - 1], 128, 0.14, t("pick-title", { row, column })),
      read && h("p", { class: "muted" }, t("pick-read", { letter: letterName(read.letter), p: percent(read.p) }))),
    h("div", { class: "keys", role: "group", "aria-label": t("all-letters") },
      ALPHABET.map((value) => h("button", { type: "button", class: "key", "aria-pressed": String(value === current), onclick: () => letter(value) }, value)),
      h("button", { type: "button", class: "key wide", onclick: () => letter(".") }, t("clear-cell"))),
    h("div", { class: "q4-dots-near", role: "group", "aria-label": t("q4-dots") }, near.map(dot))],
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z.]$/i.test(event.key)) return;
    event.preventDefault();
    letter(event.key.toUpperCase());
  });
}

function findings({ findings: found }) {
  const told = found.filter(({ kind }) => kind !== "reused");
  if (!told.length) return null;
  return h("section", { class: "card q4-findings" }, h("h2", {}, icon("alert"), t("q4-findings")), h("ul", { class: "q4-list" }, told.map(({ text }) => h("li", {}, capital(text)))));
}

export const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function words({ claims }) {
  const line = ({ letters, words: inside, valid, cells }) => h("li", { class: valid ? "" : "bad" }, tiles(letters, cells[0][0] === cells[1][0] ? "row" : "column"),
    h("span", { class: "q4-claim" }, inside.length ? inside.join(" · ") : t("q4-not-listed"), inside.length > 0 && !valid && h("small", {}, ` ${t("q4-not-all-listed")}`)),
    h("span", { class: "q4-claim-sign" }, icon(valid ? "check" : "alert")));
  return h("section", { class: "card" }, h("h2", {}, t("q4-words")), claims.length ? h("ul", { class: "q4-claims" }, claims.map(line)) : h("p", { class: "muted" }, t("q4-no-dots")));
}

function unscored({ unscored: left, best_order: best, claimed }) {
  const found = [...new Set(left.map(({ word }) => word))].sort((one, two) => two.length - one.length || (one < two ? -1 : 1));
  const hindsight = best > (claimed ?? best) && h("p", { class: "muted", "data-key": "hindsight" }, t("q4-best-order", { points: best, score: claimed }));
  if (!found.length && !hindsight) return null;
  return h("section", { class: "card" }, h("h2", {}, icon("bulb"), t(found.length ? "q4-unscored" : "q4-hindsight")),
    found.length > 0 && h("p", { class: "q4-chips" }, found.map((word) => h("span", { class: "q4-chip" }, word))), hindsight);
}

function letters({ sheet }, does) {
  if (!sheet.letter_grid.length) return null;
  const doubts = new Set(sheet.needs_review ? sheet.doubts.filter(({ kind, p }) => kind === "cross" && p >= WORTH_ASKING).map(({ place }) => key(place)) : []);
  return h("section", { class: "card" }, h("h2", {}, t("q4-letter-grid")),
    letterGrid(sheet, { doubts, toggle: (row, column, off) => does.tell({ kind: "cross", place: [row, column], value: off ? "marked" : "open" }) }),
    h("p", { class: "muted small q4-key" }, plural("page.q4-crossed-n", sheet.crossed.length)),
    sheet.circled.length > 1 && h("p", { class: "muted small" }, t("q4-all-circled", { numbers: listing(sheet.circled.map(String)) })));
}

/** Where crossed-off letters have shifted a doubtful one, the reading without them is shown as well. */
function weighed(sheet) {
  if (!sheet.unweighed) return null;
  const changed = sheet.unweighed.grid.flatMap((line, row) => [...line].map((from, column) => ({ row: row + 1, column: column + 1, from, to: sheet.grid[row][column] }))).filter(({ from, to }) => from !== to);
  return h("section", { class: "card weighed" }, h("p", { class: "small" }, t("q4-weighed")),
    h("ul", { class: "small" }, changed.map(({ row, column, from, to }) => h("li", {}, t("correction", { row, column, from: letterName(from), to: letterName(to) })))));
}

const about = ({ sheet, file }, does) => h("section", { class: "card" },
  h("p", { class: "muted small" }, [title(sheet), t("q4-word-list", { words: sheet.words }), t("certain-p", { p: percent(sheet.read) })].join(" · ")),
  h("div", { class: "actions-more q4-actions" }, file && button(t("report-pdf"), "share", does.report, "small", { "data-key": "report" }),
    button(t("q4-another"), "camera", does.again, "small main", { "data-key": "again" })));
