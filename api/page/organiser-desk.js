// The review desk: one case at a time, answers by one key, next and back, undo. What is typed outlives every redraw.
import { button, h, toast } from "./dom.js";
import { read, write } from "./organiser-net.js";
import { caseCard, NAMING } from "./organiser-case.js";
import { complain, problem, w, whoField, whoIs } from "./organiser-common.js";

const desks = new Map(); // by tournament

export function deskOf(cup) {
  if (!desks.has(cup.id)) desks.set(cup.id, { cup, queue: [], rejected: [], differ: [], players: [], at: "", drafts: new Map(), done: [], settled: 0, panel: null });
  return Object.assign(desks.get(cup.id), { cup });
}

/** The tab itself; what is inside is kept and brought up to date. */
export async function reviewTab(cup) {
  const desk = deskOf(cup);
  desk.panel ??= h("div", { class: "desk", tabindex: "-1" });
  await refresh(desk);
  return desk.panel;
}

/** Fetch the queue, and what else its cases need; the case in work stays as it is unless it changed. */
export async function refresh(desk, force = false) {
  const { queue, rejected } = await read(`/${desk.cup.id}/review`);
  const need = (name, reasons) => (queue.some((entry) => entry.open.some((reason) => reasons.includes(reason))) ? read(`/${desk.cup.id}/${name}`) : {});
  const [{ disagreements = [] }, { players = [] }] = await Promise.all([need("disagreements", ["disputed"]), need("roster", NAMING)]);
  const before = JSON.stringify(current(desk));
  Object.assign(desk, { queue, rejected, differ: disagreements, players });
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
  const acts = { say: (said, sheets) => say(desk, entry, said, sheets), step: (by) => step(desk, by), undo: () => undo(desk) };
  const inside = entry ? await caseCard(desk, entry, acts) : nothingLeft(acts);
  if (entry?.sheet !== current(desk)?.sheet) return; // another case was opened meanwhile
  desk.panel.replaceChildren(h("section", { class: "card desk-head" }, whoField(), h("div", { class: "desk-progress", role: "status" }), h("div", { class: "desk-note small" })),
    inside, ...others(desk), h("datalist", { id: "roster" }, desk.players.map(({ name }) => h("option", { value: name }))));
  drawProgress(desk);
}

/** All is settled; what was said last can still be taken back. */
const nothingLeft = (acts) => h("section", { class: "card" }, h("p", { class: "muted" }, w("review-none")),
  whoIs() && h("div", { class: "actions" }, button(w("undo"), "undo", acts.undo, "small quiet", { id: "undo", title: "u" })));

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
  const cases = desk.rejected.map((page) => h("li", {}, h("b", {}, page.page), " ", h("code", {}, page.code), h("div", { class: "muted small" }, problem({ code: page.code, detail: page.hint }))));
  return cases.length > 0 ? [h("section", { class: "card" }, h("h2", {}, w("rejected-pages")), h("ul", { class: "list" }, cases))] : [];
}

/** Say something of a case, or of the sheets beside it, in this person's name; then its next question, or the next case. */
async function say(desk, entry, said, sheets = [entry.sheet]) {
  const who = whoIs();
  if (!who) { toast(w("who-first")); return desk.panel.querySelector("#who")?.focus(); }
  try {
    let answer = null;
    for (const sheet of sheets) {
      answer = await write(desk.cup.id, "/corrections", { sheet, who, ...said });
      desk.done.push({ entry: answer.entry, settled: false });
    }
    desk.drafts.delete(entry.sheet);
    const open = sheets.includes(entry.sheet) ? answer.sheet.open : entry.open.filter((reason) => !["conflict", "repeated"].includes(reason));
    if (!open.length) { desk.done.at(-1).settled = true; desk.settled += 1; step(desk, 1, false); }
    toast(waits(answer.sheet) ? w("waits-second") : w("saved", answer));
  } catch (error) { complain(error); }
  return refresh(desk, true);
}

/** Take back the last thing said here, or where the page was opened anew the last one in the log under this name. */
async function undo(desk) {
  const who = whoIs();
  try {
    const last = desk.done.pop() ?? await lastOf(desk, who);
    if (!last) return toast(w("nothing-to-undo"));
    const taken = await write(desk.cup.id, "/undo", { entry: last.entry, who });
    desk.at = shortOf(taken.sheet);
    if (last.settled) desk.settled -= 1;
    toast(w("undone"));
  } catch (error) { complain(error); }
  return refresh(desk, true);
}

async function lastOf(desk, who) {
  const { log } = await read(`/${desk.cup.id}/log`);
  const line = log.findLast((entry) => entry.stands && entry.sheet && entry.who === who && entry.kind !== "undo");
  return line && { entry: line.id, settled: false };
}

const shortOf = (key) => `${key.slice(0, 10)}-${key.split("-")[1] ?? 1}`;

function step(desk, by, redraw = true) {
  const cases = mine(desk);
  const place = cases.findIndex((entry) => entry.sheet === desk.at);
  desk.at = cases.length ? cases[(place + by + cases.length) % cases.length].sheet : "";
  if (redraw) draw(desk);
}

/** Keys for those who settle hundreds: a number answers, c confirms, arrows step, u undoes. */
export function onKey(cup, event) {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const desk = deskOf(cup);
  const press = (selector) => desk.panel.querySelector(selector)?.click();
  const acts = { c: () => press("[data-key='c']"), ArrowRight: () => step(desk, 1), ArrowLeft: () => step(desk, -1), u: () => press("#undo") };
  const act = acts[event.key] ?? (/^[1-9]$/.test(event.key) && (() => press(`[data-answer='${event.key}']`)));
  if (act) { event.preventDefault(); act(); }
}
