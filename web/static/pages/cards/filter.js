// The filter of the card browser and of the deck builder.

import { Glyph, hasGlyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { Select } from "../../kit/select.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("./look.js").Look} Look */

/**
 * @typedef {object} Wanted the wanted cards; "" or an empty list allows any
 * @property {string} text
 * @property {string} type
 * @property {string[]} elements of which a card must have one
 * @property {string} group
 * @property {string} cost
 */

/** @type {Wanted} */
export const ANY = { text: "", type: "", elements: [], group: "", cost: "" };

const DEAR = 6; // this cost and higher ones share a button

/** @param {Look[]} looks @param {Wanted} wanted @returns {Look[]} */
export function wantedOf(looks, { text, type, elements, group, cost }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return looks.filter((look) => (!type || look.types.includes(type)) && (elements.length === 0 || look.elements.some((element) => elements.includes(element))) && (!group || look.group === group)
    && (!cost || (look.cost !== undefined && Math.min(look.cost, DEAR) === Number(cost)))
    && words.every((word) => `${look.face.name} ${look.face.kind} ${look.face.text ?? ""} ${look.face.stats ?? ""} ${look.group} ${look.costs}`.toLowerCase().includes(word)));
}

/** @param {(string | undefined)[]} list @returns {string[]} without duplicates */
const once = (list) => [...new Set(list)].filter((text) => text !== undefined && text !== "").map(String);

/** @param {{looks: Look[], wanted: Wanted, set: (wanted: Wanted) => void, found: number, compact?: boolean}} props compact: in one line */
export function Filter({ looks, wanted, set, found, compact = false }) {
  const put = (what) => set({ ...wanted, ...what });
  const one = (/** @type {"type" | "cost" | "group"} */ key) => ({ chosen: [wanted[key]], toggle: (item) => put({ [key]: wanted[key] === item ? "" : item }) });
  const toggle = (item) => put({ elements: wanted.elements.includes(item) ? wanted.elements.filter((other) => other !== item) : [...wanted.elements, item] });
  const elements = once(looks.flatMap((look) => look.elements));
  const types = once(looks.flatMap((look) => look.types));
  const groups = once(looks.map((look) => look.group));
  const costs = once(looks.map((look) => (look.cost === undefined ? undefined : String(Math.min(look.cost, DEAR))))).sort();
  const costOf = (/** @type {string} */ cost) => (Number(cost) === DEAR ? `${cost}+` : cost);
  const search = html`<label class="search"><span>Search</span><input id="card-search" type="search" autocomplete="off" placeholder="name or text" value=${wanted.text} onInput=${(event) => put({ text: event.target.value })} /></label>`;
  if (compact) {
    return html`<form class="card-filter compact sheet" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${Chips} name="Element" list=${elements} chosen=${wanted.elements} toggle=${toggle} />
      <${Chips} name="Type" list=${["", ...types]} ...${one("type")} text=${(type) => (type ? `${type}s` : "All")} />
      <${Select} id="card-cost" label="Cost" options=${[["", "Any cost"], ...costs.map((cost) => [cost, `Cost ${costOf(cost)}`])]} value=${wanted.cost} set=${(cost) => put({ cost })} />
      ${search}
      <p class="visually-hidden" role="status">${found} of ${looks.length} cards</p>
    </form>`;
  }
  return html`<form class="card-filter sheet" role="search" onSubmit=${(event) => event.preventDefault()}>
    ${search}
    ${elements.length > 1 && html`<${Chips} name="Element" list=${elements} chosen=${wanted.elements} toggle=${toggle} />`}
    ${types.length > 1 && html`<${Chips} name="Type" list=${types} ...${one("type")} />`}
    ${costs.length > 1 && html`<${Chips} name="Cost" list=${costs} ...${one("cost")} text=${costOf} />`}
    ${groups.length > 1 && html`<${Chips} name="Set" list=${groups} ...${one("group")} />`}
    <p class="found" role="status">${found === looks.length ? `All ${found} cards` : `${found} of ${looks.length} cards`}</p>
    ${Object.values(wanted).some(({ length }) => length > 0) && html`<button type="button" class="clear" onClick=${() => set(ANY)}>Show all</button>`}
  </form>`;
}

/** @param {{name: string, list: string[], chosen: string[], toggle: (item: string) => void, text?: (item: string) => string}} props */
function Chips({ name, list, chosen, toggle, text = String }) {
  const rove = useRoving();
  return html`<div class="pick-one" role="group" aria-label=${name} ...${rove}>
    <span class="label" aria-hidden="true">${name}</span>
    ${list.map((item) => html`<button type="button" key=${item} data-value=${item} class=${`pill ${item.toLowerCase()}`} aria-pressed=${String(chosen.includes(item))} onClick=${() => toggle(item)}>
      ${hasGlyph(item.toLowerCase()) && html`<${Glyph} name=${item.toLowerCase()} />`}<span>${text(item)}</span></button>`)}
  </div>`;
}
