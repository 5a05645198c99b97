// A list of options of which one is selected.

import { html } from "../vendor/preact.js";

/** @param {{id?: string, label?: string, options: string[][], value: string, set: (value: string) => void}} props options: values and texts; label: for a list without a label element */
export const Select = ({ id, label, options, value, set }) => html`<select id=${id} aria-label=${label} value=${value} onChange=${(event) => set(event.target.value)}>
  ${options.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
</select>`;
