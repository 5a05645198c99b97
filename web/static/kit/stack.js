// The phases as a breadcrumb, and the stack.

import { html } from "../vendor/preact.js";
import { Pickable } from "./pick.js";

/**
 * The phases, the current one last.
 * @param {{scene: import("../games/index.js").Scene, steps: import("../games/index.js").Step[]}} props
 */
export const Breadcrumb = ({ scene, steps }) => html`<ol class="breadcrumb">
  ${steps.map(({ text, key, ref, cancelled }, i) => html`<li key=${key ?? i} class=${cancelled ? "cancelled" : ""} aria-current=${i === steps.length - 1 ? "step" : undefined}>
    ${ref && scene.picker.concerns(ref) ? html`<${Pickable} scene=${scene} it=${ref}>${text}</${Pickable}>` : html`<span>${text}</span>`}${cancelled && " (cancelled)"}
  </li>`)}
</ol>`;

/**
 * The stack, from the top down.
 * @param {object} props
 * @param {string} props.label
 * @param {{key: string, node: any}[]} props.items from the top of the stack down
 */
export function Pile({ label, items }) {
  if (items.length === 0) return null;
  return html`<ol class="pile-of" aria-label=${label} style=${{ "--n": items.length }}>
    ${items.map(({ key, node }, i) => html`<li key=${key} style=${{ "--i": i }}>
      ${i === 0 && items.length > 1 && html`<small class="next-up">next</small>`}${node}
    </li>`)}
  </ol>`;
}
