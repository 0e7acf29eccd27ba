// A refusal in the page's language: by its code where the page knows it, else in the service's own words.
import { known, t } from "./i18n.js";

export function describe({ code = "", detail = "" }) {
  if (code === "network") return t("error-network");
  if (code === "client-busy") return t("problem-busy");
  if (known(`problem-${code}`)) return t(`problem-${code}`);
  if (/^status-5|^internal$|^worker-lost$/.test(code)) return t("problem-server");
  return detail || t("error-unknown");
}

/** Why a photo has to wait, and when it is sent again. */
export const waiting = ({ problem, seconds }) => t(problem?.code === "not-ready" ? "waiting-start" : "waiting", { seconds });
