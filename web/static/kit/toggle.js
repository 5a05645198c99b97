// Inputs for settings: a switch, and a selection.

import { html } from "../vendor/preact.js";
import { Select } from "./select.js";

/** @param {{setting: import("../vendor/preact.js").Signal<"on" | "off">, onchange?: () => void, children?: any}} props */
export const Toggle = ({ setting, onchange, children }) => html`<label class="toggle">
  <input type="checkbox" role="switch" checked=${setting.value === "on"} onChange=${(event) => {
    setting.value = event.target.checked ? "on" : "off";
    onchange?.();
  }} /><span>${children}</span></label>`;

/** @param {{setting: import("../vendor/preact.js").Signal<any>, options: [string, string][], onchange?: () => void, children?: any}} props */
export const Choice = ({ setting, options, onchange, children }) => html`<label class="choice"><span>${children}</span>
  <${Select} options=${options} value=${setting.value} set=${(value) => {
    setting.value = value;
    onchange?.();
  }} /></label>`;
