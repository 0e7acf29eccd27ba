// The view of the table: all sheets of one game, ranked; equal totals share a place.
import { making } from "./bar.js";
import { button, h, icon, svg, toast } from "./dom.js";
import { standing } from "./doubt.js";
import { game, isOpen, isWorking, nameOf, newGame, ranking, rename } from "./game.js";
import { listing, points, t } from "./i18n.js";
import { optionsCard } from "./options.js";
import { describe, waiting } from "./problems.js";
import { addSheetButtons } from "./start.js";
import { status } from "./total.js";

export function tableView() {
  const ranked = ranking();
  const others = game.sheets.filter((sheet) => !ranked.some((entry) => entry.sheet === sheet));
  return h("div", { class: "table-view" },
    h("section", { class: "table-main" },
      h("h1", {}, t("ranking")),
      winner(ranked),
      ranked.length > 0 && h("ol", { class: "ranks" }, ranked.map(rank)),
      others.length > 0 && h("ul", { class: "ranks unranked" }, others.map(other)),
      !game.sheets.length && h("p", { class: "muted none" }, t("ranking-none")),
      whichIsWhich(),
      h("div", { class: "actions-more" },
        ranked.length > 1 && button(t("share-picture"), "picture", () => making((share) => share.pictureFile(game.sheets)), "small", { "data-key": "share-table" }),
        h("a", { class: "button small quiet", href: "#/games" }, icon("clock"), h("span", {}, t("games"))),
        game.sheets.length > 0 && button(t("new-game"), "plus", startAgain, "small quiet", { "data-key": "new-game" }))),
    h("div", { class: "table-side" }, optionsCard()),
    h("div", { class: "bar" }, addSheetButtons(game.sheets.length ? "add-sheet" : "take-photo")));
}

async function startAgain() {
  await newGame();
  location.hash = "#/";
  toast(t("new-game-done"), { label: t("games"), do: () => { location.hash = "#/games"; } });
}

/** Who has won; no name is called before every sheet is certain. */
function winner(ranked) {
  if (ranked.length < 2) return null;
  const unclear = (sheet) => isWorking(sheet) || sheet.twin || sheet.state === "failed" || isOpen(sheet); // also a sheet on which no letter was found
  const open = game.sheets.filter(unclear).length;
  if (open) return h("p", { class: "winner" }, t("provisional", { n: open }));
  const first = ranked.filter((entry) => entry.place === 1).map((entry) => nameOf(entry.sheet));
  return h("p", { class: "winner sure" }, t(first.length > 1 ? "winners" : "winner", { names: listing(first), total: ranked[0].sheet.verdict.total }));
}

function rank({ sheet, place, shared }) {
  const { verdict } = sheet;
  const kind = standing(sheet);
  const label = `${t("place", { place })}${shared ? `, ${t("shared")}` : ""}: ${nameOf(sheet)}, ${points(verdict.total)}${kind === "sure" ? "" : `, ${t("check")}`}. ${t("open-sheet", { name: nameOf(sheet) })}`;
  return h("li", {}, h("a", { class: `rank ${place === 1 ? "first" : ""}`, href: `#/sheet/${sheet.id}`, "aria-label": label, "data-key": `rank-${sheet.id}` },
    h("span", { class: "place" }, place, shared && h("small", {}, "=")),
    h("span", { class: "who" }, h("b", {}, nameOf(sheet)), h("span", { class: "who-more" }, kind === "sure" ? [icon("check"), h("span", { class: "muted" }, verdict.rating)] : status(sheet))),
    mini(sheet),
    h("span", { class: `rank-total ${kind}` }, kind === "sure" ? verdict.total : `${verdict.total}?`)));
}

/** The grid in small, the cells of its words inked: every sheet has its own face. */
function mini(sheet) {
  const cells = Array.from({ length: 25 }, () => new Set());
  for (const { axis, index, start, word } of sheet.verdict.lines) {
    for (let at = start - 1; word && at < start - 1 + word.length; at++) {
      cells[axis === "row" ? (index - 1) * 5 + at : at * 5 + index - 1].add(axis);
    }
  }
  return h("span", { class: "mini", "aria-hidden": "true" }, cells.map((axes) => h("i", { class: [...axes].join(" ") })));
}

function other(sheet) {
  const text = sheet.state === "failed" ? describe(sheet.problem ?? {})
    : sheet.state === "done" ? t(sheet.twin ? "twin" : "empty-sheet")
    : sheet.state === "queued" ? waiting(sheet)
    : t(sheet.state === "reading" ? "reading" : sheet.offline ? "waiting-connection" : "sending");
  return h("li", {}, h("a", { class: "rank", href: `#/sheet/${sheet.id}`, "data-key": `rank-${sheet.id}` },
    h("span", { class: "place" }, isWorking(sheet) && !sheet.offline ? h("span", { class: "spinner" }) : icon(sheet.offline ? "clock" : "alert")),
    h("span", { class: "who" }, h("b", {}, nameOf(sheet)), h("span", { class: "muted small" }, text)),
    sheet.url && h("img", { class: "thumb", src: sheet.url, alt: "" })));
}

/** Photos that show several sheets: a number on each, and its name beside the number. */
function whichIsWhich() {
  const groups = new Map();
  for (const sheet of game.sheets) if (sheet.state === "done" && sheet.url && sheet.of > 1) groups.set(sheet.photoKey, [...groups.get(sheet.photoKey) ?? [], sheet]);
  return [...groups.values()].map((sheets) => h("section", { class: "card which" }, h("h2", {}, t("which")),
    h("div", { class: "which-photo" }, h("img", { src: sheets[0].url, alt: "" }), outlines(sheets)),
    h("ol", {}, sheets.map((sheet, place) => h("li", {}, h("b", { class: "number" }, place + 1),
      h("input", { class: "input", value: sheet.name, placeholder: nameOf(sheet), maxLength: 40, autocomplete: "off", "aria-label": `${t("player-name")} ${place + 1}`,
        "data-key": `which-${sheet.id}`, oninput: (event) => rename(sheet, event.target.value) }),
      h("span", { class: "muted" }, worth(sheet)))))));
}

function worth(sheet) {
  if (sheet.verdict.empty) return t("empty-sheet");
  return standing(sheet) === "sure" ? points(sheet.verdict.total) : `${sheet.verdict.total}?`;
}

function outlines(sheets) {
  const { width, height } = sheets[0].photo;
  const middle = (corners, axis) => corners.reduce((sum, point) => sum + point[axis], 0) / 4;
  const size = Math.max(width, height) / 14;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("which") }, ...sheets.flatMap((sheet, place) => {
    const { corners } = sheet.read;
    const number = svg("text", { x: middle(corners, 0), y: middle(corners, 1) + size * 0.36, "font-size": size, "text-anchor": "middle" });
    number.textContent = place + 1;
    return [svg("polygon", { points: corners.map((point) => point.join(",")).join(" ") }), svg("circle", { cx: middle(corners, 0), cy: middle(corners, 1), r: size * 0.8 }), number];
  }));
}
