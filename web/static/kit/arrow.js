// Targeting by mouse: a line from the picked item to the pointer, and drag and drop.

import { html, useEffect, useRef } from "../vendor/preact.js";

const FAR = 12; // pixels of movement from which a click counts as a drag

/** @param {Element | null} node @returns {HTMLElement | null} */
const itemAt = (node) => node?.closest("[data-ref]") ?? null;

/** @param {Element | null} node @returns {string | undefined} */
const refAt = (node) => itemAt(node)?.dataset.ref;

/** @param {{picker: import("../store/picker.js").Picker}} props */
export function Arrow({ picker }) {
  const line = useRef(null);
  const picked = picker.picked.value[0];
  const from = useRef(/** @type {HTMLElement | null} */ (null)); // the item that was pressed last and is not a target: copies of a card share a reference
  useEffect(() => {
    /** @type {{it: string, x: number, y: number, moved: boolean} | null} */
    let drag = null;
    const down = (/** @type {PointerEvent} */ event) => {
      const item = itemAt(/** @type {Element} */ (event.target));
      const it = event.pointerType === "mouse" && event.button === 0 ? item?.dataset.ref : undefined;
      if (picker.picked.peek().length === 0) from.current = item;
      drag = it && picker.concerns(it) && !picker.isAim(it) ? { it, x: event.clientX, y: event.clientY, moved: false } : null;
    };
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse") return;
      if (drag && !drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) {
        drag.moved = true;
        if (!picker.leads(drag.it)) drag = null; // no target needed: a click plays it
        else picker.pick(drag.it);
      }
      draw(line.current, startOf(picker.picked.peek()[0], from.current), event);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      const it = drag?.moved ? refAt(document.elementFromPoint(event.clientX, event.clientY)) : undefined;
      if (drag?.moved && (!it || it === drag.it || !picker.pick(it))) picker.back();
      drag = null;
    };
    const listeners = /** @type {[string, any][]} */ ([["pointerdown", down], ["pointermove", move], ["pointerup", up]]);
    for (const [name, listen] of listeners) addEventListener(name, listen);
    return () => { for (const [name, listen] of listeners) removeEventListener(name, listen); };
  }, []);
  useEffect(() => { line.current.setAttribute("d", ""); }, [picked]);
  return html`<svg class="arrow" aria-hidden="true"><path ref=${line} /></svg>`;
}

/** The item at which the line starts: the pressed one if it is the picked one. @param {string | undefined} picked @param {HTMLElement | null} pressed @returns {Element | null} */
const startOf = (picked, pressed) => (picked === undefined ? null : pressed?.isConnected && pressed.dataset.ref === picked ? pressed : document.querySelector(`#seats .picked[data-ref="${CSS.escape(picked)}"]`));

/** Draws the line from an item to the pointer. @param {SVGPathElement} path @param {Element | null} from @param {PointerEvent} event */
function draw(path, from, { clientX: x, clientY: y }) {
  if (!from) return path.setAttribute("d", "");
  const box = from.getBoundingClientRect();
  path.setAttribute("d", arrow(box.left + box.width / 2, box.top + Math.min(box.height / 2, HAND), x, y));
}

const HAND = 30; // pixels below the top edge of a card, the part of it that other cards never cover
const HEAD = 1 / 30; // the length of the head, as a part of the window's shorter side
const LONGEST = 24; // pixels: the greatest length of the head

/** The path of a bent arrow. @param {number} x0 @param {number} y0 @param {number} x @param {number} y */
export function arrow(x0, y0, x, y) {
  const [mx, my] = [(x0 + x) / 2 + (y - y0) * 0.12, (y0 + y) / 2 - Math.abs(x - x0) * 0.12];
  const a = Math.atan2(y - my, x - mx);
  const back = (/** @type {number} */ far, /** @type {number} */ turn) => `${(x - far * Math.cos(a + turn)).toFixed(1)} ${(y - far * Math.sin(a + turn)).toFixed(1)}`;
  const head = Math.min(LONGEST, HEAD * Math.min(innerWidth, innerHeight));
  return `M${x0} ${y0}Q${mx} ${my} ${back(head / 2, 0)}M${back(head, 0.5)}L${x} ${y}L${back(head, -0.5)}`;
}
