// The review desk: one case at a time, with its pictures, answers by one key, next and back, undo.
import { button, h, toast } from "./dom.js";
import { percent, t } from "./i18n.js";
import { picture, read, write } from "./organiser-net.js";
import { complain, w, whoField, whoIs } from "./organiser-common.js";
import { openSheet } from "./organiser-sheet.js";

const desks = new Map(); // by tournament: what is typed outlives every redraw
const NAMING = ["nameless", "unknown-player", "identity", "repeated", "conflict"];

export function deskOf(cup) {
  if (!desks.has(cup.id)) desks.set(cup.id, { cup, queue: [], rejected: [], differ: [], at: "", drafts: new Map(), done: [], settled: 0, panel: null });
  return Object.assign(desks.get(cup.id), { cup });
}

/** The tab itself; what is inside is kept and brought up to date. */
export async function reviewTab(cup) {
  const desk = deskOf(cup);
  desk.panel ??= h("div", { class: "desk", tabindex: "-1" });
  await refresh(desk);
  return desk.panel;
}

/** Fetch the queue; the case in work stays as it is unless it changed. */
export async function refresh(desk, force = false) {
  const [{ queue, rejected }, { disagreements }] = await Promise.all([read(`/${desk.cup.id}/review`), read(`/${desk.cup.id}/disagreements`)]);
  const before = JSON.stringify(current(desk));
  Object.assign(desk, { queue, rejected, differ: disagreements });
  const gone = desk.at && !mine(desk).some((entry) => entry.sheet === desk.at);
  if (gone && desk.drafts.has(desk.at) && !force) return note(desk, w("settled-meanwhile"));
  if (gone) desk.at = "";
  desk.at ||= mine(desk)[0]?.sheet ?? "";
  if (force || gone || !desk.panel.firstChild || JSON.stringify(current(desk)) !== before) await draw(desk);
  else drawProgress(desk);
  return desk;
}

/** The cases this person can still settle: not those that wait for somebody else. */
const mine = (desk) => desk.queue.filter((entry) => !waits(entry));
const waits = (entry) => entry.open.includes("second-arbiter") && !entry.open.includes("disputed") && entry.seen_by.includes(whoIs());
const current = (desk) => desk.queue.find((entry) => entry.sheet === desk.at) ?? null;

async function draw(desk) {
  const entry = current(desk);
  const inside = entry ? await caseCard(desk, entry) : h("section", { class: "card" }, h("p", { class: "muted" }, w("review-none")));
  desk.panel.replaceChildren(h("section", { class: "card desk-head" }, whoField(), h("div", { class: "desk-progress", role: "status" }), h("div", { class: "desk-note small" })),
    inside, others(desk));
  drawProgress(desk);
}

function drawProgress(desk) {
  const left = mine(desk), waiting = desk.queue.length - left.length;
  const place = left.findIndex((entry) => entry.sheet === desk.at) + 1;
  const bar = h("div", { class: "bar" }, h("i", { vars: { share: desk.settled + left.length ? desk.settled / (desk.settled + left.length) : 1 } }));
  desk.panel.querySelector(".desk-progress")?.replaceChildren(bar,
    h("span", { class: "small muted" }, [left.length > 0 && w("case-of", { n: place, all: left.length }), w("settled-here", { n: desk.settled }),
      waiting > 0 && w("waiting-second", { n: waiting })].filter(Boolean).join(" · ")));
}

const note = (desk, text) => desk.panel.querySelector(".desk-note")?.replaceChildren(text);

function others(desk) {
  const cases = desk.rejected.map((page) => h("li", {}, h("b", {}, page.page), " ", h("code", {}, page.code), h("div", { class: "muted small" }, page.hint)));
  const differ = desk.differ.map((item) => h("li", {}, h("b", {}, item.player || item.page), " ", w("cell", item), ": ",
    Object.entries(item.letters).map(([who, letter]) => `${who}: ${letter}`).join(" · ")));
  return h("div", {}, differ.length > 0 && h("section", { class: "card" }, h("h2", {}, w("disagreements")), h("ul", { class: "list" }, differ)),
    cases.length > 0 && h("section", { class: "card" }, h("h2", {}, w("rejected-pages")), h("ul", { class: "list" }, cases)));
}

async function caseCard(desk, entry) {
  const base = `/${desk.cup.id}/sheets/${entry.sheet}`;
  const flat = desk.cup.keep_photos ? await picture(`${base}/picture`) : null;
  const doubt = entry.doubts[0];
  const crop = doubt?.row ? await picture(`${base}/cells/${doubt.row}/${doubt.column}`) : null;
  const naming = entry.open.some((reason) => NAMING.includes(reason));
  return h("article", { class: `card case ${flat ? "pictured" : ""}`, "data-sheet": entry.sheet },
    flat && h("div", { class: "case-picture" }, h("img", { src: flat, alt: w("picture") })),
    h("div", {}, head(desk, entry),
      doubt && h("div", { class: "ask" }, crop && h("img", { class: "crop", src: crop, alt: w("cell", doubt) }), question(desk, entry, doubt)),
      naming && nameForm(desk, entry), h("div", { class: "work" }, letters(desk, entry), rest(entry)), actions(desk, entry)));
}

const head = (desk, entry) => h("div", {},
  h("div", { class: "case-head" }, h("h3", {}, entry.player ?? entry.page), h("button", { type: "button", class: "sum link", onclick: () => openSheet(desk.cup, entry.sheet) }, entry.total)),
  h("p", { class: "small muted" }, [w("round", { n: entry.round }), entry.player && entry.page, entry.claimed_total && w("claimed", { total: entry.claimed_total }),
    w("certain", { p: percent(entry.certainty) })].filter(Boolean).join(" · ")),
  h("div", { class: "tags" }, entry.open.map((reason) => h("span", { class: "pill doubt" }, w(`reason-${reason}`)))),
  entry.reasons.map((reason) => h("p", { class: "small" }, t(`reason.${reason}`))));

/** The worst doubt with one button, and one key, for each answer. */
function question(desk, entry, doubt) {
  const text = w(doubt.row ? "doubt-cell" : "doubt-side", { ...doubt, other: doubt.or, total: doubt.total_if });
  const answers = [doubt.letter, doubt.or].map((letter, number) => h("button", { type: "button", class: "button answer", "data-answer": number + 1,
    onclick: () => say(desk, entry, doubt.row ? { cells: [{ row: doubt.row, column: doubt.column, letter }] } : { side: letter }) },
  h("kbd", {}, number + 1), h("b", {}, letter === "." ? "␣" : letter)));
  return h("div", {}, h("p", {}, text), h("div", { class: "answers" }, answers));
}

const rest = (entry) => entry.doubts.length > 1 && h("ul", { class: "doubts" }, entry.doubts.slice(1, 5).map((item) =>
  h("li", {}, w(item.row ? "doubt-cell" : "doubt-side", { ...item, other: item.or, total: item.total_if }))));

function letters(desk, entry) {
  const draft = desk.drafts.get(entry.sheet) ?? {};
  const doubtful = new Set(entry.doubts.map(({ row, column }) => `${row},${column}`));
  const cell = (letter, row, column) => {
    const key = `${row},${column}`;
    const typed = (event) => {
      const kept = { ...desk.drafts.get(entry.sheet), [key]: event.target.value.trim().toUpperCase() };
      if (!kept[key] || kept[key] === letter) delete kept[key];
      if (Object.keys(kept).length) desk.drafts.set(entry.sheet, kept);
      else desk.drafts.delete(entry.sheet);
      event.target.classList.toggle("changed", key in kept);
    };
    return h("input", { type: "text", value: draft[key] ?? letter, maxLength: 1, pattern: "[A-Za-z.]", autocomplete: "off", autocapitalize: "characters", spellcheck: false,
      class: `${doubtful.has(key) ? "doubtful" : ""} ${draft[key] ? "changed" : ""}`, "aria-label": w("cell", { row, column }), "data-cell": key,
      oninput: typed, onfocus: (event) => event.target.select() });
  };
  return h("div", { class: "letters" }, entry.grid.flatMap((line, r) => [...line].map((letter, c) => cell(letter, r + 1, c + 1))));
}

function actions(desk, entry) {
  const save = () => {
    const cells = Object.entries(desk.drafts.get(entry.sheet) ?? {}).filter(([key]) => key.includes(","))
      .map(([key, letter]) => ({ row: Number(key[0]), column: Number(key[2]), letter }));
    if (cells.length) say(desk, entry, { cells });
  };
  return h("div", { class: "actions" }, button(w("confirm"), "check", () => say(desk, entry, { confirm: true }), "small main", { "data-key": "c" }),
    button(w("save"), "pencil", save, "small"), button(w("withdraw"), "trash", () => say(desk, entry, { withdraw: true }), "small quiet danger"),
    h("span", { class: "spread" }), button(w("back"), "back", () => step(desk, -1), "small quiet", { id: "back" }),
    button(w("next"), "", () => step(desk, 1), "small quiet", { id: "next" }),
    desk.done.length > 0 && button(w("undo"), "undo", () => undo(desk), "small quiet", { id: "undo" }));
}

function nameForm(desk, entry) {
  const submit = (event) => {
    event.preventDefault();
    const { player, round } = event.target.elements;
    say(desk, entry, { player: player.value, round: round.value });
  };
  const offers = [...new Set([...(entry.open.includes("identity") ? [entry.player] : []), ...entry.suggestions])];
  return h("form", { class: "form", onsubmit: submit },
    offers.length > 0 && h("div", { class: "answers" }, h("span", { class: "small muted" }, w("did-you-mean")), offers.map((name) =>
      h("button", { type: "button", class: "button small", "data-offer": name, onclick: () => say(desk, entry, { player: name, round: entry.round }) }, name))),
    h("div", { class: "pair" }, h("label", { class: "field" }, h("span", {}, w("player")),
      h("input", { class: "input", name: "player", value: entry.player ?? "", required: true, maxLength: 80, list: "roster" })),
    h("label", { class: "field" }, h("span", {}, w("round-n")), h("input", { class: "input", name: "round", value: entry.round, maxLength: 20 }))),
    h("div", {}, h("button", { class: "button small", type: "submit" }, w("save-name"))));
}

/** Say something of a case in this person's name, and go on: to its next doubt, or to the next case. */
async function say(desk, entry, said) {
  const who = whoIs();
  if (!who) { toast(w("who-first")); return desk.panel.querySelector("#who")?.focus(); }
  try {
    const answer = await write(desk.cup.id, "/corrections", { sheet: entry.sheet, who, ...said });
    desk.done.push(answer.entry);
    desk.drafts.delete(entry.sheet);
    if (!answer.sheet.open.length) { desk.settled += 1; step(desk, 1, false); }
    toast(waits(answer.sheet) ? w("waits-second") : w("saved", answer));
  } catch (error) { complain(error); }
  return refresh(desk, true);
}

async function undo(desk) {
  try {
    const taken = await write(desk.cup.id, "/undo", { entry: desk.done.pop(), who: whoIs() });
    desk.at = desk.queue.find((entry) => taken.sheet.startsWith(entry.sheet.split("-")[0]))?.sheet ?? shortOf(taken.sheet);
    desk.settled = Math.max(0, desk.settled - 1);
    toast(w("undone"));
  } catch (error) { complain(error); }
  return refresh(desk, true);
}

const shortOf = (key) => `${key.slice(0, 10)}-${key.split("-")[1] ?? 1}`;

function step(desk, by, redraw = true) {
  const cases = mine(desk);
  const place = cases.findIndex((entry) => entry.sheet === desk.at);
  desk.at = cases.length ? cases[(place + by + cases.length) % cases.length].sheet : "";
  if (redraw) draw(desk);
}

/** Keys for those who settle hundreds: 1 and 2 answer, c confirms, arrows step, u undoes. */
export function onKey(cup, event) {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const desk = deskOf(cup);
  const press = (selector) => desk.panel.querySelector(selector)?.click();
  const acts = { 1: () => press("[data-answer='1']"), 2: () => press("[data-answer='2']"), c: () => press("[data-key='c']"),
    ArrowRight: () => step(desk, 1), ArrowLeft: () => step(desk, -1), u: () => press("#undo") };
  if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
}
