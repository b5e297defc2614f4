// The rows of channels: what each is, how it stands, what can be done. A switch shows what is so.

import { button, toast } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { refusal } from "../lib/http_call.js";
import { icon } from "../lib/icons.js";
import { setting } from "../lib/settings.js";
import { t } from "../lib/translate.js";
import { pushChannel, pushState, turnPushOff, turnPushOn } from "./browser_push.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { IconName } from "../lib/icons.js" */
/** @import { NoticeChannel, NoticesShown, NoticeTried } from "../types.d.ts" */
/** @import { Notices } from "./requests.js" */

/** @type {Record<NoticeChannel["kind"], IconName>} */
const ICONS = { push: "bell", mail: "mail", discord: "chat", slack: "hash", ntfy: "bolt", web: "link" };

/** @param {NoticeChannel["kind"]} kind */
export function kindName(kind) {
  const names = {
    push: t("Browser"),
    mail: t("E-mail"),
    discord: "Discord",
    slack: "Slack",
    ntfy: "ntfy",
    web: t("Web address"),
  };
  return names[kind];
}

/** @param {NoticeChannel["kind"]} kind */
export function kindIcon(kind) {
  return icon(ICONS[kind]);
}

/**
 * A mark and a word.
 * @param {"" | "off" | "wait" | "no"} kind
 * @param {IconName | null} ico
 * @param {string} words
 */
export function state(kind, ico, words) {
  return h("span", { class: `state ${kind}` }, ico && icon(ico), words);
}

/**
 * @param {HTMLElement} ico
 * @param {Child} name
 * @param {HTMLElement | null} how
 * @param {Child} says
 * @param {...(HTMLElement | null | false)} does
 */
export function row(ico, name, how, says, ...does) {
  return h(
    "div",
    { class: "item" },
    ico,
    h("div", {}, h("b", {}, name), " ", how, h("br"), h("span", { class: "small" }, says)),
    h("div", { class: "do" }, does),
  );
}

/**
 * @param {boolean} on
 * @param {string} label
 * @param {(on: boolean) => unknown} change
 */
export function toggle(on, label, change) {
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    checked: on,
    "aria-label": label,
    onchange: async () => {
      const wanted = box.checked;
      box.checked = on; // until it is so
      await change(wanted);
    },
  });
  return box;
}

/** @param {number} at seconds since 1970 */
export function momentOf(at) {
  const then = new Date(at * 1000);
  const today = then.toDateString() === new Date().toDateString();
  const lang = document.documentElement.lang;
  const time = then.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return today
    ? t("today {time}", { time })
    : `${then.toLocaleDateString(lang, { day: "numeric", month: "short" })}, ${time}`;
}

/**
 * What a delivery came to.
 * @param {NoticeTried} tried
 * @param {string} name of the service
 */
export function outcome({ code, seconds }, name) {
  if (code >= 200 && code < 300) {
    return state(
      "",
      "check",
      t("Delivered in {seconds} s", { seconds: seconds.toLocaleString(document.documentElement.lang) }),
    );
  }
  return state("no", "warning", failure(code, name));
}

/**
 * @param {number | null} code
 * @param {string} name
 */
function failure(code, name) {
  if (code === -1) {
    return t("This address isn't allowed");
  }
  return code ? t("{service} said no ({code})", { service: name, code }) : t("No answer");
}

/**
 * Do something; why it was refused, "" if it was not. (A page that draws itself again takes its toasts away: they come later.)
 * @param {() => Promise<unknown>} what
 */
export async function failed(what) {
  try {
    await what();
    return "";
  } catch (error) {
    return refusal(error).reason.text;
  }
}

/** The rows of one page, which draws itself again after each change. */
export class ChannelRows {
  /**
   * @param {Notices} notices
   * @param {NoticesShown} shown
   * @param {() => unknown} again
   */
  constructor(notices, shown, again) {
    this.notices = notices;
    this.shown = shown;
    this.again = again;
  }

  all() {
    const others = this.shown.channels.filter((channel) => channel !== pushChannel(this.shown));
    return [this.thisBrowser(), ...others.map((channel) => this.channel(channel))];
  }

  /**
   * Do something, and show what is so afterwards.
   * @param {() => Promise<unknown>} what
   */
  async change(what) {
    const wrong = await failed(what);
    await this.again();
    if (wrong) {
      toast(wrong, "bad");
    }
  }

  thisBrowser() {
    const box = h("div", { class: "this-browser" });
    fill(box, this.browserRow(pushState(this.shown), box));
    return box;
  }

  /**
   * @param {import("./browser_push.js").PushState} how
   * @param {HTMLElement} box
   */
  browserRow(how, box) {
    const name = t("This browser");
    const bell = icon("bell");
    const own = pushChannel(this.shown);
    if (how === "on" && own) {
      const last = own.last_at ? ` ${t("Last one: {when}.", { when: momentOf(own.last_at) })}` : "";
      const off = toggle(true, name, () => this.change(() => turnPushOff(this.notices, own)));
      return row(
        bell,
        name,
        state("", "check", t("On")),
        t("Arrives even when Boxcars is closed.") + last,
        this.testButton(own),
        off,
      );
    }
    if (how === "blocked") {
      const says = t("Open the lock icon in the address bar and allow notifications. Then come back.");
      const check = button(t("Check again"), () => this.checkAgain(own), { class: "btn sm", id: "push-check" });
      return row(bell, name, state("no", "warning", t("Blocked by the browser")), says, check);
    }
    if (how === "page") {
      return this.onlyHere(name);
    }
    if (how === "home") {
      const says = t("Press Share, then “Add to Home Screen”. Open Boxcars from there.");
      return row(icon("screen"), "iPhone", state("off", null, t("One step first")), says);
    }
    if (how === "none") {
      const says = t("Its push service didn't answer. Try another browser, or add another channel.");
      return row(bell, name, state("no", "warning", t("Not possible in this browser")), says, this.turnOnButton(box));
    }
    const says = this.shown.guest ? t("Works when Boxcars is closed.") : t("We'll ask your browser for permission.");
    return row(bell, name, state("off", null, t("Off")), says, this.turnOnButton(box));
  }

  /** @param {NoticeChannel | undefined} own */
  async checkAgain(own) {
    if (own && Notification.permission === "granted") {
      await this.change(() => turnPushOn(this.notices, this.shown));
      return;
    }
    await this.again();
  }

  /** @param {string} name */
  onlyHere(name) {
    const says = window.isSecureContext
      ? t("This server has no push. Ask the host, or add another channel.")
      : t("Push needs https. Ask the host, or add another channel.");
    const on =
      setting.get("notify", "off") === "on" && "Notification" in window && Notification.permission === "granted";
    const flip = toggle(on, name, async (wanted) => {
      const granted = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
      setting.set("notify", granted ? "on" : "off");
      await this.again();
      if (wanted && !granted) {
        toast(t("Your browser doesn't allow notifications. Check its settings."), "bad");
      }
    });
    return row(icon("bell"), name, state("off", "close", t("Only while this page is open")), says, flip);
  }

  /** @param {HTMLElement} box */
  turnOnButton(box) {
    const turnOn = async () => {
      let cancelled = false;
      const cancel = button(
        t("Cancel"),
        () => {
          cancelled = true;
          this.again();
        },
        { class: "btn sm" },
      );
      const waiting = state("wait", "clock", t("Waiting for your answer"));
      fill(box, row(icon("bell"), t("This browser"), waiting, t("Your browser is asking. Press Allow."), cancel));
      let how = "";
      const wrong = await failed(async () => {
        how = await turnPushOn(this.notices, this.shown);
      });
      if (!cancelled && how === "none") {
        fill(box, this.browserRow("none", box));
        return;
      }
      if (!cancelled) {
        await this.again();
      }
      if (wrong) {
        toast(wrong, "bad");
      }
    };
    return button(t("Turn on"), turnOn, { class: this.shown.guest ? "btn sm go" : "btn sm", id: "push-on" });
  }

  /** @param {NoticeChannel} channel */
  testButton(channel) {
    const run = async () => {
      let code = 0;
      const wrong = await failed(async () => {
        ({ code } = await this.notices.test(channel.id));
      });
      await this.again();
      const good = !wrong && code >= 200 && code < 300;
      toast(good ? t("The test was delivered.") : wrong || failure(code, kindName(channel.kind)), good ? "" : "bad");
    };
    return button(t("Send a test"), run, { class: "btn sm" });
  }

  /** @param {NoticeChannel} channel */
  channel(channel) {
    const name = channel.kind === "push" ? channel.device || t("Another browser") : kindName(channel.kind);
    const label = channel.label
      ? h("span", {}, h("span", {}, name), h("span", { class: "target" }, ` · ${channel.label}`))
      : name;
    const [how, says] = this.standing(channel);
    const remove = button(t("Remove"), () => this.change(() => this.notices.remove(channel.id)), { class: "btn sm" });
    const flip = toggle(channel.state === "on", String(name), (on) =>
      this.change(() => this.notices.turn(channel.id, on)),
    );
    const again = (/** @type {string} */ words) =>
      button(words, () => this.change(() => this.notices.again(channel.id)), { class: "btn sm" });
    if (channel.state === "waiting") {
      return row(kindIcon(channel.kind), label, how, says, again(t("Send again")), remove);
    }
    if (channel.kind === "push") {
      return row(kindIcon("push"), label, how, says, remove);
    }
    const retrying = channel.state === "on" && channel.tries > 0;
    const test = retrying ? again(t("Try now")) : this.testButton(channel);
    return row(kindIcon(channel.kind), label, how, says, test, remove, flip);
  }

  /**
   * How a channel stands: a state, and a sentence.
   * @param {NoticeChannel} channel
   * @returns {[HTMLElement, string]}
   */
  standing(channel) {
    const at = channel.last_at ? momentOf(channel.last_at) : "";
    const last = failure(channel.last_code, kindName(channel.kind));
    if (channel.state === "waiting") {
      return [
        state("wait", "clock", t("Waiting for your click")),
        t("We sent you a link. It works for 24 hours. Nothing else is sent before you press it."),
      ];
    }
    if (channel.state === "bounced") {
      return [state("no", "warning", t("Bounced, turned off")), t("Your mail server refused 3 messages.")];
    }
    if (channel.state === "failed") {
      if (channel.kind === "push") {
        const says = t("Allow notifications for this site in that browser's settings, then turn this on there.");
        return [state("no", "warning", t("Blocked by the browser")), says];
      }
      return [
        state("no", "warning", t("Turned off after 10 failures")),
        t("Last answer: {what}, {when}.", { what: last, when: at }),
      ];
    }
    if (channel.state === "off") {
      return [state("off", null, t("Off")), t("Nothing is sent here.")];
    }
    if (channel.tries) {
      const minutes = Math.max(1, Math.round((channel.retry_in ?? 0) / 60));
      const says = t("{what}, {when}. Attempt {n} of 5.", { what: last, when: at, n: Math.min(channel.tries, 5) });
      return [state("wait", "clock", t("Trying again in {n} min", { n: minutes })), says];
    }
    if (!at) {
      return [state("", "check", t("On")), t("Nothing was sent yet.")];
    }
    const arrived = channel.last_code !== null && channel.last_code >= 200 && channel.last_code < 300;
    return arrived ? [state("", "check", t("Delivered")), at] : [state("no", "warning", last), at];
  }
}
