// The view of one sheet: the total with its doubt, the board, and all the evidence.
import { bar, removeSheet } from "./bar.js";
import { board, sum } from "./board.js";
import { coachCard } from "./coach.js";
import { cornersEditor } from "./corners.js";
import { button, h, icon } from "./dom.js";
import { standing } from "./doubt.js";
import { nameOf, rename } from "./game.js";
import { letterName, percent, t } from "./i18n.js";
import { tell } from "./judging.js";
import { corrections, disputes, findings, lineList } from "./lines.js";
import { optionsCard } from "./options.js";
import { pickLetter } from "./picker.js";
import { describe, waiting } from "./problems.js";
import { questionCard } from "./question.js";
import { retry } from "./queue.js";
import { inOtherWords, orElse, sentence, status } from "./total.js";
import { open } from "./start.js";

const seen = { id: null, onPhoto: true, chosen: null, corners: false, total: null, fix: false };

export function sheetView(sheet, redraw) {
  if (seen.id !== sheet.id) Object.assign(seen, { id: sheet.id, onPhoto: true, chosen: null, corners: false, total: null, fix: false });
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
  const moveCorners = () => { seen.corners = true; redraw(); };
  const asking = standing(sheet) === "unread" && !seen.fix && !verdict.empty; // no total is put forward before people have looked
  return h("div", { class: "sheet-view" },
    h("div", { class: "sheet-main" }, head(sheet),
      asking ? unread(sheet, () => { seen.fix = true; redraw(); }, moveCorners)
        : h("section", { class: "sheet answer-card", "aria-label": t("total") }, status(sheet), sum(sheet, bump), sentence(sheet),
          verdict.offline && h("p", { class: "says small" }, t("offline-verdict")), rating(sheet)),
      !asking && questionCard(sheet, { removeSheet: () => removeSheet(sheet) }),
      h("section", { class: "sheet", "aria-label": nameOf(sheet) }, verdict.picture && viewSwitch(redraw),
        board(sheet, { onPhoto: seen.onPhoto && Boolean(verdict.picture), chosen: seen.chosen, pick, choose }))),
    h("div", { class: "sheet-side" },
      !inOtherWords(sheet) && findings(verdict), weighed(sheet), disputes(verdict), lineList(verdict, seen.chosen, choose),
      corrections(sheet), coachCard(sheet), optionsCard()),
    bar(sheet, moveCorners));
}

/** Less than half sure: the photo is the matter, not the total. */
const unread = (sheet, fix, moveCorners) => h("section", { class: "card unread", "data-key": "unread" },
  h("h2", {}, icon("alert"), t("unread")), h("p", {}, t("unread-text")),
  h("div", { class: "answers" },
    button(t("retake"), "camera", () => open("camera", sheet), "main small", { "data-key": "retake" }),
    button(t("fix"), "pencil", fix, "small", { "data-key": "fix" }),
    sheet.file && button(t("move-corners"), "corners", moveCorners, "small quiet")));

function rating(sheet) {
  const { verdict } = sheet;
  if (standing(sheet) !== "sure") return sheet.typed && orElse(verdict) ? h("p", { class: "says" }, orElse(verdict)) : null;
  return h("p", { class: "rating" }, h("small", {}, t("rating")), h("b", {}, verdict.rating));
}

function viewSwitch(redraw) {
  const option = (onPhoto, name) => h("label", {},
    h("input", { type: "radio", name: "view", checked: seen.onPhoto === onPhoto, "data-key": `view-${name}`,
      onchange: () => { seen.onPhoto = onPhoto; redraw(); } }), h("span", {}, t(`view-${name}`)));
  return h("fieldset", { class: "choice view-switch" }, h("legend", { class: "hidden" }, t("view")),
    h("div", { class: "choice-row" }, option(true, "photo"), option(false, "letters")));
}

/** Where what the player wrote has shifted a doubtful letter, the reading without it is shown as well. */
function weighed({ verdict }) {
  if (!verdict.unweighed || (verdict.unweighed.total === verdict.total && verdict.unweighed.grid.join() === verdict.grid.join())) return null;
  const changed = verdict.unweighed.grid.flatMap((line, row) =>
    [...line].map((from, column) => ({ row: row + 1, column: column + 1, from, to: verdict.grid[row][column] })))
    .filter(({ from, to }) => from !== to);
  return h("section", { class: "card weighed" }, h("p", { class: "small" }, t("weighed", { total: verdict.unweighed.total })),
    changed.length > 0 && h("ul", { class: "small" }, changed.map(({ row, column, from, to }) =>
      h("li", {}, t("correction", { row, column, from: letterName(from), to: letterName(to) })))));
}

function workingView(sheet) {
  const text = { sending: t("sending-part", { percent: percent(sheet.progress) }), reading: t("reading"),
    queued: waiting(sheet) }[sheet.state] ?? (sheet.offline ? t("waiting-connection") : t("sending"));
  return h("div", { class: "sheet-view single" }, head(sheet),
    h("section", { class: "sheet working" },
      h("div", { class: "working-photo" }, sheet.url && h("img", { src: sheet.url, alt: "" }), !sheet.offline && h("div", { class: "sweep" })),
      h("p", { class: "working-text", "data-state": sheet.state }, text),
      sheet.offline
        ? button(t("retry"), "turn", () => retry(sheet), "small", { "data-key": "retry" })
        : h("progress", { max: 1, value: sheet.state === "reading" ? undefined : sheet.progress, "aria-label": text })),
    bar(sheet));
}

function failedView(sheet) {
  const movable = sheet.problem?.code === "sheet-not-found" && sheet.file;
  return h("div", { class: "sheet-view single" }, head(sheet),
    h("section", { class: "card" },
      h("p", { class: "pill bad" }, icon("alert"), t("failed")),
      h("p", { class: "problem", "data-code": sheet.problem?.code }, describe(sheet.problem ?? {})),
      h("div", { class: "answers" },
        sheet.problem?.code === "other-game" && h("a", { class: "button small main", href: `/page/q4.html#photo=${encodeURIComponent(sheet.photoKey)}`, "data-key": "other-game" }, t("q4-read-there")),
        sheet.file && button(t("retry"), "turn", () => retry(sheet), "small", { "data-key": "retry" }),
        button(t("retake"), "camera", () => open("camera", sheet), "small", { "data-key": "retake" })),
      movable && h("p", { class: "muted" }, t("corners-text")),
      movable ? cornersEditor(sheet) : h("p", { class: "muted" }, t("photo-tip"))),
    bar(sheet));
}

const cornersView = (sheet, done) => h("div", { class: "sheet-view single" }, head(sheet),
  h("section", { class: "card" }, h("h2", {}, t("corners-title")), h("p", { class: "muted" }, t("corners-text")), cornersEditor(sheet, done)));
