// Change one letter: the crop, a row of likely letters, the whole alphabet, or simply the keyboard.
import { closeDrawer, h, openDrawer } from "./dom.js";
import { letterName, percent, t } from "./i18n.js";
import { tell } from "./judging.js";
import { bigCrop } from "./question.js";

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const LIKELY = 5;

export function pickLetter(sheet, row, column) {
  const read = sheet.read?.cells?.[row][column];
  const current = sheet.grid[row][column];
  const take = (letter) => {
    closeDrawer();
    tell(sheet, row, column, letter);
  };
  const keys = h("div", { class: "keys", role: "group", "aria-label": t("all-letters") },
    ALPHABET.map((letter) => key(letter, letter === current, take)),
    h("button", { type: "button", class: "key wide", onclick: () => take(".") }, t("clear-cell")));
  openDrawer(t("pick-title", { row: row + 1, column: column + 1 }), t("close"),
    [head(sheet, row, column, read), read && likely(sheet, row, column, read, take), keys],
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[a-z.]$/i.test(event.key)) { event.preventDefault(); take(event.key.toUpperCase()); }
    });
}

function head(sheet, row, column, read) {
  const text = read ? t("pick-read", { letter: letterName(read.letter), p: percent(read.p) }) : t("pick-typed");
  return h("div", { class: "pick-head" }, bigCrop(sheet, row, column, 128), h("p", { class: "muted" }, text));
}

const key = (letter, isCurrent, take) =>
  h("button", { type: "button", class: "key", "aria-pressed": String(isCurrent), onclick: () => take(letter) }, letter);

function likely(sheet, row, column, read, take) {
  const effects = new Map(sheet.verdict.doubts.filter((doubt) => doubt.row === row + 1 && doubt.column === column + 1)
    .map((doubt) => [doubt.or, doubt.total_if]));
  const ranked = [[read.letter, read.p], ...read.others].filter(([letter]) => letter !== "#").slice(0, LIKELY);
  const total = (letter) => (letter === sheet.grid[row][column] ? sheet.verdict.total : effects.get(letter));
  return h("div", { class: "likely", role: "group", "aria-label": t("likely") },
    ranked.map(([letter, p]) => h("button", { type: "button", class: "likely-letter", onclick: () => take(letter) },
      h("b", {}, letter === "." ? "·" : letter), h("span", {}, percent(p)),
      total(letter) !== undefined && h("span", { class: "effect" }, `= ${total(letter)}`))));
}
