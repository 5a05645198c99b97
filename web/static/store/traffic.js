// What goes over the wire of a table, for the debug panel: the latest messages, and
// how long answers take. Nothing is kept while the panel is off.

import { signal } from "../vendor/preact.js";
import { debug } from "./settings.js";

const KEPT = 60;

/** @typedef {{id: number, at: number, way: "in" | "out", message: any, ms?: number}} Note at: by Date.now; ms: since what it answers was sent */

/** The newest last. */
export const traffic = signal(/** @type {Note[]} */ ([]));

let count = 0;
const sent = { choose: 0, ping: 0 }; // when, by performance.now; 0 is not at all

/** @param {"in" | "out"} way @param {any} message */
export function noted(way, message) {
  if (debug.peek() !== "on") return;
  const now = performance.now();
  /** @type {Note} */
  const note = { id: ++count, at: Date.now(), way, message };
  const asked = message.type === "pong" ? "ping" : message.type === "update" || message.type === "error" ? "choose" : undefined;
  const asks = message.type === "always" ? "choose" : message.type;
  if (way === "out" && asks in sent) sent[asks] = now;
  if (way === "in" && asked && sent[asked]) {
    note.ms = now - sent[asked];
    sent[asked] = 0;
  }
  traffic.value = [...traffic.peek(), note].slice(-KEPT);
}
