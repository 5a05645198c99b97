// Costs such as "2 red, 1 any": parsed, drawn, and compared with active elements.

import { Glyph } from "../../kit/glyph.js";
import { html } from "../../vendor/preact.js";
import { ELEMENTS } from "./words.js";

const MANY = 3; // more glyphs than this become a number

/** @param {string | undefined} cost @returns {[string, number][]} by element, including "any" */
export const parts = (cost) => [...(cost ?? "").matchAll(/(\d+) (\w+)/g)].map(([, n, element]) => [element, Number(n)]);

/** A cost as glyphs, with text for screen readers. @param {{cost: string | undefined}} props */
export function Price({ cost }) {
  if (!cost) return null;
  return html`<span class="price"><span class="visually-hidden">costs ${cost}</span><span aria-hidden="true">${parts(cost).map(([element, n]) =>
    element === "any" ? html`<i class="any">${n}</i>`
      : n > MANY ? html`<b class=${element}>${n}</b><${Glyph} name=${element} />`
        : Array.from({ length: n }, () => html`<${Glyph} name=${element} />`))}</span></span>`;
}

/** A seat's elements with the active and total number of each; in a ring, all seven have their place. @param {{side: any, ring?: boolean}} props */
export function Karma({ side, ring = false }) {
  const have = ELEMENTS.filter((element) => side.karma[element] > 0);
  return html`<ul class=${`karma ${ring ? "round" : ""}`} aria-label="Karma" data-flip=${`s${side.seat}:karma`}>
    ${have.length === 0 && html`<li class="none">no karma yet</li>`}
    ${ELEMENTS.map((element, i) => {
      const active = side.active[element] ?? 0;
      const all = Math.max(side.karma[element] ?? 0, active); // the first element may count twice
      if (all === 0) return ring && html`<li key=${element} class=${`${element} lacking`} style=${{ "--i": i }} aria-hidden="true"><${Glyph} name=${element} /></li>`;
      return html`<li key=${element} class=${`${element} ${active ? "" : "spent"}`} style=${{ "--i": i }} title=${`${element}: ${active} active of ${all}`}>
        <span class="visually-hidden">${element}: ${active} active of ${all}</span>
        <${Glyph} name=${element} /><span aria-hidden="true"><b>${active}</b><i>/${all}</i></span>
      </li>`;
    })}
  </ul>`;
}

/**
 * The elements still missing for a cost.
 * @param {string | undefined} cost
 * @param {Object<string, number>} active
 * @returns {string} as text, or "" if the cost can be paid
 */
export function missing(cost, active) {
  const left = { ...active };
  const lacks = [];
  let any = 0;
  for (const [element, n] of parts(cost)) {
    if (element === "any") {
      any += n;
      continue;
    }
    const have = left[element] ?? 0;
    if (have < n) lacks.push(`${n - have} ${element}`);
    left[element] = Math.max(0, have - n);
  }
  const rest = Object.values(left).reduce((sum, n) => sum + n, 0);
  if (rest < any) lacks.push(`${any - rest} more of any element`);
  return lacks.join(" and ");
}
