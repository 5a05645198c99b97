// The latest messages of a table and their response times, for the developer panel. They
// are recorded only while the panel is on.

import { signal } from "../vendor/preact.js";
import { debug } from "./settings.js";

const KEPT = 60;

/** @typedef {{id: number, at: number, way: "in" | "out", message: any, ms?: number}} Note at: as of Date.now; ms: the time since the request it answers */

/** The recorded messages, newest last. */
export const traffic = signal(/** @type {Note[]} */ ([]));

let count = 0;
const ANSWERS = new Set(["choose", "always", "pick"]);
const sentAt = { answer: 0, ping: 0 }; // as of performance.now, 0 for none

/** @param {"in" | "out"} way @param {any} message */
export function recordTraffic(way, message) {
  if (debug.peek() !== "on") return;
  const now = performance.now();
  /** @type {Note} */
  const note = { id: ++count, at: Date.now(), way, message };
  const asked = message.type === "pong" ? "ping" : message.type === "update" || message.type === "error" ? "answer" : undefined;
  const asks = ANSWERS.has(message.type) ? "answer" : message.type;
  if (way === "out" && asks in sentAt) sentAt[asks] = now;
  if (way === "in" && asked && sentAt[asked]) {
    note.ms = now - sentAt[asked];
    sentAt[asked] = 0;
  }
  traffic.value = [...traffic.peek(), note].slice(-KEPT);
}
