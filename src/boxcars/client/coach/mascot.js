// The coach's engine: its steam and its lamp say in which mood it is, and the words beside it say it again.
import { h } from "../lib/dom.js";

const SPOKES = "M0 0 7.3 2.2M0 0 1.7 7.4M0 0-5.6 5.2M0 0-7.3-2.2M0 0-1.7-7.4M0 0 5.6-5.2";

/**
 * @param {number} x
 * @param {number} size
 */
function wheel(x, size) {
  const rim = `<circle class="iron" r="9"/><circle class="lining" r="7.2"/><path class="lining thin" d="${SPOKES}"/>`;
  return `<g transform="translate(${x} ${-9 * size}) scale(${size})">${rim}</g>`;
}

const BODY = "M0-12V-38H-3V-42H25V-38H22V-31H58q6 0 6 6v13ZM64-12h5l7 9H60Z";
const TOP = "M49-31l-2-9h-2v-3h14v3h-2l-2 9ZM31-31v-3q4-5 8 0v3Z";
const PUFFS = [
  '<g class="p1"><circle cx="61" cy="12" r="5"/></g>',
  '<g class="p2"><circle cx="52" cy="8" r="6.5"/></g>',
  '<g class="p3"><circle cx="39" cy="7" r="5"/></g>',
  '<text class="sign" x="47" y="13">?</text>',
  '<path class="tick" d="m47 8 4 4 7-9"/>',
].join("");
const ENGINE = [
  `<path class="iron" d="${BODY}"/><path class="iron" d="${TOP}"/>`,
  '<path class="lining" d="M4-36h13v10H4ZM29-31v18M40-31v18"/><circle class="lamp-l" cx="65" cy="-24" r="3.4"/>',
  wheel(12, 1) + wheel(32, 1) + wheel(52, 0.72),
  '<path class="lining rod" d="M12-8H32"/>',
].join("");
const TRACK = '<path class="rails" d="M0 64H84"/><path class="ties" d="M4 67.5H82"/>';

/** The engine in its cab. */
export function engine() {
  const svg =
    '<svg class="loco" viewBox="0 0 84 70" aria-hidden="true">' +
    `<g class="puffs">${PUFFS}</g><g transform="translate(6 62)">${ENGINE}</g>${TRACK}</svg>`;
  return h("div", { class: "cab", html: svg });
}

const SHEETS = {
  engine: new URL("./mascot.css", import.meta.url).href,
  lesson: new URL("./lesson.css", import.meta.url).href,
};

/**
 * Styles come with the first part that needs them.
 * @param {...keyof typeof SHEETS} names
 */
export function dress(...names) {
  for (const name of names) {
    const id = `${name}-styles`;
    if (!document.getElementById(id)) {
      document.head.append(h("link", { id, rel: "stylesheet", href: SHEETS[name] }));
    }
  }
}

/**
 * Three punches of a pasteboard ticket.
 * @param {boolean[]} holes
 * @param {string} label
 * @param {string} [more]
 */
export function punches(holes, label, more = "") {
  const marks = holes.map((hole) => h("i", { class: hole ? "hole" : "" }));
  return h("span", { class: `punches ${more}`, role: "img", "aria-label": label }, marks);
}
