// Talks to the service. Every refusal becomes a Problem with the service's own code and hint.
import { language } from "./i18n.js";

export class Problem extends Error {
  constructor(code, detail = "", hint = "", retryAfter = 0) {
    super(detail || code);
    Object.assign(this, { code, detail, hint, retryAfter });
  }
}

const OFFLINE = "network";
export const isOffline = (error) => error instanceof Problem && error.code === OFFLINE;

async function ask(address, options = {}) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Problem(OFFLINE);
  }
  if (!response.ok) throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"));
  return response;
}

function problemOf(status, body, retryAfter) {
  try {
    const { code, detail, hint } = JSON.parse(body);
    return new Problem(code, detail, hint, Number(retryAfter) || 0);
  } catch {
    return new Problem(`status-${status}`);
  }
}

const post = (address, value) =>
  ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

export const meta = async () => (await ask("/v1/meta")).json();
/** Sentences come in the language of the page, whatever that of the words is. */
const forReader = (asked) => ({ ...asked, texts: language() });

export const score = async (asked) => (await (await post("/v1/scores", forReader(asked))).json()).sheets[0];
export const lexicon = async (lang, policy) => (await ask(`/v1/lexicons/${lang}?policy=${policy}`)).text();
export const word = async (lang, text, policy) =>
  (await ask(`/v1/words/${lang}/${encodeURIComponent(text)}?policy=${policy}`)).json();

function form(photo, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== "") body.append(name, typeof value === "object" ? JSON.stringify(value) : value);
  }
  body.append("photo", photo, photo.name || "photo.jpg");
  return body;
}

/** Send a photo; `onprogress` hears the share that was sent. fetch cannot tell that, so this is the older way. */
export function scan(photo, fields, onprogress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/scans");
    request.upload.onprogress = (event) => event.lengthComputable && onprogress(event.loaded / event.total);
    request.onerror = () => reject(new Problem(OFFLINE));
    request.onload = () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText));
      else reject(problemOf(request.status, request.responseText, request.getResponseHeader("Retry-After")));
    };
    request.send(form(photo, { ...forReader(fields), pictures: true }));
  });
}

export const photoReport = async (photo, fields) =>
  (await ask("/v1/reports", { method: "POST", body: form(photo, forReader(fields)) })).blob();
export const typedReport = async (asked) => (await post("/v1/reports/typed", forReader(asked))).blob();
