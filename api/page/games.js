// The history of games on this phone: letters and totals, no photos.
import { button, h, icon, toast } from "./dom.js";
import { earlierGames, forget, ranking, reopen } from "./game.js";
import { language, t } from "./i18n.js";

const when = (time) => new Date(time).toLocaleDateString(language(), { day: "numeric", month: "long", year: "numeric" });
const title = (sheet, number) => sheet.name || t("sheet-n", { n: number + 1 });

export function gamesView() {
  const list = h("div", { class: "games-list" });
  fill(list);
  return h("div", { class: "games-view" },
    h("div", { class: "sheet-head" }, h("a", { class: "back", href: "#/table", "aria-label": t("table") }, icon("back")), h("h1", {}, t("games"))), list);
}

async function fill(list) {
  const games = await earlierGames();
  if (!games.length) return list.replaceChildren(h("p", { class: "muted" }, t("games-none")));
  list.replaceChildren(...games.map((earlier) => h("section", { class: "card game" },
    h("h2", {}, when(earlier.started || earlier.id)),
    h("ol", {}, ranking(earlier.sheets).map(({ sheet, place }) => h("li", {}, h("span", { class: "muted" }, place), h("b", {}, title(sheet, earlier.sheets.indexOf(sheet))),
      h("span", {}, sheet.verdict.needs_review || sheet.verdict.offline ? `${sheet.verdict.total}?` : sheet.verdict.total)))),
    h("div", { class: "actions-more" },
      button(t("game-open"), "back", async () => { await reopen(earlier); location.hash = "#/table"; }, "small"),
      button(t("remove"), "trash", async () => { await forget(earlier); fill(list); toast(t("removed")); }, "small quiet danger")))));
}
