// Which kingdom of Dominion is played: a part of the lobby's form.

import { h } from "./dom.js";

const BASIC = "basic"; // the group of the cards that are in every game

/**
 * Builds the fields.
 * @param {import("./types.js").Rules} rules
 * @param {Object<string, string>} before the table of the last game
 * @returns {{node: HTMLElement, table: () => Object<string, string>}}
 */
export function fields(rules, before) {
  const names = /** @type {HTMLInputElement} */ (h("input", {
    id: "kingdom", value: before.kingdom ?? "", maxlength: 400, placeholder: "the first game's", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "kingdom-about",
  }));
  const colony = /** @type {HTMLInputElement} */ (h("input", { id: "colony", type: "checkbox", checked: before.colony === "yes" }));
  const chosen = () => names.value.split(",").map((name) => name.trim()).filter(Boolean);
  const buttons = (rules.cards ?? []).filter((card) => card.group !== BASIC).map((card) =>
    h("button", { type: "button", title: `${card.type}, ${card.cost}. ${card.text ?? ""}`, "data-card": card.name, onclick: () => {
      const others = chosen().filter((name) => name !== card.name && name !== "random");
      names.value = [...others, ...(chosen().includes(card.name) ? [] : [card.name])].join(", ");
      mark();
    } }, card.name, " ", h("small", {}, card.cost.replace(" and a Potion", "P"))));
  const mark = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(chosen().includes(button.dataset.card ?? "")));
  };
  const set = (text) => () => {
    names.value = text;
    mark();
  };
  names.oninput = mark;
  mark();
  const node = h("div.kingdom", {},
    h("label", {}, "Kingdom ", names),
    h("div.presets", {},
      h("button", { type: "button", onclick: set("random") }, "Random"),
      h("button", { type: "button", onclick: set("") }, "First game"),
      h("label", {}, colony, "Platinum and Colony")),
    h("p.about", { id: "kingdom-about" }, "Up to ten cards with commas between them, filled up from the first game's; or the word random."),
    h("details", {}, h("summary", {}, "Choose the cards"), h("div.cards", {}, buttons)));
  return { node, table: () => ({ ...(names.value.trim() && { kingdom: chosen().join(",") }), ...(colony.checked && { colony: "yes" }) }) };
}
