// A text as a QR code, for a camera.

import { html, useMemo } from "../vendor/preact.js";
import { generate } from "../vendor/qr.js";

const MARGIN = 4; // modules of white around the code: ISO/IEC 18004, section 5.3.8

/** @param {{text: string, label: string}} props */
export function QR({ text, label }) {
  const { size, d } = useMemo(() => {
    const { size, get } = generate(text);
    const at = Array.from({ length: size }, (_, i) => i);
    return { size, d: at.map((y) => at.map((x) => (get(x, y) ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("") };
  }, [text]);
  const all = size + 2 * MARGIN;
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`${-MARGIN} ${-MARGIN} ${all} ${all}`} shape-rendering="crispEdges"><path d=${d} /></svg>`;
}
