// A live viewfinder: the grid is outlined while the camera moves, a word says what to do, and the photo takes itself when the
// grid is large, light, still and sharp. Without a camera or its permission, the phone's own camera app does it.
import { h, icon, svg } from "./dom.js";
import { t } from "./i18n.js";
import * as net from "./net.js";

const LONGEST = 640; // pixels of a frame that is sent: enough to find the grid, and quickly sent
const LARGE = 0.4; // of the frame's shorter side that the grid's should fill
const LIGHT = 0.25; // brightness of the paper below which it is too dark
const STILL = 0.015; // of the frame that a corner may move from one frame to the next
const STEADY = 3; // frames in a row that must be so
const SHARP = 0.85; // of the sharpest frame so far
const SHOTS = 3; // of which the sharpest is sent
const APART = 160; // milliseconds between them
const PAUSE = 700; // milliseconds when the referee is busy

/** What to tell the person, or "ready". */
export function advise(seen, before, best) {
  const grid = seen.grids[0];
  if (!grid) return "camera-none";
  const [a, b, c] = grid.corners;
  const side = Math.min(Math.hypot(a[0] - b[0], a[1] - b[1]), Math.hypot(b[0] - c[0], b[1] - c[1]));
  if (grid.light < LIGHT) return "camera-dark";
  if (side < LARGE * Math.min(seen.width, seen.height)) return "camera-closer";
  const far = STILL * Math.max(seen.width, seen.height);
  const moved = !before || grid.corners.some(([x, y], at) => Math.hypot(x - before[at][0], y - before[at][1]) > far);
  return moved || grid.sharp < SHARP * best ? "camera-still" : "ready";
}

/** The sharpest of several pictures of one scene: as JPEGs of one quality, blur makes them smaller. */
export const sharpest = (pictures) => pictures.reduce((best, one) => (one.size > best.size ? one : best));

/** Open the viewfinder; gives the photo, or null where people closed it. Throws where there is no camera to be had. */
export async function takePhoto() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } } });
  const video = h("video", { playsInline: true, muted: true, autoplay: true, srcObject: stream });
  const outline = svg("polygon", { points: "" });
  const overlay = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" }, outline);
  const advice = h("p", { class: "camera-advice", role: "status", "aria-live": "polite" }, t("camera-none"));
  const dialog = h("dialog", { class: "camera", "aria-label": t("take-photo") });
  return new Promise((resolve) => {
    let open = true;
    const end = (photo) => {
      if (!open) return;
      open = false;
      stream.getTracks().forEach((track) => track.stop());
      removeEventListener("popstate", back);
      dialog.close();
      dialog.remove();
      if (!history.state?.drawer) return resolve(photo);
      addEventListener("popstate", () => resolve(photo), { once: true });
      history.back();
    };
    const back = () => end(null);
    const shoot = async () => {
      const shots = [await grab(video)];
      while (shots.length < SHOTS && open) { await pause(APART); shots.push(await grab(video)); }
      end(sharpest(shots));
    };
    dialog.append(video, overlay, advice, h("div", { class: "camera-bar" },
      h("button", { type: "button", class: "camera-close", "aria-label": t("close"), onclick: () => end(null) }, "×"),
      h("button", { type: "button", class: "shutter", "aria-label": t("camera-shoot"), "data-key": "shutter", onclick: shoot }, icon("camera")),
      torch(stream)));
    dialog.oncancel = (event) => { event.preventDefault(); end(null); };
    document.body.append(dialog);
    history.pushState({ drawer: true }, "");
    addEventListener("popstate", back);
    dialog.showModal();
    watch(video, (seen, key, steady) => {
      overlay.setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
      outline.setAttribute("points", seen.grids[0]?.corners.map((point) => point.join(",")).join(" ") ?? "");
      outline.setAttribute("class", key === "ready" ? "ready" : "");
      const text = t(key === "ready" ? "camera-ready" : key);
      if (advice.textContent !== text) advice.textContent = text;
      if (steady >= STEADY) shoot();
    }, () => open);
  });
}

/** A lamp, where the camera has one. */
function torch(stream) {
  const [track] = stream.getVideoTracks();
  if (!track.getCapabilities?.().torch) return h("span", {});
  let on = false;
  const press = () => { on = !on; track.applyConstraints({ advanced: [{ torch: on }] }); };
  return h("button", { type: "button", class: "camera-close", "aria-label": t("camera-light"), onclick: press }, icon("bulb"));
}

/** Send frame after frame and tell what was seen, until the viewfinder is closed. */
async function watch(video, tell, isOpen) {
  let before = null;
  let best = 0;
  let steady = 0;
  while (isOpen()) {
    if (!video.videoWidth) { await pause(100); continue; }
    try {
      const seen = await net.frame(await grab(video, LONGEST, 0.7));
      if (!isOpen()) return;
      const grid = seen.grids[0];
      best = Math.max(best * 0.97, grid?.sharp ?? 0); // light and distance change: old frames count less and less
      const key = advise(seen, before, best);
      before = grid?.corners ?? null;
      steady = key === "ready" ? steady + 1 : 0;
      tell(seen, key, steady);
    } catch {
      await pause(PAUSE); // busy, or no connection: the shutter works all the same
    }
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The picture that the camera shows now, as a JPEG file. */
async function grab(video, longest = Infinity, quality = 0.93) {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
  const canvas = h("canvas", { width: Math.round(video.videoWidth * scale), height: Math.round(video.videoHeight * scale) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  return new File([blob], `camera-${Date.now()}.jpg`, { type: "image/jpeg" });
}
