// Announcements for screen readers: a polite live region and an assertive one.

import { html, signal } from "../vendor/preact.js";

const polite = signal("");
const urgent = signal("");
let waiting = /** @type {string[]} */ ([]);
let timer = 0;

/**
 * Announces a sentence. Sentences within 150 ms are joined.
 * @param {string} text
 * @param {boolean} [now] interrupts other announcements
 */
export function announce(text, now = false) {
  if (!text) return;
  if (now) {
    urgent.value = urgent.value === text ? `${text}\u00a0` : text; // a changed text is announced again
    return;
  }
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    polite.value = waiting.join(" ");
    waiting = [];
  }, 150);
}

export function LiveRegions() {
  return html`<div class="visually-hidden">
    <p id="spoken" aria-live="polite">${polite.value}</p>
    <p id="urgent" aria-live="assertive">${urgent.value}</p>
  </div>`;
}
