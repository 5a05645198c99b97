// The parts of a fairness proof that a browser can compute. See docs/protocol.md.

/** @typedef {import("../types.js").Proof} Proof */

/** Reports whether the browser offers hashing. It does so only over HTTPS and on localhost. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

const bytes = (/** @type {string} */ hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (/** @type {ArrayBuffer} */ data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The commitment to key and salt. @param {string} key @param {string} salt @returns {Promise<string>} */
export const commitment = async (key, salt) => hex(await crypto.subtle.digest("SHA-256", joined(bytes(key), bytes(salt))));

/** The key mixed with the players' nonces. @param {string} key @param {string[]} nonces by seat @returns {Promise<string>} */
export async function mixed(key, nonces) {
  const text = new TextEncoder();
  const own = await crypto.subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const parts = nonces.flatMap((nonce) => [Uint8Array.of(nonce.length), text.encode(nonce)]); // at most 64 characters, so one byte holds the length
  return hex(await crypto.subtle.sign("HMAC", own, joined(text.encode("gamed nonces v1\0"), ...parts)));
}
