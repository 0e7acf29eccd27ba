// @ts-check
// What the phone keeps: the game, its photos and earlier games, in IndexedDB. Where a browser has none (some private
// windows), everything lives as long as the page.
const NAME = "qwords";
const STORES = ["game", "photos", "games"];

/** @type {Promise<IDBDatabase | null> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/**
 * @param {string} store @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>}
 */
async function run(store, mode, work) {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => resolve(undefined); // no room: the game lives as long as the page
    } catch {
      resolve(undefined);
    }
  });
}

/** @param {string} store @param {IDBValidKey} key */
export const get = (store, key) => run(store, "readonly", (open) => open.get(key));
/** @param {string} store @param {IDBValidKey} key @param {unknown} value */
export const put = (store, key, value) => run(store, "readwrite", (open) => open.put(value, key));
/** @param {string} store @param {IDBValidKey} key */
export const remove = (store, key) => run(store, "readwrite", (open) => open.delete(key));
/** @param {string} store @returns {Promise<any[]>} */
export const all = async (store) => (await run(store, "readonly", (open) => open.getAll())) ?? [];
/** @param {string} store @returns {Promise<any[]>} */
export const keys = async (store) => (await run(store, "readonly", (open) => open.getAllKeys())) ?? [];
