// Passkeys: the way back to a card when every device is gone. The browser keeps them, for this server's name alone.

import { button, toast } from "../lib/controls.js";
import { call, refusal } from "../lib/http_call.js";
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

/** @param {() => unknown} then */
export async function addKey(then) {
  try {
    const asked = /** @type {any} */ (await call("POST", "/api/card/passkey/new", undefined, profileToken()));
    const made = await navigator.credentials.create({
      publicKey: { ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) } },
    });
    const key = /** @type {PublicKeyCredential} */ (made);
    const told = /** @type {AuthenticatorAttestationResponse} */ (key.response);
    const body = {
      id: key.id,
      client: text(told.clientDataJSON),
      attestation: text(told.attestationObject),
    };
    await call("POST", "/api/card/passkey", body, profileToken());
    then();
  } catch (error) {
    sayWhy(error);
  }
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
