// Preserves the keyboard focus. When the focused element disappears, such as a played
// card, the focus moves to the list of options.

import { useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * @param {string} inside a selector; the hook keeps only a focus inside it
 * @returns {void}
 */
export function useKeptFocus(inside) {
  const had = useRef(false);
  const put = useRef(false); // the focus is on the empty list until options arrive
  useEffect(() => {
    const focus = (/** @type {FocusEvent} */ event) => { had.current = event.target instanceof Element && event.target.closest(inside) !== null; };
    const point = () => { had.current = false; }; // a click elsewhere gives up the focus
    addEventListener("focusin", focus);
    addEventListener("pointerdown", point);
    return () => {
      removeEventListener("focusin", focus);
      removeEventListener("pointerdown", point);
    };
  }, []);
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (!had.current || !(at === null || at === document.body || (put.current && at.id === "choices"))) return;
    const option = (/** @type {HTMLElement[]} */ ([...document.querySelectorAll("#options button:enabled")])).find((button) => button.checkVisibility());
    put.current = option === undefined;
    (option ?? document.getElementById("choices"))?.focus({ preventScroll: true });
  });
}
