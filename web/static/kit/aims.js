// Arrows from the stack to its targets, drawn over the board.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { arrow } from "./arrow.js";

/** @typedef {{from: string, to: string, kind: string}} Aim two references, and a class */

const SETTLED = 450; // milliseconds until animations have ended

/**
 * Covers its parent, which must be positioned.
 * @param {{aims: Aim[]}} props from the top of the stack down
 */
export function Aims({ aims }) {
  const svg = useRef(null);
  const key = aims.map(({ from, to }) => `${from} ${to}`).join(", ");
  useLayoutEffect(() => {
    const node = /** @type {SVGSVGElement} */ (svg.current);
    const draw = () => { for (const [i, path] of [...node.querySelectorAll("path")].entries()) path.setAttribute("d", line(node, aims[i])); };
    for (const path of node.querySelectorAll("path")) path.setAttribute("d", "");
    if (aims.length === 0) return;
    const timer = setTimeout(draw, SETTLED);
    addEventListener("resize", draw);
    addEventListener("scroll", draw, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", draw);
      removeEventListener("scroll", draw, true);
    };
  }, [key]);
  return html`<svg class="aims" aria-hidden="true" ref=${svg}>${aims.map(({ from, to, kind }) => html`<path key=${`${from} ${to}`} class=${`${kind} ${aims[0].from === from ? "first" : ""}`} />`)}</svg>`;
}

/** @param {Element} svg @param {Aim} aim @returns {string} the arrow's path, or "" if an end is out of sight */
function line(svg, { from, to }) {
  const board = svg.getBoundingClientRect();
  const ends = [from, to].map((ref) => svg.parentElement?.querySelector(`[data-ref="${CSS.escape(ref)}"]`)?.getBoundingClientRect());
  if (!ends[0] || !ends[1] || ends.some((box) => box && (box.right < board.left || box.left > board.right))) return "";
  const [a, b] = /** @type {DOMRect[]} */ (ends);
  const [[x0, y0], [x1, y1]] = [edge(a, b, 1), edge(b, a, 0.9)];
  return arrow(x0 - board.left, y0 - board.top, x1 - board.left, y1 - board.top);
}

/** The point of a box on the way to the centre of another. @param {DOMRect} box @param {DOMRect} other @param {number} share of the way from its centre to its edge */
function edge(box, other, share) {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [dx, dy] = [other.left + other.width / 2 - x, other.top + other.height / 2 - y];
  const reach = share * Math.min(box.width / 2 / Math.max(Math.abs(dx), 1), box.height / 2 / Math.max(Math.abs(dy), 1));
  return [x + dx * reach, y + dy * reach];
}
