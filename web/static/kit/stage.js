// The step that the table shows now: the card being played, an attack, rising numbers.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Printed } from "./print.js";

/** The life of a seat, else the item itself. @param {string} ref @returns {Element | null} */
const elementOf = (ref) => document.querySelector(`.seats [data-flip="${CSS.escape(ref)}:life"]`) ?? document.querySelector(`.seats [data-ref="${CSS.escape(ref)}"]`);

/** @param {{beat: import("../store/pace.js").Beat | null, words: (text: string) => string}} props */
export function Stage({ beat, words }) {
  const ref = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    if (!beat) return;
    if (beat.lunge) lunge(beat.lunge);
    for (const [i, float] of (beat.floats ?? []).entries()) place(ref.current?.querySelectorAll(".float")[i], float.ref);
  }, [beat]);
  if (!beat) return null;
  const { card, floats = [] } = beat;
  return html`<div ref=${ref} class="stage" aria-hidden="true">
    ${card && html`<div class="stage-card" key=${beat}><${Printed} face=${card} /></div>`}
    <p class="stage-text">${words(beat.text)}</p>
    ${floats.map(({ ref: at, text, kind }, i) => html`<span key=${`${i} ${at}`} class=${`float ${kind}`}>${text}</span>`)}
  </div>`;
}

/** Puts a number onto its item. @param {HTMLElement | undefined} node @param {string} ref */
function place(node, ref) {
  const box = (elementOf(ref) ?? document.querySelector(".seats"))?.getBoundingClientRect();
  if (!node || !box) return;
  node.style.left = `${box.left + box.width / 2}px`;
  node.style.top = `${box.top + box.height / 2}px`;
}

/** Moves an attacker half-way to its target and back. @param {{from: string, to: string}} attack */
function lunge({ from, to }) {
  const [token, goal] = [elementOf(from), elementOf(to)];
  if (!token || !goal) return;
  const [a, b] = [token.getBoundingClientRect(), goal.getBoundingClientRect()];
  const half = `${(b.left + b.width / 2 - a.left - a.width / 2) / 2}px ${(b.top + b.height / 2 - a.top - a.height / 2) / 2}px`;
  token.animate([{ translate: "0 0", zIndex: 9 }, { translate: half, zIndex: 9, offset: 0.4 }, { translate: "0 0", zIndex: 9 }], { duration: 500, easing: "ease-in-out" });
}
