// Records for the fairness check of a game: the server's commitment before the deal, and
// this browser's nonce.

import { keep, recallJSON } from "./storage.js";

const KEY = "gamed.fair";
const KEPT = 100; // games

/** @typedef {{game: string, nonce?: string, commit?: string}} Known */

/** @returns {Known[]} newest first */
const all = () => recallJSON(KEY) ?? [];

/** @param {string} game @returns {Known} */
export const knownOf = (game) => all().find((known) => known.game === game) ?? { game };

/** @param {Known} known */
const note = (known) => keep(KEY, JSON.stringify([known, ...all().filter(({ game }) => game !== known.game)].slice(0, KEPT)));

/** The browser's nonce for a game, the same for each attempt to join. @param {string} game @returns {string} */
export function nonceFor(game) {
  const known = knownOf(game);
  if (known.nonce) return known.nonce;
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[byte & 63]).join("");
  note({ ...known, nonce });
  return nonce;
}

/** Records the server's commitment. Only the first one counts. @param {string} game @param {string} [commit] */
export function recordCommit(game, commit) {
  const known = knownOf(game);
  if (commit && !known.commit) note({ ...known, commit });
}
