// The tabs beside the desk: standings, roster, rulings, log.
import { button, h, toast } from "./dom.js";
import { language, moment } from "./i18n.js";
import { address, fetchFile, put, read, write } from "./organiser-net.js";
import { complain, field, redraw, signed, w, whoField, whoIs } from "./organiser-common.js";
import { arbitersCard, changeLine, unreachable } from "./organiser-settings.js";
import { openSheet } from "./organiser-sheet.js";

export async function standingsTab(cup, state) {
  const { places, rounds, teams } = await read(`/${cup.id}/standings?format=json`);
  const inside = cup.role !== "public";
  const best = h("input", { class: "input", name: "best", type: "number", min: 0, max: 1000, inputMode: "numeric", autocomplete: "off", value: state.best ?? "", oninput: (event) => { state.best = event.target.value; } });
  const points = (entry, number) => {
    if (!(number in entry.rounds)) return "–";
    return inside ? h("button", { type: "button", class: "link", onclick: () => openSheet(cup, entry.sheets[number]) }, entry.rounds[number]) : entry.rounds[number];
  };
  const line = (entry) => h("tr", {},
    h("td", {}, h("span", { class: `spot spot-${entry.place}` }, entry.place)), h("td", {}, h("b", {}, entry.player), entry.open > 0 && " *", (entry.team || entry.table) && h("div", { class: "small muted" }, [entry.team, entry.table && w("table", { n: entry.table })].filter(Boolean).join(" · "))),
    rounds.map((number) => h("td", { class: "n" }, points(entry, number))), h("td", { class: "n sum" }, entry.total));
  const headline = (title) => h("tr", {}, h("th", { scope: "col" }, w("place")), h("th", { scope: "col" }, title),
    rounds.map((n) => h("th", { class: "n", scope: "col" }, w("round", { n }))), h("th", { class: "n", scope: "col" }, w("total")));
  const teamLine = (entry) => h("tr", {}, h("td", {}, entry.place), h("td", {}, h("b", {}, entry.team)), rounds.map((n) => h("td", { class: "n" }, entry.rounds[n] ?? "–")), h("td", { class: "n sum" }, entry.total));
  const link = (label, path) => h("a", { class: "button small", href: path }, label);
  const file = (label, path, name) => inside && button(label, "", () => fetchFile(`/${cup.id}${path}`, name).catch(complain), "small");
  return h("div", {}, h("section", { class: "card" },
    places.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("standings") },
      h("table", { class: "ranking" }, h("thead", {}, headline(w("player"))), h("tbody", {}, places.map(line)))) : h("p", { class: "muted" }, w("no-players")), places.some((entry) => entry.open > 0) && h("p", { class: "small muted" }, w("star")),
    h("div", { class: "actions" }, link(w("live"), `/page/live.html#/${cup.id}`), link(w("wall"), address(cup.id, `/standings?format=html&lang=${language()}`)),
      file(w("csv"), "/exports/standings.csv", "standings.csv"), file(w("excel"), "/exports/results.xlsx", "results.xlsx"),
      cup.role === "organiser" && cup.published && !cup.final && button(w("publish"), "share", () => publish(cup, true), "small main"),
      cup.role === "organiser" && places.length > 0 && button(w(cup.published ? "unpublish" : "publish"), "share", () => publish(cup, !cup.published), "small main"))),
  teams.length > 0 && h("section", { class: "card" }, h("table", { class: "ranking teams" }, h("thead", {}, headline(w("team"))), h("tbody", {}, teams.map(teamLine)))),
  cup.role === "organiser" && places.length > 0 && h("section", { class: "card" }, h("h2", {}, w("prints")), field(w("best-places"), best), h("div", { class: "actions" },
    button(w("certificates"), "", () => fetchFile(`/${cup.id}/prints/certificates.pdf?lang=${language()}&best=${Number(best.value) || 0}`, "certificates.pdf").catch(complain), "small"), file(w("slips"), `/prints/slips.pdf?lang=${language()}`, "slips.pdf"))));
}

const publish = (cup, on, anyway = false) => signed(async (who) => {
  try {
    await write(cup.id, "/publication", { who, publish: on, anyway });
  } catch (error) {
    if (error.code !== "still-open") throw error;
    const { summary } = await read(`/${cup.id}`);
    if (!window.confirm(`${w("still-open", { open: summary.doubtful, pending: summary.pending })} ${w("publish-anyway")}`)) return;
    await write(cup.id, "/publication", { who, publish: on, anyway: true });
  }
});

export async function rosterTab(cup, state) {
  const [{ players, missing, same_names }, { rounds: begun }] = await Promise.all([read(`/${cup.id}/roster`), read(`/${cup.id}/standings?format=json`)]);
  const take = async (text) => {
    try {
      const { passed_over: names } = await put(cup.id, "/roster", { csv: text });
      if (names.length) toast(w("roster-ignored", { names: names.join(", ") }));
      state.roster = null;
      redraw();
    } catch (error) { complain(error); }
  };
  const rounds = [...new Set(missing.map((absence) => absence.round))];
  const area = h("textarea", { class: "input", name: "csv", rows: 6, placeholder: "player,team,table", "aria-label": w("roster-give"), value: state.roster ?? asCsv(players), oninput: (event) => { state.roster = event.target.value; } });
  const input = h("input", { type: "file", accept: ".csv,.txt,text/csv", class: "hidden", id: "roster-file", tabindex: "-1", "aria-hidden": "true", onchange: async (event) => take(await event.target.files[0].text()) });
  return h("div", { class: "two" },
    h("section", { class: "card" }, h("h2", {}, w("roster-count", { n: players.length })),
      same_names.length > 0 && h("p", { class: "banner" }, w("same-names", { names: same_names.join(", ") })),
      h("ul", { class: "list" }, players.slice(0, 500).map((player) => h("li", {}, h("b", {}, player.name), " ", h("span", { class: "small muted" }, [player.team, player.table && w("table", { n: player.table })].filter(Boolean).join(" · ")))))),
    h("div", {}, cup.role === "organiser" && h("section", { class: "card form" }, h("h2", {}, w("roster-give")), area, input,
      h("div", { class: "actions" }, button(w("roster-save"), "check", () => area.value.trim() && take(area.value), "small main"), button(w("choose"), "plus", () => input.click(), "small"))),
    cup.role === "organiser" && players.length > 0 && printCard(cup, state, missing, begun),
    rounds.map((number) => absent(number, missing.filter((absence) => absence.round === number), begun.includes(number))),
    cup.role === "organiser" && arbitersCard(cup)));
}

/** Who lacks a sheet in a round; of a round that nobody has played yet only how many. */
const absent = (number, lacking, begun) => h("details", { class: "card missing", open: begun }, h("summary", {}, w("missing-count", { n: number, count: lacking.length })),
  h("ul", { class: "list" }, lacking.map((absence) => h("li", {}, h("b", {}, absence.player), absence.table && ` · ${w("table", { n: absence.table })}`))));

/** The roster as it can be edited and given again. */
function asCsv(players) {
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return players.length ? ["player,team,table", ...players.map((player) => [player.name, player.team, player.table].map(cell).join(","))].join("\n") : "";
}

/** Sheets of one side for one round, and what lets players follow on their phones. */
function printCard(cup, state, missing, played) {
  const round = h("input", { class: "input", name: "print-round", value: state.printRound ?? nextRound(missing, played), maxLength: 20, inputMode: "numeric", oninput: (event) => { state.printRound = event.target.value; } });
  const layout = h("select", { class: "input", name: "print-layout", onchange: (event) => { state.printLayout = event.target.value; } },
    LAYOUTS.map(([paper, count]) => h("option", { value: `${paper} ${count}`, selected: state.printLayout === `${paper} ${count}` }, w("per-page", { paper, n: count }))));
  const sheets = (side) => {
    const [paper, count] = layout.value.split(" ");
    const asked = new URLSearchParams({ side, round: round.value.trim() || "1", paper, per_page: count, lang: language() });
    fetchFile(`/${cup.id}/prints/sheets.pdf?${asked}`, `sheets-${side}-${round.value.trim()}.pdf`).catch(complain);
  };
  return h("section", { class: "card form" }, h("h2", {}, w("prints")), unreachable(), h("div", { class: "pair" }, field(w("round-n"), round), field(w("paper"), layout)),
    h("div", { class: "actions" }, ["A", "B", "AB"].map((side) => button(`${w("print-sheets")} ${side}`, "", () => sheets(side), "small")),
      button(w("invitations"), "", () => fetchFile(`/${cup.id}/prints/invitations.pdf?lang=${language()}`, "invitations.pdf").catch(complain), "small")));
}

const LAYOUTS = [["A4", 4], ["A4", 2], ["A4", 1], ["A5", 1], ["A6", 1]];

/** The round that is printed next: the one that nobody has played, or else the first that lacks sheets. */
function nextRound(missing, played) {
  const last = Math.max(0, ...played.map(Number).filter(Number.isFinite));
  return played.length ? String(last + 1) : missing[0]?.round ?? "1";
}

export async function rulingsTab(cup, state) {
  const { log } = await read(`/${cup.id}/log?lang=${language()}`);
  const rulings = log.filter((entry) => entry.kind === "ruling" && entry.stands).toReversed();
  const submit = (event) => {
    event.preventDefault();
    const { word, why } = event.target.elements;
    const [verb, asked] = event.submitter.value.split(" ");
    const said = { word: word.value, allow: verb === "allow", why: why.value, preview: asked === "preview" };
    signed(async (who) => {
      const { changed } = await write(cup.id, "/rulings", { ...said, who });
      state.changed = { ...said, changed };
      state.word = said.preview ? said : null;
      if (!said.preview) toast(w("ruled", { word: word.value.toUpperCase(), n: changed.length }));
    });
  };
  const keep = (name) => (event) => { state.word = { ...state.word, [name]: event.target.value }; }; // a redraw must not lose it
  const choice = (value, label, kind) => h("button", { class: `button small ${kind}`, type: "submit", value }, label);
  const shown = state.changed;
  return h("div", { class: "two" }, h("form", { class: "card form", onsubmit: submit }, whoField(),
    field(w("word"), h("input", { class: "input", name: "word", required: true, minLength: 2, maxLength: 12, autocomplete: "off", autocapitalize: "characters", value: state.word?.word ?? "", oninput: keep("word") })),
    field(w("why"), h("input", { class: "input", name: "why", maxLength: 400, value: state.word?.why ?? "", oninput: keep("why") })),
    h("div", { class: "actions in-pairs" }, choice("allow rule", w("allow"), "main"), choice("deny rule", w("deny"), ""),
      choice("allow preview", w("preview-allow"), "quiet"), choice("deny preview", w("preview-deny"), "quiet"))),
  h("div", {}, shown && h("section", { class: "card" }, h("h2", {}, w(shown.preview ? "would-change" : "changed", { word: shown.word.toUpperCase(), n: shown.changed.length })), h("ul", { class: "list" }, shown.changed.map(changeLine))),
    rulings.length > 0 && h("section", { class: "card" }, h("h2", {}, w("rulings")), h("ul", { class: "list" }, rulings.map((entry) => logLine(cup, entry))))));
}

export async function logTab(cup) {
  const { log } = await read(`/${cup.id}/log?lang=${language()}`);
  if (!log.length) return h("section", { class: "card" }, h("p", { class: "muted" }, w("log-none")));
  return h("section", { class: "card" }, h("ul", { class: "list" }, log.toReversed().map((entry) => logLine(cup, entry))),
    h("div", { class: "actions" }, button(w("log-csv"), "", () => fetchFile(`/${cup.id}/exports/log.csv`, "log.csv").catch(complain), "small")));
}

function logLine(cup, entry) {
  const undo = () => signed((who) => write(cup.id, "/undo", { entry: entry.id, who }));
  return h("li", { class: entry.stands ? "" : "void" }, h("div", {}, h("span", { class: "small muted" }, `${entry.id} · ${moment(entry.at)}`), " ", entry.sentence),
    entry.why && h("div", { class: "muted" }, entry.why), entry.stands && !["forget", "rejudge", "moved"].includes(entry.kind) && whoIs() && button(w("undo"), "undo", undo, "small quiet"));
}
