// What holds for a whole tournament: what was agreed, the arbiters' link, and deleting it or its photos.
import { button, h, toast } from "./dom.js";
import { NAMES } from "./i18n.js";
import { complain, field, signed, w, whoField } from "./organiser-common.js";
import { arbiterTokenOf, dropPictures, forgetToken, write } from "./organiser-net.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** What was agreed at the start and holds to the end. */
export function agreedCard(cup) {
  const line = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("details", { class: "card agreed" }, h("summary", {}, w("agreed")), h("dl", {},
    line(w("lang"), NAMES[cup.lang] ?? cup.lang), line(w("policy"), w(cup.policy)), line(w("side"), cup.side === "auto" ? w("side-auto") : cup.side),
    line(w("rules"), cup.rules === "auto" ? w("rules-auto") : w(cup.rules)), line(w("rounds-agreed"), cup.rounds || "–"),
    line(w("ties-title"), w(cup.tie_break === "shared" ? "ties-shared" : "ties-best-round"))),
  h("ul", { class: "small muted" }, cup.double_entry && h("li", {}, w("double-entry")), cup.keep_photos && h("li", {}, w("keep-photos"))));
}

/** Another word list is installed than the one that judged the sheets: see whom it changes, then judge all again. */
export function otherListCard(cup, state) {
  if (!cup.word_list_changed) return null;
  const ask = (preview) => () => signed(async (who) => {
    const { changed } = await write(cup.id, "/rejudgement", { who, preview });
    state.otherList = preview ? changed : null;
    if (!preview) toast(w("list-judged", { n: changed.length }));
  });
  const seen = state.otherList, may = cup.role === "organiser" && state.tab === "standings";
  return h("section", { class: "card form other-list" }, h("p", { class: "banner" }, w("list-changed")),
    may && whoField(), may && seen && h("div", {}, h("h2", {}, w("list-would", { n: seen.length })), h("ul", { class: "list" }, seen.map(changeLine))),
    may && h("div", { class: "actions" }, button(w("list-preview"), "", ask(true), "small", { id: "list-preview" }),
      seen && button(w("list-judge"), "check", ask(false), "small main", { id: "list-judge" })));
}

/** Whose total goes from what to what. */
export const changeLine = (entry) => h("li", {}, h("b", {}, entry.player || entry.page), " ", h("span", { class: "arrow" }, `${entry.before} → ${entry.after}`));

/** Where phones and other arbiters cannot follow, say so before codes are printed. */
export const unreachable = () => LOCAL.includes(location.hostname) && h("p", { class: "banner unreachable" }, w("unreachable", { host: location.host }));

export function copyButton(text) {
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(w("copied")));
  return navigator.clipboard && h("div", {}, button(w("copy"), "share", copy, "small"));
}

export const arbiterLink = (id, token) => `${location.origin}/page/organiser.html#/${id}/${token}`;

/** The arbiters' link once more, in the browser that created the tournament. */
export function arbitersCard(cup) {
  const token = arbiterTokenOf(cup.id);
  if (!token) return null;
  const link = arbiterLink(cup.id, token);
  return h("section", { class: "card token" }, h("h2", {}, w("arbiter-link")), h("code", {}, link), copyButton(link), unreachable());
}

const opened = new Set(); // a change of the standings must not close what someone is about to fill in

/** Deleting needs the tournament's name; photos are asked about once. */
export function deleteCard(cup) {
  const photos = () => window.confirm(w("delete-photos-ask")) && signed(async (who) => {
    await write(cup.id, "/photos/deletion", { who });
    dropPictures(cup.id);
    toast(w("deleted"));
  });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await write(cup.id, "/deletion", { name: event.target.elements.confirmed.value });
      forgetToken(cup.id);
      toast(w("deleted"));
      location.hash = "#/";
    } catch (error) { complain(error); }
  };
  return h("details", { class: "card delete", open: opened.has(cup.id), ontoggle: (event) => opened[event.target.open ? "add" : "delete"](cup.id) }, h("summary", {}, w("keep-or-delete")),
    h("div", { class: "actions" }, button(w("delete-photos"), "trash", photos, "small quiet danger", { id: "delete-photos" })),
    h("form", { class: "form", onsubmit: submit }, field(w("delete-note", { name: cup.name }), h("input", { class: "input", name: "confirmed", required: true, maxLength: 80, autocomplete: "off" })),
      h("div", {}, h("button", { class: "button small danger", type: "submit" }, w("delete-now")))));
}
