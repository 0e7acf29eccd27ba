// Show the program where the grid is: four points on the photo, dragged or moved with the arrow keys.
import { button, h, svg } from "./dom.js";
import { t } from "./i18n.js";
import { readAgain } from "./queue.js";

const STEP = 0.005; // of the picture's width, for one press of an arrow key
const ZOOM = 2.5;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The editor. Points are kept as shares of the picture as displayed, and sent in its pixels. */
export function cornersEditor(sheet, done) {
  const image = h("img", { src: sheet.url, alt: "", draggable: false });
  const shares = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];
  const outline = svg("polygon", {});
  const loupe = h("div", { class: "loupe", hidden: true });
  loupe.style.backgroundImage = `url(${sheet.url})`;
  const handles = shares.map((_, number) => handle(number));
  const stage = h("div", { class: "corners" }, image,
    svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, outline), handles, loupe);

  image.addEventListener("load", () => {
    const ratio = sheet.photo ? image.naturalWidth / sheet.photo.width : 1; // a smaller copy may have been read
    const known = sheet.corners ?? sheet.read?.corners.map((point) => point.map((value) => value * ratio));
    known?.forEach(([x, y], number) => { shares[number] = [x / image.naturalWidth, y / image.naturalHeight]; });
    draw();
  });

  function draw() {
    outline.setAttribute("points", shares.map((point) => point.join(",")).join(" "));
    handles.forEach((element, number) => {
      [element.style.left, element.style.top] = shares[number].map((share) => `${share * 100}%`);
    });
  }

  function move(number, x, y) {
    shares[number] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    draw();
  }

  function handle(number) {
    const follow = (event) => {
      const box = image.getBoundingClientRect();
      move(number, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      magnify(number, box);
    };
    return h("button", { type: "button", class: "handle", "aria-label": t(`corner-${number + 1}`), "data-key": `corner-${number}`,
      onpointerdown: (event) => { event.target.setPointerCapture(event.pointerId); follow(event); },
      onpointermove: (event) => { if (event.target.hasPointerCapture(event.pointerId)) follow(event); },
      onpointerup: () => { loupe.hidden = true; },
      onpointercancel: () => { loupe.hidden = true; },
      onkeydown: (event) => {
        const step = ARROWS[event.key];
        if (!step) return;
        event.preventDefault();
        const size = STEP * (event.shiftKey ? 5 : 1);
        const tall = image.naturalWidth / image.naturalHeight || 1;
        move(number, shares[number][0] + step[0] * size, shares[number][1] + step[1] * size * tall);
      } });
  }

  function magnify(number, box) {
    const [x, y] = shares[number];
    const size = 110;
    loupe.hidden = false;
    loupe.classList.toggle("at-right", x < 0.5 && y < 0.5);
    loupe.style.backgroundSize = `${box.width * ZOOM}px ${box.height * ZOOM}px`;
    loupe.style.backgroundPosition = `${size / 2 - x * box.width * ZOOM}px ${size / 2 - y * box.height * ZOOM}px`;
  }

  const send = () => {
    readAgain(sheet, shares.map(([x, y]) => [Math.round(x * image.naturalWidth), Math.round(y * image.naturalHeight)]));
    done?.();
  };
  return h("div", { class: "corners-editor" }, stage,
    h("div", { class: "actions" }, button(t("read-again"), "check", send, "main"), done && button(t("cancel"), null, done, "quiet")));
}
