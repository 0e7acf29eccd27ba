// The record of a Q4 game, checked: each player's board round by round, every broken rule, and what would have been better.
import { button, h, icon } from "./dom.js";
import { plural, t } from "./i18n.js";
import { playGrid, tiles } from "./q4-board.js";
import { capital } from "./q4-sheet.js";

const ROUNDS = 14;
const key = (place) => place.join();
const view = { player: 0, round: null };

/** Begin at the end of the first player's game. */
export const showFirst = () => Object.assign(view, { player: 0, round: null });

/** @param {any} game the answer of the service, with record and coach @param {{again: () => void, redraw: () => void}} does */
export function recordView(game, does) {
  const at = Math.min(view.player, game.players.length - 1);
  const [player, played, coach] = [game.players[at], game.record.players[at], game.coach?.[at]];
  return h("div", { class: "sheet-view" },
    h("div", { class: "sheet-main" }, h("h1", { class: "hidden" }, t("q4-game")),
      standings(game, at, does), playerCard(player, played), boardCard(player, played, does)),
    h("div", { class: "sheet-side" }, rules(player), rounds(player, played, coach, does), hints(player, coach),
      h("section", { class: "card" }, h("p", { class: "muted small" }, [t(`q4-mode-${game.mode}`), t("q4-word-list", { words: game.words })].join(" · ")),
        h("div", { class: "actions-more q4-actions" }, button(t("q4-another-game"), "back", does.again, "small main", { "data-key": "again" })))));
}

function standings(game, at, does) {
  if (game.players.length < 2) return null;
  const choose = (name) => { Object.assign(view, { player: game.players.findIndex((one) => one.name === name), round: null }); does.redraw(); };
  return h("section", { class: "card q4-standings" }, h("h2", {}, t("q4-standings")),
    h("ol", {}, game.standings.map(({ place, name, score }) => h("li", {},
      h("button", { type: "button", class: "q4-standing", "aria-pressed": String(game.players[at].name === name), "data-key": `player-${name}`, onclick: () => choose(name) },
        h("b", { class: "place" }, place ?? "–"), h("span", {}, name), h("b", {}, score))))));
}

function playerCard(player, played) {
  const broken = player.violations.length;
  return h("section", { class: "sheet answer-card q4-answer" },
    h("span", { class: `pill ${broken ? "bad" : "good"}`, "data-status": broken ? "bad" : "good" }, icon(broken ? "alert" : "check"), broken ? plural("page.q4-violations", broken) : t("q4-clean")),
    h("div", { class: "q4-score" }, h("div", {}, h("h2", { class: "q4-name" }, player.name), h("p", { class: "muted" }, plural("page.q4-rounds", Math.min(played.rounds.length, ROUNDS)))),
      h("output", { class: "total-box sure", "data-total": player.score, "aria-label": `${t("q4-score")} ${player.score}` }, player.score)));
}

/** The round that is looked at: the last one to begin with. */
const current = (played) => Math.min(view.round ?? played.rounds.length, played.rounds.length);

/** The board after a round: letters as written, dots of the words that counted. */
function after(player, played, round) {
  const turns = played.rounds.slice(0, Math.min(round, ROUNDS));
  const letters = new Map(turns.filter(({ cell: [row, column] }) => played.play_grid[row - 1][column - 1] !== "#").map(({ cell, letter }) => [key(cell), letter]));
  const dots = player.scored.filter((word) => word.round <= round).flatMap(({ cells }) => cells.slice(1).map((cell, at) => [cells[at], cell].sort(([r1, c1], [r2, c2]) => r1 - r2 || c1 - c2)));
  return { letters, dots };
}

function boardCard(player, played, does) {
  const round = current(played);
  const turn = played.rounds[round - 1];
  const lit = new Set(player.scored.filter((word) => word.round === round).flatMap(({ cells }) => cells.map(key)));
  const step = (by) => () => { view.round = Math.max(0, Math.min(played.rounds.length, round + by)); does.redraw(); };
  const slide = h("input", { type: "range", min: 0, max: played.rounds.length, value: round, "aria-label": t("q4-round-of", { n: round, of: played.rounds.length }), "data-key": "slide",
    oninput: (event) => { view.round = Number(event.target.value); does.redraw(); } });
  return h("section", { class: "sheet", "aria-label": t("q4-board") },
    h("div", { class: "q4-step" },
      h("button", { type: "button", class: "button small square", "aria-label": t("q4-previous"), disabled: round < 1, "data-key": "previous", onclick: step(-1) }, "‹"),
      h("p", {}, h("b", {}, round ? t("q4-round", { n: round }) : t("q4-start")), turn && h("span", { class: "muted" }, move(turn))),
      h("button", { type: "button", class: "button small square", "aria-label": t("q4-next"), disabled: round >= played.rounds.length, "data-key": "next", onclick: step(1) }, "›")),
    slide,
    playGrid(played, { ...after(player, played, round), fresh: turn ? key(turn.cell) : null, lit }));
}

/** What a player did: the dice, the letter and where it went. */
const move = ({ dice, reroll, letter, cell: [row, column] }) =>
  [`${dice.join(" + ")}${reroll === null ? "" : ` → ${reroll}`}`, t("q4-move", { letter, row, column })].join(" · ");

function rules(player) {
  if (!player.violations.length) return null;
  return h("section", { class: "card q4-findings bad" }, h("h2", {}, icon("alert"), t("q4-broken")),
    h("ul", { class: "q4-list" }, player.violations.map(({ round, text, cost }) => h("li", {}, h("b", {}, t("q4-round", { n: round })), ` ${capital(text)}`,
      cost > 0 && h("span", { class: "q4-cost" }, ` ${plural("page.q4-cost", cost)}`)))));
}

/** A line a round; the one that is looked at is open. */
function rounds(player, played, coach, does) {
  const now = current(played);
  const line = (one, at) => {
    const turn = played.rounds[at];
    const mine = (list) => list.filter(({ round }) => round === one.round);
    const [broken, found, scored] = [mine(player.violations), mine(player.findings), mine(player.scored)];
    const best = coach?.moves.find(({ round }) => round === one.round);
    const open = one.round === now;
    const choose = () => { view.round = open ? null : one.round; does.redraw(); };
    return h("li", { class: `q4-round ${broken.length ? "bad" : ""} ${open ? "open" : ""}` },
      h("button", { type: "button", class: "q4-round-line", "aria-expanded": String(open), "data-key": `round-${one.round}`, onclick: choose },
        h("b", { class: "q4-round-n" }, one.round), h("span", { class: "q4-taken" }, turn.letter),
        h("span", { class: "q4-round-words" }, scored.length ? scored.map(({ word }) => word).join(" · ") : "–", broken.length > 0 && icon("alert")),
        h("span", { class: "q4-round-points" }, sum(one)), h("b", { class: "q4-round-score" }, one.score)),
      open && h("div", { class: "q4-round-more" },
        h("p", {}, move(turn)),
        scored.map(({ word, points }) => h("p", {}, tiles(word), ` ${plural("points", points)}`)),
        broken.map(({ text }) => h("p", { class: "bad" }, capital(text))),
        found.map(({ text }) => h("p", { class: "muted" }, capital(text))),
        best && best.points > one.points + one.bonus - one.penalty && h("p", { class: "q4-best" }, icon("bulb"), bestText(best))));
  };
  return h("section", { class: "card" }, h("h2", {}, t("q4-by-round")),
    h("div", { class: "q4-round-line q4-round-head", "aria-hidden": "true" }, h("b", {}, ""), h("span", {}, ""), h("span", {}, t("q4-words-short")), h("span", {}, t("q4-points")), h("b", {}, t("q4-score"))),
    h("ol", { class: "q4-rounds" }, player.rounds.map(line)));
}

const sum = ({ points, bonus, penalty }) => `${points}${bonus ? ` + ${bonus}` : ""}${penalty ? ` − ${penalty}` : ""}`;

const bestText = ({ letter, cell: [row, column], words, points }) =>
  `${t("q4-best", { letter, row, column, points })}${words.length ? ` (${words.join(", ")})` : ""}`;

function hints(player, coach) {
  if (!coach) return null;
  return h("section", { class: "card" }, h("h2", {}, icon("bulb"), t("q4-hindsight")), h("p", {}, t("q4-best-order", { points: coach.best_order, score: player.score })));
}
