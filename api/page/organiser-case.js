// One case of the review desk: its picture, the question with an answer for each key, its letters, and what was said of it.
import { button, h } from "./dom.js";
import { known, language, percent, t } from "./i18n.js";
import { picture, read } from "./organiser-net.js";
import { w, whoIs } from "./organiser-common.js";
import { openSheet } from "./organiser-sheet.js";

export const NAMING = ["nameless", "unknown-player", "identity", "repeated", "conflict"];
const LETTERS = ["letters", "confirm"];

/** The case as a card; `acts` are what a person can do: say, step, undo. */
export async function caseCard(desk, entry, acts) {
  const base = `/${desk.cup.id}/sheets/${entry.sheet}`;
  const asked = questionOf(desk, entry, acts);
  const kept = desk.cup.keep_photos;
  const [flat, crop, { log }, ...beside] = await Promise.all([kept ? picture(`${base}/picture`) : null, asked?.row ? picture(`${base}/cells/${asked.row}/${asked.column}`) : null,
    read(`/${desk.cup.id}/log?lang=${language()}&sheet=${entry.sheet}`), ...entry.rivals.map((rival) => (kept ? picture(`/${desk.cup.id}/sheets/${rival.sheet}/picture`) : null))]);
  const naming = entry.open.some((reason) => NAMING.includes(reason));
  return h("article", { class: `card case ${flat ? "pictured" : ""}`, "data-sheet": entry.sheet },
    flat && h("div", { class: "case-picture" }, h("img", { src: flat, alt: w("picture") })),
    h("div", { class: "case-work" }, head(desk, entry),
      h("div", { class: "case-ask" }, asked && h("div", { class: "ask" }, crop && h("img", { class: "crop", src: crop, alt: w("cell", asked) }), question(asked)),
        !flat && !crop && h("p", { class: "small muted" }, w("look-at-paper", { page: entry.page })),
        naming && nameForm(entry, acts), said(desk, entry, log)),
      letters(desk, entry, acts), actions(desk, entry, acts)),
    entry.rivals.map((rival, number) => rivalCard(desk, rival, beside[number])));
}

const head = (desk, entry) => h("div", {},
  h("div", { class: "case-head" }, h("h3", {}, entry.player ?? entry.page), h("button", { type: "button", class: "sum link", onclick: () => openSheet(desk.cup, entry.sheet) }, entry.total)),
  h("p", { class: "small muted" }, [w("round", { n: entry.round }), entry.player && entry.page, entry.claimed_total && w("claimed", { total: entry.claimed_total }),
    w("certain", { p: percent(entry.certainty) })].filter(Boolean).join(" · ")),
  h("div", { class: "tags" }, entry.open.map((reason) => h("span", { class: "pill doubt" }, w(`reason-${reason}`)))),
  entry.open.includes("doubt") && entry.reasons.map((reason) => h("p", { class: "small" }, reasonText(reason, entry))));

function reasonText(code, { claimed_total: written, total }) {
  const key = code === "language" ? "reason.other-language" : `reason.${code}`;
  return t(known(key) ? key : "reason.unnamed", { code, written, total });
}

/** What is asked first: whose sheet it is, which of two counts, what arbiters see differently, which letter it is. */
function questionOf(desk, entry, acts) {
  const open = new Set(entry.open);
  const named = ({ player, round }) => ({ label: w("player-round", { player, n: round }), act: () => acts.say({ player, round }) });
  if (open.has("identity")) {
    const code = { player: entry.coded.player || entry.player, round: entry.coded.round || entry.round };
    return { text: w("ask-identity"), answers: [{ ...named(entry), note: w("by-list") }, { ...named(code), note: w("by-code") }] };
  }
  if (open.has("conflict") || open.has("repeated")) {
    const others = entry.rivals.map((rival) => rival.sheet);
    return { text: w(open.has("conflict") ? "ask-conflict" : "ask-repeated"), answers: [
      { label: w("this-counts"), act: () => acts.say({ withdraw: true }, others) }, { label: w("other-counts"), act: () => acts.say({ withdraw: true }) }] };
  }
  if ((open.has("nameless") || open.has("unknown-player")) && entry.suggestions.length) {
    return { text: w("did-you-mean"), answers: entry.suggestions.map((player) => ({ ...named({ player, round: entry.round }), label: player })) };
  }
  if (open.has("disputed")) return disputed(desk, entry, acts);
  const doubt = open.has("doubt") ? entry.doubts[0] : null;
  return doubt && { ...doubt, text: w(doubt.row ? "doubt-cell" : "doubt-side", { ...doubt, other: doubt.or, total: doubt.total_if }), answers: [doubt.letter, doubt.or].map((letter) => (
    { letter, act: () => acts.say(doubt.row ? { cells: [{ row: doubt.row, column: doubt.column, letter }] } : { side: letter }) })) };
}

/** The first cell that arbiters see differently and that is not chosen yet; the last choice settles the sheet. */
function disputed(desk, entry, acts) {
  const draft = desk.drafts.get(entry.sheet) ?? {};
  const cells = desk.differ.filter((item) => item.sheet === entry.sheet && !draft[`${item.row},${item.column}`]);
  const [cell] = cells;
  if (!cell) return null;
  const choose = (letter) => () => {
    const chosen = { ...desk.drafts.get(entry.sheet), [`${cell.row},${cell.column}`]: letter };
    desk.drafts.set(entry.sheet, chosen);
    if (cells.length > 1) acts.step(0);
    else acts.say({ cells: typedCells(chosen), settle: true });
  };
  const views = Object.entries(cell.letters);
  return { ...cell, text: w("ask-disputed", cell), answers: [...new Set(views.map(([, letter]) => letter))].map((letter) => (
    { letter, note: views.filter(([, given]) => given === letter).map(([who]) => who).join(", "), act: choose(letter) })) };
}

/** The question with one button, and one key, for each answer. */
function question({ text, answers }) {
  return h("div", {}, h("p", {}, text), h("div", { class: "answers" }, answers.map(({ letter, label, note, act }, number) =>
    h("button", { type: "button", class: `button answer ${label ? "small" : ""}`, "data-answer": number + 1, onclick: act },
      h("kbd", {}, number + 1), label ?? h("b", {}, letter === "." ? "␣" : letter), note && h("span", { class: "small muted" }, note)))));
}

/** A sheet to compare with. */
const rivalCard = (desk, rival, flat) => h("section", { class: "rival" },
  h("div", { class: "case-head" }, h("h3", {}, rival.player ?? rival.page), h("button", { type: "button", class: "sum link", onclick: () => openSheet(desk.cup, rival.sheet) }, rival.total)),
  h("p", { class: "small muted" }, [w("round", { n: rival.round }), rival.page].join(" · ")),
  flat ? h("img", { src: flat, alt: w("picture") }) : h("p", { class: "mono" }, rival.grid.join(" ")));

/** The further doubts, and who said what and when. With double entry nobody sees another's letters before both have spoken. */
function said(desk, entry, log) {
  const doubts = entry.open.includes("doubt") ? entry.doubts.slice(1, 5) : [];
  const blind = (line) => desk.cup.double_entry && LETTERS.includes(line.kind) && line.who !== whoIs() && !entry.open.includes("disputed");
  const lines = log.filter((line) => line.stands);
  return h("div", { class: "said" },
    doubts.length > 0 && h("ul", { class: "doubts" }, doubts.map((item) => h("li", {}, w(item.row ? "doubt-cell" : "doubt-side", { ...item, other: item.or, total: item.total_if })))),
    lines.length > 0 && h("ul", { class: "history small muted" }, lines.map((line) => h("li", {},
      `${new Date(line.at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" })} · ${blind(line) ? w("has-looked", line) : line.sentence}`, line.why && ` (${line.why})`))));
}

function letters(desk, entry, acts) {
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
      oninput: typed, onfocus: (event) => event.target.select(), onkeydown: (event) => { if (event.key === "Enter") save(desk, entry, acts); if (event.key === "Escape") event.target.blur(); } });
  };
  return h("div", { class: "letters" }, entry.grid.flatMap((line, r) => [...line].map((letter, c) => cell(letter, r + 1, c + 1))));
}

function save(desk, entry, acts) {
  const cells = typedCells(desk.drafts.get(entry.sheet) ?? {});
  if (cells.length) acts.say({ cells });
}

const typedCells = (draft) => Object.entries(draft).map(([key, letter]) => ({ row: Number(key[0]), column: Number(key[2]), letter }));

function actions(desk, entry, acts) {
  return h("div", { class: "actions" }, button(w("confirm"), "check", () => acts.say({ confirm: true }), "small main", { "data-key": "c", title: "c" }),
    button(w("save"), "pencil", () => save(desk, entry, acts), "small"), button(w("withdraw"), "trash", () => acts.say({ withdraw: true }), "small quiet danger"),
    h("span", { class: "spread" }), button(w("undo"), "undo", acts.undo, "small quiet", { id: "undo", title: "u" }),
    button(w("back"), "back", () => acts.step(-1), "small quiet", { id: "back", title: "←" }), button(w("next"), "", () => acts.step(1), "small quiet", { id: "next", title: "→" }));
}

function nameForm(entry, acts) {
  const submit = (event) => {
    event.preventDefault();
    const { player, round } = event.target.elements;
    acts.say({ player: player.value, round: round.value });
  };
  return h("form", { class: "name-form", onsubmit: submit },
    h("label", { class: "field" }, h("span", {}, w("player")), h("input", { class: "input", name: "player", value: entry.player ?? "", required: true, maxLength: 80, list: "roster", autocomplete: "off" })),
    h("label", { class: "field narrow" }, h("span", {}, w("round-n")), h("input", { class: "input", name: "round", value: entry.round, maxLength: 20, autocomplete: "off" })),
    h("button", { class: "button small", type: "submit" }, w("save-name")));
}
