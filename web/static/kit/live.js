// Announcements for screen readers: a polite live region and an assertive one.

import { html, signal } from "../vendor/preact.js";

const polite = signal("");
const urgent = signal("");
let waiting = /** @type {(string | (() => string))[]} */ ([]);
let timer = 0;

/**
 * Announces a sentence. Sentences within 150 ms are joined.
 * @param {string | (() => string)} text a function gives it when it is said, "" for nothing
 * @param {boolean} [now] interrupts other announcements
 */
export function announce(text, now = false) {
  if (!text) return;
  if (now && typeof text === "string") {
    urgent.value = urgent.value === text ? `${text}\u00a0` : text; // a changed text is announced again
    return;
  }
  if (!waiting.includes(text)) waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const said = waiting.map((one) => (typeof one === "string" ? one : one())).filter(Boolean);
    waiting = [];
    if (said.length > 0) polite.value = said.map(sentence).join(" ");
  }, 150);
}

/** A text with an end, at which a screen reader pauses. @param {string} text */
export const sentence = (text) => (/[.!?:”]$/.test(text) ? text : `${text}.`);

export function LiveRegions() {
  return html`<div class="visually-hidden">
    <p id="spoken" aria-live="polite">${polite.value}</p>
    <p id="urgent" aria-live="assertive">${urgent.value}</p>
  </div>`;
}
