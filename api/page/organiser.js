// The organiser's page: create a tournament, upload many, watch, review, rule, publish. Arbiters use it as well.
import { byId, announce, button, h, icon, show, toast } from "./dom.js";
import { day, language, languageSwitch, LANGUAGES, NAMES, percent } from "./i18n.js";
import { complain, field, onRedraw, redraw, titled, w } from "./organiser-common.js";
import { deskOf, onKey, refresh, reviewTab } from "./organiser-desk.js";
import { create, follow, followStandings, keepToken, read, tokenOf, upload } from "./organiser-net.js";
import { seasonCard, seasonView } from "./organiser-season.js";
import { agreedCard, arbiterLink, copyButton, deleteCard, otherListCard, unreachable } from "./organiser-settings.js";
import { logTab, rosterTab, rulingsTab, standingsTab } from "./organiser-tabs.js";

const main = document.getElementById("main");
const TABS = { standings: standingsTab, review: reviewTab, roster: rosterTab, rulings: rulingsTab, log: logTab };
const state = { id: "", tab: "standings", tally: null, sent: null, fresh: null, stop: [], cup: null, season: null };

const check = (label, name) => h("label", { class: "check" }, h("input", { type: "checkbox", name }), h("span", {}, label));
const select = (name, options) => h("select", { name }, options.map(([value, label]) => h("option", { value }, label)));

async function home() {
  main.classList.remove("at-desk");
  const { tournaments } = await read("");
  if (state.season) return seasonView(main, state.season, tournaments);
  titled(w("tournaments"));
  return show(main,
    h("div", { class: "hall-head" }, h("div", {}, h("h1", {}, w("tournaments")), h("p", {}, w("lead")))),
    h("div", { class: "two" }, createCard(),
      h("section", {}, tournaments.length === 0 && h("p", { class: "muted" }, w("none")),
        h("ul", { class: "cups" }, tournaments.map((cup) => h("li", {},
          h("a", { class: "cup", href: `#/${cup.id}` }, cup.name, h("small", {}, day(cup.created)))))), tournaments.length > 1 && seasonCard(tournaments))));
}

function createCard() {
  const submit = async (event) => {
    event.preventDefault();
    const { name, lang, side, rules, policy, double_entry, keep_photos, best_round, rounds, service } = event.target.elements;
    try {
      const agreed = { name: name.value, lang: lang.value, side: side.value, rules: rules.value, policy: policy.value,
        double_entry: double_entry.checked, keep_photos: keep_photos.checked, tie_break: best_round.checked ? "best-round" : "shared",
        rounds: Number(rounds.value) || 0 };
      const made = await create(agreed, service.value.trim());
      state.fresh = made;
      location.hash = `#/${made.id}`;
    } catch (error) { complain(error); }
  };
  return h("form", { class: "card form", onsubmit: submit }, h("h2", {}, w("create")),
    field(w("name"), h("input", { class: "input", name: "name", required: true, maxLength: 80, autocomplete: "off" })),
    h("div", { class: "pair" },
      field(w("lang"), Object.assign(select("lang", LANGUAGES.map((tag) => [tag, NAMES[tag]])), { value: language() })),
      field(w("policy"), select("policy", [["official", w("official")], ["open", w("open")]]))),
    h("div", { class: "pair" },
      field(w("side"), select("side", [["auto", w("side-auto")], ["A", "A"], ["B", "B"]])),
      field(w("rules"), select("rules", [["auto", w("rules-auto")], ["standard", w("standard")], ["professional", w("professional")]]))),
    field(w("rounds-planned"), h("input", { class: "input", name: "rounds", type: "number", min: 0, max: 99, inputMode: "numeric", autocomplete: "off" })),
    check(w("keep-photos"), "keep_photos"), check(w("double-entry"), "double_entry"), check(w("best-round"), "best_round"),
    field(w("service"), h("input", { class: "input", name: "service", type: "password", required: true, autocomplete: "off" })),
    h("p", { class: "small muted" }, w("service-hint")),
    h("button", { class: "button main", type: "submit" }, icon("plus"), h("span", {}, w("begin"))));
}

async function tournament() {
  const cup = state.cup = await read(`/${state.id}`);
  const tabs = cup.role === "public" ? ["standings"] : ["standings", "review", "roster", "rulings", "log"];
  if (!tabs.includes(state.tab)) state.tab = "standings";
  const inside = await TABS[state.tab](cup, state);
  const chip = cup.final ? "final" : cup.published ? "published" : "provisional";
  main.classList.toggle("at-desk", state.tab === "review");
  titled(cup.name);
  show(main,
    h("div", { class: "hall-head" }, h("h1", {}, cup.name), h("span", { class: `pill ${cup.final ? "good" : "doubt"}` }, w(chip))),
    cup.role !== "public" && otherListCard(cup, state), state.tab === "standings" && tokenCard(cup), state.tab === "standings" && cup.role === "organiser" && h("div", { class: "two" }, dropZone(), figures(cup.summary)),
    tabs.length > 1 && h("div", { class: "tabs", role: "tablist" }, tabs.map((name) => h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "aria-selected": String(name === state.tab), "data-key": `tab-${name}`,
      onclick: () => { state.tab = name; sessionStorage.setItem("qwords-tab", `${state.id} ${name}`); redraw(); },
    }, w(name), count(name, cup.summary)))),
    h("div", { id: "panel", role: "tabpanel", "aria-labelledby": `tab-${state.tab}` }, inside),
    state.tab === "standings" && agreedCard(cup), state.tab === "standings" && cup.role === "organiser" && deleteCard(cup));
}

const badge = (name, summary) => ({ review: summary.doubtful, roster: summary.missing })[name] ?? 0;
const count = (name, summary) => badge(name, summary) > 0 && h("b", {}, badge(name, summary));

/** What waits, on the tabs: they stay while the desk is worked at, and must not tell the past. */
function drawCounts(summary) {
  for (const name of ["review", "roster"]) {
    const tab = document.getElementById(`tab-${name}`), shown = count(name, summary);
    if (!tab || Number(tab.querySelector("b")?.textContent ?? 0) === badge(name, summary)) continue;
    tab.querySelector("b")?.remove();
    if (shown) tab.append(shown);
  }
}

function tokenCard(cup) {
  if (state.fresh) return freshTokens(state.fresh);
  if (cup.role !== "public") return null;
  const use = (event) => { event.preventDefault(); keepToken(state.id, event.target.elements.token.value.trim()); watch(); redraw(); };
  return h("form", { class: "card form token-form", onsubmit: use }, h("p", {}, w("token-enter")),
    field(w("token"), h("input", { class: "input", name: "token", type: "password", required: true, autocomplete: "off" })),
    h("div", {}, h("button", { class: "button small", type: "submit" }, w("token-use"))));
}

function freshTokens(made) {
  const shown = (title, text) => h("div", {}, h("h2", {}, title), h("code", {}, text), copyButton(text));
  return h("section", { class: "card token" }, shown(w("token"), made.token), shown(w("arbiter-link"), arbiterLink(made.id, made.arbiter_token)), unreachable(), h("p", { class: "muted small" }, w("token-note")),
    h("div", {}, button(w("token-noted"), "check", () => { state.fresh = null; redraw(); }, "small")));
}

function dropZone() {
  const input = h("input", { type: "file", multiple: true, class: "hidden", id: "files", tabindex: "-1", "aria-hidden": "true",
    accept: "image/*,.heic,.zip,.pdf", onchange: (event) => send(event.target.files) });
  const zone = h("section", { class: "drop" }, icon("photos"), h("b", {}, w("drop")), input,
    button(w("choose"), "plus", () => input.click(), "main", { id: "choose" }), h("div", { id: "sent", class: "small muted", role: "status" }, sentText()));
  const over = (on) => (event) => { event.preventDefault(); zone.classList.toggle("over", on); };
  zone.addEventListener("dragover", over(true));
  zone.addEventListener("dragleave", over(false));
  zone.addEventListener("drop", (event) => { over(false)(event); send(event.dataTransfer.files); });
  return zone;
}

const sentText = () => (state.sent === null ? "" : w("sending", { percent: percent(state.sent) }));

async function send(files) {
  if (!files.length) return;
  const sending = (share) => { state.sent = share; document.getElementById("sent")?.replaceChildren(sentText()); };
  try {
    const said = await upload(`/${state.id}/sheets`, [...files].map((file) => ["photos", file]), sending, tokenOf(state.id));
    toast(w("added", { n: said.pages }));
  } catch (error) { complain(error); }
  state.sent = null;
  watch();
  redraw();
}

function figures(summary) {
  const counts = state.tally ?? { done: summary.scored, rejected: summary.rejected, pending: summary.pending };
  const all = counts.done + counts.rejected + counts.pending;
  const finished = all - counts.pending;
  const figure = (name, value, kind = "") => h("div", { class: `figure ${value ? kind : ""}` }, h("b", {}, value), h("span", {}, w(name)));
  return h("section", { class: "card" },
    h("div", { class: "progress" },
      h("div", { class: "bar", role: "progressbar", "aria-label": w("scored"), "aria-valuemin": "0", "aria-valuemax": String(all), "aria-valuenow": String(finished) },
        h("i", { vars: { share: all ? finished / all : 0 } })),
      h("p", { class: "small muted" }, counts.pending ? w("scoring", { done: finished, all }) : w(all ? "idle" : "no-pages"))),
    h("div", { class: "figures" }, figure("pages", all), figure("scored", counts.done), figure("doubtful", summary.doubtful, "doubt"),
      figure("rejected", counts.rejected, "bad"), figure("nameless", summary.nameless, "doubt"), figure("repeated", summary.repeated), figure("missing", summary.missing, "doubt"),
      figure("certain-then-corrected", summary.certain_then_corrected, "bad"), figure("asked-but-right", summary.asked_but_right)));
}

// Whoever is typing must not lose a letter because a page was scored, or a case was settled elsewhere.
const typing = () => main.contains(document.activeElement) && document.activeElement.matches("input:not([type=file]), textarea");

const NEWS_SECONDS = 2; // news that come faster are shown together: thousands of sheets change all the time

/** At once, and then not again for a while; what is called meanwhile is done once at its end. */
function paced(act, seconds) {
  let resting = false, again = false;
  return function news() {
    again = resting;
    if (resting) return;
    resting = true;
    setTimeout(() => { resting = false; if (again) news(); }, seconds * 1000);
    act();
  };
}

/** Follow scoring and standings; the desk keeps the case in work, all else is drawn anew. */
function watch() {
  for (const stop of state.stop) stop();
  const news = paced(() => {
    if (state.tab === "review" && state.cup && state.cup.role !== "public") refresh(deskOf(state.cup)).catch(complain);
    else if (!typing() && !byId("dialog").open) redraw();
  }, NEWS_SECONDS);
  state.stop = [follow(state.id, (tally) => { state.tally = tally; news(); }, () => { announce(w("idle")); state.tally = null; news(); }), followStandings(state.id, (found) => { drawCounts(found.summary); news(); })];
}

/** `#/ID` opens a tournament; `#/ID/TOKEN` is an arbiter's link, whose token is kept and taken out of the address; a third part names the tab. */
function go() {
  const [first = "", token = "", ...more] = location.hash.replace(/^#\/?/, "").split("/");
  const id = first === "league" ? "" : first;
  state.season = id === first ? null : [token, ...more];
  if (id && token) {
    keepToken(id, token);
    if (more[0]) sessionStorage.setItem("qwords-tab", `${id} ${more[0]}`);
    history.replaceState(null, "", `#/${id}`);
  }
  const [kept, tab] = (sessionStorage.getItem("qwords-tab") ?? "").split(" "); // a reload comes back to where it was
  if (id !== state.id) Object.assign(state, { tab: id === kept ? tab : "standings", tally: null, changed: null, word: null, roster: null, otherList: null, cup: null, fresh: id ? state.fresh : null });
  state.id = id;
  for (const stop of state.stop) stop();
  state.stop = [];
  if (id) watch();
  redraw();
}

onRedraw(() => (state.id ? tournament() : home()));
addEventListener("hashchange", go);
addEventListener("keydown", (event) => { if (state.tab === "review" && state.cup && !byId("dialog").open) onKey(state.cup, event); });
languageSwitch(document.getElementById("tongue"), redraw);
go();
