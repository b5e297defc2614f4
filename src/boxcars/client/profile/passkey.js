// Passkeys: the way back to a card when every device is gone. The browser keeps them, for this server's name alone.

import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { call, refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { profileToken } from "../lib/profile_token.js";
import { t } from "../lib/translate.js";
import { deviceName } from "./create_profile.js";
import { hold } from "./requests.js";

/** @import { ProfileCreated } from "../types.d.ts" */

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer | null | undefined} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const PATIENCE = 10_000; // ms: then the row says that nothing was added (it still is, if an answer comes)

/** Whether this browser has passkeys at this address; otherwise why not. @param {boolean} offered by the server */
function whyNot(offered) {
  if (!window.isSecureContext || !offered) {
    const address = location.origin;
    return /** @type {const} */ ([
      t("Not at this address"),
      t("Passkeys need https or localhost. You are at {address}. Ask the host for a secure address.", { address }),
    ]);
  }
  if (!("PublicKeyCredential" in window)) {
    return /** @type {const} */ ([
      t("Not in this browser"),
      t("This browser has no passkeys. Use another device as your backup instead."),
    ]);
  }
  return null;
}

/**
 * The row that adds a passkey, in the state it is in.
 * @param {boolean} offered by the server, at this address
 * @param {() => unknown} then
 */
export function passkeyRow(offered, then) {
  const row = h("div", { class: "item", id: "passkey-row" });
  const draw = (
    /** @type {string} */ kind,
    /** @type {string} */ state,
    /** @type {string} */ text,
    /** @type {HTMLElement | null} */ does = null,
  ) =>
    fill(
      row,
      icon("key"),
      h(
        "div",
        {},
        h("b", {}, t("Passkey")),
        " ",
        h("span", { class: `state ${kind}`, role: "status" }, state),
        h("br"),
        h("span", { class: "small" }, text),
      ),
      h("div", { class: "do" }, does),
    );
  const missing = whyNot(offered);
  const add = async () => {
    const waiting = new AbortController();
    const cancel = button(t("Cancel"), () => waiting.abort(), { class: "btn sm" });
    draw("wait", t("Waiting for your device"), t("Follow the steps in your browser's window."), cancel);
    const again = () => button(t("Try again"), add, { class: "btn sm", id: "add-key" });
    const nothing = t("You closed the window, or your device refused. Nothing has changed.");
    const refused = (/** @type {string} */ why) => draw("no", t("Not added"), why, again());
    const late = setTimeout(() => refused(nothing), PATIENCE);
    try {
      await addKey(waiting.signal);
      then();
    } catch (error) {
      refused(error instanceof DOMException ? nothing : refusal(error).reason.text);
    } finally {
      clearTimeout(late);
    }
  };
  if (missing) {
    draw("off", ...missing);
  } else {
    const text = t("Brings your profile back if you lose every device.");
    draw("off", t("Not set up"), text, button(t("Add a passkey"), add, { class: "btn sm", id: "add-key" }));
  }
  return row;
}

/** @param {AbortSignal} signal */
async function addKey(signal) {
  const asked = /** @type {any} */ (await call("POST", "/api/card/passkey/new", undefined, profileToken()));
  const made = await navigator.credentials.create({
    publicKey: { ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) } },
    signal,
  });
  const key = /** @type {PublicKeyCredential} */ (made);
  const told = /** @type {AuthenticatorAttestationResponse} */ (key.response);
  const body = {
    id: key.id,
    client: text(told.clientDataJSON),
    attestation: text(told.attestationObject),
  };
  await call("POST", "/api/card/passkey", body, profileToken());
}

/** @param {() => unknown} then */
export function comeBack(then) {
  if (!window.isSecureContext || !("credentials" in navigator)) {
    return null;
  }
  const back = async () => {
    try {
      const asked = /** @type {any} */ (await call("POST", "/api/card/passkey/ask"));
      const found = await navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge) } });
      const key = /** @type {PublicKeyCredential} */ (found);
      const told = /** @type {AuthenticatorAssertionResponse} */ (key.response);
      const body = {
        id: key.id,
        client: text(told.clientDataJSON),
        data: text(told.authenticatorData),
        signature: text(told.signature),
        label: deviceName(),
      };
      await hold(/** @type {ProfileCreated} */ (await call("POST", "/api/card/passkey/take", body)));
      then();
    } catch (error) {
      sayWhy(error);
    }
  };
  return button(t("Sign in with a passkey"), back, { ico: "key", id: "come-back" });
}

/** @param {unknown} error */
function sayWhy(error) {
  if (error instanceof DOMException) {
    toast(t("That didn't work"), "bad");
    return;
  }
  toast(refusal(error).reason.text, "bad");
}
