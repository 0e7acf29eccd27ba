// The play grid and the letter grid of Q4, on paper or over the photo, and pieces of the photo.
import { h } from "./dom.js";
import { percent, t } from "./i18n.js";

export const SIDE = 4;
const PRINTED = { box: 18, gap: 5 }; // of our own form, in millimetres
const AROUND = 0.35; // of a cell that is shown beside the grid

const KEY = (place) => place.join();
export const isBlack = (sheet, row, column) => sheet.play_grid[row - 1][column - 1] === "#";

/** All places of a square grid, row by row. */
export const places = (side) => Array.from({ length: side * side }, (_, at) => [Math.floor(at / side) + 1, (at % side) + 1]);

/** The boxes of the cells as our own form has them, and the picture's extent. */
function plain() {
  const pitch = PRINTED.box + PRINTED.gap;
  return { cells: places(SIDE).map(([row, column]) => [(column - 1) * pitch, (row - 1) * pitch, PRINTED.box, PRINTED.box]) };
}

/** The part of a picture that shows these boxes. */
function regionOf(boxes, around) {
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...boxes.map(([x, , width]) => x + width)), Math.max(...boxes.map(([, y, , height]) => y + height))];
  const margin = boxes[0][2] * around;
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

const percentOf = (part, whole) => `${(100 * part) / whole}%`;

function place(element, [x, y, width, height], region) {
  Object.assign(element.style, { left: percentOf(x - region.x, region.width), top: percentOf(y - region.y, region.height),
    width: percentOf(width, region.width), height: percentOf(height, region.height) });
  return element;
}

/** The picture behind, shown as far as the region goes. */
function photo(picture, region) {
  const image = h("img", { class: "q4-photo", src: picture.url, alt: "" });
  return place(image, [0, 0, picture.width, picture.height], region);
}

/** Where a dot lies: between two cells. @param {any} cells @param {number[]} pair rows and columns of both @param {number} size @returns {[number, number, number, number]} */
function dotBox(cells, pair, size) {
  const [r1, c1, r2, c2] = pair;
  const middle = ([row, column]) => { const [x, y, width, height] = cells[(row - 1) * SIDE + column - 1]; return [x + width / 2, y + height / 2]; };
  const [[x1, y1], [x2, y2]] = [middle([r1, c1]), middle([r2, c2])];
  const side = cells[0][2] * size;
  return [(x1 + x2 - side) / 2, (y1 + y2 - side) / 2, side, side];
}

/** Every pair of neighbours, as a doubt names it. */
export const neighbours = places(SIDE).flatMap(([row, column]) => [
  ...(column < SIDE ? [[row, column, row, column + 1]] : []), ...(row < SIDE ? [[row, column, row + 1, column]] : [])]);

/**
 * The play grid: `letters` by place, `dots` that are filled, `doubts` by place, `fresh` the cell written last, `lit` the cells of
 * words to show. Cells can be picked where `pick` is given.
 */
export function playGrid(sheet, { letters, dots, doubts = new Set(), told = new Set(), fresh = null, lit = new Set(), picture = null, pick = null, sure = null }) {
  const { cells } = picture ?? plain();
  const region = regionOf(cells, picture ? AROUND : 0.06);
  const filled = new Set(dots.map((pair) => KEY(pair.flat())));
  const cell = ([row, column]) => {
    const letter = letters.get(KEY([row, column]));
    const printed = sheet.play_grid[row - 1][column - 1];
    const bonus = row === sheet.bonus_row || column === sheet.bonus_column;
    const key = KEY([row, column]);
    const kind = ["q4-cell", printed === "#" && "black", printed === "*" && "bold", bonus && printed !== "#" && "bonus", !letter && "blank", doubts.has(key) && "doubt",
      told.has(key) && "told", fresh === key && "fresh", lit.has(key) && "lit"].filter(Boolean).join(" ");
    const label = [t("cell", { row, column, letter: letter ?? t(printed === "#" ? "q4-black" : "cell.empty") }), printed === "*" && t("q4-bold"), bonus && printed !== "#" && t("q4-bonus"),
      doubts.has(key) && t("cell-doubt"), sure?.(row, column)].filter(Boolean).join(", ");
    const text = h("span", { "aria-hidden": "true" }, letter ?? "");
    const element = pick && printed !== "#"
      ? h("button", { type: "button", class: kind, "aria-label": label, "data-key": `cell-${key}`, onclick: () => pick(row, column) }, text)
      : h("div", { class: kind, role: "img", "aria-label": label }, text);
    return place(element, cells[(row - 1) * SIDE + column - 1], region);
  };
  const dot = (pair) => {
    const [r1, c1, r2, c2] = pair;
    if (isBlack(sheet, r1, c1) || isBlack(sheet, r2, c2)) return null;
    const on = filled.has(KEY(pair));
    const kind = `q4-dot ${on ? "on" : ""} ${doubts.has(KEY(pair)) ? "doubt" : ""}`;
    return place(h("div", { class: kind, "aria-hidden": "true" }), dotBox(cells, pair, 0.24), region);
  };
  const board = h("div", { class: `q4-board ${picture ? "on-photo" : ""}`, role: "group", "aria-label": t("q4-board") },
    picture && photo(picture, region), neighbours.map(dot), places(SIDE).map(cell));
  board.style.aspectRatio = `${region.width} / ${region.height}`;
  return board;
}

/** The letter grid: what is crossed off, and the marked blocks. */
export function letterGrid(sheet, { doubts = new Set(), toggle = null }) {
  const crossed = new Set(sheet.crossed.map(KEY));
  const marked = new Set(sheet.blocks.flatMap(([row, column]) => [[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]].map(KEY)));
  const cell = ([row, column]) => {
    const key = KEY([row, column]);
    const letter = sheet.letter_grid[row - 1][column - 1];
    const off = crossed.has(key);
    const kind = ["q4-letter", off && "off", marked.has(key) && "marked", doubts.has(key) && "doubt"].filter(Boolean).join(" ");
    const label = [t("cell", { row, column, letter }), t(off ? "q4-crossed" : "q4-not-crossed"), marked.has(key) && t("q4-marked")].filter(Boolean).join(", ");
    return h("button", { type: "button", class: kind, "aria-label": label, "aria-pressed": String(off), "data-key": `letter-${key}`, onclick: () => toggle?.(row, column, !off) }, letter);
  };
  return h("div", { class: "q4-letters", role: "group", "aria-label": t("q4-letter-grid") }, places(6).map(cell));
}

/** A piece of the photo, `size` pixels wide: the box and some of what is around it. */
export function piece(picture, box, size, around, label) {
  if (!picture || !box) return null;
  const region = regionOf([box], around);
  const scale = size / region.width;
  const element = h("div", { class: "crop q4-crop", role: "img", "aria-label": label });
  Object.assign(element.style, { width: `${size}px`, height: `${Math.round(region.height * scale)}px`, backgroundImage: `url(${picture.url})`,
    backgroundSize: `${picture.width * scale}px ${picture.height * scale}px`, backgroundPosition: `${-region.x * scale}px ${-region.y * scale}px` });
  return element;
}

/** The piece that shows what a doubt is about. */
export function pieceOf(picture, { kind, place }, label) {
  if (!picture) return null;
  if (kind === "letter") return piece(picture, picture.cells[(place[0] - 1) * SIDE + place[1] - 1], 150, 0.14, label);
  if (kind === "dot") return piece(picture, dotBox(picture.cells, place, 0.9), 150, 0.2, label);
  if (kind === "cross") return piece(picture, picture.letters[(place[0] - 1) * 6 + place[1] - 1], 150, 0.5, label);
  return piece(picture, picture.scores[place[0]], 170, 0.5, label);
}

/** Tiles of a word or of letters that dots connect. */
export const tiles = (text, kind = "") => h("span", { class: `q4-tiles ${kind}` }, [...text].map((letter) => h("i", {}, letter)));

/** How sure a cell was read, for those who listen. */
export const sureness = (cells) => (row, column) => { const cell = cells?.[row - 1]?.[column - 1]; return cell && t("cell-sure", { p: percent(cell.p) }); };
