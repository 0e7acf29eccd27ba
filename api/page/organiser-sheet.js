// One sheet, opened from the standings: why it has its points, line by line, with pictures, findings and what was decided.
import { button, h, openDrawer, toast } from "./dom.js";
import { known, language, moment, percent, t, whyKey } from "./i18n.js";
import { dropPictures, fetchFile, picture, read, write } from "./organiser-net.js";
import { complain, signed, w } from "./organiser-common.js";

const UNSURE = 0.98; // below that the pictures of cells are kept

export async function openSheet(cup, sheet) {
  try {
    const base = `/${cup.id}/sheets/${sheet}`;
    const [found, { log }] = await Promise.all([read(base), read(`/${cup.id}/log?lang=${language()}&sheet=${sheet}`)]);
    const unsure = found.cells.flatMap((line, r) => line.map((cell, c) => ({ ...cell, row: r + 1, column: c + 1 }))).filter((cell) => cell.p < UNSURE);
    const [flat, ...crops] = await Promise.all([cup.keep_photos ? picture(`${base}/picture`) : null, ...unsure.map(({ row, column }) => picture(`${base}/cells/${row}/${column}`))]);
    const told = log.filter((entry) => entry.stands);
    openDrawer(`${found.player ?? found.page} · ${w("round", { n: found.round })}`, t("close"), h("div", { class: "why" },
      h("p", { class: "why-total" }, h("b", {}, found.total), " ", found.needs_review ? h("span", { class: "pill doubt" }, w("provisional")) : h("span", { class: "small muted" }, w("certain", { p: percent(found.certainty) }))),
      flat && h("img", { src: flat, alt: w("picture") }), sheetLines(found), unsure.length > 0 && letterEvidence(unsure, crops),
      told.length > 0 && h("div", {}, h("h3", {}, w("decided")), h("ul", { class: "list" }, told.map((entry) => h("li", {}, h("span", { class: "small muted" }, `${moment(entry.at)} `), entry.sentence, entry.why && h("div", { class: "muted small" }, entry.why))))),
      h("div", { class: "actions" }, ["html", "pdf"].map((kind) => button(`${w("report")} (${kind.toUpperCase()})`, "share",
        () => fetchFile(`${base}/report?format=${kind}`, `${sheet}.${kind}`).catch(complain), "small")),
        cup.role === "organiser" && flat && button(w("delete-photo"), "trash", () => deletePhoto(cup, sheet), "small quiet danger", { id: "delete-photo" }))));
  } catch (error) { complain(error); }
}

/** For good, so it is asked about; what was read stays. */
const deletePhoto = (cup, sheet) => window.confirm(w("delete-photo-ask")) && signed(async (who) => {
  await write(cup.id, "/photos/deletion", { who, sheet });
  dropPictures(cup.id);
  toast(w("deleted"));
  return openSheet(cup, sheet);
});

/** The letters that were not plain to read: their pictures, and what each may be. */
const letterEvidence = (cells, crops) => h("div", {}, h("h3", {}, w("unsure-letters")), h("ul", { class: "evidence" }, cells.map((cell, number) => h("li", {},
  crops[number] && h("img", { src: crops[number], alt: w("cell", cell) }), h("b", {}, cell.letter === "." ? "␣" : cell.letter), ` ${percent(cell.p)}`,
  h("div", { class: "small muted" }, [w("cell", cell), ...cell.others.filter(([, p]) => p >= 0.01).map(([letter, p]) => `${letter} ${percent(p)}`)].join(" · "))))));

/** The ten lines of a sheet with their words and points, why each word counts, and what does not hold in the player's own figures. */
export function sheetLines(found) {
  const line = (item) => h("tr", {}, h("td", { class: "small muted" }, t(`line.${item.axis}`, { n: item.index })),
    h("td", {}, h("span", { class: "mono" }, item.letters.slice(0, (item.start ?? 1) - 1), h("b", {}, item.word ?? ""), item.letters.slice((item.start ?? 1) - 1 + (item.word ?? "").length)), because(item)),
    h("td", { class: "n" }, item.points, item.doubled && item.points > 0 && " ×2"), h("td", { class: "n muted" }, item.claimed ?? ""));
  return h("div", {}, h("table", { class: "ranking lines" }, h("thead", {}, h("tr", {}, h("th", {}), h("th", {}, w("letters")), h("th", { class: "n" }, w("points-head")), h("th", { class: "n" }, w("written")))),
    h("tbody", {}, found.lines.map(line), found.bonus > 0 && h("tr", {}, h("td", {}), h("td", {}, w("bonus")), h("td", { class: "n" }, found.bonus), h("td", {})))),
  found.findings.length > 0 && h("ul", { class: "list" }, found.findings.map((finding) => h("li", {}, finding.text))));
}

const because = (item) => item.word && h("details", { class: "small muted" }, h("summary", {}, t(known(whyKey(item)) ? whyKey(item) : "valid")),
  item.sources.length > 0 && h("p", {}, t("sources", { sources: item.sources.join(" · ") })));
