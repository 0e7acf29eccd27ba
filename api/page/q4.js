// The second game: a photo of a finished sheet, or the record of a game, and what the referee says of it.
import { h, show } from "./dom.js";
import { browserLanguage, language, languageSwitch, setLanguage, t } from "./i18n.js";

const result = document.getElementById("result");
const input = /** @type {HTMLInputElement} */ (document.getElementById("file"));

const isRecord = (file) => file.type === "application/json" || file.name.endsWith(".json");

function ask(file) {
  if (isRecord(file)) {
    const headers = { "Content-Type": "application/json" };
    return fetch(`/v1/q4/checks?texts=${language()}`, { method: "POST", headers, body: file });
  }
  const form = new FormData();
  form.append("game", "q4");
  form.append("texts", language());
  form.append("photo", file, file.name || "photo.jpg");
  return fetch("/v1/scans", { method: "POST", body: form });
}

async function judge() {
  const [file] = input.files;
  if (!file) return;
  result.hidden = false;
  try {
    await ready; // a file may be chosen while the texts are still on their way
    show(result, h("p", {}, t("reading")));
    const answer = await ask(file);
    const said = await answer.json();
    show(result, answer.ok ? view(said) : h("p", {}, [said.detail, said.hint].join(" ")));
  } catch {
    show(result, h("p", {}, t("error-network")));
  }
}

const view = (said) => (said.sheets ? said.sheets.map(sheetView) : said.players.map(playerView));

const sheetView = (sheet) => h("div", {},
  h("table", { class: "q4-board" }, sheet.grid.map((row) => h("tr", {}, [...row].map((sign) =>
    h("td", { class: sign === "#" ? "black" : "" }, sign === "#" || sign === "." ? "" : sign))))),
  h("pre", { class: "q4-text" }, sheet.text));

const playerView = (player) => h("div", {},
  h("h2", {}, `${player.name}: ${player.score}`),
  h("table", { class: "q4-rounds" }, player.rounds.map((one) => h("tr", {},
    [one.round, one.points, one.bonus, -one.penalty, one.score].map((value) => h("td", {}, String(value)))))),
  h("ul", {}, [...player.violations, ...player.findings].map((one) => h("li", {}, `${one.round}: ${one.text}`))),
  player.violations.length === 0 && h("p", {}, t("q4-clean")));

const ready = setLanguage(browserLanguage());
input.addEventListener("change", judge);
await ready;
languageSwitch(document.getElementById("tongue"), judge);
