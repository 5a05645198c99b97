// How a decision game looks, whatever its name: what is counted and what has moved
// it, the cards in hand, and what there is to read. See cardsim.View in the schema.

import { html } from "../vendor/preact.js";

/** Reports whether a view is one of a decision game. @param {any} view */
export const fits = (view) => Array.isArray(view.abilities) && Array.isArray(view.stats) && Array.isArray(view.changes);

/** @param {{scene: import("./index.js").Scene}} props */
export const Sides = ({ scene: { view } }) => html`
  <section class="side own desk" aria-label="Your desk">
    ${(view.prompt ?? []).map((line) => html`<p class="about">${line}</p>`)}
    ${view.ending ? html`<${Ending} view=${view} />` : html`
      ${view.hand.map((card) => html`<${Matter} key=${card.id} card=${card} />`)}
      ${view.abilities.length > 0 && html`<article><h3>At any time</h3><ul>${view.abilities.map((option) => html`<${Choice} option=${option} />`)}</ul></article>`}`}
  </section>
  <section class="side" aria-label="How things stand">
    <table class="tallies"><tbody>${view.stats.map((stat) => html`<${Tally} key=${stat.name} stat=${stat} changes=${view.changes} />`)}</tbody></table>
    ${(view.panels ?? []).map((panel) => html`<details key=${panel.title}><summary>${panel.title}</summary>${panel.lines.map((line) => html`<div>${line}</div>`)}</details>`)}
  </section>`;

const Tally = ({ stat, changes }) => html`<tr>
  <th scope="row">${stat.name}${stat.hidden && html`<small> hidden</small>`}</th>
  <td>${stat.value}</td>
  <td class=${String(stat.delta ?? "").startsWith("-") ? "down" : "up"}>${stat.delta}</td>
  <td class="about">${changes.filter((c) => c.stat === stat.name).map((c) => `${c.delta || `was ${c.from}`} by ${c.by}`).join(", ")}</td>
</tr>`;

const Matter = ({ card }) => html`<article class=${card.urgent ? "urgent" : ""}>
  <h3>${card.urgent && "Urgent: "}${card.title}${card.expires > 0 && html`<small> goes away in ${card.expires}</small>`}</h3>
  ${card.text.trim().split("\n").map((line) => html`<p>${line}</p>`)}
  <ul>${card.options.map((option) => html`<${Choice} option=${option} />`)}${card.dismiss && html`<li>${card.dismiss}</li>`}</ul>
</article>`;

/** A choice with what it moves, or why it cannot be taken. */
const Choice = ({ option }) => html`<li>${option.text}<small class="about">${option.enabled
  ? (option.effects ?? []).map((effect) => ` ${effect.stat}: ${effect.size}`).join(",")
  : ` not now${option.reason ? `: ${option.reason}` : ""}`}</small></li>`;

const Ending = ({ view }) => html`<h3>${view.ending}</h3><p>${view.ending_text}</p>${(view.summary ?? []).map((line) => html`<div class="about">${line}</div>`)}`;
