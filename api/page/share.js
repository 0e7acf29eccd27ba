// A result to hand on: the evidence report as a file, or the score as a picture.
import { game, nameOf, ranking } from "./game.js";
import { t } from "./i18n.js";
import { answersOf, localDay, question } from "./judging.js";
import * as net from "./net.js";
import { save } from "./dom.js";
import { standing } from "./doubt.js";

const WIDTH = 1080;
const FONT = "Manrope, system-ui, sans-serif";

/** Everything people said of the sheets of this photo, and when. */
const corrections = (sheet) => game.sheets.filter((other) => other.photoKey && other.photoKey === sheet.photoKey).flatMap((other) =>
  answersOf(other).map((answer) => ({ ...answer, sheet: other.index, by: t("the-table"),
    at: other.history.findLast((entry) => (answer.language ? entry.language : entry.all || (entry.row === answer.row - 1 && entry.column === answer.column - 1)))?.at })));

/** The report of one sheet as the table sees it now. */
export function reportOf(sheet, format = "html") {
  const { evidence, answers, ...asked } = /** @type {any} */ (question(sheet));
  const about = { player: nameOf(sheet), date: localDay(new Date(game.started)) };
  if (!sheet.file) return net.typedReport({ ...question(sheet), ...about });
  return net.photoReport(sheet.file, { ...asked, ...about, corners: sheet.corners, corrections: corrections(sheet), sheet: sheet.index, format });
}

export async function reportFile(sheet, format) {
  const blob = await reportOf(sheet, format);
  return new File([blob], `${fileName(nameOf(sheet))}.${format}`, { type: blob.type });
}

const fileName = (name) => `qwords-${name.replace(/[^\p{L}\p{N}]+/gu, "-")}`;

/** Share where the phone can, otherwise save; tells what came of it: "shared", "saved", "cancelled" or "refused". */
export async function hand(file) {
  if (!navigator.canShare?.({ files: [file] })) return keep(file);
  try {
    await navigator.share({ files: [file], title: "Qwords" });
    return "shared";
  } catch (problem) {
    return problem.name === "AbortError" ? "cancelled" : "refused"; // refused: the tap was too long ago, or the phone does not want to
  }
}

/** Save a file. */
export function keep(file) {
  save(file, file.name);
  return "saved";
}

/** The result as a picture: one sheet with its grid, or the whole table. */
export async function pictureFile(sheets) {
  await document.fonts.ready;
  const canvas = sheets.length === 1 ? drawSheet(sheets[0]) : drawTable(sheets);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], `${fileName(sheets.length === 1 ? nameOf(sheets[0]) : t("ranking"))}.png`, { type: "image/png" });
}

/** @param {number} height @returns {[HTMLCanvasElement, CanvasRenderingContext2D]} */
function paper(height) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f1ece1";
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = "#fffcf4";
  pen.beginPath();
  pen.roundRect(40, 40, WIDTH - 80, height - 80, 40);
  pen.fill();
  return [canvas, pen];
}

function write(pen, text, x, y, size, { weight = 800, colour = "#16264a", align = "left", width = undefined } = {}) {
  Object.assign(pen, { font: `${weight} ${size}px ${FONT}`, fillStyle: colour, textAlign: align, textBaseline: "alphabetic" });
  pen.fillText(text, x, y, width);
}

const shown = (sheet) => (standing(sheet) === "sure" ? `${sheet.verdict.total}` : `${sheet.verdict.total}?`);

function drawSheet(sheet) {
  const [canvas, pen] = paper(1350);
  const { verdict } = sheet;
  const [left, top, cell] = [110, 330, 140];
  write(pen, nameOf(sheet), left, 150, 64, { width: 560 });
  write(pen, standing(sheet) === "sure" ? verdict.rating : t("check"), left, 215, 38, { weight: 500, colour: "#555f76", width: 560 });
  write(pen, shown(sheet), WIDTH - 110, 215, 150, { align: "right", colour: standing(sheet) === "sure" ? "#16264a" : "#8a5a00" });
  for (const line of verdict.lines.filter(({ word }) => word)) {
    const inset = line.axis === "row" ? 0.1 : 0.16;
    const [along, across] = [line.start - 1 + inset / 2, line.index - 1 + inset];
    const [length, thick] = [line.word.length - inset, 1 - 2 * inset];
    const [x, y, w, d] = line.axis === "row" ? [along, across, length, thick] : [across, along, thick, length];
    Object.assign(pen, { lineWidth: 6, strokeStyle: line.axis === "row" ? "#1f5bb5" : "#c85706", fillStyle: line.axis === "row" ? "rgb(31 91 181 / 10%)" : "rgb(224 110 20 / 12%)" });
    pen.beginPath();
    pen.roundRect(left + x * cell, top + y * cell, w * cell, d * cell, 40);
    pen.fill();
    pen.stroke();
  }
  sheet.grid.forEach((letters, row) => [...letters].forEach((letter, column) =>
    write(pen, letter === "." ? "·" : letter, left + (column + 0.5) * cell, top + (row + 0.69) * cell, 78, { align: "center", weight: 700 })));
  verdict.lines.forEach((line) => {
    const [x, y] = line.axis === "row" ? [5.55, line.index - 0.38] : [line.index - 0.5, 5.68];
    write(pen, line.points || "–", left + x * cell, top + y * cell, 52, { align: "center", colour: line.axis === "row" ? "#1f5bb5" : "#b64f06" });
  });
  if (verdict.bonus) write(pen, `+${verdict.bonus}`, left + 5.55 * cell, top + 5.68 * cell, 52, { align: "center", colour: "#b64f06" }); // so that what is shown adds up
  write(pen, `Qwords referee · ${new Date(game.started).toLocaleDateString()}`, WIDTH / 2, 1265, 32, { weight: 500, colour: "#555f76", align: "center" });
  return canvas;
}

function drawTable(sheets) {
  const ranked = ranking(sheets);
  const [canvas, pen] = paper(330 + ranked.length * 120);
  write(pen, t("ranking"), 110, 160, 68);
  ranked.forEach(({ sheet, place, shared }, number) => {
    const y = 280 + number * 120;
    write(pen, `${place}${shared ? "=" : ""}`, 110, y, 56, { colour: "#b64f06" });
    write(pen, nameOf(sheet), 230, y, 56, { width: 520 });
    write(pen, shown(sheet), WIDTH - 110, y, 72, { align: "right", colour: standing(sheet) === "sure" ? "#16264a" : "#8a5a00" });
  });
  write(pen, `Qwords referee · ${new Date(game.started).toLocaleDateString()}`, WIDTH / 2, canvas.height - 80, 32, { weight: 500, colour: "#555f76", align: "center" });
  return canvas;
}
