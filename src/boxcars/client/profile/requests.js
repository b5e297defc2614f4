// What a page asks of a player's card.

import { toast } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { call } from "../lib/http_call.js";
import { keepProfileSummary, keepProfileToken, profileToken } from "../lib/profile_token.js";
import { keptTables } from "../lib/seat_tokens.js";
import { t } from "../lib/translate.js";
import { sendRequest } from "../lib/transport.js";

/** @import { ProfileCreated, DeviceLink, DeviceRemoved, OwnProfile, OwnTables } from "../types.d.ts" */

/**
 * @param {"GET" | "POST" | "PATCH" | "DELETE"} method
 * @param {string} path after /api/card
 * @param {object} [body]
 */
function ask(method, path, body) {
  return call(method, `/api/card${path}`, body, profileToken());
}

export const card = {
  async get() {
    const found = /** @type {OwnProfile} */ (await ask("GET", ""));
    keepProfileSummary(found);
    return found;
  },
  /** @param {Partial<Pick<OwnProfile, "name" | "herald" | "seen_by">>} more */
  async change(more) {
    const found = /** @type {OwnProfile} */ (await ask("PATCH", "", more));
    keepProfileSummary(found);
    return found;
  },
  tables: () => /** @type {Promise<OwnTables>} */ (ask("GET", "/tables")),
  /**
   * Put a table away, or list it again.
   * @param {string} table
   * @param {boolean} away
   */
  putAway: (table, away) => ask(away ? "DELETE" : "POST", `/seats/${table}`),
  carry: () => /** @type {Promise<DeviceLink>} */ (ask("POST", "/carry")),
  /**
   * @param {number} number
   * @param {{ label?: string }} more
   */
  changeDevice: (number, more) => ask("PATCH", `/devices/${number}`, more),
  /** @param {number} number */
  takeAway: (number) => /** @type {Promise<DeviceRemoved>} */ (ask("DELETE", `/devices/${number}`)),
  /** @param {number} number */
  takeKey: (number) => ask("DELETE", `/passkey/${number}`),
};

/**
 * A new card, held by this device; the seats that this device has are brought to it.
 * @param {string} name
 * @param {string} label what the owner calls this device
 */
export async function createProfile(name, label) {
  const made = /** @type {ProfileCreated} */ (await call("POST", "/api/card", { name, label }));
  return hold(made);
}

/**
 * Take over a card from another device.
 * @param {string} code
 * @param {string} label
 */
export async function linkThisDevice(code, label) {
  const made = /** @type {ProfileCreated} */ (await call("POST", "/api/card/take", { code, label }));
  return hold(made);
}

/** @param {ProfileCreated} made */
export async function hold(made) {
  keepProfileToken(made.token);
  await bringSeats();
  return card.get();
}

/** The seats of this device, each proved by its own token: one of each table. */
async function bringSeats() {
  const held = keptTables().flatMap(([table, known]) => {
    const [token] = Object.values(known.seats);
    return token ? [{ table, token }] : [];
  });
  for (let i = 0; i < held.length; i += 50) {
    await ask("POST", "/seats", { seats: held.slice(i, i + 50) });
  }
}

/**
 * A file for the owner of the card. The token travels in a header, so it cannot be a plain link.
 * @param {string} from
 * @param {string} name
 */
export async function download(from, name) {
  const answer = await sendRequest(from, { headers: { Authorization: `Bearer ${profileToken()}` } });
  if (!answer.ok) {
    toast(t("That didn't work"), "bad");
    return;
  }
  const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
