// FLIP animations. An element keeps its name (data-flip) wherever it is drawn, and slides
// to its new position. A new element starts at the position of a former name (data-from).
// A removed element fades toward its destination (data-to).

import { moves } from "../store/settings.js";
import { useLayoutEffect, useRef } from "../vendor/preact.js";

const SLIDE = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const NEAR = 3; // pixels; shorter moves are skipped
const MOST = 60; // animations at once

/** @typedef {{box: DOMRect, node: HTMLElement, to: string[]}} Place */

const namesOf = (node) => (node.dataset.flip ?? "").split(" ").filter(Boolean);

/** @param {HTMLElement} root @returns {Map<string, Place>} */
function places(root) {
  const map = new Map();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-flip]"))) {
    const box = node.getBoundingClientRect();
    if (box.width === 0) continue;
    const wish = /** @type {HTMLElement | null} */ (node.closest("[data-to]"));
    const place = { box, node, to: (wish?.dataset.to ?? "").split(" ").filter(Boolean) };
    for (const name of namesOf(node)) map.set(name, place);
  }
  return map;
}

/** Animates the named elements inside an element. @returns {{current: any}} the element's ref */
export function useMotion() {
  const ref = useRef(null);
  const before = useRef(/** @type {Map<string, Place> | null} */ (null));
  before.current = ref.current && moves() ? places(ref.current) : null; // the old layout: this runs before the new one is drawn
  useLayoutEffect(() => {
    const old = before.current;
    if (!old || old.size === 0 || !moves()) return;
    const now = places(ref.current);
    const used = new Set();
    let count = 0;
    for (const [name, { box, node }] of now) {
      if (name !== namesOf(node)[0] || count > MOST) continue;
      const was = old.get(name) ?? cameFrom(node, old, now);
      if (!was) {
        if (node.matches("button")) node.animate([{ opacity: 0, scale: 0.9 }, { opacity: 1, scale: 1 }], SLIDE);
        continue;
      }
      used.add(was.node);
      const [dx, dy] = [middle(was.box).x - middle(box).x, middle(was.box).y - middle(box).y];
      if (Math.abs(dx) + Math.abs(dy) < NEAR || !node.matches("button")) continue;
      count++;
      slide(node, dx, dy, Math.min(1, was.box.width / box.width));
    }
    for (const [name, place] of old) {
      if (!now.has(name) && name === namesOf(place.node)[0] && !used.has(place.node) && count++ < MOST) leave(place, now);
    }
  });
  return ref;
}

/** Moves an element by transforms only, which need no new layout. */
function slide(node, dx, dy, scale) {
  node.style.zIndex = "5";
  node.animate([{ translate: `${dx}px ${dy}px`, scale }, { translate: "0 0", scale: 1 }], SLIDE).finished
    .then(() => { node.style.zIndex = ""; }, () => {}); // cancelled: the element was removed
}

const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** The former position of a new element, found by one of its former names. */
function cameFrom(node, old, now) {
  const names = node.closest("[data-from]")?.dataset.from?.split(" ") ?? [];
  for (const name of names) {
    const was = old.get(name);
    if (was && (!now.has(name) || !was.node.matches("button"))) return was;
  }
}

/** Fades a copy of a removed element toward its destination. */
function leave({ box, node, to }, now) {
  const goal = to.map((name) => now.get(name)).find(Boolean);
  if (!node.matches("button") || !goal) return;
  const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
  for (const part of [ghost, .../** @type {NodeListOf<HTMLElement>} */ (ghost.querySelectorAll("*"))]) {
    part.removeAttribute("data-flip");
    part.removeAttribute("data-ref");
    part.removeAttribute("id");
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  ghost.className += " ghost";
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  const [dx, dy] = [middle(goal.box).x - middle(box).x, middle(goal.box).y - middle(box).y];
  ghost.animate([{ translate: "0 0", scale: 1, opacity: 1 }, { translate: `${dx}px ${dy}px`, scale: 0.4, opacity: 0.2 }], { ...SLIDE, duration: 420 }).finished.finally(() => ghost.remove());
}
