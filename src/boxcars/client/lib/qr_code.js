// A code that a phone's camera reads; the server works it out.
import { h } from "./dom.js";
import { t } from "./translate.js";

/** @param {{ path: string, size: number }} code */
export function qrCode({ path, size }) {
  const side = size + 6;
  const svg =
    `<svg viewBox="-3 -3 ${side} ${side}"><rect class="qr-bg" x="-3" y="-3" width="${side}" height="${side}"/>` +
    `<path class="qr-fg" shape-rendering="crispEdges" d="${path}"/></svg>`;
  return h("span", { class: "qr", role: "img", "aria-label": t("Code to scan with a phone"), html: svg });
}
