// The addresses of the service for those who write programs: read from /openapi.json, with nothing from elsewhere.
import { h } from "./dom.js";
import { ask } from "./net.js";

const METHODS = ["get", "post", "put", "patch", "delete"];

const schema = await (await ask("/openapi.json")).json();
const named = (reference) => reference.split("/").at(-1);

/** A type in a few words. */
function kind(part) {
  if (!part) return "";
  if (part.$ref) return named(part.$ref);
  if (part.anyOf) return part.anyOf.map(kind).filter((text) => text !== "null").join(" | ");
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (part.type === "array") return `${kind(part.items) || "…"}[]`;
  return part.format ?? part.type ?? "";
}

const resolved = (part) => (part?.$ref ? schema.components.schemas[named(part.$ref)] : part);

function fields(part, required = []) {
  const properties = Object.entries(resolved(part)?.properties ?? {});
  if (!properties.length) return null;
  const needed = new Set([...required, ...(resolved(part).required ?? [])]);
  return h("dl", {}, properties.flatMap(([name, value]) => [
    h("dt", {}, h("code", {}, name), needed.has(name) && h("sup", { title: "required" }, "*"), h("span", { class: "muted" }, ` ${kind(value)}`)),
    h("dd", {}, value.description ?? "")]));
}

function operation(path, method, { summary, description, parameters = [], requestBody, responses }) {
  const bodies = Object.entries(requestBody?.content ?? {});
  const answers = Object.entries(responses ?? {});
  const good = answers.find(([status]) => status.startsWith("2"))?.[1];
  const refusals = answers.map(([status]) => status).filter((status) => !status.startsWith("2"));
  return h("details", { class: "card operation" },
    h("summary", {}, h("b", { class: `method ${method}` }, method.toUpperCase()), h("code", {}, path), h("span", { class: "muted" }, summary ?? "")),
    description && h("p", {}, description),
    parameters.length > 0 && h("section", {}, h("h3", {}, "Parameters"), h("dl", {}, parameters.flatMap((parameter) => [
      h("dt", {}, h("code", {}, parameter.name), parameter.required && h("sup", {}, "*"), h("span", { class: "muted" }, ` ${parameter.in}, ${kind(parameter.schema)}`)),
      h("dd", {}, parameter.description ?? "")]))),
    bodies.map(([type, body]) => h("section", {}, h("h3", {}, "Body ", h("code", {}, type)), fields(body.schema))),
    Object.entries(good?.content ?? {}).map(([type, body]) => h("section", {}, h("h3", {}, "Answer ", h("code", {}, type), h("span", { class: "muted" }, ` ${kind(body.schema)}`)), fields(body.schema))),
    refusals.length > 0 && h("p", { class: "muted small" }, `Refusals are application/problem+json: ${refusals.join(", ")}.`));
}

const groups = new Map();
for (const [path, item] of Object.entries(schema.paths)) {
  for (const method of METHODS.filter((name) => item[name])) {
    const tag = item[method].tags?.[0] ?? "more";
    groups.set(tag, [...groups.get(tag) ?? [], operation(path, method, item[method])]);
  }
}
document.getElementById("main").replaceChildren(h("h1", {}, schema.info.title), h("p", { class: "muted" }, `Version ${schema.info.version}. ${schema.info.description ?? ""}`),
  ...[...groups].map(([tag, operations]) => h("section", { class: "group" }, h("h2", {}, tag), operations)));
