// The selected kingdom and its cost curve.

import { html } from "../../vendor/preact.js";
import { Art } from "../../kit/art.js";
import { Columns } from "../../kit/chart.js";
import { looksOf } from "../cards/look.js";

/** @typedef {import("../cards/look.js").Look} Look */

/** All kingdom cards by name, cheapest first. @param {import("../../types.js").Rules} rules @returns {Map<string, Look>} */
export const kingdomOf = (rules) => new Map(looksOf(rules).filter((look) => look.group !== "basic")
  .sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0) || a.name.localeCompare(b.name)).map((look) => [look.name, look]));

/** @param {{looks: Look[], picked: string[], toggle: (name: string) => void}} props picked: the player's own selection; other cards fill the kingdom */
export const Ten = ({ looks, picked, toggle }) => html`<ul class="ten" aria-label="Kingdom">
  ${looks.map((look) => html`<li key=${look.name}><${Tile} look=${look} on=${picked.includes(look.name)} toggle=${toggle} note=${picked.length > 0 && !picked.includes(look.name) ? "filled" : ""} /></li>`)}
</ul>`;

/** A toggle button for a kingdom card. @param {{look: Look, on: boolean, toggle: (name: string) => void, note?: string}} props */
export const Tile = ({ look, on, toggle, note = "" }) => html`<button type="button" class=${`king ${look.tints[0]}`} data-card=${look.name} title=${`${look.face.kind}. ${look.face.text ?? ""}`}
  aria-pressed=${String(on)} onClick=${() => toggle(look.name)}>
  <${Art} name=${look.name} tints=${look.tints} glyph=${look.glyph} /><span class="king-name">${look.name}<small>${[look.face.kind, note].filter(Boolean).join(", ")}</small></span>${look.face.price}
</button>`;

/** The number of cards by cost. @param {{looks: Look[]}} props */
export const Curve = ({ looks }) => html`<${Columns} caption="Cost curve" costs=${looks.map(({ cost = 0 }) => cost)} from=${2} to=${6} unit="$" />`;
