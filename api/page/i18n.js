// The page's words: four languages, chosen by the browser's, changed by the switch.
import de from "./i18n/de.js";
import en from "./i18n/en.js";
import fr from "./i18n/fr.js";
import it from "./i18n/it.js";

const WORDS = { en, de, fr, it };
export const LANGUAGES = Object.keys(WORDS);
export const NAMES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" };
let tongue = "en";

/** The first of the browser's languages that the page speaks. */
export function browserLanguage() {
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

export function setLanguage(language) {
  tongue = LANGUAGES.includes(language) ? language : "en";
  document.documentElement.lang = tongue;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
}

export const language = () => tongue;

export const known = (key) => key in WORDS[tongue];

/** A phrase in the page's language, with its values filled in. */
export function t(key, values = {}) {
  const phrase = WORDS[tongue][key] ?? en[key] ?? key;
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const points = (n) => t(n === 1 || (n === 0 && tongue === "fr") ? "points-1" : "points", { n });

export const percent = (p) => {
  const digits = p > 0.995 && p < 1 ? 2 : 0;
  const floored = Math.floor(p * 100 * 10 ** digits) / 10 ** digits; // 99.99 % must never read as 100 %
  return new Intl.NumberFormat(tongue, { style: "percent", maximumFractionDigits: digits }).format(floored / 100);
};

export const letterName = (letter) => ({ ".": t("nothing"), "#": t("illegible") })[letter] ?? letter;
