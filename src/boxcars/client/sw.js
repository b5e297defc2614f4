// The worker behind the page: pushes, clicks on them, and the page's own files when there is no connection.
// No answer of the API is ever kept here.
const KEPT = "boxcars-page";
/** @type {any} (a worker, not a window) */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  // Where the browser can be told so, questions to the server do not even ask here, where nobody may be awake to let them pass.
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" })?.catch(() => {});
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    event.respondWith(documentOf(request, pathname.split("/")[1]));
  } else if (pathname.startsWith("/client/")) {
    event.respondWith(fileOf(request));
  }
});

/**
 * A page: the newest there is; without a connection the one that was shown last.
 * @param {Request} request
 * @param {string} kind
 */
async function documentOf(request, kind) {
  const kept = await caches.open(KEPT);
  const name = `/offline/${kind}`;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await kept.put(name, answer.clone());
    }
    return answer;
  } catch {
    return (await kept.match(name)) || (await kept.match("/offline/")) || Response.error();
  }
}

/**
 * A file of the page: its name holds the hash of its version, so the one that is kept is the right one.
 * @param {Request} request
 */
async function fileOf(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request);
  if (known) {
    return known;
  }
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    await forgetOlder(kept, request.url);
    await kept.put(request, answer.clone());
  }
  return answer;
}

/**
 * @param {Cache} kept
 * @param {string} url
 */
async function forgetOlder(kept, url) {
  const version = /\/client\/([0-9a-f]{16})\//.exec(url)?.[1];
  const others = (await kept.keys()).filter((one) => {
    const found = /\/client\/([0-9a-f]{16})\//.exec(one.url)?.[1];
    return version && found && found !== version;
  });
  await Promise.all(others.map((one) => kept.delete(one)));
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const told = event.data?.json() ?? {};
  const text = { body: told.body, tag: told.tag, data: told.url, icon: "/client/icons/192.png" };
  event.waitUntil(worker.registration.showNotification(told.title || "Boxcars", text));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data || "/"));
});

/** @param {string} url */
async function goTo(url) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}
