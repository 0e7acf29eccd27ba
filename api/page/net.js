// @ts-check
// The one place that talks to the service. Every refusal becomes a Problem with the service's own code and hint.
/** @type {Record<string, number>} milliseconds until an answer that does not come counts as no connection */
const PATIENCE = { quick: 15_000, photo: 120_000 };

export class Problem extends Error {
  /** @param {string} code @param {string} [detail] @param {string} [hint] @param {number} [retryAfter] */
  constructor(code, detail = "", hint = "", retryAfter = 0) {
    super(detail || code);
    this.code = code;
    this.detail = detail;
    this.hint = hint;
    this.retryAfter = retryAfter;
  }
}

const NETWORK = "network"; // nobody answered
const OTHER_GAME = "other-game"; // the photo shows a sheet of Q4, which has a page of its own
const PORTAL = "portal"; // somebody answered, but not the referee: the log-in page of a network, a proxy

/** Whether the referee was not reached at all. @param {unknown} error */
export const isOffline = (error) => error instanceof Problem && [NETWORK, PORTAL].includes(error.code);

/** @param {string} address @param {RequestInit} [options] @param {number} [patience] */
export async function ask(address, options = {}, patience = PATIENCE.quick) {
  let response;
  try {
    response = await fetch(address, { ...options, signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Problem(NETWORK);
  }
  if (!response.ok) throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"));
  return response;
}

/** @param {number} status @param {string} body @param {string | null} retryAfter */
function problemOf(status, body, retryAfter) {
  const wait = Number(retryAfter) || 0;
  try {
    const { code, detail, hint } = JSON.parse(body);
    if (typeof code === "string") return new Problem(code, detail, hint, wait);
  } catch { /* not the referee's own words */ }
  if (status === 0 || status === 511 || status < 400) return new Problem(PORTAL);
  return new Problem({ 429: "busy", 503: "not-ready" }[status] ?? `status-${status}`, "", "", wait);
}

/** The JSON of an answer; anything else did not come from the referee. @param {string} text */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(PORTAL);
  }
}

/** @param {Response} response */
const json = async (response) => parsed(await response.text());

/** @param {string} address @param {unknown} value */
const post = (address, value) =>
  ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

/** @param {any} document @returns {import("./types").VerdictOut} */
function verdictOf(document) {
  if (!Array.isArray(document?.sheets)) throw new Problem(PORTAL);
  return document;
}

/** @returns {Promise<import("./types").MetaOut>} */
export const meta = async () => json(await ask("/v1/meta"));
/** @param {unknown} asked */
export const score = async (asked) => verdictOf(await json(await post("/v1/scores", asked))).sheets[0];
/** @param {unknown} asked @returns {Promise<import("./types").CoachOut>} */
export const coach = async (asked) => json(await post("/v1/coach", asked));
/** @param {string} lang @param {string} text @param {string} policy @param {string} texts @returns {Promise<import("./types").WordOut>} */
export const word = async (lang, text, policy, texts) =>
  json(await ask(`/v1/words/${lang}/${encodeURIComponent(text)}?policy=${policy}&texts=${texts}`));

/** @param {string} lang @param {string} policy */
export async function lexicon(lang, policy) {
  const response = await ask(`/v1/lexicons/${lang}?policy=${policy}&common=true`, {}, 60_000);
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/plain")) throw new Problem(PORTAL);
  return response.text();
}

/** @param {Blob & {name?: string}} photo @param {Record<string, any>} fields */
function form(photo, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== "") body.append(name, typeof value === "object" ? JSON.stringify(value) : value);
  }
  body.append("photo", photo, photo.name || "photo.jpg");
  return body;
}

/**
 * Send a photo; `onprogress` hears the share that was sent. fetch cannot tell that, so this is the older way.
 * @param {Blob} photo @param {Record<string, any>} fields @param {(share: number) => void} onprogress
 * @returns {Promise<import("./types").VerdictOut>}
 */
export function scan(photo, fields, onprogress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/scans");
    request.timeout = PATIENCE.photo;
    request.upload.onprogress = (event) => event.lengthComputable && onprogress(event.loaded / event.total);
    request.onerror = request.ontimeout = () => reject(new Problem(NETWORK));
    request.onload = () => {
      if (request.status !== 200) return reject(problemOf(request.status, request.responseText, request.getResponseHeader("Retry-After")));
      try {
        const answer = parsed(request.responseText);
        if (answer?.game === "q4" && fields.game !== "q4") return reject(new Problem(OTHER_GAME));
        resolve(verdictOf(answer));
      } catch (problem) {
        reject(problem);
      }
    };
    request.send(form(photo, { game: "auto", ...fields, pictures: true }));
  });
}

/** Where the grid lies in one frame of the camera. @param {Blob} frame @returns {Promise<import("./types").FrameOut>} */
export const frame = async (frame) =>
  json(await ask("/v1/frames", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: frame }, 4000));

/** @param {Response} response */
async function file(response) {
  const blob = await response.blob();
  if (!/^(text\/html|application\/pdf)/.test(blob.type)) throw new Problem(PORTAL);
  return blob;
}

/** @param {Blob} photo @param {Record<string, any>} fields */
export const photoReport = async (photo, fields) =>
  file(await ask("/v1/reports", { method: "POST", body: form(photo, fields) }, PATIENCE.photo));
/** @param {unknown} asked */
export const typedReport = async (asked) => file(await post("/v1/reports/typed", asked));
