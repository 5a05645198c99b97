// What the browser keeps of a game so that its chance can be proved fair later on:
// what the server promised before the deal, and what the browser added to it.

import { keep, recallJSON } from "./storage.js";

const KEY = "gamed.fair";
const KEPT = 100; // games

/** @typedef {{game: string, nonce?: string, commit?: string}} Known */

/** @returns {Known[]} the newest first */
const all = () => recallJSON(KEY) ?? [];

/** @param {string} game @returns {Known} */
export const knownOf = (game) => all().find((known) => known.game === game) ?? { game };

/** @param {Known} known */
const note = (known) => keep(KEY, JSON.stringify([known, ...all().filter(({ game }) => game !== known.game)].slice(0, KEPT)));

/** Something random of the browser's own, the same one for each try to sit down. @param {string} game @returns {string} */
export function nonceFor(game) {
  const known = knownOf(game);
  if (known.nonce) return known.nonce;
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[byte & 63]).join("");
  note({ ...known, nonce });
  return nonce;
}

/** Notes what the server has promised. The first promise counts. @param {string} game @param {string} [commit] */
export function promised(game, commit) {
  const known = knownOf(game);
  if (commit && !known.commit) note({ ...known, commit });
}
