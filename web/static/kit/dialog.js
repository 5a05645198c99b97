// A modal dialog. The focus begins on the first card to choose, if there is one. Escape or a click outside closes it and restores the focus.

import { html, useEffect, useRef } from "../vendor/preact.js";

/** @param {{title: string, close: () => void, children?: any}} props */
export function Dialog({ title, close, children }) {
  const node = useRef(null);
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    node.current.showModal();
    node.current.querySelector(".can")?.focus(); // showModal has chosen Close
    return () => before?.focus?.();
  }, []);
  return html`<dialog ref=${node} class="dialog" aria-label=${title} onClose=${close} onClick=${(event) => event.target === node.current && close()}>
    <div class="dialog-head"><h2>${title}</h2><button type="button" onClick=${close}>Close</button></div>
    ${children}
  </dialog>`;
}
