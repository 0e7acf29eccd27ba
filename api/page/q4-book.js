// @ts-check
// The book of a Q4 table: one phone that keeps the game. Pure: a table and the list of what happened give everything
// else, so that a slip is undone by dropping the last event, and a reload goes on from what was stored.

export const ROUNDS = 14, SIDE = 4, LETTERS = 6;
const LOOKUPS = 1; // a player and game
const SCHEMA = "qwords.q4-record/1";

/** @typedef {[number, number]} Place row and column, from 1 */
/** @typedef {{name: string, letter_grid: string[], play_grid: string[], bonus_row: number, bonus_column: number}} Player */
/** @typedef {{mode: "competitive" | "friendly", players: Player[]}} Table */
/** @typedef {{kind: "roll", dice: Place} | {kind: "reroll", value: number}
 *   | {kind: "move", player: number, coordinate: Place, letter: string, cell: Place, mark: Place | null, rerolled: boolean}
 *   | {kind: "word", player: number, cells: Place[]} | {kind: "lookup", player: number, word: string}
 *   | {kind: "challenge", player: number, word: string, by: string}} Happened */
/** @typedef {{has(word: string): boolean}} Words */
/** @typedef {{word: string, cells: Place[]}} Claim */
/** @typedef {{points: number, bonus: number, penalty: number, score: number}} RoundScore */
/** @typedef {{letters: Map<string, string>, crossed: Set<string>, blocks: Place[], dots: Set<string>, lookups: number}} Board */
/** @typedef {{place: Place, coordinate: Place, letter: string, crossed: boolean, rerolled: boolean}} Choice */

const key = (/** @type {Place} */ place) => place.join();
const same = (/** @type {Place} */ one, /** @type {Place} */ other) => key(one) === key(other);
const printed = (/** @type {Player} */ player, /** @type {Place} */ [row, column]) => player.play_grid[row - 1][column - 1];
const letterAt = (/** @type {Player} */ player, /** @type {Place} */ [row, column]) => player.letter_grid[row - 1][column - 1];
const dotsOf = (/** @type {Place[]} */ cells) => cells.slice(1).map((cell, at) => [key(cells[at]), key(cell)].sort().join(" "));

/** Every run of two to four cells in a row or column, shorter ones of a line first. */
const RUNS = (() => {
  const numbers = Array.from({ length: SIDE }, (_, at) => at + 1);
  const lines = numbers.flatMap((line) => [numbers.map((at) => /** @type {Place} */ ([line, at])), numbers.map((at) => /** @type {Place} */ ([at, line]))]);
  return lines.flatMap((line) => [2, 3, 4].flatMap((size) => numbers.slice(0, SIDE - size + 1).map((at) => line.slice(at - 1, at - 1 + size))));
})();

/** The rounds as a record has them, by player. @param {Table} table @param {Happened[]} events */
function roundsOf(table, events) {
  const rounds = table.players.map(() => /** @type {any[]} */ ([]));
  let dice = /** @type {Place} */ ([1, 1]), again = /** @type {number | null} */ (null);
  for (const event of events) {
    if (event.kind === "roll") [dice, again] = [event.dice, null];
    else if (event.kind === "reroll") again = event.value;
    else if (event.kind === "move") {
      const { coordinate, letter, cell, mark, rerolled } = event;
      rounds[event.player].push({ dice, reroll: rerolled ? again : null, coordinate, letter, cell, mark, words: [], lookups: [], challenges: [] });
    } else {
      const round = rounds[event.player][rounds[event.player].length - 1];
      if (event.kind === "word") round.words.push({ word: read(letters(rounds[event.player]), event.cells), cells: event.cells });
      else if (event.kind === "lookup") round.lookups.push(event.word);
      else round.challenges.push({ word: event.word, by: event.by });
    }
  }
  return rounds;
}

const letters = (/** @type {any[]} */ rounds) => new Map(rounds.map((round) => /** @type {[string, string]} */ ([key(round.cell), round.letter])));
const read = (/** @type {Map<string, string>} */ on, /** @type {Place[]} */ cells) => cells.map((cell) => on.get(key(cell)) ?? "").join("");

/** The record of the game so far. @param {Table} table @param {Happened[]} events */
export function record(table, events) {
  const rounds = roundsOf(table, events);
  return { schema: SCHEMA, mode: table.mode, players: table.players.map((player, at) => ({ ...player, rounds: rounds[at] })) };
}

/** Where a letter may be taken: the coordinate, and the other cells of marked blocks around it.
 * @param {Place[]} blocks @param {Place} coordinate @returns {Place[]} */
function sources(blocks, coordinate) {
  const around = blocks.map(([row, column]) => /** @type {Place[]} */ ([[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]]));
  const more = around.filter((block) => block.some((place) => same(place, coordinate))).flat();
  return [...new Map([coordinate, ...more].map((place) => [key(place), place])).values()];
}

/** A player's board and points after all that happened. @param {Table} table @param {Happened[]} events @param {number} at @param {Words} words */
function played(table, events, at, words) {
  const player = table.players[at], all = roundsOf(table, events);
  /** @type {Board} */
  const board = { letters: new Map(), crossed: new Set(), blocks: [], dots: new Set(), lookups: 0 };
  /** @type {RoundScore[]} */
  const scores = [];
  for (const [number, round] of all[at].entries()) {
    const fitting = sources(board.blocks, round.coordinate).filter((place) => letterAt(player, place) === round.letter);
    const from = fitting.find((place) => !board.crossed.has(key(place))) ?? fitting[0];
    let penalty = Number(board.crossed.has(key(from)));
    board.crossed.add(key(from));
    board.letters.set(key(round.cell), round.letter);
    if (round.mark) board.blocks.push(round.mark);
    board.lookups += round.lookups.length;
    const refused = new Set(round.challenges.map((/** @type {any} */ one) => one.word).filter((/** @type {string} */ word) => !words.has(word)));
    const counted = round.words.filter((/** @type {Claim} */ { word }) => !refused.has(word));
    counted.forEach((/** @type {Claim} */ { cells }) => dotsOf(cells).forEach((dot) => board.dots.add(dot)));
    penalty += refused.size + lostChallenges(table, all, at, number, words);
    const points = counted.reduce((/** @type {number} */ sum, /** @type {Claim} */ { word }) => sum + word.length, 0);
    const bonus = Number(counted.some((/** @type {Claim} */ { cells }) => cells.some(([row, column]) => row === player.bonus_row || column === player.bonus_column)));
    scores.push({ points, bonus, penalty, score: (scores[number - 1]?.score ?? 0) + points + bonus - penalty });
  }
  return { board, scores, rounds: all[at] };
}

/** How many valid words a player challenged in a round. @param {Table} table @param {any[][]} all @param {number} at @param {number} number @param {Words} words */
function lostChallenges(table, all, at, number, words) {
  const said = all.flatMap((rounds) => rounds[number]?.challenges ?? []);
  return said.filter(({ by, word }) => by === table.players[at].name && words.has(word)).length;
}

/** The round that is being played, and whose turns are open in it. @param {Table} table @param {Happened[]} events */
export function now(table, events) {
  const rolls = events.filter(({ kind }) => kind === "roll");
  const since = events.slice(events.lastIndexOf(rolls[rolls.length - 1]) + 1);
  const roll = /** @type {{dice: Place} | undefined} */ (rolls[rolls.length - 1]);
  const reroll = /** @type {{value: number} | undefined} */ (since.find(({ kind }) => kind === "reroll"))?.value ?? null;
  const moved = new Set(since.flatMap((event) => (event.kind === "move" ? [event.player] : [])));
  const open = roll ? table.players.map((_, at) => at).filter((at) => !moved.has(at)) : [];
  return { round: rolls.length, dice: roll?.dice ?? null, reroll, open, over: rolls.length === ROUNDS && open.length === 0 };
}

/** The letters that a player may take with the dice on the table; those not crossed off cost nothing.
 * @param {Table} table @param {Happened[]} events @param {number} at @returns {Choice[]} */
export function choices(table, events, at) {
  const { dice, reroll, open } = now(table, events);
  if (!dice || !open.includes(at)) return [];
  const { board } = played(table, events, at, { has: () => true });
  const rolled = [{ pair: dice, rerolled: false }, ...(reroll === null ? [] : [{ pair: /** @type {Place} */ ([dice[0], reroll]), rerolled: true }])];
  const found = rolled.flatMap(({ pair: [first, second], rerolled }) =>
    [...new Map([[first, second], [second, first]].map((place) => [place.join(), /** @type {Place} */ (place)])).values()].flatMap((coordinate) =>
      sources(board.blocks, coordinate).map((place) => ({ place, coordinate, letter: letterAt(table.players[at], place), crossed: board.crossed.has(key(place)), rerolled }))));
  return found.filter((one) => found.find((other) => same(one.place, other.place) && one.rerolled === other.rerolled) === one);
}

/** The cells that can still take a letter. @param {Table} table @param {Happened[]} events @param {number} at @returns {Place[]} */
export function freeCells(table, events, at) {
  const taken = letters(roundsOf(table, events)[at]);
  const all = Array.from({ length: SIDE * SIDE }, (_, n) => /** @type {Place} */ ([Math.floor(n / SIDE) + 1, (n % SIDE) + 1]));
  return all.filter((cell) => printed(table.players[at], cell) !== "#" && !taken.has(key(cell)));
}

/** The runs that a player may announce now, both ways round: letters in a line with an open dot; competitive, through
 * this round's cell. @param {Table} table @param {Happened[]} events @param {number} at @param {Words} words @returns {Claim[]} */
export function announceable(table, events, at, words) {
  const { board, rounds } = played(table, events, at, words);
  const { open, round } = now(table, events);
  if (!rounds.length || rounds.length !== round || open.includes(at)) return [];
  const { cell, words: said } = rounds[round - 1];
  const before = new Set(said.map((/** @type {Claim} */ { cells }) => cells.map(key).sort().join(" ")));
  const standing = RUNS.filter((cells) => cells.every((place) => board.letters.has(key(place))));
  return standing.filter((cells) => (table.mode === "friendly" || cells.some((place) => same(place, cell)))
    && dotsOf(cells).some((dot) => !board.dots.has(dot)) && !before.has(cells.map(key).sort().join(" ")))
    .flatMap((cells) => [cells, [...cells].reverse()]).map((cells) => ({ word: read(board.letters, cells), cells }));
}

/** Where words of the list arise, shorter ones first, so that each scores. @param {Table} table @param {Happened[]} events @param {number} at @param {Words} words */
export const arising = (table, events, at, words) => announceable(table, events, at, words).filter(({ word }) => words.has(word));

/** Why something may not happen now; null where it may. @param {Table} table @param {Happened[]} events @param {Happened} event @param {Words} words */
export function refusal(table, events, event, words) {
  const { round, dice, reroll, open } = now(table, events);
  if (event.kind === "roll") return open.length ? "turn-open" : round === ROUNDS ? "over" : event.dice.every(die) ? null : "dice";
  if (event.kind === "reroll") return !dice || dice[0] !== dice[1] ? "no-doubles" : reroll !== null || open.length < table.players.length ? "late" : die(event.value) ? null : "dice";
  const { board, rounds } = played(table, events, event.player, words);
  if (event.kind === "move") {
    const taken = choices(table, events, event.player).some((one) => one.letter === event.letter && same(one.coordinate, event.coordinate) && one.rerolled === event.rerolled);
    const free = freeCells(table, events, event.player).some((cell) => same(cell, event.cell));
    const markable = !event.mark || (printed(table.players[event.player], event.cell) === "*" && event.mark.every((at) => at >= 1 && at < LETTERS));
    return taken ? (free ? (markable ? null : "mark") : "cell") : "letter";
  }
  if (rounds.length !== round || !round) return "turn-open";
  if (event.kind === "lookup") return board.lookups < LOOKUPS ? null : "lookups";
  if (event.kind === "word") {
    const fits = announceable(table, events, event.player, words).some(({ cells }) => cells.map(key).join(" ") === event.cells.map(key).join(" "));
    return fits ? null : "word";
  }
  const said = rounds[round - 1].words.some((/** @type {Claim} */ { word }) => word === event.word);
  const other = table.players.some(({ name }) => name === event.by) && table.players[event.player].name !== event.by;
  return said && other ? null : "challenge";
}

const die = (/** @type {number} */ value) => Number.isInteger(value) && value >= 1 && value <= 6;

/** All that happened, and this too; throws where it may not. @param {Table} table @param {Happened[]} events @param {Happened} event @param {Words} words */
export function after(table, events, event, words) {
  const reason = refusal(table, events, event, words);
  if (reason) throw new RangeError(reason);
  return [...events, event];
}

/** What happened, without the last slip. @param {Happened[]} events */
export const undone = (events) => events.slice(0, -1);

/** Every player's rounds with points, bonus, penalty and running score. @param {Table} table @param {Happened[]} events @param {Words} words */
export const scores = (table, events, words) => table.players.map(({ name }, at) => ({ name, rounds: played(table, events, at, words).scores }));

/** A player's board: letters, filled dots, crossed-off letters, marked blocks. @param {Table} table @param {Happened[]} events @param {number} at @param {Words} words */
export const board = (table, events, at, words) => played(table, events, at, words).board;
