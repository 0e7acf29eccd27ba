// @ts-check
// The photo on the phone: sharp pieces of it, and a smaller copy where the connection is slow.
const SLOW = 1.5; // megabit a second; below this a full photo takes longer than reading it twice
const LONGEST = 2400; // pixels: benchmarks/shrink.py reads the same letters from this as from the full photo
const QUALITY = 0.85;
const WORTH = 900_000; // bytes from which on a smaller copy is worth making

function isSlow() {
  const link = /** @type {any} */ (navigator).connection;
  return Boolean(link && (link.saveData || /2g|3g/.test(link.effectiveType ?? "") || (link.downlink && link.downlink < SLOW)));
}

/**
 * What is sent: the photo itself, or on a slow link a smaller copy, with `scale` telling by how much.
 * @param {File} file @returns {Promise<Blob & {name?: string, scale?: number}>}
 */
export async function forSending(file) {
  if (file.size < WORTH || !isSlow()) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (!blob || blob.size > file.size * 0.8) return file;
    return Object.assign(new File([blob], file.name, { type: "image/jpeg" }), { scale });
  } catch {
    return file; // the service says best what is wrong with it
  }
}

/** @type {Map<string, Promise<HTMLImageElement>>} */
const loaded = new Map();

/** @param {string} url */
function picture(url) {
  if (!loaded.has(url)) {
    const image = new Image();
    image.src = url;
    loaded.clear(); // one photo at a time: a decoded one takes some 50 MB
    loaded.set(url, image.decode().then(() => image));
  }
  return /** @type {Promise<HTMLImageElement>} */ (loaded.get(url));
}

/** @typedef {[number, number]} Point */

/**
 * Where a point of the grid, in cells from its top left, lies in the photo: the projective map of the four corners.
 * @param {Point[]} corners @returns {(x: number, y: number) => Point}
 */
export function projection(corners) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / det;
  const k = (dx1 * dy3 - dx3 * dy1) / det;
  return (column, row) => {
    const [u, v] = [column / 5, row / 5];
    const w = g * u + k * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + k * x3) * v + x0) / w, ((y1 - y0 + g * y1) * u + (y3 - y0 + k * y3) * v + y0) / w];
  };
}

/**
 * Draw one cell with its surroundings onto a canvas, upright, from the photo on the phone.
 * @param {HTMLCanvasElement} canvas @param {{url: string, photo: {width: number}, read: {corners: Point[]}}} sheet
 * @param {number} row @param {number} column @param {number} around in cells
 */
export async function drawCell(canvas, sheet, row, column, around = 0.12) {
  const image = await picture(sheet.url);
  const ratio = image.naturalWidth / sheet.photo.width;
  const at = projection(sheet.read.corners);
  const scaledAt = (/** @type {number} */ x, /** @type {number} */ y) => at(x, y).map((value) => value * ratio);
  const [left, top, size] = [column - around, row - around, 1 + 2 * around];
  const [a, b, c] = [scaledAt(left, top), scaledAt(left + size, top), scaledAt(left, top + size)];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  // Within a cell the projection is as good as affine: three corners are enough.
  const matrix = new DOMMatrix([(b[0] - a[0]) / canvas.width, (b[1] - a[1]) / canvas.width, (c[0] - a[0]) / canvas.height, (c[1] - a[1]) / canvas.height, a[0], a[1]]).inverse();
  context.imageSmoothingQuality = "high";
  context.setTransform(matrix);
  context.drawImage(image, 0, 0);
}
