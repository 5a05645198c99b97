// What the browser remembers for the page from visit to visit. Where storage is
// switched off nothing is remembered, and nothing else is different.

import { effect, signal } from "../vendor/preact.js";

/** @param {string} key @param {string} otherwise @returns {string} */
export function recall(key, otherwise) {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

/** @param {string} key @returns {any} what was kept as JSON, null if it was nothing or is broken */
export function recallJSON(key) {
  try {
    return JSON.parse(recall(key, "null"));
  } catch {
    return null;
  }
}

/**
 * A signal whose value outlives the page.
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
