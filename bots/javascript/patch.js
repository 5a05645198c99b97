import { GamedError } from "./errors.js";

// The texts are UTF-8, because patches count bytes.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Turns the patches of one connection into updates. */
export class PatchedTexts {
  /** The text of the last update. @type {Uint8Array} */
  #update = new Uint8Array();

  /** Returns the message of a text. For a patch, it returns the whole update. @param {string} text */
  read(text) {
    const message = JSON.parse(text);
    if (message?.type === "update") this.#update = encoder.encode(text);
    if (message?.type !== "patch") return message;
    this.#update = patched(this.#update, message.ops);
    return JSON.parse(decoder.decode(this.#update));
  }
}

/**
 * Returns the text of the update that follows the update with the text last.
 *
 * @param {Uint8Array} last
 * @param {(string | number)[]} ops
 * @returns {Uint8Array}
 */
function patched(last, ops) {
  let text = new Uint8Array(2 * last.length + 1024);
  text.set(last);
  let [end, at] = [last.length, 0];
  const grow = (/** @type {number} */ more) => {
    if (end + more <= text.length) return;
    const larger = new Uint8Array(2 * (end + more));
    larger.set(text);
    text = larger;
  };
  for (let i = 0; i < ops.length; i++) {
    const op = ops[i];
    if (typeof op === "string") {
      const part = encoder.encode(op);
      grow(part.length);
      text.set(part, end);
      end += part.length;
      continue;
    }
    at += op;
    const length = Number(ops[++i]);
    if (!(at >= 0 && length >= 0 && at + length <= end)) throw new GamedError("the patch does not fit the previous update");
    grow(length);
    text.copyWithin(end, at, at + length);
    end += length;
    at += length;
  }
  return text.slice(last.length, end);
}
