// A text to be copied, such as a link.

import { html, useRef, useState } from "../vendor/preact.js";

/** @param {{text: string, label: string}} props */
export function Copyable({ text, label }) {
  const field = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    field.current.select();
    await navigator.clipboard?.writeText(text).catch(() => {}); // refused: the text is selected at least
    setCopied(true);
  };
  return html`<div class="copyable">
    <input readonly value=${text} aria-label=${label} ref=${field} onFocus=${() => field.current.select()} />
    <button type="button" onClick=${copy}>${copied ? "Copied" : "Copy"}</button>
  </div>`;
}
