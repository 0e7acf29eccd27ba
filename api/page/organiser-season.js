// A season: one table over several tournaments. Its address holds all there is to it, so a link is enough to share it.
import { button, h, show, toast } from "./dom.js";
import { day } from "./i18n.js";
import { complain, field, titled, w } from "./organiser-common.js";
import { fetchFile, season } from "./organiser-net.js";

const SYSTEMS = ["totals", "places"];
const systems = (chosen) => h("select", { class: "input", name: "by" }, SYSTEMS.map((name) => h("option", { value: name, selected: name === chosen }, w(`league-${name}`))));

/** The form that chooses tournaments; `chosen` are the ids ticked already. */
export function seasonCard(tournaments, { ids = [], by = "totals", best = 0 } = {}) {
  const submit = (event) => {
    event.preventDefault();
    const form = event.target, ticked = [...form.querySelectorAll("input[name=tournament]:checked")].map((box) => box.value);
    if (!ticked.length) return toast(w("league-choose"));
    location.hash = `#/league/${ticked.join(",")}/${form.elements.by.value}/${Number(form.elements.best.value) || 0}`;
    return undefined;
  };
  return h("form", { class: "card form season", onsubmit: submit }, h("h2", {}, w("league")), h("p", { class: "small muted" }, w("league-lead")),
    h("div", { class: "season-list" }, tournaments.map((cup) => h("label", { class: "check" }, h("input", { type: "checkbox", name: "tournament", value: cup.id, checked: ids.includes(cup.id) }),
      h("span", {}, cup.name, " ", h("small", { class: "muted" }, day(cup.created)))))),
    field(w("league-by"), systems(by)),
    field(w("league-best"), h("input", { class: "input", name: "best", type: "number", min: 0, max: 60, inputMode: "numeric", autocomplete: "off", value: best || "" })),
    h("div", {}, h("button", { class: "button small", type: "submit" }, w("league-show"))));
}

/** The table of a season, by the address: the ids, what counts, and how many results. */
export async function seasonView(main, [ids = "", by = "totals", best = "0"], tournaments) {
  const asked = new URLSearchParams({ by: SYSTEMS.includes(by) ? by : "totals", best: String(Number(best) || 0) });
  for (const id of ids.split(",")) asked.append("tournament", id);
  const found = await season(`?${asked}`);
  const open = found.tournaments.some((cup) => !cup.final);
  const line = (entry) => h("tr", {}, h("td", {}, h("span", { class: `spot spot-${entry.place}` }, entry.place)), h("td", {}, h("b", {}, entry.player)),
    found.tournaments.map((cup) => h("td", { class: "n" }, entry.by_tournament[cup.id] ?? "–")), h("td", { class: "n" }, entry.played), h("td", { class: "n sum" }, entry.points));
  titled(w("league"));
  show(main,
    h("div", { class: "hall-head" }, h("h1", {}, w("league")), h("span", { class: `pill ${open ? "doubt" : "good"}` }, w(open ? "provisional" : "final"))),
    h("section", { class: "card" }, found.places.length === 0 ? h("p", { class: "muted" }, w("league-none")) : h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("league") },
      h("table", { class: "ranking" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, w("place")), h("th", { scope: "col" }, w("player")),
        found.tournaments.map((cup) => h("th", { class: "n", scope: "col" }, h("a", { href: `#/${cup.id}` }, cup.name))),
        h("th", { class: "n", scope: "col" }, w("league-played")), h("th", { class: "n", scope: "col" }, w("points-head")))), h("tbody", {}, found.places.map(line)))),
    h("div", { class: "actions" }, button(w("csv"), "", () => fetchFile(`?${asked}&format=csv`, "league.csv", season.base).catch(complain), "small"))),
    seasonCard(tournaments, { ids: ids.split(","), by: found.by, best: found.best }));
}
