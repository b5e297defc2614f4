// Making and finding elements.

/** @typedef {string | number | Node | null | undefined | false | ""} Leaf */
/** @typedef {Leaf | readonly Child[]} Child */

/**
 * @typedef {{ [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => unknown }} Handlers
 */

/**
 * Attributes by their names in HTML, properties that are no text, `on…` handlers, and `html` for markup of the server.
 * @typedef {Handlers & Record<string, unknown>} Props
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value !== undefined && value !== null && value !== false) {
      give(el, key, value);
    }
  }
  el.append(...present(children));
  return el;
}

/**
 * @param {HTMLElement} el
 * @param {string} key
 * @param {unknown} value
 */
function give(el, key, value) {
  if (key.startsWith("on")) {
    el.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
  } else if (key === "html") {
    el.innerHTML = String(value);
  } else if (key in el && typeof value !== "string") {
    Reflect.set(el, key, value);
  } else {
    el.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * What is really there, in one list.
 * @param {readonly Child[]} children
 * @returns {(string | Node)[]}
 */
function present(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) {
      return [];
    }
    if (typeof child === "object" && !(child instanceof Node)) {
      return present(child);
    }
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * Put these children in the place of those that are there.
 * @template {Element} El
 * @param {El} el
 * @param {...Child} children
 */
export function fill(el, ...children) {
  el.replaceChildren(...present(children));
  return el;
}

/**
 * Put these nodes into an element in this order; what is in its place already is not touched.
 * @param {Element} el
 * @param {Node[]} nodes
 */
export function settle(el, nodes) {
  const staying = new Set(nodes);
  for (const old of [...el.childNodes].filter((node) => !staying.has(node))) {
    old.remove();
  }
  for (const [i, node] of nodes.entries()) {
    if (el.childNodes[i + 1] === node) {
      el.childNodes[i].remove(); // it comes later: the others need not go before it one by one
    }
    if (el.childNodes[i] !== node) {
      el.insertBefore(node, el.childNodes[i] ?? null);
    }
  }
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export function find(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export function findAll(selector, root = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = root.querySelectorAll(selector);
  return [...found];
}

/**
 * The nearest element around the target of an event that fits.
 * @param {Event} event
 * @param {string} selector
 * @returns {(HTMLElement | SVGElement) | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * When the page has nothing else to do, or soon.
 * @param {() => void} what
 */
export function whenIdle(what) {
  if (typeof window.requestIdleCallback === "function") {
    requestIdleCallback(what, { timeout: 1000 });
  } else {
    setTimeout(what);
  }
}
