// Motion that shows what went where. Things have names (data-flip) that they keep
// wherever they are drawn: a thing that is drawn elsewhere slides there, a new one
// comes from where it was before under another name (data-from), and one that has
// gone fades on its way to where it went (data-to).

import { moves } from "../store/settings.js";
import { useLayoutEffect, useRef } from "../vendor/preact.js";

const SLIDE = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const NEAR = 3; // pixels: less is no motion
const MOST = 60; // more things at once are not worth it

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

/** Makes the things inside an element move. @returns {{current: any}} the element's ref */
export function useMotion() {
  const ref = useRef(null);
  const before = useRef(/** @type {Map<string, Place> | null} */ (null));
  before.current = ref.current && moves() ? places(ref.current) : null; // as drawn so far: this runs before the new is
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

/** Moves by transforms alone, which the browser does without laying the page out again. */
function slide(node, dx, dy, scale) {
  node.style.zIndex = "5";
  node.animate([{ translate: `${dx}px ${dy}px`, scale }, { translate: "0 0", scale: 1 }], SLIDE).finished
    .then(() => { node.style.zIndex = ""; }, () => {}); // stopped: it has gone
}

const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** Where a new thing was before, under one of the names that it may have had. */
function cameFrom(node, old, now) {
  const names = node.closest("[data-from]")?.dataset.from?.split(" ") ?? [];
  for (const name of names) {
    const was = old.get(name);
    if (was && (!now.has(name) || !was.node.matches("button"))) return was;
  }
}

/** Lets a copy of what has gone fade on its way. */
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
