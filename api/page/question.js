// One question at a time, the one that settles most first: a large sharp piece of the photo, and buttons that say what each
// answer does to the total.
import { crop } from "./board.js";
import { button, h, icon } from "./dom.js";
import { known, LANGUAGES, letterName, NAMES, t } from "./i18n.js";
import { choose, confirmAll, tell, tellLanguage, tellSide, undo } from "./judging.js";
import { drawCell } from "./photo.js";
import { pickLetter } from "./picker.js";
import { keepTwin, readAgain } from "./queue.js";

const WORTH_ASKING = 0.005; // below this probability a doubt is not put to a person, unless there is no other
const CHOICES = 4;
const CROP = 176; // pixels of the page; the canvas has as many as the screen can show

/** What a person should look at now; nothing where the total stands. */
export function questionCard(sheet, { removeSheet }) {
  const { verdict } = sheet;
  if (sheet.twin) return twinQuestion(sheet, removeSheet);
  const asked = questionsOf(sheet);
  if (!asked.length) return verdict.needs_review && !verdict.offline ? reasonsCard(sheet) : null;
  const answered = sheet.history.length;
  return h("section", { class: "card questions", "aria-labelledby": "questions-title" },
    h("div", { class: "questions-head" },
      h("h2", { id: "questions-title" }, icon("alert"), t(verdict.offline && !verdict.needs_review ? "questions-offline" : "questions")),
      h("span", { class: "count" }, t("question-n", { n: answered + 1, of: answered + asked.length })),
      answered > 0 && button(t("undo-short"), "undo", () => undo(sheet), "small quiet", { "data-key": "undo-answer" })),
    asked[0]());
}

function reasonText(code, verdict) {
  const { lang, total } = otherLanguage(verdict) ?? {};
  const values = code === "language" ? { name: lang && t(`language.${lang}`), total, own: t(`language.${verdict.language}`), here: verdict.total }
    : { total: verdict.total, written: verdict.claimed?.total };
  return t(known(`reason.${code}`) ? `reason.${code}` : "reason.unnamed", { code, ...values });
}

/** A person must look, and no single letter is the reason: say why, and let them confirm the whole. */
const reasonsCard = (sheet) => h("section", { class: "card questions" }, h("h2", {}, icon("alert"), t("questions")),
  h("ul", {}, sheet.verdict.reasons.map((code) => h("li", {}, reasonText(code, sheet.verdict)))),
  !sheet.typed && h("div", { class: "answers" }, button(t("confirm-all"), "check", () => confirmAll(sheet), "main small", { "data-key": "confirm-all" })));

/** All open questions in the order of their weight, as functions that draw them. */
function questionsOf(sheet) {
  const { verdict } = sheet;
  const better = otherLanguage(verdict);
  const turned = verdict.reasons.includes("turn") && sheet.file && !sheet.corners;
  const doubts = verdict.needs_review ? grouped(verdict.doubts) : [];
  return [
    ...(better ? [() => languageQuestion(sheet, better)] : []),
    ...(turned ? [() => turnQuestion(sheet)] : []),
    ...doubts.map((group) => () => (group[0].kind === "side" ? sideQuestion(sheet, group[0]) : letterQuestion(sheet, group))),
  ];
}

/** The doubts worth asking about, those about one cell together. */
function grouped(doubts) {
  const here = doubts.filter(({ kind }) => kind !== "language"); // asked before, by its own words
  const worth = here.filter((doubt) => doubt.p >= WORTH_ASKING);
  const groups = new Map();
  for (const doubt of worth.length ? worth : here.slice(0, 1)) {
    const place = `${doubt.row},${doubt.column}`;
    groups.set(place, [...groups.get(place) ?? [], doubt]);
  }
  return [...groups.values()];
}

/** The language that may explain the letters better than the chosen one, if the referee says that there is one: first one in which the total differs. */
function otherLanguage(verdict) {
  if (!verdict.reasons.includes("language") || !verdict.languages?.length) return null;
  const others = verdict.languages.filter(([lang]) => lang !== verdict.language && LANGUAGES.includes(lang));
  const [lang, total] = others.find(([, total]) => total !== verdict.total) ?? others[0] ?? [];
  return lang ? { lang, total } : null;
}

const languageQuestion = (sheet, { lang, total }) => h("div", { class: "question words" },
  h("p", {}, h("b", {}, t("language-doubt", { language: t(`words-${lang}`), total }))),
  h("div", { class: "answers" },
    button(t("language-switch"), null, () => choose("lang", lang), "main small", { "data-key": "switch-language" }),
    button(t("language-keep", { language: NAMES[sheet.verdict.language] }), null, () => tellLanguage(sheet, sheet.verdict.language), "small quiet", { "data-key": "keep-language" })));

/** A button for an answer: the letter, and the total it gives. */
const answer = (symbol, total, key, label, onclick) => h("button", { type: "button", class: "answer", "data-key": key, onclick,
  "aria-label": total === undefined ? label : `${label}, ${t("total")} ${total}` },
  h("b", {}, symbol), h("span", {}, total === undefined ? "" : `= ${total}`));

function letterQuestion(sheet, doubts) {
  const [{ row, column, letter }] = doubts;
  const { verdict } = sheet;
  const totals = new Map([[letter, verdict.total], ...doubts.map((doubt) => [doubt.or, doubt.total_if])]);
  const choices = [...totals.keys()].filter((symbol) => symbol !== "#").slice(0, CHOICES);
  return h("div", { class: "question" }, bigCrop(sheet, row - 1, column - 1),
    h("div", { class: "question-text" },
      h("p", {}, h("b", {}, t("question-which")), h("span", { class: "muted" }, t("pick-title", { row, column }))),
      h("div", { class: "answers" }, choices.map((symbol) => answer(symbol === "." ? "·" : symbol, totals.get(symbol), `answer-${row - 1}-${column - 1}-${symbol}`,
        `${t("pick-title", { row, column })}: ${letterName(symbol)}`, () => tell(sheet, row - 1, column - 1, symbol))),
      h("button", { type: "button", class: "button quiet small", "data-key": "another", onclick: () => pickLetter(sheet, row - 1, column - 1) }, t("another")))));
}

/** A cell as the photo on the phone shows it; from the flattened picture where the photo is gone. */
export function bigCrop(sheet, row, column, size = CROP) {
  if (!sheet.url || !sheet.read?.corners) return crop(sheet.verdict.picture, row, column, size);
  const pixels = Math.round(size * Math.min(3, devicePixelRatio || 1));
  const canvas = h("canvas", { class: "crop big", width: pixels, height: pixels, role: "img", "aria-label": t("pick-title", { row: row + 1, column: column + 1 }) });
  canvas.style.width = canvas.style.height = `${size}px`;
  drawCell(canvas, sheet, row, column).catch(() => canvas.replaceWith(crop(sheet.verdict.picture, row, column, size) ?? ""));
  return canvas;
}

function sideQuestion(sheet, doubt) {
  const one = (side, total) => answer(side, total, `side-answer-${side}`, t("side-n", { side }), () => tellSide(sheet, side));
  return h("div", { class: "question words" },
    h("p", {}, h("b", {}, t("question-side", { letter: doubt.letter, other: doubt.or }))),
    h("div", { class: "answers" }, one(doubt.letter, sheet.verdict.total), one(doubt.or, doubt.total_if)));
}

function turnQuestion(sheet) {
  const { corners } = sheet.read;
  return h("div", { class: "question words" }, h("p", {}, h("b", {}, t("turn-doubt"))),
    h("div", { class: "answers" }, button(t("turn"), "turn", () => readAgain(sheet, [...corners.slice(1), corners[0]]), "small"),
      button(t("turn-right"), "check", () => readAgain(sheet, corners), "small quiet")));
}

const twinQuestion = (sheet, removeSheet) => h("section", { class: "card questions", "data-twin": sheet.twin },
  h("h2", {}, icon("alert"), t("twin")), h("p", {}, t("twin-text")),
  h("div", { class: "answers" }, button(t("remove-sheet"), "trash", removeSheet, "small main", { "data-key": "twin-remove" }),
    button(t("twin-keep"), null, () => keepTwin(sheet), "small quiet", { "data-key": "twin-keep" })));
