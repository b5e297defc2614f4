// Files of the browser's own storage (OPFS), as files for Python. SQLite writes through to them: what it has committed is there
// after the tab was killed. A file is opened ahead, for opening takes a promise and Python does not wait for one.

const FOLDER = "boxcars";
const WAIT = 100;
const TRIES = 100;
const DIRECTORY = 0o040777;
const FILE = 0o100600;
const ENOENT = 44;
const ENOSPC = 51;
const EINVAL = 28;

/** @typedef {{ read: (to: Uint8Array, how: { at: number }) => number, write: (from: Uint8Array, how: { at: number }) => number, getSize: () => number, truncate: (size: number) => void, flush: () => void, close: () => void }} Handle */

/**
 * Open the files of these names. Nothing: this browser, or this window, stores none.
 * @param {string[]} names
 * @returns {Promise<Map<string, Handle> | null>}
 */
export async function openFiles(names) {
  /** @type {Map<string, Handle>} */
  const found = new Map();
  try {
    const home = await navigator.storage.getDirectory();
    const folder = await home.getDirectoryHandle(FOLDER, { create: true });
    for (const name of names) {
      const file = await folder.getFileHandle(name, { create: true });
      found.set(name, await opened(/** @type {any} */ (file)));
    }
    return found;
  } catch (error) {
    console.warn("nothing can be stored here", error);
    for (const handle of found.values()) {
      handle.close();
    }
    return null;
  }
}

/**
 * A file that another worker has just had is free in a moment.
 * @param {{ createSyncAccessHandle: () => Promise<Handle> }} file
 */
async function opened(file) {
  for (let i = 0; ; i += 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (i >= TRIES || /** @type {Error} */ (error).name !== "NoModificationAllowedError") {
        throw error;
      }
      await new Promise((done) => setTimeout(done, WAIT));
    }
  }
}

/**
 * A file system for Emscripten with these files, all in one folder. A file that is empty is not there.
 * @param {any} FS
 * @param {Map<string, Handle>} handles
 */
export function storedFiles(FS, handles) {
  const there = new Set([...handles].filter(([, handle]) => handle.getSize() > 0).map(([name]) => name));
  const no = (/** @type {number} */ code) => new FS.ErrnoError(code);

  /**
   * @param {any} parent
   * @param {string} name
   * @param {number} mode
   */
  function node(parent, name, mode) {
    const made = FS.createNode(parent, name, mode, 0);
    made.node_ops = FS.isDir(mode) ? folderOps : fileOps;
    made.stream_ops = FS.isDir(mode) ? {} : streamOps;
    made.handle = handles.get(name);
    made.when = new Date();
    return made;
  }

  const getattr = (/** @type {any} */ one) => ({
    dev: 1,
    ino: one.id,
    mode: one.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size: one.handle ? one.handle.getSize() : 4096,
    atime: one.when,
    mtime: one.when,
    ctime: one.when,
    blksize: 4096,
    blocks: one.handle ? Math.ceil(one.handle.getSize() / 4096) : 1,
  });

  const setattr = (/** @type {any} */ one, /** @type {any} */ told) => {
    if (told.mode !== undefined && told.mode !== null) {
      one.mode = told.mode;
    }
    if (told.size !== undefined && told.size !== null) {
      one.handle.truncate(told.size);
    }
  };

  const folderOps = {
    getattr,
    setattr: () => {},
    lookup(/** @type {any} */ parent, /** @type {string} */ name) {
      if (!there.has(name)) {
        throw no(ENOENT);
      }
      return node(parent, name, FILE);
    },
    mknod(/** @type {any} */ parent, /** @type {string} */ name) {
      if (!handles.has(name)) {
        throw no(ENOSPC);
      }
      handles.get(name)?.truncate(0);
      there.add(name);
      return node(parent, name, FILE);
    },
    unlink(/** @type {any} */ _, /** @type {string} */ name) {
      const handle = handles.get(name);
      handle?.truncate(0);
      handle?.flush();
      there.delete(name);
    },
    readdir: () => [".", "..", ...there],
  };

  const fileOps = { getattr, setattr };

  const streamOps = {
    open() {},
    close() {},
    llseek(/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) {
      const from = [0, stream.position, stream.node.handle.getSize()][whence];
      if (from + offset < 0) {
        throw no(EINVAL);
      }
      return from + offset;
    },
    /** @type {(stream: any, to: Uint8Array, offset: number, length: number, at: number) => number} */
    read: (stream, to, offset, length, at) => stream.node.handle.read(to.subarray(offset, offset + length), { at }),
    /** @type {(stream: any, from: Uint8Array, offset: number, length: number, at: number) => number} */
    write: (stream, from, offset, length, at) =>
      stream.node.handle.write(from.subarray(offset, offset + length), { at }),
    fsync(/** @type {any} */ stream) {
      stream.node.handle.flush();
      return 0;
    },
  };

  return { mount: () => node(null, "/", DIRECTORY) };
}
