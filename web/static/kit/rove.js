// Roving tabindex: a group of buttons is one tab stop; arrows, Home and End move inside it.

import { useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * @param {string} [selector] the buttons of the group
 * @returns {{ref: any, onKeyDown: (event: KeyboardEvent) => void, onFocusIn: (event: FocusEvent) => void}} props for the group's element
 */
export function useRoving(selector = "button:not([disabled])") {
  const ref = useRef(null);
  const all = () => (/** @type {HTMLElement[]} */ ([...(ref.current?.querySelectorAll(selector) ?? [])])).filter((item) => item.checkVisibility());
  const stop = (/** @type {HTMLElement | undefined} */ at) => {
    for (const item of all()) item.tabIndex = item === at ? 0 : -1;
  };
  useLayoutEffect(() => {
    const items = all();
    stop(items.find((item) => item === document.activeElement) ?? items.find((item) => item.tabIndex === 0 && items.filter((i) => i.tabIndex === 0).length === 1) ?? items[0]);
  });
  return {
    ref,
    onFocusIn: (event) => {
      const item = /** @type {HTMLElement} */ (event.target).closest?.(selector);
      if (item && ref.current.contains(item)) stop(/** @type {HTMLElement} */ (item));
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const items = all();
      const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (at < 0) return;
      const to = next(items, at, event.key);
      if (to === undefined) return;
      event.preventDefault();
      items[to].focus();
    },
  };
}

/** @returns {number | undefined} the index a key moves to */
function next(items, at, key) {
  switch (key) {
    case "ArrowRight": return Math.min(at + 1, items.length - 1);
    case "ArrowLeft": return Math.max(at - 1, 0);
    case "ArrowDown": return below(items, at, 1);
    case "ArrowUp": return below(items, at, -1);
    case "Home": return 0;
    case "End": return items.length - 1;
  }
}

/** The nearest item in the next row, or in the previous row if way is -1. Without such a row, the next or previous item. */
function below(items, at, way) {
  const here = items[at].getBoundingClientRect();
  let best = -1;
  let least = Infinity;
  items.forEach((item, i) => {
    const box = item.getBoundingClientRect();
    const down = (box.top - here.top) * way;
    if (down < 2) return;
    const far = down * 3 + Math.abs(box.left - here.left);
    if (far < least) [best, least] = [i, far];
  });
  return best >= 0 ? best : Math.min(Math.max(at + way, 0), items.length - 1);
}
