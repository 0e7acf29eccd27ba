// How the table judges: language, side, rules, words, and its own rulings.
import { h } from "./dom.js";
import { game } from "./game.js";
import { LANGUAGES, NAMES, t } from "./i18n.js";
import { choose, houseFile, rule } from "./judging.js";

const CHOICES = { side: ["auto", "A", "B"], rules: ["auto", "standard", "professional"], policy: ["official", "open"] };

let unfolded = false;

/** All choices in a few words. */
function inShort() {
  const { lang, side, rules, policy } = game.options;
  return [NAMES[lang], side === "auto" ? t("side-auto") : t("side-n", { side }), rules !== "auto" && t(`rules-${rules}`), t(`policy-${policy}`)].filter(Boolean).join(" · ");
}

export function optionsCard() {
  return h("details", { class: "card options", open: unfolded, ontoggle: (event) => { unfolded = event.target.open; } },
    h("summary", { "data-key": "options" }, h("b", {}, t("how-judged")), h("span", { class: "muted small" }, inShort())),
    h("div", { class: "options-grid" },
      h("label", { class: "choice" }, h("span", { class: "choice-name" }, t("words-in")),
        h("select", { "data-key": "lang", value: game.options.lang, onchange: (event) => choose("lang", event.target.value) },
          LANGUAGES.map((code) => h("option", { value: code, selected: code === game.options.lang }, NAMES[code])))),
      Object.entries(CHOICES).map(([name, values]) => radios(name, values))),
    h("p", { class: "muted small" }, t("policy-note")),
    h("label", { class: "choice" }, h("span", { class: "choice-name" }, t("rolls")),
      h("textarea", { class: "input rolls", rows: 2, value: game.options.rolls ?? "", placeholder: "1,A,E\n2,S,?", "data-key": "rolls", spellcheck: false,
        onchange: (event) => choose("rolls", event.target.value) })),
    rulings());
}

function radios(name, values) {
  return h("fieldset", { class: "choice" }, h("legend", {}, t(name)),
    h("div", { class: "choice-row" }, values.map((value) => h("label", {},
      h("input", { type: "radio", name, value, checked: game.options[name] === value, "data-key": `${name}-${value}`,
        onchange: () => choose(name, value) }),
      h("span", {}, value.length === 1 ? value : t(`${name}-${value}`))))));
}

function rulings() {
  if (!game.rulings.length) return null;
  return h("div", { class: "rulings" }, h("h3", {}, t("rulings")),
    h("ul", {}, game.rulings.map(({ word, allow }) => h("li", {},
      h("span", {}, t(allow ? "ruling-allow" : "ruling-deny", { word })),
      h("button", { type: "button", class: "button quiet small", "aria-label": `${t("remove")}: ${word}`,
        onclick: () => rule(word, null) }, t("remove"))))),
    h("a", { class: "button quiet small", download: "house.txt", href: `data:text/plain;charset=utf-8,${encodeURIComponent(houseFile(game.rulings))}` },
      t("save-rulings")));
}
