// A bid that stands while its player is away: up to an amount, or dropping out above it. The server says it in the auction.
import { button } from "../../lib/controls.js";
import { h } from "../../lib/dom.js";
import { refusal } from "../../lib/http_call.js";
import { t } from "../../lib/translate.js";

/** @import { ShownBid, View } from "../../types.d.ts" */
/** @import { TablePage } from "../table.js" */

export class StandingBid {
  open = false;
  /** The amount on the page; -1: none was chosen. */
  most = -1;

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether the reader bids in an auction. @param {View} view */
  offered(view) {
    return view.status === "playing" && !this.table.past && (view.orders?.high ?? -1) >= 0;
  }

  /**
   * What lies in the row beside the answers: the way to it, or what was ordered.
   * @param {View} view
   * @returns {HTMLElement[]}
   */
  row(view) {
    const { orders } = view;
    if (!orders || !this.offered(view)) {
      this.open = false;
      return [];
    }
    if (orders.bid) {
      const words = h("p", { class: "then" }, told(orders.bid));
      return [words, button(t("Cancel this bid"), () => this.send(orders.forced, null), { "data-pick": "bid:cancel" })];
    }
    const show = () => {
      this.open = true;
      this.table.renderChoice();
    };
    return [button(t("Standing bid…"), show, { "data-pick": "bid:open" })];
  }

  /**
   * The amount and both orders; in place of the other answers.
   * @param {View} view
   * @returns {{ title: string, things: Node[], more?: string }}
   */
  form(view) {
    const { orders } = view;
    if (!orders) {
      return { title: "", things: [] };
    }
    const { low, high } = orders;
    const top = Math.max(low, high);
    this.most = this.most < 0 ? Math.min(top, low + 1) : Math.max(0, Math.min(top, this.most));
    const set = (/** @type {number} */ to) => {
      this.most = to;
      this.table.renderChoice();
    };
    const amount = { amount: `$${this.most}` };
    const order = (/** @type {ShownBid["kind"]} */ kind) => this.send(orders.forced, { kind, most: this.most });
    const less = { "aria-label": t("Less"), "data-pick": "bid:less", disabled: this.most <= 0 };
    const more = { "aria-label": t("More"), "data-pick": "bid:more", disabled: this.most >= top };
    const close = () => {
      this.open = false;
      this.table.renderChoice();
    };
    return {
      title: t("Bid while you're away"),
      things: [
        h(
          "div",
          { class: "amount" },
          button("−", () => set(this.most - 1), less),
          h("b", {}, amount.amount),
          button("+", () => set(this.most + 1), more),
        ),
        button(t("Bid up to {amount}", amount), () => order("up_to"), { go: true, "data-pick": "bid:up_to" }),
        button(t("Drop out above {amount}", amount), () => order("above"), { "data-pick": "bid:above" }),
        button(t("Cancel"), close, { "data-pick": "bid:close" }),
      ],
    };
  }

  /**
   * Tell the server what is done in the seat.
   * @param {boolean} forced
   * @param {ShownBid | null} bid
   */
  async send(forced, bid) {
    this.open = false;
    try {
      await this.table.server.putOrders({ forced, bid });
    } catch (error) {
      this.table.choosing.refuse(refusal(error).reason);
    }
  }
}

/** @param {ShownBid} bid */
function told({ kind, most }) {
  const amount = { amount: `$${most}` };
  return kind === "up_to" ? t("You bid up to {amount}.", amount) : t("You drop out above {amount}.", amount);
}
