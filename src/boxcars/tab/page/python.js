// Python in a worker: Pyodide, and the modules of the pack.

/** @import { Python } from "./types.d.ts" */

const PARTS = "/tab/parts/";
const SITE = "/lib/python3.14/site-packages";

/**
 * Start Python, with all modules where they are looked for.
 * @returns {Promise<Python>}
 */
export async function startPython() {
  const coming = fetch(`${PARTS}python.pack`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(/** @type {any} */ (`${PARTS}pyodide.mjs`));
  const python = await loadPyodide({ indexURL: PARTS });
  unpack(python.FS, new Uint8Array(await coming));
  return python;
}

/**
 * Lay the files of a pack where Python looks for modules. None is copied.
 * @param {any} FS
 * @param {Uint8Array} pack
 */
function unpack(FS, pack) {
  const length = new DataView(pack.buffer).getUint32(0, true);
  let at = 4 + length;
  const known = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const cut = name.lastIndexOf("/");
    const folder = cut < 0 ? SITE : `${SITE}/${name.slice(0, cut)}`;
    if (!known.has(folder)) {
      FS.mkdirTree(folder);
      known.add(folder);
    }
    FS.createDataFile(folder, name.slice(cut + 1), pack.subarray(at, at + size), true, true, true);
    at += size;
  }
}
