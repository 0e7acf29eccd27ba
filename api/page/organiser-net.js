// Talks to /v1/tournaments. The tokens of organisers and arbiters stay in this browser.
import { save } from "./dom.js";

const BASE = "/v1/tournaments";
const tokens = () => JSON.parse(localStorage.getItem("qwords-tokens") ?? "{}");

export const tokenOf = (id) => tokens()[id] ?? "";
export const keepToken = (id, token) => localStorage.setItem("qwords-tokens", JSON.stringify({ ...tokens(), [id]: token }));
export const arbiterTokenOf = (id) => tokenOf(`${id} arbiter`);
export const forgetToken = (id) => localStorage.setItem("qwords-tokens", JSON.stringify({ ...tokens(), [id]: undefined, [`${id} arbiter`]: undefined }));
const bearer = (id) => (tokenOf(id) ? { Authorization: `Bearer ${tokenOf(id)}` } : {});

export class Problem extends Error {
  constructor({ code = "network", detail = "", hint = "" } = {}) {
    super(detail || code);
    Object.assign(this, { code, detail, hint });
  }
}

async function ask(path, options = {}, base = BASE) {
  let response;
  try {
    response = await fetch(base + path, options);
  } catch {
    throw new Problem();
  }
  if (!response.ok) throw new Problem(await response.json().catch(() => ({ code: `status-${response.status}` })));
  return response;
}

const send = (method) => async (id, path, value) =>
  (await ask(`/${id}${path}`, { method, headers: { "Content-Type": "application/json", ...bearer(id) }, body: JSON.stringify(value) })).json();
const idOf = (path) => path.split(/[/?]/)[1];

export const read = async (path) => (await ask(path, { headers: bearer(idOf(path)) })).json();
export const write = send("POST");
export const put = send("PUT");

export async function create(agreed, service) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${service}` };
  const made = await (await ask("", { method: "POST", headers, body: JSON.stringify(agreed) })).json();
  keepToken(made.id, made.token);
  keepToken(`${made.id} arbiter`, made.arbiter_token);
  return made;
}

// Pictures never change, so each is fetched once for as long as the page is open.
const pictures = new Map();

/** A picture as an address for an image; null where there is none. */
export function picture(path) {
  if (!pictures.has(path)) {
    pictures.set(path, ask(path, { headers: bearer(idOf(path)) }).then((answer) => answer.blob()).then(URL.createObjectURL).catch(() => null));
  }
  return pictures.get(path);
}

/** Forget the pictures of a tournament whose photos were deleted. */
export function dropPictures(id) {
  for (const path of [...pictures.keys()].filter((key) => key.startsWith(`/${id}/`))) pictures.delete(path);
}

/** The table of a season. */
export const season = Object.assign(async (path) => (await ask(path, {}, season.base)).json(), { base: "/v1/leagues" });

/** Save a list, a print or a report: links cannot carry the token, and what is fetched cannot be shown in a window (no tap is left to open one, and it would lack its style). */
export async function fetchFile(path, name, base = BASE) {
  save(await (await ask(path, { headers: bearer(idOf(path)) }, base)).blob(), name);
}

/** Send files; `onprogress` hears the share that was sent. fetch cannot tell that, so this is the older way. */
export function upload(path, fields, onprogress, token = "") {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value, ...(value instanceof File ? [value.name] : []));
    const request = new XMLHttpRequest();
    request.open("POST", BASE + path);
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => event.lengthComputable && onprogress(event.loaded / event.total);
    request.onerror = () => reject(new Problem());
    request.onload = () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText || "{}"); } catch { /* not ours */ }
      if (request.status === 202) resolve(answer);
      else reject(new Problem(answer));
    };
    request.send(body);
  });
}

/** Follow the scoring; `ontally` hears every change, `ondone` the end. Gives the function that stops listening. */
export function follow(id, ontally, ondone) {
  const source = new EventSource(`${BASE}/${id}/events`);
  source.addEventListener("progress", (event) => ontally(JSON.parse(event.data)));
  source.addEventListener("done", () => { source.close(); ondone(); });
  return () => source.close();
}

const RETRY_SECONDS = 3;
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Follow the ranking; `onstandings` hears it at first and after every change. Gives the function that stops listening.
 * The stream only says that there is a new one. Where many follow, each fetches it within `spread(standings)` seconds, not all at once.
 * @param {string} id @param {(standings: any) => void} onstandings @param {(open: boolean) => void} onstate
 * @param {(standings: any) => number} spread
 */
export function followStandings(id, onstandings, onstate = () => {}, spread = () => 0) {
  const source = new EventSource(`${BASE}/${id}/live`);
  const listening = () => source.readyState !== EventSource.CLOSED;
  let fetching = false, again = false, wait = 0, longest = 0;
  const bring = async () => {
    again = true;
    if (fetching) return;
    fetching = true;
    while (again && listening()) {
      await pause(wait);
      again = false;
      try {
        const found = await read(`/${id}/live/standings`);
        if (listening()) onstandings(found);
        wait = Math.random() * (longest = spread(found));
      } catch {
        again = true;
        wait = RETRY_SECONDS + Math.random() * longest;
      }
    }
    fetching = false;
  };
  source.addEventListener("revision", bring);
  source.onopen = () => onstate(true);
  source.onerror = () => onstate(false);
  return () => source.close();
}

export const address = (id, path) => `${BASE}/${id}${path}`;
