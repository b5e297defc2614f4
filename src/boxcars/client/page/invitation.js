// An invitation: the link, a code to scan, the system's own way to share. It is shown only if others can follow the link; where
// they can't, it says what to do about that.
import { button, copy } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { server } from "../lib/endpoints.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { qrCode } from "../lib/qr_code.js";
import { t } from "../lib/translate.js";

/** @import { Invitation, SharingShown } from "../types.d.ts" */

/**
 * @param {string} to a page of this server
 * @param {string} title
 */
export async function invitation(to, title) {
  return reachable(
    () => server.invitation(to),
    (invited) => linkAndCode(invited, title),
  );
}

/**
 * What others can reach, by a link: shown as it is, or the way to make it reachable.
 * @template {{ link: string, only_here: boolean }} Linked
 * @param {() => Promise<Linked>} get
 * @param {(linked: Linked) => import("../lib/dom.js").Child} show
 */
export async function reachable(get, show) {
  const el = h("div", { class: "inviting stack" });
  const draw = async (failed = false) => {
    const [linked, sharing] = await Promise.all([get(), shared("GET")]);
    fill(
      el,
      linked.only_here ? onlyHere(sharing, failed, draw) : [show(linked), sharing.shared && open(sharing, draw)],
    );
  };
  await draw();
  return el;
}

/** @param {"GET" | "POST" | "DELETE"} method */
function shared(method) {
  return /** @type {Promise<SharingShown>} */ (call(method, "/api/share"));
}

/**
 * @param {Invitation} invited
 * @param {string} title
 */
function linkAndCode(invited, title) {
  const { link } = invited;
  const share = () => navigator.share({ title, url: link }).catch(() => {});
  return h(
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
  );
}

/**
 * Nobody else can open this server yet.
 * @param {SharingShown} sharing
 * @param {boolean} failed
 * @param {(failed?: boolean) => Promise<void>} draw
 */
function onlyHere({ here, port }, failed, draw) {
  const press = async () => {
    go.disabled = true;
    try {
      const { failed: no } = await shared("POST");
      await draw(no);
    } catch (error) {
      refusal(error);
      await draw(true);
    }
  };
  const go = button(t("Let friends on my network join"), press, { go: true, id: "let-in" });
  return [
    h(
      "div",
      { class: "note", role: "note" },
      icon("screen"),
      h(
        "span",
        { class: "grow" },
        h("b", {}, t("Right now only this computer can open Boxcars.")),
        " ",
        t("A link wouldn't work for your friends yet, so we don't show one."),
      ),
    ),
    failed &&
      h(
        "div",
        { class: "note warn", role: "alert" },
        icon("warning"),
        h(
          "span",
          { class: "grow" },
          h("b", {}, t("We couldn't open it.")),
          " ",
          t(
            "Check that you're connected to a network, and allow Boxcars for private networks in your computer's firewall.",
          ),
        ),
      ),
    h(
      "div",
      { class: "reach" },
      h(
        "section",
        { class: "paper pad stack" },
        h("h3", {}, t("Friends on my network")),
        h("p", {}, t("Same Wi-Fi, same room or same house.")),
        here
          ? go
          : h("p", { class: "small" }, t("Open this page on the computer that Boxcars runs on to let them in.")),
        h("b", { class: "small" }, t("What this does")),
        h(
          "ul",
          { class: "small" },
          [
            t("Boxcars also listens at this computer's address in your network, port {port}.", { port }),
            t("Anyone on your network who has a link can join."),
            t("Your computer may ask about its firewall. Choose “Private networks”."),
            t("It stops when you turn it off or when Boxcars closes."),
          ].map((line) => h("li", {}, line)),
        ),
      ),
      h(
        "section",
        { class: "paper pad stack" },
        h("h3", {}, t("Friends somewhere else")),
        h("p", {}, t("Boxcars needs an address on the internet.")),
        h(
          "details",
          {},
          h("summary", {}, t("Show me how")),
          h(
            "ol",
            { class: "small" },
            h("li", {}, t("Run Boxcars on a computer with a public address, behind a web server with https.")),
            h("li", {}, t("Start it with its address:"), " ", h("code", {}, "boxcars serve --public-url https://…")),
            h("li", {}, t("The documentation for hosts explains each step.")),
          ),
        ),
      ),
    ),
  ];
}

/**
 * Friends on the network can join.
 * @param {SharingShown} sharing
 * @param {() => Promise<void>} draw
 */
function open({ here }, draw) {
  const stop = async () => {
    await shared("DELETE");
    await draw();
  };
  const help = /** @type {[string, string][]} */ ([
    [t("Same Wi-Fi?"), t("Guest networks often keep devices apart.")],
    [t("Firewall"), t("Allow Boxcars for private networks in your computer's firewall settings.")],
    [t("Notices don't work at this address"), t("Browsers only allow notifications over https.")],
  ]);
  return [
    h(
      "p",
      { class: "state", role: "status" },
      icon("check"),
      h("b", {}, t("Friends on your network can join.")),
      " ",
      h("span", { class: "small" }, t("We tried this address a moment ago and it answered.")),
    ),
    here && h("div", { class: "row" }, button(t("Stop sharing on my network"), stop, { id: "stop-sharing" })),
    h(
      "details",
      {},
      h("summary", {}, t("If it doesn't open for them")),
      h(
        "ul",
        { class: "small" },
        help.map(([what, how]) => h("li", {}, h("b", {}, what), " ", how)),
      ),
    ),
  ];
}
