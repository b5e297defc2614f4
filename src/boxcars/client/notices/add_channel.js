// Adding a channel: which kind, its address, a test that arrives.

import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/translate.js";
import { framed } from "../page/page_frame.js";
import { kindIcon, kindName, outcome, state } from "./channel_rows.js";

/** @import { Notices } from "./requests.js" */

/** @typedef {"mail" | "discord" | "slack" | "ntfy" | "web"} Kind */

/**
 * @param {Notices} notices
 * @param {Kind} [kind]
 */
export async function addPage(notices, kind = "discord") {
  document.title = `${t("Add a channel")} · Boxcars`;
  const shown = await notices.get();
  const back = `/profile/notices${notices.table ? `?table=${notices.table}` : ""}`;
  const again = () => addPage(notices, kind);
  const kinds = /** @type {Kind[]} */ (["discord", "slack", "ntfy", "web", ...(shown.mail ? ["mail"] : [])]);
  const pick = h(
    "div",
    { class: "kinds", role: "group", "aria-label": t("Kind of channel") },
    kinds.map((one) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(one === kind),
          onclick: () => addPage(notices, one),
          id: `kind-${one}`,
        },
        kindIcon(one),
        kindName(one),
      ),
    ),
  );
  framed(
    again,
    "side notices-page",
    h(
      "div",
      { class: "wide-stack" },
      h(
        "div",
        {},
        h("a", { class: "back", href: back }, icon("back"), t("Turn notices")),
        h("h1", { class: "title" }, t("Add a channel")),
      ),
      pick,
      h(
        "div",
        { class: "paper pad wide-stack" },
        kind === "mail" ? mailSteps(notices, back) : webSteps(notices, kind, back),
      ),
      !shown.mail &&
        h("p", { class: "small" }, t("This server sends no e-mail: the host hasn't set up a mail server.")),
    ),
    h("aside", { class: "wide-stack" }, sample(kind), kind !== "mail" && troubles()),
  );
}

/**
 * @param {number} number
 * @param {string} title
 * @param {...import("../lib/dom.js").Child} body
 */
function step(number, title, ...body) {
  return h(
    "div",
    { class: "step" },
    h("span", { class: "no", "aria-hidden": "true" }, number),
    h("div", { class: "stack" }, h("h3", {}, title), ...body),
  );
}

/**
 * How one comes by the address.
 * @param {Exclude<Kind, "mail">} kind
 * @returns {[string, string, string]} a title, what to do, what the address is called
 */
function advice(kind) {
  if (kind === "discord") {
    return [
      t("Make a webhook in Discord"),
      t("Open a server you manage: channel settings, Integrations, Webhooks, New webhook, Copy webhook URL."),
      t("Webhook URL"),
    ];
  }
  if (kind === "slack") {
    return [
      t("Make a webhook in Slack"),
      t("Create an app for your workspace, turn on Incoming Webhooks, add one to a channel and copy its URL."),
      t("Webhook URL"),
    ];
  }
  if (kind === "ntfy") {
    return [
      t("Choose a topic in ntfy"),
      t(
        "Subscribe to a topic in the ntfy app. Choose a name that nobody can guess: anyone who knows it can read along.",
      ),
      t("Address of the topic"),
    ];
  }
  return [
    t("Have a web address ready"),
    t(
      "It gets a POST with JSON: title, body, and a signature in X-Boxcars-Signature. It must answer with 200 to 299 within 5 seconds.",
    ),
    t("Web address"),
  ];
}

const EXAMPLES = {
  discord: "https://discord.com/api/webhooks/…",
  slack: "https://hooks.slack.com/services/…",
  ntfy: "https://ntfy.sh/…",
  web: "https://…",
};

/**
 * @param {Notices} notices
 * @param {Exclude<Kind, "mail">} kind
 * @param {string} back
 */
function webSteps(notices, kind, back) {
  const [title, what, label] = advice(kind);
  let proof = "";
  /** @type {HTMLInputElement} */
  const target = h("input", {
    type: "url",
    id: "target",
    placeholder: EXAMPLES[kind],
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => forget(),
  });
  /** @type {HTMLInputElement} */
  const mention = h("input", {
    type: "text",
    id: "mention",
    placeholder: "<@80351110224678912>",
    oninput: () => forget(),
  });
  const result = h("span", { role: "status", id: "test-result" });
  const hint = h("div", { class: "stack" });
  const asked = () => ({ kind, target: target.value.trim(), mention: kind === "discord" ? mention.value.trim() : "" });
  const save = button(t("Save"), () => add(), { go: true, id: "save-channel", disabled: true });
  const forget = () => {
    proof = "";
    save.setAttribute("disabled", "");
    fill(result);
    fill(hint);
  };
  const test = async () => {
    forget();
    fill(result, state("wait", "clock", t("Sending…")));
    try {
      const tried = await notices.try(asked());
      fill(result, outcome(tried, kindName(kind)));
      if (tried.proof) {
        proof = tried.proof;
        save.removeAttribute("disabled");
        fill(hint, h("span", { class: "small" }, t("Did it arrive? Then save it.")), tried.key && signing(tried.key));
      }
    } catch (error) {
      fill(result, state("no", "warning", refusal(error).reason.text));
    }
  };
  const add = async () => {
    try {
      await notices.add({ ...asked(), proof });
      location.href = back;
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return [
    step(1, title, h("p", {}, what)),
    step(
      2,
      t("Paste it here"),
      h(
        "label",
        { class: "field" },
        label,
        target,
        h("small", {}, t("Treat it like a password. We store it encrypted and never show it again in full.")),
      ),
      kind === "discord" &&
        h(
          "label",
          { class: "field" },
          h("span", {}, t("Mention me as"), " ", h("span", { class: "muted" }, t("(optional)"))),
          mention,
        ),
    ),
    step(
      3,
      t("Send a test"),
      h("div", { class: "row" }, button(t("Send a test"), test, { ico: "bell", id: "send-test" }), result),
      hint,
    ),
    h("div", { class: "row" }, save, h("a", { class: "btn", href: back }, t("Cancel"))),
  ];
}

/** @param {string} key */
function signing(key) {
  return h(
    "label",
    { class: "field" },
    t("Key of the signatures (HMAC-SHA256)"),
    h("input", { type: "text", readonly: true, value: key }),
  );
}

/**
 * @param {Notices} notices
 * @param {string} back
 */
function mailSteps(notices, back) {
  /** @type {HTMLInputElement} */
  const target = h("input", { type: "email", id: "target", autocomplete: "email", required: true });
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await notices.add({ kind: "mail", target: target.value.trim() });
      location.href = back;
    } catch (error) {
      toast(refusal(error).reason.text, "bad");
    }
  };
  return h(
    "form",
    { class: "wide-stack", onsubmit: add },
    step(
      1,
      t("Enter your address"),
      h("label", { class: "field" }, t("E-mail"), target, h("small", {}, t("Optional. Used for nothing else."))),
    ),
    step(
      2,
      t("Press the link we send you"),
      h("p", {}, t("We send one link to confirm. Nothing more is sent before you press it.")),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "btn go", id: "save-channel" }, t("Send the link")),
      h("a", { class: "btn", href: back }, t("Cancel")),
    ),
  );
}

/** @param {Kind} kind */
function sample(kind) {
  return h(
    "section",
    {},
    h("h2", {}, h("span", {}, t("What arrives"))),
    h(
      "div",
      { class: "paper sample" },
      h("header", {}, kindIcon(kind), kindName(kind)),
      h(
        "div",
        { class: "stack" },
        h("b", {}, "Boxcars"),
        h(
          "div",
          { class: "message" },
          h("b", {}, t("Your turn in {game}", { game: "…" })),
          h("br"),
          h("span", { class: "small" }, t("What others did, and until when you have time.")),
          h("br"),
          h("span", { class: "link" }, t("Open the game")),
        ),
      ),
    ),
    h(
      "p",
      { class: "small" },
      t("The link opens the game in the browser that holds your seat. Nobody else can play with it."),
    ),
  );
}

function troubles() {
  const lines = /** @type {[string, string][]} */ ([
    [t("{service} said no ({code})", { service: "Discord", code: 404 }), t("The webhook was deleted. Make a new one.")],
    [t("No answer in 5 seconds"), t("Check the address.")],
    [t("This address isn't allowed"), t("It must start with https:// and be on the public internet.")],
  ]);
  return h(
    "section",
    {},
    h("h2", {}, h("span", {}, t("If a test fails"))),
    h(
      "div",
      { class: "paper pad items" },
      lines.map(([what, so]) =>
        h(
          "div",
          { class: "item keep" },
          icon("warning"),
          h("div", {}, state("no", null, what), h("br"), h("span", { class: "small" }, so)),
        ),
      ),
    ),
  );
}
