// Which page is it? One document for all of them.
import { Refusal } from "./api.js";
import { h, toast } from "./dom.js";
import { frame, lobby, newTable, rulesPage } from "./lobby.js";
import { TablePage } from "./table.js";
import { learn, preferred, t } from "./words.js";

async function start() {
  await learn(preferred());
  const [, kind, id] = location.pathname.split("/");
  try {
    if (kind === "t") return openTable(id);
    if (kind === "new") return await newTable();
    if (kind === "rules") return await rulesPage(id);
    if (kind) return sorry(t("There is no such page."));
    await lobby();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sorry(error.reason.text || t("The server does not answer."));
  }
}

function sorry(why) {
  frame(start, h("h1", { class: "title" }, t("That did not work")), h("p", {}, why), h("p", {}, h("a", { class: "btn go", href: "/" }, t("To the lobby"))));
}

function openTable(id) {
  let page = new TablePage(id);
  TablePage.prototype.relearn = () => {
    page.leave();
    page = new TablePage(id);
  };
}

addEventListener(
  "unhandledrejection",
  (e) => e.reason instanceof Refusal && (e.preventDefault(), toast(e.reason.text || t("The server does not answer."), "bad")),
);
start();
