// A refusal in the page's language: by its code where the page knows it, else in the service's own words.
import { known, t } from "./i18n.js";

export function describe({ code = "", detail = "" }) {
  if (code === "network") return t("error-network");
  if (known(`problem-${code}`)) return t(`problem-${code}`);
  if (/^status-5|^internal$|^worker-lost$/.test(code)) return t("problem-server");
  return detail || t("error-unknown");
}
