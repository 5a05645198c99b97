// The focus is not lost when what had it is gone: a card that was played, a button
// that was pressed. It goes on at the list of what can be chosen.

import { useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * @param {string} inside a selector: only focus that was in there is kept
 * @returns {void}
 */
export function useKeptFocus(inside) {
  const had = useRef(false);
  const put = useRef(false); // the focus waits at the list until something can be chosen
  useEffect(() => {
    const focus = (/** @type {FocusEvent} */ event) => { had.current = event.target instanceof Element && event.target.closest(inside) !== null; };
    const point = () => { had.current = false; }; // whoever points somewhere else has left it
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
