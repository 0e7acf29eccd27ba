// What the organiser's views share: texts, complaints, who signs, and drawing the page anew.
import { h, toast } from "./dom.js";
import { known, t } from "./i18n.js";

/** A text of these pages, or else of the players' page. */
export const w = (key, values) => t(known(`organiser.${key}`) ? `organiser.${key}` : key, values);

/** A refusal in the page's language: by its code where the page knows it, else in the service's own words. */
export function problem({ code, detail = "", hint = "" }) {
  const key = [`organiser.problem-${code}`, `problem-${code}`].find(known);
  return key ? t(key) : [detail, hint].filter(Boolean).join(" ");
}

export const complain = (error) => toast(error.code === "network" ? w("network") : problem(error));
export const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

export const whoIs = () => (localStorage.getItem("qwords-arbiter") ?? "").trim();
export const whoField = () => field(w("who"), h("input", { class: "input", name: "who", id: "who", maxLength: 80, autocomplete: "name",
  value: whoIs(), oninput: (event) => localStorage.setItem("qwords-arbiter", event.target.value) }));

/** What the browser's tab says. */
export const titled = (...names) => { document.title = [...names, "Qwords referee"].join(" · "); };

let draw = async () => {};
let drawing = Promise.resolve();

/** Say how the page is drawn. */
export function onRedraw(act) {
  draw = act;
}

/** Draw the page anew, after whatever is being drawn. */
export function redraw() {
  drawing = drawing.then(() => draw()).catch(complain);
  return drawing;
}

/** Do something in the name of whoever sits here, then show the new state. */
export async function signed(act) {
  const who = whoIs() || prompt(w("who"))?.trim();
  if (!who) return toast(w("who-first"));
  localStorage.setItem("qwords-arbiter", who);
  try {
    await act(who);
  } catch (error) { complain(error); }
  return redraw();
}
