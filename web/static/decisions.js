// How a decision game looks, whatever its name: what is counted and what has moved
// it, the cards in hand, and what there is to read. See cardsim.View in the schema.

import { h } from "./dom.js";

/** Reports whether a view is one of a decision game. @param {any} view */
export const fits = (view) => Array.isArray(view.abilities) && Array.isArray(view.stats) && Array.isArray(view.changes);

/** @param {import("./looks.js").Scene} scene */
export const sides = ({ view }) => [
  h("section.side.own", { "aria-label": "Your desk" },
    (view.prompt ?? []).map((line) => h("p.about", {}, line)),
    view.ending ? end(view) : [
      view.hand.map(matter),
      view.abilities.length > 0 && h("article", {}, h("h3", {}, "At any time"), h("ul", {}, view.abilities.map(choice))),
    ]),
  h("section.side", { "aria-label": "How things stand" },
    h("table.tallies", {}, h("tbody", {}, view.stats.map((stat) => tally(stat, view.changes)))),
    (view.panels ?? []).map((panel) => h("details", {}, h("summary", {}, panel.title), panel.lines.map((line) => h("div", {}, line))))),
];

const tally = (stat, changes) => h("tr", {},
  h("th", { scope: "row" }, stat.name, stat.hidden && h("small", {}, " hidden")),
  h("td", {}, stat.value),
  h("td", {}, stat.delta),
  h("td.about", {}, changes.filter((c) => c.stat === stat.name).map((c) => `${c.delta || `was ${c.from}`} by ${c.by}`).join(", ")));

const matter = (card) => h("article", {},
  h("h3", {}, card.urgent && "Urgent: ", card.title, card.expires > 0 && h("small", {}, ` goes away in ${card.expires}`)),
  card.text.trim().split("\n").map((line) => h("p", {}, line)),
  h("ul", {}, card.options.map(choice), card.dismiss && h("li", {}, card.dismiss)));

/** A choice with what it moves, or why it cannot be taken. */
const choice = (option) => h("li", {}, option.text,
  h("small.about", {}, option.enabled
    ? (option.effects ?? []).map((effect) => ` ${effect.stat}: ${effect.size}`).join(",")
    : ` not now${option.reason ? `: ${option.reason}` : ""}`));

const end = (view) => [h("h3", {}, view.ending), h("p", {}, view.ending_text), (view.summary ?? []).map((line) => h("div.about", {}, line))];
