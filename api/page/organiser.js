// The organiser's page: create a tournament, upload many, watch, review, rule, publish.
import { announce, button, h, icon, show, toast } from "./dom.js";
import { address, create, follow, keepToken, read, tokenOf, upload, write } from "./organiser-net.js";
import { reviewTab } from "./organiser-review.js";
import { known, language, languageSwitch, LANGUAGES, NAMES, percent, t } from "./i18n.js";

const main = document.getElementById("main");
const TABS = ["standings", "review", "rulings", "log"];
const state = { id: "", tab: "standings", tally: null, sent: null, fresh: null, stop: null };

/** A text of this page, or else of the players' page. */
export const w = (key, values) => t(known(`organiser.${key}`) ? `organiser.${key}` : key, values);

export const complain = (error) => toast([error.code === "network" ? w("network") : error.detail, error.hint].filter(Boolean).join(" "));
const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
const check = (label, name) => h("label", { class: "check" }, h("input", { type: "checkbox", name }), h("span", {}, label));
const select = (name, options) => h("select", { name }, options.map(([value, label]) => h("option", { value }, label)));

async function hall() {
  const { tournaments } = await read("");
  show(main,
    h("div", { class: "hall-head" }, h("div", {}, h("h1", {}, w("tournaments")), h("p", {}, w("lead")))),
    h("div", { class: "two" }, createCard(),
      h("section", {}, tournaments.length === 0 && h("p", { class: "muted" }, w("none")),
        h("ul", { class: "cups" }, tournaments.map((cup) => h("li", {},
          h("a", { class: "cup", href: `#/${cup.id}` }, cup.name, h("small", {}, cup.created.slice(0, 10)))))))));
}

function createCard() {
  const submit = async (event) => {
    event.preventDefault();
    const { name, lang, side, rules, policy, double_entry, keep_photos, service } = event.target.elements;
    try {
      const agreed = { name: name.value, lang: lang.value, side: side.value, rules: rules.value, policy: policy.value,
        double_entry: double_entry.checked, keep_photos: keep_photos.checked };
      const made = await create(agreed, service.value.trim());
      state.fresh = made.token;
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
    check(w("keep-photos"), "keep_photos"), check(w("double-entry"), "double_entry"),
    field(w("service"), h("input", { class: "input", name: "service", type: "password", required: true, autocomplete: "off" })),
    h("button", { class: "button main", type: "submit" }, icon("plus"), h("span", {}, w("begin"))));
}

async function tournament() {
  const cup = await read(`/${state.id}`);
  const content = { standings: standingsTab, review: () => reviewTab(cup, redraw), rulings: rulingsTab, log: logTab };
  const inside = await content[state.tab](cup);
  const chip = cup.final ? "final" : cup.published ? "published" : "provisional";
  show(main,
    h("div", { class: "hall-head" }, h("h1", {}, cup.name), h("span", { class: `pill ${cup.final ? "good" : "doubt"}` }, w(chip))),
    tokenCard(), h("div", { class: "two" }, dropZone(), figures(cup.summary)),
    h("div", { class: "tabs", role: "tablist" }, TABS.map((name) => h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "aria-selected": String(name === state.tab), "data-key": `tab-${name}`,
      onclick: () => { state.tab = name; redraw(); },
    }, w(name), name === "review" && cup.summary.doubtful > 0 && h("b", {}, cup.summary.doubtful)))),
    h("div", { id: "panel", role: "tabpanel", "aria-labelledby": `tab-${state.tab}` }, inside));
}

function tokenCard() {
  if (state.fresh) {
    const token = state.fresh;
    const copy = () => navigator.clipboard?.writeText(token).then(() => toast(w("copied")));
    return h("section", { class: "card token" }, h("h2", {}, w("token")), h("code", {}, token), h("p", { class: "muted small" }, w("token-note")),
      navigator.clipboard && h("div", {}, button(w("copy"), "share", copy, "small")));
  }
  if (tokenOf(state.id)) return null;
  const use = (event) => { event.preventDefault(); keepToken(state.id, event.target.elements.token.value.trim()); redraw(); };
  return h("form", { class: "card form token-form", onsubmit: use }, h("p", {}, w("token-enter")),
    field(w("token"), h("input", { class: "input", name: "token", type: "password", required: true, autocomplete: "off" })),
    h("div", {}, h("button", { class: "button small", type: "submit" }, w("token-use"))));
}

function dropZone() {
  if (!tokenOf(state.id)) return h("div", {});
  const input = h("input", { type: "file", multiple: true, class: "hidden", id: "files", tabindex: "-1", "aria-hidden": "true",
    accept: "image/jpeg,image/png,image/webp,image/tiff,.zip,.pdf", onchange: (event) => send(event.target.files) });
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
  try {
    const said = await upload(state.id, [...files], (share) => { state.sent = share; document.getElementById("sent")?.replaceChildren(sentText()); });
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
      h("p", { class: "small muted" }, counts.pending ? w("scoring", { done: finished, all }) : w("idle"))),
    h("div", { class: "figures" }, figure("pages", all), figure("scored", counts.done), figure("doubtful", summary.doubtful, "doubt"),
      figure("rejected", counts.rejected, "bad"), figure("nameless", summary.nameless, "doubt"), figure("repeated", summary.repeated)));
}

async function standingsTab(cup) {
  const { places, rounds } = await read(`/${state.id}/standings?format=json`);
  const line = (entry) => h("tr", {},
    h("td", {}, h("span", { class: `spot spot-${entry.place}` }, entry.place)), h("td", {}, h("b", {}, entry.player), entry.open > 0 && " *"),
    rounds.map((number) => h("td", { class: "n" }, entry.rounds[number] ?? "–")), h("td", { class: "n sum" }, entry.total));
  const head = h("tr", {}, h("th", { scope: "col" }, w("place")), h("th", { scope: "col" }, w("player")),
    rounds.map((n) => h("th", { class: "n", scope: "col" }, w("round", { n }))), h("th", { class: "n", scope: "col" }, w("total")));
  const link = (label, path) => h("a", { class: "button small", href: address(state.id, path) }, label);
  return h("section", { class: "card" },
    places.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": w("standings") },
      h("table", { class: "ranking" }, h("thead", {}, head), h("tbody", {}, places.map(line)))) : h("p", { class: "muted" }, w("no-players")),
    h("div", { class: "actions" }, link(w("wall"), "/standings?format=html"), link(w("csv"), "/exports/standings.csv"), link(w("excel"), "/exports/results.xlsx"),
      tokenOf(state.id) && button(w(cup.published ? "unpublish" : "publish"), "share", () => publish(!cup.published), "small main")));
}

const publish = (on) => signed((who) => write(state.id, "/publication", { who, publish: on }));

function rulingsTab() {
  const submit = (event) => {
    event.preventDefault();
    const { word, why } = event.target.elements;
    const allow = event.submitter.value === "allow";
    signed(async (who) => {
      const { changed } = await write(state.id, "/rulings", { word: word.value, allow, who, why: why.value });
      toast(w("ruled", { word: word.value.toUpperCase(), n: changed.length }));
      state.changed = changed;
    });
  };
  const change = (entry) => h("li", {}, h("b", {}, entry.player || entry.page), " ", h("span", { class: "arrow" }, `${entry.before} → ${entry.after}`));
  return h("div", { class: "two" }, h("form", { class: "card form", onsubmit: submit }, whoField(),
    field(w("word"), h("input", { class: "input", name: "word", required: true, minLength: 2, maxLength: 12, autocomplete: "off", autocapitalize: "characters" })),
    field(w("why"), h("input", { class: "input", name: "why", maxLength: 400 })),
    h("div", { class: "actions" }, h("button", { class: "button small main", type: "submit", value: "allow" }, w("allow")),
      h("button", { class: "button small", type: "submit", value: "deny" }, w("deny")))),
  state.changed?.length > 0 && h("section", { class: "card" }, h("ul", { class: "list" }, state.changed.map(change))));
}

async function logTab() {
  if (!tokenOf(state.id)) return h("div", {});
  const { log } = await read(`/${state.id}/log`);
  const line = (entry) => h("li", {}, h("b", {}, entry.who), ` · ${entry.kind} `, h("code", {}, `${entry.at.replace("T", " ").slice(0, 19)} ${entry.sheet.slice(0, 10)} ${JSON.stringify(entry.what)}`),
    entry.why && h("div", {}, entry.why));
  return h("section", { class: "card" }, log.length ? h("ul", { class: "list" }, log.toReversed().map(line)) : h("p", { class: "muted" }, w("log-none")));
}

export const whoField = () => field(w("who"), h("input", { class: "input", name: "who", id: "who", maxLength: 80, autocomplete: "name",
  value: localStorage.getItem("qwords-arbiter") ?? "", oninput: (event) => localStorage.setItem("qwords-arbiter", event.target.value) }));

/** Do something in the name of whoever sits here, then show the new state. */
export async function signed(act) {
  const who = (localStorage.getItem("qwords-arbiter") ?? "").trim() || prompt(w("who"))?.trim();
  if (!who) return toast(w("who-first"));
  localStorage.setItem("qwords-arbiter", who);
  try {
    await act(who);
  } catch (error) { complain(error); }
  return redraw();
}

// Whoever is typing must not lose a letter because a page was scored meanwhile.
const typing = () => main.contains(document.activeElement) && document.activeElement.matches("input:not([type=file])");

function watch() {
  state.stop?.();
  state.stop = follow(state.id, (tally) => { state.tally = tally; if (!typing()) redraw(); }, () => { announce(w("idle")); if (!typing()) redraw(); });
}

let drawing = Promise.resolve();
export function redraw() {
  drawing = drawing.then(() => (state.id ? tournament() : hall())).catch(complain);
  return drawing;
}

function go() {
  const id = location.hash.replace(/^#\/?/, "");
  if (id !== state.id) Object.assign(state, { tab: "standings", tally: null, changed: null, fresh: id ? state.fresh : null });
  state.id = id;
  state.stop?.();
  if (id) watch();
  redraw();
}

languageSwitch(document.getElementById("tongue"), redraw);
addEventListener("hashchange", go);
go();
