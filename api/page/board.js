// The sheet as people know it: the grid, circles at right and below, and the sum; over the photo or drawn clean.
import { h, svg } from "./dom.js";
import { letterName, percent, points, t } from "./i18n.js";
import { totalBox } from "./total.js";

const MARGIN = 0.25; // of a cell, around the grid; board.css uses the same
const SPAN = 6.6; // cells, with the circles
const PHOTO_SPAN = 7; // with room for what was counted beside the circles of the photo

const GLOW = 0.01; // a doubt below this probability is listed but does not glow

export const doubtful = (verdict, row, column) =>
  verdict.doubts.some((doubt) => doubt.row === row + 1 && doubt.column === column + 1 && doubt.p >= GLOW);

/** The board of a sheet. `pick(row, column)` and `choose(line)` hear the taps; without them it is only a picture. */
export function board(sheet, { onPhoto = false, chosen = null, pick = null, choose = null } = {}) {
  const verdict = sheet.verdict;
  const picture = onPhoto && verdict.picture;
  const kind = `board-in ${picture ? "on-photo" : ""} ${verdict.rules} ${chosen === null ? "" : "choosing"}`;
  const span = picture ? PHOTO_SPAN : SPAN;
  const inside = h("div", { class: kind, vars: { span } },
    picture && photo(picture),
    h("div", { class: "board-lines" }),
    words(verdict, chosen, span),
    sheet.grid.flatMap((letters, row) => [...letters].map((letter, column) => cell(sheet, row, column, letter, pick))),
    verdict.lines.map((line, number) => circle(line, number, chosen, choose)),
    h("div", { class: "side", "aria-hidden": "true" }, verdict.side ?? ""));
  return h("div", { class: "board", role: pick ? "group" : "img", "aria-label": t("board") }, inside);
}

function photo(picture) {
  const { width, height, pitch, origin } = picture;
  const image = h("img", { class: "board-photo", src: picture.url, alt: "" });
  const place = { left: MARGIN - origin[0] / pitch, top: MARGIN - origin[1] / pitch, width: width / pitch, height: height / pitch };
  for (const [side, cells] of Object.entries(place)) image.style[side] = `calc(${cells} * var(--u))`;
  return image;
}

function words(verdict, chosen, span) {
  const marks = verdict.lines.map((line, number) => line.word && mark(line, number === chosen)).filter(Boolean);
  // The chosen one goes on top of the others.
  marks.sort((a, b) => a.classList.contains("chosen") - b.classList.contains("chosen"));
  return svg("svg", { class: "board-words", viewBox: `${-MARGIN} ${-MARGIN} ${span} ${span}`, "aria-hidden": "true" }, ...marks);
}

function mark(line, isChosen) {
  const inset = line.axis === "row" ? 0.1 : 0.16; // a row's and a column's outline must not lie on each other
  const [along, across] = [line.start - 1 + inset / 2, line.index - 1 + inset];
  const [length, thickness] = [line.word.length - inset, 1 - 2 * inset];
  const [x, y, width, height] = line.axis === "row" ? [along, across, length, thickness] : [across, along, thickness, length];
  return svg("rect", { x, y, width, height, rx: 0.3, class: `${line.axis} ${isChosen ? "chosen" : ""}` });
}

function cell(sheet, row, column, letter, pick) {
  const isDoubt = doubtful(sheet.verdict, row, column);
  const told = sheet.told[`${row},${column}`];
  const read = sheet.read?.cells?.[row][column];
  const label = [t("cell", { row: row + 1, column: column + 1, letter: letterName(letter) }),
    isDoubt && t("cell-doubt"), told ? t("cell-told") : read && t("cell-sure", { p: percent(read.p) })].filter(Boolean).join(", ");
  const properties = { class: `cell ${letter === "." ? "blank" : ""} ${isDoubt ? "doubt" : ""} ${told ? "told" : ""}`, vars: { r: row, c: column } };
  if (!pick) return h("div", properties, h("span", {}, letter === "." ? "·" : letter));
  return h("button", { ...properties, type: "button", "aria-label": label, "data-key": `cell-${row}-${column}`,
    onclick: () => pick(row, column), onkeydown: (event) => onkey(event, row, column, pick) },
    h("span", { "aria-hidden": "true" }, letter === "." ? "·" : letter));
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** On a focused cell the arrows move, a letter writes, and a point or Delete empties. */
function onkey(event, row, column, pick) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = ARROWS[event.key];
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : { ".": ".", Delete: ".", Backspace: "." }[event.key];
  if (!step && !letter) return;
  event.preventDefault();
  if (letter) return pick(row, column, letter);
  const next = event.target.parentElement.querySelector(`[data-key="cell-${row + step[0]}-${column + step[1]}"]`);
  next?.focus();
}

/** A line's name in the middle of a sentence. */
export const lineWithin = (line) => t(`line.${line.axis}`, { n: line.index });
export const lineName = (line) => t(`line-${line.axis}`, { i: line.index });
export const agrees = (line) => line.claimed === String(line.points) || (line.claimed === "-" && line.points === 0);
export const differs = (line) => Boolean(line.claimed) && !agrees(line);

function circle(line, number, chosen, choose) {
  const kind = ["circle", `of-${line.axis}`, line.word ? "" : "empty", line.doubled ? "double" : "", differs(line) ? "differs" : ""];
  const text = line.points || "–";
  const properties = { class: kind.join(" "), vars: { i: line.index - 1 } };
  if (!choose) return h("div", properties, text);
  const label = `${lineName(line)}: ${line.word ?? t("no-word")}, ${points(line.points)}`;
  return h("button", { ...properties, type: "button", "aria-label": label, "aria-expanded": String(number === chosen),
    "data-key": `circle-${number}`, onclick: () => choose(number) }, text);
}

/** The sum under the grid: rows, columns, the bonus badge, and the total in its box. */
export function sum(sheet, bump = false) {
  const { verdict } = sheet;
  const of = (axis) => verdict.lines.filter((line) => line.axis === axis).reduce((total, line) => total + line.points, 0);
  const part = (name, value) => h("div", { class: `sum-part ${name}` }, h("b", {}, value), t(name));
  return h("div", { class: "sum" },
    part("rows", of("row")), h("span", { class: "sum-sign", "aria-hidden": "true" }, "+"),
    part("columns", of("column")), h("span", { class: "sum-sign", "aria-hidden": "true" }, "+"),
    h("div", { class: "sum-part" },
      h("span", { class: `badge ${verdict.bonus ? "" : "struck"}`, role: "img", "aria-label": t(verdict.bonus ? "bonus-yes" : "bonus-no") }, "10"),
      h("span", { "aria-hidden": "true" }, t("bonus"))),
    h("span", { class: "sum-sign", "aria-hidden": "true" }, "="),
    totalBox(sheet, bump));
}

/** The piece of the flattened photo that shows one cell, `size` pixels wide. */
export function crop(picture, row, column, size = 72) {
  if (!picture) return null;
  const around = 0.1; // of a cell: what crosses the line may belong to the letter
  const scale = size / (picture.pitch * (1 + 2 * around));
  const shift = (at, origin) => -(origin + (at - around) * picture.pitch) * scale;
  const element = h("div", { class: "crop", role: "img", "aria-label": t("pick-title", { row: row + 1, column: column + 1 }) });
  Object.assign(element.style, { width: `${size}px`, height: `${size}px`, backgroundImage: `url(${picture.url})`,
    backgroundSize: `${picture.width * scale}px ${picture.height * scale}px`,
    backgroundPosition: `${shift(column, picture.origin[0])}px ${shift(row, picture.origin[1])}px` });
  return element;
}
