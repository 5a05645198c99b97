// How the games of one kind stand side by side, where the server ranks them.

import * as api from "./api.js";
import { byId, h } from "./dom.js";

/** Shows the ranking of a game that has one. @param {import("./types.js").Rules} rules */
export async function open(rules) {
  byId("rankings").hidden = !rules.stats;
  if (!rules.stats) return;
  const by = /** @type {HTMLSelectElement} */ (byId("rank-by"));
  by.replaceChildren(h("option", { value: "value" }, "all in all"), ...rules.stats.map((stat) => h("option", {}, stat)));
  by.onchange = () => list(rules.name, by.value);
  await list(rules.name, by.value);
}

/** @param {string} rules @param {string} by */
async function list(rules, by) {
  const { games } = await api.rankings(rules, by);
  byId("ranks").replaceChildren(...games.map(row));
  if (games.length === 0) byId("ranks").append(h("li.about", {}, "Nobody plays it yet."));
}

/** @param {import("./types.js").Ranked} game @param {number} i */
const row = (game, i) => h("li", {},
  h("span", {}, `${i + 1}. ${game.name || "somebody"}`, h("small", {}, ` turn ${game.turn}${game.status === "over" ? ", over" : ""}`)),
  h("b", {}, game.value));
