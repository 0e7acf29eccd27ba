// @ts-check
// Whether the referee can be reached; while it cannot, it is asked again every few seconds.
import { ask } from "./net.js";

const EVERY = 4000; // milliseconds between two tries
/** @type {((reachable: boolean) => void)[]} */
const listeners = [];
let reachable = true;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let trying;

export const isReachable = () => reachable && navigator.onLine;

/** @param {(reachable: boolean) => void} listener */
export const onconnection = (listener) => listeners.push(listener);

/** Say whether the last request came through. @param {boolean} came */
export function reached(came) {
  const before = reachable;
  reachable = came;
  clearTimeout(trying);
  if (!came) trying = setTimeout(tryAgain, EVERY);
  if (before !== came) tell();
}

async function tryAgain() {
  try {
    await (await ask("/healthz")).json();
    reached(true);
  } catch {
    reached(false);
  }
}

const tell = () => listeners.forEach((listener) => listener(isReachable()));

addEventListener("online", () => { tell(); tryAgain().then(tell); });
addEventListener("offline", tell);
