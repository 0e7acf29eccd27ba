// The standings for the screen in the hall and for phones; with the code on a sheet, a player's own sheets as well.
import { button, h, show, toast } from "./dom.js";
import { languageSwitch } from "./i18n.js";
import { complain, field, problem, titled, w } from "./organiser-common.js";
import { address, followStandings, read, upload } from "./organiser-net.js";
import { sheetLines } from "./organiser-sheet.js";

const COLUMN_ROWS = 20, COLUMNS = 3; // what can be read from the last row of a hall
const TURN_SECONDS = 12; // how long each part of a long ranking is shown
// Within how many seconds the phones of a hall fetch a new ranking: longer for a long one, so that as many bytes are sent in a second.
const spread = ({ places }) => (hall.matches ? 0 : 3 + places.length / 100);
const LATER_SECONDS = 30; // after which the own sheets are looked at again: a word may be judged otherwise for the same points
const hall = matchMedia("(min-width: 1000px)");
const main = document.getElementById("main");
const state = { id: "", code: "", standings: null, own: null, online: true, stop: null, part: 0, round: "" };

function draw() {
  const found = state.standings;
  titled(...[found?.tournament, w("standings")].filter(Boolean));
  if (!found) return show(main, h("p", { class: "muted live-wait" }, w("waiting-standings")));
  const chip = found.final ? "final" : "provisional";
  return show(main,
    h("header", { class: "live-head" }, h("h1", {}, found.tournament),
      h("div", { class: "live-state" }, !state.online && h("span", { class: "pill bad" }, w("network")), h("span", { class: `pill ${found.final ? "good" : "doubt"}` }, w(chip)))),
    state.own ? ownCard(state.own) : codeForm(),
    found.places.length ? ranking(found) : h("p", { class: "muted" }, w("no-players")),
    found.places.some((entry) => entry.open > 0) && h("p", { class: "small muted live-star" }, w("star")),
    h("footer", { class: "live-foot" }, found.teams.length > 0 && teams(found), hall.matches && join()));
}

/** On the screen of a hall the ranking stands in columns, and a long one takes turns; on a phone it is one list. */
function ranking({ places, rounds }) {
  if (!hall.matches) return table(places, rounds);
  const all = COLUMN_ROWS * COLUMNS, parts = Math.ceil(places.length / all), from = (state.part % parts) * all;
  const shown = places.slice(from, from + all);
  const columns = Math.ceil(shown.length / COLUMN_ROWS), rows = Math.ceil(shown.length / columns);
  return h("div", {}, parts > 1 && h("p", { class: "muted live-part" }, w("shown-places", { from: from + 1, to: from + shown.length, all: places.length })),
    h("div", { class: `live-columns of-${columns}`, vars: { rows } }, Array.from({ length: columns }, (_, n) => table(shown.slice(n * rows, (n + 1) * rows), rounds))));
}

// A row is drawn again only when something about it changes: thousands of places would keep a phone busy.
const lines = new Map(); // by player

function table(places, rounds) {
  const line = (entry) => {
    const kept = lines.get(entry.player), shown = JSON.stringify([entry, rounds, entry.player === state.own?.player]);
    if (kept?.shown === shown) return kept.row;
    const row = drawLine(entry);
    lines.set(entry.player, { row, shown });
    return row;
  };
  const drawLine = (entry) => h("tr", { class: entry.player === state.own?.player ? "me" : "" },
    h("td", {}, h("span", { class: `spot spot-${entry.place}` }, entry.place)),
    h("td", { class: "who" }, h("b", {}, entry.player), entry.open > 0 && " *", entry.team && h("span", { class: "muted small" }, entry.team)),
    rounds.map((number) => h("td", { class: "n round" }, entry.rounds[number] ?? "–")), h("td", { class: "n sum" }, entry.total));
  return h("table", { class: "ranking live-ranking" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, w("place")), h("th", { scope: "col" }, w("player")),
    rounds.map((n) => h("th", { class: "n round", scope: "col" }, w("round", { n }))), h("th", { class: "n", scope: "col" }, w("total")))), h("tbody", {}, places.map(line)));
}

const teams = ({ teams: list }) => h("section", {}, h("h2", {}, w("team")), h("ol", { class: "live-teams" },
  list.map((entry) => h("li", {}, h("span", { class: `spot spot-${entry.place}` }, entry.place), h("b", {}, entry.team), h("span", { class: "sum" }, entry.total)))));

/** A code that brings phones to this page. */
const join = () => h("figure", { class: "live-join" }, h("img", { src: address(state.id, "/join.svg"), alt: "" }), h("figcaption", {}, w("join"),
  !document.fullscreenElement && document.fullscreenEnabled && button(w("full-screen"), "corners", fill, "small quiet")));

/** Fill the screen, and keep it awake where the browser can. */
async function fill() {
  await document.documentElement.requestFullscreen().catch(() => {});
  await navigator.wakeLock?.request("screen").catch(() => {});
  draw();
}

function codeForm() {
  const submit = (event) => { event.preventDefault(); state.refused = ""; location.hash = `#/${state.id}/${event.target.elements.code.value.replace(/\s/g, "").toUpperCase()}`; };
  return h("form", { class: "live-code", onsubmit: submit }, h("label", {}, h("span", { class: "small muted" }, w("own-code")),
    h("input", { class: "input", name: "code", required: true, minLength: 6, maxLength: 16, autocomplete: "off", autocapitalize: "characters", spellcheck: false, "data-key": "code" })),
  h("button", { class: "button small", type: "submit" }, w("own-show")));
}

function ownCard(own) {
  const input = h("input", { type: "file", accept: "image/*", class: "hidden", id: "own-photo", tabindex: "-1", "aria-hidden": "true", onchange: (event) => send(event.target.files[0]) });
  return h("section", { class: "card own" }, h("h2", {}, own.player, placeOf(state.standings) && ` · ${w("place")} ${placeOf(state.standings).place}`),
    own.sheets.map((sheet) => h("details", { open: state.opened?.has(sheet.round), ontoggle: (event) => keepOpen(sheet.round, event.target.open) },
      h("summary", {}, w("round", { n: sheet.round }), " ", h("b", {}, sheet.total), sheet.needs_review && h("span", { class: "pill doubt" }, w("provisional"))), sheetLines(sheet))),
    own.sheets.length === 0 && h("p", { class: "muted" }, w("own-none")),
    own.sent.map((photo) => h("p", { class: `own-state ${photo.state}`, role: "status" }, photo.state === "pending" ? w("sent-pending") : w("sent-rejected", { why: problem({ code: photo.code, detail: photo.hint }) }))),
    !state.standings?.published && h("div", { class: "own-send" }, field(w("own-round"), h("input", { class: "input", name: "own-round", maxLength: 20, inputMode: "numeric", value: state.round, "data-key": "own-round", oninput: (event) => { state.round = event.target.value; } })),
      input, button(w("own-send"), "camera", () => input.click(), "small")));
}

function keepOpen(round, open) { // a change of the standings must not close what a player reads
  state.opened ??= new Set();
  if (open) state.opened.add(round);
  else state.opened.delete(round);
}

async function send(photo) {
  if (!photo) return;
  try {
    await upload(`/${state.id}/players/${state.code}/sheets`, [["photo", photo], ["round", state.round.trim()]], () => {});
    toast(w("own-sent"));
    await loadOwn();
  } catch (error) { complain(error); }
}

async function loadOwn() {
  const { code } = state;
  if (!code || code === state.refused) return;
  try {
    state.own = await read(`/${state.id}/players/${code}`);
  } catch (error) {
    state.own = null;
    if (error.code === "tournament-not-found") state.refused = code; // nobody's: it is not asked for at every change
    complain(error);
  }
  draw();
}

function go() {
  const [id = "", code = ""] = location.hash.replace(/^#\/?/, "").split("/");
  Object.assign(state, { id, code, own: null, part: 0, standings: id === state.id ? state.standings : null });
  state.stop?.();
  if (id) state.stop = followStandings(id, heard, (online) => { if (online !== state.online) { state.online = online; draw(); } }, spread);
  draw();
}

/** A new ranking. The own sheets are fetched again where they may have changed: not by all phones at every change. */
function heard(found) {
  const mine = () => JSON.stringify([state.standings?.published, state.standings?.final, { ...placeOf(state.standings), place: 0 }]);
  const before = mine();
  state.standings = found;
  draw();
  const waits = state.own?.sent.some((photo) => photo.state === "pending");
  if (!state.own || waits || mine() !== before) loadOwn();
  else if (!state.later) state.later = setTimeout(() => { state.later = 0; loadOwn(); }, LATER_SECONDS * (1 + Math.random()) * 1000);
}

const placeOf = (found) => found?.places.find((entry) => entry.player === state.own?.player);

setInterval(() => {
  if (!hall.matches || !state.standings || state.standings.places.length <= COLUMN_ROWS * COLUMNS) return;
  state.part += 1;
  draw();
}, TURN_SECONDS * 1000);
hall.addEventListener("change", draw);
addEventListener("hashchange", go);
document.addEventListener("fullscreenchange", draw);
languageSwitch(document.getElementById("tongue"), draw);
go();
