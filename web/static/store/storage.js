// Persistent values in localStorage, or in sessionStorage for values of this tab. Without storage the page works but keeps nothing.

import { effect, signal } from "../vendor/preact.js";

/** @typedef {"localStorage" | "sessionStorage"} Place */

/** @param {string} key @param {string} otherwise @param {Place} [place] @returns {string} */
export function recall(key, otherwise, place = "localStorage") {
  try {
    return window[place].getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {string} text @param {Place} [place] */
export function keep(key, text, place = "localStorage") {
  try {
    window[place].setItem(key, text);
  } catch {
    // storage is off or full
  }
}

/** @param {string} key @param {Place} [place] @returns {any} the stored JSON value, or null if it is missing or malformed */
export function recallJSON(key, place) {
  try {
    return JSON.parse(recall(key, "null", place));
  } catch {
    return null;
  }
}

/**
 * A signal whose value is stored.
 * @template {string} T
 * @param {string} key
 * @param {T} initial
 * @returns {import("../vendor/preact.js").Signal<T>}
 */
export function kept(key, initial) {
  const s = signal(/** @type {T} */ (recall(key, initial)));
  let first = true;
  effect(() => {
    const value = s.value;
    if (!first) keep(key, value);
    first = false;
  });
  return s;
}
