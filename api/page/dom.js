// Small helpers to build the page: elements, icons, the dialog, and words for those who listen.
const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  photos: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
  book: "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  share: "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8",
  corners: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  back: "M14.5 5l-7 7 7 7",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  plus: "M12 5v14M5 12h14",
  turn: "M20 12a8 8 0 1 1-2.5-5.8M20 4v5h-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  picture: "M4 5h16v14H4zM8 13l3-3 3 4 2-2 4 4",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.800 1-2.500A6 6 0 0 0 12 3z",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
};

/** An element of the page itself. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** An element: properties, then children. `class`, `data-…`, `aria-…` are attributes, `on…` are listeners. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "vars") for (const [key, number] of Object.entries(value)) element.style.setProperty(`--${key}`, number);
  else if (name in element && !name.includes("-") && !["list", "form", "class"].includes(name)) element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round",
    "stroke-linejoin": "round", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

export const button = (label, name, onclick, kind = "", more = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick, ...more }, name && icon(name), h("span", {}, label));

/** Replace what an element shows, keeping the keyboard where it was. */
export function show(element, ...children) {
  const focused = /** @type {any} */ (document.activeElement);
  const [key, start] = [focused?.dataset?.key, focused?.selectionStart];
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  const again = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typeof start === "number" && again.setSelectionRange) again.setSelectionRange(start, start);
}

export function announce(text) {
  document.getElementById("announce").textContent = text;
}

/** @type {Map<string, Promise<any>>} by name; kept from the first call on: WebKit hands out a module asked for twice before it has run */
const loading = new Map();

/** Load what is rarely needed when it is, a file beside this one. If this version is gone from the service, the page begins anew with the next. */
export function later(name) {
  if (!loading.has(name)) loading.set(name, import(name).catch(beginAnew));
  return loading.get(name);
}

/** Nothing goes on in a page that is about to be replaced. */
const beginAnew = () => new Promise(() => location.reload());

let fading;
/** A message for some seconds; with an action people can take it back. */
export function toast(text, action = null) {
  const element = document.getElementById("toast");
  const done = () => { element.hidden = true; };
  const act = () => { done(); action.do(); };
  element.replaceChildren(h("span", {}, text), action ? h("button", { type: "button", class: "toast-action", onclick: act }, action.label) : "");
  element.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(done, action ? 9000 : 6000);
}

/** Save a file under a name. @param {Blob} file @param {string} name */
export function save(file, name) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it late
}

/** Open the drawer with a title and content. The answer closes it, and is done when the drawer's step of the history is gone. */
export function openDrawer(title, closeLabel, content, onkey) {
  const dialog = byId("dialog");
  const close = () => closeDrawer();
  dialog.onkeydown = onkey ?? null;
  dialog.onclick = (event) => { if (event.target === dialog) close(); };
  dialog.oncancel = (event) => { event.preventDefault(); close(); };
  dialog.replaceChildren(
    h("div", { class: "drawer-body" },
      h("div", { class: "drawer-head" },
        h("h2", { id: "dialog-title", tabindex: "-1", autofocus: true }, title),
        h("button", { type: "button", class: "close", "aria-label": closeLabel, onclick: close }, "×")),
      content));
  if (!dialog.open) {
    history.pushState({ drawer: true }, ""); // so that the phone's back button closes the drawer, and nothing else
    dialog.showModal();
  }
  return close;
}

export function closeDrawer() {
  const dialog = byId("dialog");
  if (!dialog.open) return Promise.resolve();
  dialog.close();
  if (!history.state?.drawer) return Promise.resolve();
  return new Promise((resolve) => {
    addEventListener("popstate", () => resolve(), { once: true });
    history.back();
  });
}

/** @param {EventTarget} target @param {string} name @returns {Promise<Event>} */
const heard = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/** Done when no drawer is open, nor its step of the history left: what comes by itself takes no other drawer's place. */
export async function noDrawer() {
  const dialog = byId("dialog");
  if (dialog.open) await heard(dialog, "close");
  if (history.state?.drawer) await heard(window, "popstate");
}

addEventListener("popstate", () => byId("dialog")?.close());
