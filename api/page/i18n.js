// The page's texts: a table for each language, chosen by the browser's languages, changed by the switch.
const STORED = "qwords-language";
const fetched = new Map();

function load(name) {
  // Beside this file, so that a version of the page and its texts stay together.
  const file = new URL(`./texts/${name}.json`, import.meta.url);
  if (!fetched.has(name)) fetched.set(name, fetch(file).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText)))));
  return fetched.get(name).catch((problem) => { fetched.delete(name); throw problem; });
}

/** Each language by its own name. */
export const NAMES = await load("languages");
export const LANGUAGES = Object.keys(NAMES);

let tongue = "en";
let table = {};

/** The first of the browser's languages that the page speaks. */
export function browserLanguage() {
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Speak a language from now on, or stay with the present one where it cannot be fetched. */
export async function setLanguage(language) {
  const chosen = LANGUAGES.includes(language) ? language : "en";
  table = await load(chosen);
  tongue = chosen;
  document.documentElement.lang = tongue;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t]"))) element.textContent = t(element.dataset.t);
}

/** Fill the switch of the language; `changed` is called whenever another one was chosen. */
export function languageSwitch(select, changed) {
  select.replaceChildren(...LANGUAGES.map((tag) => new Option(NAMES[tag], tag, false, tag === tongue)));
  select.addEventListener("change", async () => {
    await setLanguage(select.value).catch(() => { select.value = tongue; });
    localStorage.setItem(STORED, tongue);
    changed();
  });
}

export const language = () => tongue;

/** Keys without a prefix are the page's own. */
const full = (key) => (key.includes(".") ? key : `page.${key}`);

export const known = (key) => full(key) in table;

/** A text in the page's language, with its values filled in. */
export function t(key, values = {}) {
  const phrase = table[full(key)] ?? key;
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The key of the text that says why a word counts or not. */
export const whyKey = ({ why_code: code, category }) => `why.${code ?? category?.replace(" ", "-")}`;

/** A text in the form that suits a number, which it may show as {n}. */
export function plural(key, n, values = {}) {
  const one = t("format.singular").split(" ").includes(String(n));
  return t(`${key}.${one ? "one" : "other"}`, { n, ...values });
}

export const points = (n) => plural("points", n);

/** "A, B and C"; `join` is "and" or "or". */
export function listing(items, join = "and") {
  return items.length < 2 ? items.join("") : t(`format.${join}`, { rest: items.slice(0, -1).join(", "), last: items.at(-1) });
}

export const number = (value, digits = 0) => value.toFixed(digits).replace(".", t("format.decimal"));

/** A probability as a percentage. What is not certain never reads as 100, what is possible never as 0. */
export function percent(p) {
  const share = p * 100;
  const digits = share > 99.5 && share < 100 ? 2 : share > 0 && share < 1 ? 1 : 0;
  const floored = Math.floor(share * 10 ** digits + 1e-9) / 10 ** digits;
  return t("format.percent", { number: number(p > 0 && p < 1 ? Math.min(Math.max(floored, 0.1), 99.99) : floored, digits) });
}

/** A day, and a moment of it, as the page's language writes them: with the month in letters, figures have two orders. */
export const moment = (at) => new Date(at).toLocaleString(tongue, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
export const day = (at) => new Date(at).toLocaleDateString(tongue, { day: "numeric", month: "long", year: "numeric" });

export const letterName = (letter) => ({ ".": t("cell.empty"), "#": t("cell.illegible") })[letter] ?? letter;

await setLanguage(localStorage.getItem(STORED) ?? browserLanguage());
