// The view of one sheet: the board with its total, and all the evidence.
import { board, sum } from "./board.js";
import { cornersEditor } from "./corners.js";
import { button, h, icon, toast } from "./dom.js";
import { game, remove, rename, reportOf, tell } from "./game.js";
import { known, letterName, percent, t } from "./i18n.js";
import { corrections, findings, lineList, questions } from "./lines.js";
import { optionsCard } from "./options.js";
import { pickLetter } from "./picker.js";
import { addSheetButtons } from "./start.js";

const seen = { id: null, onPhoto: true, chosen: null, corners: false, total: null };

export const nameOf = (sheet) => sheet.name || t("sheet-n", { n: game.sheets.indexOf(sheet) + 1 });

export function sheetView(sheet, redraw) {
  if (seen.id !== sheet.id) Object.assign(seen, { id: sheet.id, onPhoto: true, chosen: null, corners: false, total: null });
  if (sheet.state === "failed") return failedView(sheet);
  if (sheet.state !== "done") return workingView(sheet);
  if (seen.corners) return cornersView(sheet, () => { seen.corners = false; redraw(); });
  return doneView(sheet, redraw);
}

const head = (sheet) => h("div", { class: "sheet-head" },
  h("a", { class: "back", href: "#/table", "aria-label": t("table") }, icon("back")),
  h("h1", { class: "hidden" }, nameOf(sheet)),
  h("label", { class: "name" }, h("span", { class: "hidden" }, t("player-name")),
    h("input", { value: sheet.name, placeholder: nameOf(sheet), maxLength: 40, autocomplete: "off", "data-key": "name",
      oninput: (event) => rename(sheet, event.target.value) }), icon("pencil")));

function doneView(sheet, redraw) {
  const { verdict } = sheet;
  const choose = (number) => { seen.chosen = seen.chosen === number ? null : number; redraw(); };
  const pick = (row, column, letter) => (letter ? tell(sheet, row, column, letter) : pickLetter(sheet, row, column));
  const bump = seen.total !== null && seen.total !== verdict.total;
  seen.total = verdict.total;
  return h("div", { class: "sheet-view" },
    h("div", { class: "sheet-main" }, head(sheet),
      h("section", { class: "sheet", "aria-label": nameOf(sheet) },
        h("div", { class: "sheet-top" }, status(sheet), verdict.picture && viewSwitch(redraw)),
        board(sheet, { onPhoto: seen.onPhoto && Boolean(verdict.picture), chosen: seen.chosen, pick, choose }),
        sum(verdict, bump),
        h("p", { class: "rating" }, h("span", {}, h("small", {}, t("rating")), h("b", {}, verdict.rating)), claimedTotal(verdict))),
      actions(sheet, redraw)),
    h("div", { class: "sheet-side" }, questions(sheet), weighed(sheet), findings(verdict), lineList(verdict, seen.chosen, choose),
      corrections(sheet), optionsCard()));
}

export function status(sheet) {
  const { verdict } = sheet;
  const pill = (kind, sign, text) => h("span", { class: `pill ${kind}`, "data-status": kind }, icon(sign), text);
  if (verdict.empty) return pill("doubt", "alert", t("empty-sheet"));
  if (verdict.offline) return pill("doubt", "alert", t("offline-verdict"));
  if (verdict.needs_review) return pill("doubt", "alert", t("check"));
  if (sheet.typed) return pill("good", "check", t("typed"));
  return pill("good", "check", verdict.certainty < 1 ? t("certain-p", { p: percent(verdict.certainty) }) : t("certain"));
}

function viewSwitch(redraw) {
  const option = (onPhoto, name) => h("label", {},
    h("input", { type: "radio", name: "view", checked: seen.onPhoto === onPhoto, "data-key": `view-${name}`,
      onchange: () => { seen.onPhoto = onPhoto; redraw(); } }), h("span", {}, t(`view-${name}`)));
  return h("fieldset", { class: "choice view-switch" }, h("legend", { class: "hidden" }, t("view")),
    h("div", { class: "choice-row" }, option(true, "photo"), option(false, "letters")));
}

function claimedTotal({ claimed, total }) {
  if (!claimed?.total) return null;
  return h("span", { class: `written ${claimed.total === String(total) ? "agrees" : "differs"}` }, t("claimed", { claimed: claimed.total }));
}

/** Where what the player wrote has shifted a doubtful letter, the reading without it is shown as well. */
function weighed({ read }) {
  if (!read?.unweighed) return null;
  const changed = read.unweighed.grid.flatMap((line, row) =>
    [...line].map((from, column) => ({ row: row + 1, column: column + 1, from, to: read.grid[row][column] })))
    .filter(({ from, to }) => from !== to);
  return h("section", { class: "card weighed" }, h("p", { class: "small" }, t("weighed", { total: read.unweighed.total })),
    changed.length > 0 && h("ul", { class: "small" }, changed.map(({ row, column, from, to }) =>
      h("li", {}, t("correction", { row, column, from: letterName(from), to: letterName(to) })))));
}

function actions(sheet, redraw) {
  return h("div", { class: "actions" }, addSheetButtons("add-sheet"),
    h("div", { class: "actions-more" },
      button(t("report"), "share", (event) => saveReport(sheet, event.currentTarget), "small", { "data-key": "report" }),
      sheet.file && button(t("move-corners"), "corners", () => { seen.corners = true; redraw(); }, "small", { "data-key": "corners" }),
      button(t("remove-sheet"), "trash", () => { remove(sheet); location.hash = "#/table"; }, "small quiet danger")));
}

async function saveReport(sheet, source) {
  source.disabled = true;
  toast(t("report-making"));
  try {
    const blob = await reportOf(sheet);
    await hand(new File([blob], `qwords-${nameOf(sheet).replace(/[^\p{L}\p{N}]+/gu, "-")}.html`, { type: "text/html" }));
  } catch (problem) {
    toast(describe(problem));
  } finally {
    source.disabled = false;
  }
}

/** Share where the phone can, otherwise save. */
async function hand(file) {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: "Qwords" }).catch(() => {});
    return;
  }
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  toast(t("report-saved"));
}

export function describe(problem) {
  if (problem.code === "network") return t("error-network");
  return known(`problem-${problem.code}`) ? t(`problem-${problem.code}`) : problem.detail || t("error-unknown");
}

function workingView(sheet) {
  const text = { sending: t("sending-part", { percent: percent(sheet.progress) }), reading: t("reading"),
    queued: t("waiting", { seconds: sheet.seconds }) }[sheet.state] ?? t("sending");
  return h("div", { class: "sheet-view single" }, head(sheet),
    h("section", { class: "sheet working" },
      h("div", { class: "working-photo" }, sheet.url && h("img", { src: sheet.url, alt: "" }), h("div", { class: "sweep" })),
      h("p", { class: "working-text" }, text),
      h("progress", { max: 1, value: sheet.state === "reading" ? undefined : sheet.progress, "aria-label": text })));
}

function failedView(sheet) {
  const movable = sheet.problem?.code === "sheet-not-found";
  return h("div", { class: "sheet-view single" }, head(sheet),
    h("section", { class: "card" },
      h("p", { class: "pill bad" }, icon("alert"), t("failed")),
      h("p", { class: "problem", "data-code": sheet.problem?.code }, describe(sheet.problem ?? {})),
      movable && h("p", { class: "muted" }, t("corners-text")),
      movable ? cornersEditor(sheet) : h("p", { class: "muted" }, t("photo-tip"))),
    h("div", { class: "actions" }, addSheetButtons("take-photo"),
      button(t("remove-sheet"), "trash", () => { remove(sheet); location.hash = "#/table"; }, "small quiet danger")));
}

const cornersView = (sheet, done) => h("div", { class: "sheet-view single" }, head(sheet),
  h("section", { class: "card" }, h("h2", {}, t("corners-title")), h("p", { class: "muted" }, t("corners-text")), cornersEditor(sheet, done)));
