// A text field with a copy button, for links.

import { html, useRef, useState } from "../vendor/preact.js";

/** @param {{text: string, label: string}} props */
export function Copyable({ text, label }) {
  const field = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    field.current.select();
    await navigator.clipboard?.writeText(text).catch(() => {}); // without permission the text at least stays selected
    setCopied(true);
  };
  return html`<div class="copyable">
    <input readonly value=${text} aria-label=${label} ref=${field} onFocus=${() => field.current.select()} />
    <button type="button" onClick=${copy}>${copied ? "Copied" : "Copy"}</button>
  </div>`;
}
