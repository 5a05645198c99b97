// Which kingdom of Dominion is played: a part of the form of a new game.

import { html } from "../vendor/preact.js";

const BASIC = "basic"; // the group of the cards that are in every game

/**
 * @param {object} props
 * @param {import("../types.js").Rules} props.rules
 * @param {Object<string, string>} props.table
 * @param {(table: Object<string, string>) => void} props.set
 */
export function Kingdom({ rules, table, set }) {
  const names = table.kingdom ?? "";
  const chosen = names.split(",").map((name) => name.trim()).filter(Boolean);
  const put = (kingdom) => {
    const { kingdom: _, ...rest } = table;
    set(kingdom.trim() ? { ...rest, kingdom } : rest);
  };
  const toggle = (name) => put([...chosen.filter((other) => other !== name && other !== "random"), ...(chosen.includes(name) ? [] : [name])].join(", "));
  const colony = (on) => {
    const { colony: _, ...rest } = table;
    set(on ? { ...rest, colony: "yes" } : rest);
  };
  return html`<div class="kingdom">
    <label>Kingdom <input id="kingdom" value=${names} maxlength="400" placeholder="the first game's" autocomplete="off" spellcheck="false"
      aria-describedby="kingdom-about" onInput=${(event) => put(event.target.value)} /></label>
    <div class="presets">
      <button type="button" onClick=${() => put("random")}>Random</button>
      <button type="button" onClick=${() => put("")}>First game</button>
      <label><input id="colony" type="checkbox" checked=${table.colony === "yes"} onChange=${(event) => colony(event.target.checked)} /> Platinum and Colony</label>
    </div>
    <p class="about" id="kingdom-about">Up to ten cards with commas between them, filled up from the first game's; or the word random.</p>
    <details><summary>Choose the cards</summary>
      <div class="cards">${(rules.cards ?? []).filter((card) => card.group !== BASIC).map((card) => html`<button type="button" key=${card.name}
        title=${`${card.type}, ${card.cost}. ${card.text ?? ""}`} data-card=${card.name} aria-pressed=${String(chosen.includes(card.name))}
        onClick=${() => toggle(card.name)}>${card.name} <small>${card.cost.replace(" and a Potion", "P")}</small></button>`)}</div>
    </details>
  </div>`;
}
