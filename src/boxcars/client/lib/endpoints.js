// Every address the page knows, and what it answers.
import { call, newKey, Refusal } from "./http_call.js";
import { profileToken } from "./profile_token.js";
import { lang } from "./translate.js";
import { sendRequest } from "./transport.js";

/** @import { Action, Candidate, Done, Games, Ghost, Invitation, Listed, TableCreated } from "../types.d.ts" */
/** @import { No, OwnTable, PencilPlan, PlannedRoute, ReferenceCard, RoutesFound } from "../types.d.ts" */
/** @import { RulesGuide, RulesText, SavedGame, Scores, SeatTaken, ShownBid, View } from "../types.d.ts" */

export const server = {
  games: () => /** @type {Promise<Games>} */ (call("GET", "/api/games")),
  /**
   * A page of the listed tables of a status, the newest first.
   * @param {"open" | "playing" | "over"} status
   * @param {number} page
   */
  tables: (status, page) => /** @type {Promise<Listed[]>} */ (call("GET", `/api/tables?status=${status}&page=${page}`)),
  /** @param {object} body */
  makeTable: (body) =>
    /** @type {Promise<TableCreated>} */ (call("POST", "/api/tables", { ...body, key: newKey() }, profileToken())),
  /**
   * @param {Blob} record
   * @param {number | null} [until] only so many moves of it
   */
  importRecord: (record, until = null) =>
    /** @type {Promise<TableCreated>} */ (call("POST", `/api/import${part(until)}`, record, profileToken())),
  /**
   * What a record holds.
   * @param {Blob} record
   * @param {number | null} [until]
   */
  checkRecord: (record, until = null) =>
    /** @type {Promise<SavedGame>} */ (call("POST", `/api/import/check${part(until)}`, record)),
  /**
   * A link for others to a page of this server, as a picture, too.
   * @param {string} to
   */
  invitation: (to) => /** @type {Promise<Invitation>} */ (call("GET", `/api/invite?to=${encodeURIComponent(to)}`)),
  /** @param {string} game */
  guide: (game) => /** @type {Promise<RulesGuide>} */ (call("GET", `/api/rules/${game}/guide`)),
  /** @param {string} game */
  rules: (game) => /** @type {Promise<RulesText>} */ (call("GET", `/api/rules/${game}`)),
  /** @param {string} game */
  reference: (game) => /** @type {Promise<ReferenceCard>} */ (call("GET", `/api/reference/${game}`)),
};

/** @param {number | null} until */
function part(until) {
  return until === null ? "" : `?until=${until}`;
}

/** What can be asked at one table, in the seat of a token. */
export class AtTable {
  /**
   * @param {string} id
   * @param {string | null} token
   */
  constructor(id, token) {
    this.id = id;
    this.token = token;
  }

  /**
   * @param {"GET" | "POST" | "PUT"} method
   * @param {string} path
   * @param {object} [body]
   * @param {AbortSignal} [until] it is not waited for any longer
   */
  call(method, path, body, until) {
    return call(method, `/api/tables/${this.id}/${path}`, body, this.token, until);
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  post(path, body) {
    return /** @type {Promise<Done>} */ (this.call("POST", path, body));
  }

  view() {
    return /** @type {Promise<View>} */ (this.call("GET", "view"));
  }

  /**
   * @param {number} ply
   * @param {number | null} [eyes] of a game that is over: through whose eyes, if not one's own
   * @param {AbortSignal} [until]
   */
  past(ply, eyes = null, until = undefined) {
    const as = eyes === null ? "" : `&as=${eyes}`;
    return /** @type {Promise<View>} */ (this.call("GET", `view?ply=${ply}${as}`, undefined, until));
  }

  /**
   * The cheapest routes between two places that the turn allows; with `pencil` those that can be drawn for later.
   * @param {string} from
   * @param {string} to
   * @param {boolean} pencil
   */
  routes(from, to, pencil) {
    const ask = `routes?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}${pencil ? "&pencil=1" : ""}`;
    return /** @type {Promise<RoutesFound>} */ (this.call("GET", ask));
  }

  /** What the seat has drawn in pencil. */
  pencil() {
    return /** @type {Promise<PencilPlan>} */ (this.call("GET", "pencil"));
  }

  /** Keep these links instead. @param {Pick<PlannedRoute, "start" | "goal" | "tiles">[]} links */
  putPencil(links) {
    return /** @type {Promise<PencilPlan>} */ (this.call("PUT", "pencil", { links }));
  }

  /**
   * What is done in the seat when its turn comes.
   * @param {{ forced: boolean, bid: ShownBid | null }} orders
   */
  putOrders(orders) {
    return /** @type {Promise<Done>} */ (this.call("PUT", "orders", orders));
  }

  /** The table in a line, as the lobby lists it. */
  line() {
    return /** @type {Promise<OwnTable>} */ (this.call("GET", "line"));
  }

  /** Want a rematch, or be in: the next table and one's seats there, or an empty name until everybody is in. */
  again() {
    return /** @type {Promise<TableCreated>} */ (this.call("POST", "again"));
  }

  /** No rematch this time. */
  notAgain() {
    return /** @type {Promise<TableCreated>} */ (this.call("POST", "again/no"));
  }

  /** @param {"bots" | "fewer" | "others"} fill what becomes of the seats of those who are not in */
  againWithout(fill) {
    return /** @type {Promise<TableCreated>} */ (this.call("POST", "again/without", { fill }));
  }

  /** Take the game elsewhere: the saved game. */
  async move() {
    const headers = { Authorization: `Bearer ${this.token}`, "Accept-Language": lang };
    const answer = await sendRequest(`/api/tables/${this.id}/move`, { method: "POST", headers });
    if (!answer.ok) {
      throw new Refusal(answer.status, (await answer.json()).reason, null);
    }
    return answer.text();
  }

  scores() {
    return /** @type {Promise<Scores>} */ (this.call("GET", "scores"));
  }

  hint() {
    return /** @type {Promise<Candidate[]>} */ (this.call("GET", "hint"));
  }

  /**
   * Why these targets lead nowhere now.
   * @param {string[]} path
   */
  why(path) {
    const targets = path.map(encodeURIComponent).join(",");
    return /** @type {Promise<No>} */ (this.call("GET", `why?path=${targets}`));
  }

  /**
   * @param {number} ply
   * @param {number} mark
   * @param {number} i
   */
  ghost(ply, mark, i) {
    return /** @type {Promise<Ghost>} */ (this.call("GET", `ghost?ply=${ply}&mark=${mark}&i=${i}`));
  }

  /**
   * @param {number} ply
   * @param {number} mark
   * @param {Action} action
   * @param {string} [key]
   */
  act(ply, mark, action, key = newKey()) {
    return this.post("act", { ply, mark, key, action });
  }

  /**
   * @param {number} seat
   * @param {string} name
   */
  join(seat, name) {
    const body = { seat, name, key: newKey() };
    return /** @type {Promise<SeatTaken>} */ (call("POST", `/api/tables/${this.id}/join`, body, profileToken()));
  }

  /**
   * @param {number} ply
   * @param {string} level of the bots
   */
  branch(ply, level) {
    return /** @type {Promise<TableCreated>} */ (this.call("POST", "branch", { ply, level }));
  }
}
