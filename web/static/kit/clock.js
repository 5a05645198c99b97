// The clock of a seat. It runs while the seat has a decision to make.

import { html, useEffect, useState } from "../vendor/preact.js";
import { Glyph } from "./glyph.js";

const SHORT = 15_000; // milliseconds left at which the clock warns

/** @param {number} ms @returns {string} */
export function duration(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/**
 * A countdown. It changes at each full second, so that the clocks of all pages change together.
 * @param {{left: number, since: number, running: boolean, label: string}} props left: the milliseconds left at time "since", which comes from performance.now
 */
export function Clock({ left, since, running, label }) {
  const [, tick] = useState(0);
  const time = () => (running ? left - (performance.now() - since) : left);
  const now = time();
  useEffect(() => {
    if (!running || now <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), Math.max(0, time() % 1000) + 1);
    return () => clearTimeout(timer);
  });
  return html`<span class=${`clock ${running ? "running" : ""} ${running && now < SHORT ? "short" : ""}`} role="timer" aria-label=${`${label}: ${duration(now)}`}>
    <${Glyph} name="clock" />${duration(now)}
  </span>`;
}
