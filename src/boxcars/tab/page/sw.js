// The worker behind the page. It fetches everything once, checks it, and from then on answers for the network.
// The build writes ``self.BUILD`` in front of this: the version, what to fetch, and the Content-Security-Policy.
/** @type {any} (a worker, not a window) */
const background = self;
const { VERSION, PARTS, CSP } = background.BUILD;
const HERE = `boxcars-${VERSION}`;
const KINDS = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json" };
const PATIENCE = 120_000;

background.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
background.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
background.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "go") {
    background.skipWaiting();
  }
});

/** Get what is not here yet; what came before the connection broke is kept. */
async function fetchAll() {
  const kept = await caches.open(HERE);
  const total = PARTS.reduce((/** @type {number} */ sum, /** @type {any} */ part) => sum + part.size, 0);
  let done = 0;
  const tell = async (/** @type {number} */ more) => {
    done += more;
    const pages = await background.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) {
      page.postMessage({ fetched: done, total });
    }
  };
  await Promise.all(PARTS.map((/** @type {any} */ part) => fetchPart(kept, part, tell)));
  if (!background.registration.active) {
    background.skipWaiting();
  }
}

/**
 * @param {Cache} kept
 * @param {{ name: string, from: string, size: number, hash: string }} part
 * @param {(more: number) => Promise<void>} tell
 */
async function fetchPart(kept, part, tell) {
  const mark = `/tab/have/${part.hash}`;
  if (await kept.match(mark)) {
    await tell(part.size);
    return;
  }
  const packed = await fetchBytes(part.from, tell);
  const digest = await crypto.subtle.digest("SHA-256", packed);
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== part.hash) {
    throw new Error(`${part.name} arrived damaged`);
  }
  const plain = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  const data = new Uint8Array(await new Response(plain).arrayBuffer());
  if (part.name === "page.pack") {
    await unpack(kept, data);
  } else {
    const kind = KINDS[/** @type {keyof typeof KINDS} */ (part.name.split(".").pop())] ?? "application/octet-stream";
    await put(kept, `/tab/parts/${part.name}`, data, kind);
  }
  await kept.put(mark, new Response(""));
}

/**
 * @param {string} from
 * @param {(more: number) => Promise<void>} tell
 */
async function fetchBytes(from, tell) {
  const answer = await fetch(from, { cache: "no-store" });
  if (!answer.ok || !answer.body) {
    throw new Error(`${from}: ${answer.status}`);
  }
  const pieces = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    pieces.push(value);
    await tell(value.length);
  }
  return new Blob(pieces).arrayBuffer();
}

/**
 * @param {Cache} kept
 * @param {Uint8Array<ArrayBuffer>} pack
 */
async function unpack(kept, pack) {
  const start = 4 + new DataView(pack.buffer).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(4, start)));
  let at = start;
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const files = new Map();
  await Promise.all(
    index.map(
      (/** @type {[string, number, string, string?, number?, number?]} */ [name, size, kind, like, begin, end]) => {
        at += size;
        const own = pack.slice(at - size, at);
        const base = like ? files.get(like) : undefined;
        const data = base ? between(base, own, begin ?? 0, end ?? 0) : own;
        files.set(name, data);
        return put(kept, name, data, kind);
      },
    ),
  );
}

/**
 * A file that differs from another one in a stretch.
 * @param {Uint8Array} base
 * @param {Uint8Array} own
 * @param {number} begin bytes that are the same before it
 * @param {number} end and after it
 */
function between(base, own, begin, end) {
  const out = new Uint8Array(begin + own.length + end);
  out.set(base.subarray(0, begin));
  out.set(own, begin);
  out.set(base.subarray(base.length - end), begin + own.length);
  return out;
}

/**
 * @param {Cache} kept
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string} kind
 */
function put(kept, name, data, kind) {
  const headers = { "Content-Type": kind, "Content-Security-Policy": CSP, "X-Content-Type-Options": "nosniff" };
  return kept.put(name, new Response(data, { headers }));
}

/** From now on this version is the one; what others kept can go. */
async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("boxcars-") && name !== HERE) {
      await caches.delete(name);
    }
  }
  await background.clients.claim();
}

background.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (pathname.startsWith("/docs/")) {
    return; // a site of its own, beside the program
  }
  if (origin !== location.origin || (request.method !== "GET" && !pathname.startsWith("/api/"))) {
    return;
  }
  if (pathname.startsWith("/api/")) {
    event.respondWith(fromServer(request));
  } else if (request.mode === "navigate") {
    event.respondWith(fromKept(request.destination === "iframe" ? documentOf(pathname) : "/index.html", request));
  } else {
    event.respondWith(fromKept(pathname === "/" ? "/index.html" : pathname, request));
  }
});

/** @param {string} path */
function documentOf(path) {
  return `/page/${path.split("/")[1] || "lobby"}`;
}

/**
 * @param {string} name
 * @param {Request} request
 */
async function fromKept(name, request) {
  const kept = await caches.open(HERE);
  const found = await kept.match(name);
  if (found) {
    return found;
  }
  if (request.destination === "iframe") {
    return (await kept.match("/page/?")) ?? Response.error();
  }
  return fetch(request).catch(() => Response.error());
}

/**
 * What only the server knows: the page that has it passes the question on.
 * @param {Request} request
 */
async function fromServer(request) {
  const { pathname, search } = new URL(request.url);
  const kept = await (await caches.open(HERE)).match(pathname + search);
  if (kept && request.method === "GET") {
    return kept;
  }
  const body = request.method === "GET" ? null : new Uint8Array(await request.arrayBuffer());
  const pages = await background.clients.matchAll({ type: "window", includeUncontrolled: true });
  const answer = new Promise((done) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = (/** @type {MessageEvent} */ event) => done(event.data);
      page.postMessage({ ask: request.method, path: pathname + search, headers: [...request.headers], body }, [port2]);
    }
    setTimeout(() => done({ status: 503, headers: [], body: new Uint8Array() }), PATIENCE);
  });
  const { status, headers, body: given } = await answer;
  return new Response(status === 204 || status === 304 ? null : given, { status, headers });
}
