// @ts-check
// What the second game asks of the service.
import { ask, parsed } from "./net.js";

/** @param {Response} response */
const json = async (response) => parsed(await response.text());

/** A record, checked: with the record as it was understood, and what the coach says. @param {string} text @param {string} texts @param {{words: string, words_name: string}} table */
export const check = async (text, texts, { words, words_name }) =>
  json(await ask(`/v1/q4/checks?record=true&coach=true&texts=${texts}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: words ? beside(text, { words, words_name }) : text }, 30_000));

/** A record with the list beside it; the record as it was typed, so that the service names what is wrong with it. */
const beside = (/** @type {string} */ text, /** @type {object} */ list) => `{"record": ${text}, ${JSON.stringify(list).slice(1)}`;

/** What was read on a sheet, judged again with what people said. @param {unknown} asked */
export const sheet = async (asked) =>
  json(await ask("/v1/q4/sheets", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) }, 30_000));
