// A button for a destructive action: the first press asks, the second acts.

import { html, useState } from "../vendor/preact.js";

/** @param {{ask: string, act: () => void, children?: any, [attribute: string]: any}} props ask: the label after the first press */
export function Confirm({ ask, act, children, ...attributes }) {
  const [asked, setAsked] = useState(false);
  return html`<button type="button" ...${attributes} onClick=${() => (asked ? act() : setAsked(true))} onBlur=${() => setAsked(false)}>${asked ? ask : children}</button>`;
}
