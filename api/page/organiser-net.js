// Talks to /v1/tournaments. The organiser's tokens stay in this browser.
const BASE = "/v1/tournaments";
const tokens = () => JSON.parse(localStorage.getItem("qwords-tokens") ?? "{}");

export const tokenOf = (id) => tokens()[id] ?? "";
export const keepToken = (id, token) => localStorage.setItem("qwords-tokens", JSON.stringify({ ...tokens(), [id]: token }));
const bearer = (id) => (tokenOf(id) ? { Authorization: `Bearer ${tokenOf(id)}` } : {});

export class Problem extends Error {
  constructor({ code = "network", detail = "", hint = "" } = {}) {
    super(detail || code);
    Object.assign(this, { code, detail, hint });
  }
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(BASE + path, options);
  } catch {
    throw new Problem();
  }
  if (!response.ok) throw new Problem(await response.json().catch(() => ({ code: `status-${response.status}` })));
  return response;
}

export const read = async (path) => (await ask(path, { headers: bearer(path.split(/[/?]/)[1]) })).json();

export const write = async (id, path, value) =>
  (await ask(`/${id}${path}`, { method: "POST", headers: { "Content-Type": "application/json", ...bearer(id) }, body: JSON.stringify(value) })).json();

export async function create(agreed, service) {
  const headers = { "Content-Type": "application/json", ...(service ? { Authorization: `Bearer ${service}` } : {}) };
  const made = await (await ask("", { method: "POST", headers, body: JSON.stringify(agreed) })).json();
  keepToken(made.id, made.token);
  return made;
}

/** The picture of a sheet as an address for an image; null where photos are not kept. */
export async function picture(id, sheet) {
  try {
    return URL.createObjectURL(await (await ask(`/${id}/sheets/${sheet}/picture`, { headers: bearer(id) })).blob());
  } catch {
    return null;
  }
}

/** Send files; `onprogress` hears the share that was sent. fetch cannot tell that, so this is the older way. */
export function upload(id, files, onprogress) {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    for (const file of files) body.append("photos", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", `${BASE}/${id}/sheets`);
    request.setRequestHeader("Authorization", `Bearer ${tokenOf(id)}`);
    request.upload.onprogress = (event) => event.lengthComputable && onprogress(event.loaded / event.total);
    request.onerror = () => reject(new Problem());
    request.onload = () => {
      const answer = JSON.parse(request.responseText || "{}");
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

export const address = (id, path) => `${BASE}/${id}${path}`;
