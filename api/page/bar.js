// The bar at the foot of a sheet: the next sheet, and everything else behind one button.
import { button, byId, closeDrawer, h, icon, later, noDrawer, openDrawer, toast } from "./dom.js";
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
    done && item(t("report"), "share", "report", () => making((share) => share.reportFile(sheet, "html"))),
    done && sheet.file && item(t("report-pdf"), "share", "report-pdf", () => making((share) => share.reportFile(sheet, "pdf"))),
    done && item(t("share-picture"), "picture", "share-picture", () => making((share) => share.pictureFile([sheet]))),
    sheet.file && item(t("retake"), "camera", "retake", () => open("camera", sheet)),
    moveCorners && sheet.file && item(t("move-corners"), "corners", "corners", moveCorners),
    h("hr", {}),
    item(t("choose-photos"), "photos", "album", () => open("album")),
    item(t("type-letters"), "keys", "type", typeLetters),
    h("hr", {}),
    item(t("remove-sheet"), "trash", "remove", () => removeSheet(sheet), "danger")));
}

/** Make a file, which takes a while, and hand it on. */
export async function making(work) {
  toast(t("report-making"));
  try {
    const share = await later("./share.js");
    const file = await work(share);
    if (!tellHanded(await share.hand(file))) await offer(share, file);
  } catch (problem) {
    toast(describe(problem));
  }
}

/** Say what became of a file; the answer tells whether that is the end of it. */
function tellHanded(what) {
  if (what === "cancelled") byId("toast").hidden = true; // people know that they did not share it
  else if (what !== "refused") toast(t(what === "shared" ? "report-shared" : "report-saved"));
  return what !== "refused";
}

/** A file that the phone would not share so long after the tap waits for a fresh one. */
async function offer(share, file) {
  await noDrawer();
  byId("toast").hidden = true;
  const hand = async () => {
    const what = await share.hand(file);
    if (what === "cancelled") return; // it can still be saved
    tellHanded(what === "refused" ? share.keep(file) : what);
    closeDrawer();
  };
  const keep = () => { tellHanded(share.keep(file)); closeDrawer(); };
  openDrawer(t("file-ready"), t("close"), h("div", { class: "answers" },
    button(t("file-share"), "share", hand, "main", { "data-key": "share-file" }), button(t("file-save"), null, keep, "", { "data-key": "save-file" })));
}

