// The review queue: the sheet, its letters to correct, its doubts, its player; worst first.
import { button, h, toast } from "./dom.js";
import { picture, read, tokenOf, write } from "./organiser-net.js";
import { percent } from "./i18n.js";
import { signed, w, whoField } from "./organiser.js";

const SHOWN = 12; // cases on the page at once; the next ones follow as these are settled

export async function reviewTab(cup) {
  if (!tokenOf(cup.id)) return h("div", {});
  const { queue, rejected } = await read(`/${cup.id}/review`);
  const { disagreements } = await read(`/${cup.id}/disagreements`);
  const cases = await Promise.all(queue.slice(0, SHOWN).map((entry) => reviewCase(cup, entry)));
  return h("div", {}, tokenOf(cup.id) && h("section", { class: "card" }, whoField()),
    cases.length ? cases : h("section", { class: "card" }, h("p", { class: "muted" }, w("review-none"))),
    disagreements.length > 0 && h("section", { class: "card" }, h("h2", {}, w("disagreements")), h("ul", { class: "list" }, disagreements.map(difference))),
    rejected.length > 0 && h("section", { class: "card" }, h("h2", {}, w("rejected-pages")), h("ul", { class: "list" },
      rejected.map((page) => h("li", {}, h("b", {}, page.page), " ", h("code", {}, page.code), h("div", { class: "muted small" }, page.hint))))));
}

const difference = (item) => h("li", {}, h("b", {}, item.player || item.page), " ", w("cell", item), ": ",
  Object.entries(item.letters).map(([who, letter]) => `${who}: ${letter}`).join(" · "));

async function reviewCase(cup, entry) {
  const flat = cup.keep_photos && tokenOf(cup.id) ? await picture(cup.id, entry.sheet) : null;
  const doubtful = new Set(entry.doubts.map(({ row, column }) => `${row},${column}`));
  const inputs = entry.grid.flatMap((letters, r) => [...letters].map((letter, c) => cell(letter, r + 1, c + 1, doubtful)));
  const changed = () => inputs.filter((input) => input.value.toUpperCase() !== input.dataset.was)
    .map((input) => ({ row: Number(input.dataset.row), column: Number(input.dataset.column), letter: input.value.trim().toUpperCase() || "." }));
  const correct = (said) => signed(async (who) => {
    const { before, after } = await write(cup.id, "/corrections", { sheet: entry.sheet, who, ...said });
    toast(w("saved", { before, after }));
  });
  const said = h("div", { class: "said" }, entry.doubts.length > 0 && h("ul", { class: "doubts" }, entry.doubts.slice(0, 5).map(doubt)));
  if (tokenOf(cup.id)) {
    said.append(h("div", { class: "actions" }, button(w("confirm"), "check", () => correct({ confirm: true }), "small main"),
      button(w("save"), "pencil", () => { const cells = changed(); if (cells.length) correct({ cells }); }, "small"),
      button(w("withdraw"), "trash", () => correct({ withdraw: true }), "small quiet danger")), nameForm(entry, correct));
  }
  const body = h("div", {}, head(entry), h("div", { class: "work" }, h("div", { class: "letters" }, inputs), said));
  return h("article", { class: `card case ${flat ? "pictured" : ""}` },
    flat && h("div", { class: "case-picture" }, h("img", { src: flat, alt: w("picture") })), body);
}

const head = (entry) => h("div", {},
  h("div", { class: "case-head" }, h("h3", {}, entry.player ?? entry.page), h("span", { class: "sum" }, entry.total)),
  h("p", { class: "small muted" }, [w("round", { n: entry.round }), entry.player && entry.page, entry.claimed_total && w("claimed", { total: entry.claimed_total }),
    w("certain", { p: percent(entry.certainty) })].filter(Boolean).join(" · ")),
  h("div", { class: "tags" }, entry.open.map((reason) => h("span", { class: "pill doubt" }, w(`reason-${reason}`)))));

function cell(letter, row, column, doubtful) {
  const mark = (event) => event.target.classList.toggle("changed", event.target.value.toUpperCase() !== letter);
  return h("input", { type: "text", value: letter, maxLength: 1, pattern: "[A-Za-z.]", autocomplete: "off", autocapitalize: "characters", spellcheck: false,
    class: doubtful.has(`${row},${column}`) ? "doubtful" : "", "aria-label": w("cell", { row, column }),
    "data-row": row, "data-column": column, "data-was": letter, oninput: mark, onfocus: (event) => event.target.select() });
}

const doubt = (item) => h("li", {}, w(item.row ? "doubt-cell" : "doubt-side", { ...item, other: item.or, total: item.total_if }));

function nameForm(entry, correct) {
  if (!entry.open.some((reason) => ["nameless", "repeated", "conflict"].includes(reason))) return "";
  const submit = (event) => {
    event.preventDefault();
    const { player, round } = event.target.elements;
    correct({ player: player.value, round: round.value });
  };
  return h("form", { class: "form", onsubmit: submit },
    h("div", { class: "pair" }, h("label", { class: "field" }, h("span", {}, w("player")),
      h("input", { class: "input", name: "player", value: entry.player ?? "", required: true, maxLength: 80 })),
    h("label", { class: "field" }, h("span", {}, w("round-n")), h("input", { class: "input", name: "round", value: entry.round, maxLength: 20 }))),
    h("div", {}, h("button", { class: "button small", type: "submit" }, w("save-name"))));
}

