// The bar at the foot of a sheet: the next sheet, and everything else behind one button.
import { button, closeDrawer, h, icon, later, openDrawer, toast } from "./dom.js";
import { remove } from "./game.js";
import { t } from "./i18n.js";
import { describe } from "./problems.js";
import { nextSheetButton, open, typeLetters } from "./start.js";

export const bar = (sheet, moveCorners = null) => h("div", { class: "bar" }, nextSheetButton("add-sheet"),
  h("button", { type: "button", class: "button square", "aria-label": t("more"), title: t("more"), "data-key": "more", onclick: () => more(sheet, moveCorners) }, icon("more")));

export function removeSheet(sheet) {
  const putBack = remove(sheet);
  location.hash = "#/table";
  toast(t("removed"), { label: t("undo-short"), do: () => { putBack(); location.hash = `#/sheet/${sheet.id}`; } });
}

function more(sheet, moveCorners) {
  const done = sheet.state === "done";
  const item = (label, name, key, work, kind = "") => button(label, name, async () => { await closeDrawer(); work(); }, `item ${kind}`, { "data-key": key });
  openDrawer(t("more"), t("close"), h("div", { class: "items" },
    done && item(t("report"), "share", "report", () => making((share) => share.saveReport(sheet, "html"))),
    done && sheet.file && item(t("report-pdf"), "share", "report-pdf", () => making((share) => share.saveReport(sheet, "pdf"))),
    done && item(t("share-picture"), "picture", "share-picture", () => making((share) => share.sharePicture([sheet]))),
    sheet.file && item(t("retake"), "camera", "retake", () => open("camera", sheet)),
    moveCorners && sheet.file && item(t("move-corners"), "corners", "corners", moveCorners),
    h("hr", {}),
    item(t("choose-photos"), "photos", "album", () => open("album")),
    item(t("type-letters"), "keys", "type", typeLetters),
    h("hr", {}),
    item(t("remove-sheet"), "trash", "remove", () => removeSheet(sheet), "danger")));
}

export async function making(work) {
  toast(t("report-making"));
  try {
    toast(t(await work(await later("./share.js")) ? "report-shared" : "report-saved"));
  } catch (problem) {
    toast(describe(problem));
  }
}

