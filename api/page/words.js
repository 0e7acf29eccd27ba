// Why a word counts or not, and what the table rules on it.
import { h, icon, openDrawer } from "./dom.js";
import { game } from "./game.js";
import { known, language, NAMES, t, whyKey } from "./i18n.js";
import { rule } from "./judging.js";
import { fold, words } from "./local.js";
import * as net from "./net.js";

/** The drawer of one word; without a word it asks for one. */
export function showWord(word = "") {
  const result = h("div", { class: "word-result", "aria-live": "polite" });
  const input = h("input", { class: "input word-input", value: word, autocomplete: "off", autocapitalize: "characters", spellcheck: false,
    maxLength: 32, "aria-label": t("word-field"), placeholder: t("word-field"), enterKeyHint: "search" });
  const look = async (event) => {
    event?.preventDefault();
    if (input.value.trim()) result.replaceChildren(...await explain(input.value.trim(), look));
  };
  const ask = h("form", { class: "word-form", onsubmit: look }, input,
    h("button", { class: "button main small", type: "submit" }, NAMES[game.options.lang]));
  openDrawer(t("word-title"), t("close"), [ask, result]);
  if (word) look();
  else input.focus();
}

async function explain(word, again) {
  const { lang, policy } = game.options;
  try {
    return entry(await net.word(lang, word, policy, language()), again);
  } catch (problem) {
    if (!net.isOffline(problem)) return [h("p", { class: "muted" }, problem.detail || t("error-unknown"))];
    return offline(word, lang, policy);
  }
}

async function offline(spelling, lang, policy) {
  try {
    const word = await fold(spelling, lang);
    const listed = (await words(lang, policy)).has(word);
    const ruling = rulingOn(word);
    return [head(word, ruling?.allow ?? listed), h("p", { class: "muted" }, t(listed ? "why-offline" : "why-offline-not")), ruling && ruled()].filter(Boolean);
  } catch {
    return [h("p", { class: "muted" }, t("offline-no-words"))];
  }
}

const rulingOn = (word) => game.rulings.find((item) => item.word === word);
const ruled = () => h("p", { class: "pill doubt" }, icon("book"), t("ruled"));

const head = (word, valid) => h("p", { class: "word-head" }, h("b", {}, word),
  h("span", { class: `pill ${valid ? "good" : "bad"}` }, icon(valid ? "check" : "alert"), t(valid ? "valid" : "invalid")));

function entry(found, again) {
  const ruling = rulingOn(found.word);
  const valid = ruling ? ruling.allow : found.valid;
  const decide = (allow) => rule(found.word, allow).then(() => again());
  const why = whyKey(found);
  return [
    head(found.word, valid),
    h("p", {}, known(why) ? t(why, { length: found.word.length }) : found.why, found.valid && ` · ${frequency(found.frequency)}`),
    found.spellings.length > 0 && h("p", { class: "muted" }, t("spelt", { spellings: found.spellings.join(", ") })),
    found.known_as.length > 0 && h("p", { class: "muted small" }, t("sources", { sources: found.known_as.join(" · ") })),
    h("p", { class: "small" }, h("a", { href: found.look_up, target: "_blank", rel: "noreferrer" }, t("look-up-at", { site: site(found.look_up) }))),
    ruling && ruled(),
    ruling
      ? h("button", { type: "button", class: "button small", onclick: () => decide(null) }, t("remove"))
      : h("button", { type: "button", class: "button small", onclick: () => decide(!found.valid) }, t(found.valid ? "deny" : "allow")),
  ].filter(Boolean);
}

const site = (address) => new URL(address).hostname.replace("www.", "");

function frequency(zipf) {
  const step = zipf >= 5 ? 5 : zipf >= 4 ? 4 : zipf >= 3 ? 3 : zipf > 0 ? 1 : 0;
  return t(`frequency-${step}`);
}
