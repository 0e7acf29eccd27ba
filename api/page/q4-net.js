// @ts-check
// What the second game asks of the service.
import { ask, parsed } from "./net.js";

/** @param {Response} response */
const json = async (response) => parsed(await response.text());

/** A record, checked: with the record as it was understood, and what the coach says. @param {string} text @param {string} texts */
export const check = async (text, texts) =>
  json(await ask(`/v1/q4/checks?record=true&coach=true&texts=${texts}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: text }, 30_000));

/** What was read on a sheet, judged again with what people said. @param {unknown} asked */
export const sheet = async (asked) =>
  json(await ask("/v1/q4/sheets", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) }, 30_000));
