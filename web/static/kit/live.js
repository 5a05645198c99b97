// What is spoken to those who do not see the page: one region for what happens,
// one for what cannot wait.

import { html, signal } from "../vendor/preact.js";

const polite = signal("");
const urgent = signal("");
let waiting = /** @type {string[]} */ ([]);
let timer = 0;

/**
 * Speaks a sentence. Those of one moment are spoken together.
 * @param {string} text
 * @param {boolean} [now] interrupts what is being said
 */
export function announce(text, now = false) {
  if (!text) return;
  if (now) {
    urgent.value = urgent.value === text ? `${text}\u00a0` : text; // a change, so that it is said again
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
