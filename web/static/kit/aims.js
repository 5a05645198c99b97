// Lines from the stack to its targets, drawn over the board.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

const SETTLED = 450; // milliseconds until animations have ended

/**
 * Covers its parent, which must be positioned.
 * @param {{pairs: [from: string, to: string][]}} props references, from the top of the stack down
 */
export function Aims({ pairs }) {
  const svg = useRef(null);
  const key = pairs.join(" ");
  useLayoutEffect(() => {
    const node = /** @type {SVGSVGElement} */ (svg.current);
    const draw = () => { for (const [i, path] of [...node.querySelectorAll("path")].entries()) path.setAttribute("d", line(node, pairs[i])); };
    for (const path of node.querySelectorAll("path")) path.setAttribute("d", "");
    if (pairs.length === 0) return;
    const timer = setTimeout(draw, SETTLED);
    addEventListener("resize", draw);
    addEventListener("scroll", draw, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", draw);
      removeEventListener("scroll", draw, true);
    };
  }, [key]);
  return html`<svg class="aims" aria-hidden="true" ref=${svg}>${pairs.map(([from, to], i) => html`<path key=${`${from} ${to}`} class=${i === 0 ? "first" : ""} />`)}</svg>`;
}

/** @param {Element} svg @param {[string, string]} pair @returns {string} the line's path, or "" if an end is out of sight */
function line(svg, [from, to]) {
  const board = svg.getBoundingClientRect();
  const ends = [from, to].map((ref) => svg.parentElement?.querySelector(`[data-ref="${CSS.escape(ref)}"]`)?.getBoundingClientRect());
  if (!ends[0] || !ends[1] || ends.some((box) => box && (box.right < board.left || box.left > board.right))) return "";
  const [a, b] = /** @type {DOMRect[]} */ (ends);
  const x1 = b.left + b.width / 2 - board.left;
  const aside = b.left > a.right; // the line leaves the card at its right
  const up = aside ? b.bottom < a.top + a.height / 2 : b.top + b.height / 2 < a.top + a.height / 2;
  const y1 = (up ? b.bottom : b.top) - board.top;
  const x0 = aside ? a.right - board.left : a.left + a.width * 0.3 - board.left;
  const y0 = aside ? a.top + a.height / 2 - board.top : (up ? a.top : a.bottom) - board.top;
  const bend = (y1 - y0) * 0.5;
  const head = up ? 9 : -9;
  const leave = aside ? `${x0 + (x1 - x0) * 0.5} ${y0}` : `${x0} ${y0 + bend}`;
  return `M${x0} ${y0}C${leave} ${x1} ${y1 - (aside ? Math.max(bend, 60) * (up ? -1 : 1) : bend)} ${x1} ${y1}M${x1 - 7} ${y1 + head}L${x1} ${y1}L${x1 + 7} ${y1 + head}`;
}
