// An invitation: the link, a code to scan, the system's own way to share; and a red note where nobody else could follow it.
import { button, copy } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { icon } from "../lib/icons.js";
import { qrCode } from "../lib/qr_code.js";
import { t } from "../lib/translate.js";

/**
 * @param {string} to a page of this server
 * @param {string} title
 */
export async function invitation(to, title) {
  const invited = await server.invitation(to);
  const { link } = invited;
  const share = () => navigator.share({ title, url: link }).catch(() => {});
  return [
    h(
      "div",
      { class: "invite" },
      qrCode(invited),
      h(
        "div",
        {},
        h("span", {}, t("Scan it with a phone, or send the link.")),
        h("input", { type: "url", readonly: true, value: link, "aria-label": t("Copy the link") }),
        "share" in navigator && button(t("Share"), share, { ico: "share" }),
        button(t("Copy the link"), () => copy(link), { ico: "link" }),
      ),
    ),
    invited.only_here && loopback(invited.only_here, link),
  ];
}

/**
 * @param {string} only
 * @param {string} link
 */
function loopback(only, link) {
  const host = new URL(link).host;
  const command = h("code", {}, "boxcars serve --host 0.0.0.0");
  const parted = t("On your network, use {address} after restarting the server with {command}.").split(/\{\w+\}/);
  return h(
    "div",
    { class: "note warn", role: "note" },
    icon("warning"),
    h(
      "span",
      {},
      h("b", {}, t("{address} only works on this computer.", { address: only })),
      " ",
      host !== only && [parted[0], h("code", {}, host), parted[1], command, parted[2]],
    ),
  );
}
