// Persistent values in localStorage. Without storage the page works but keeps nothing.

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
    // storage is off or full
  }
}

/** @param {string} key @returns {any} the stored JSON value, or null if it is missing or malformed */
export function recallJSON(key) {
  try {
    return JSON.parse(recall(key, "null"));
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
