// Patches of updates, which save most of the traffic of a game.

// The texts are UTF-8, because patches count bytes.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The texts of one connection. */
export class PatchedTexts {
  /** The text of the last update. @type {Uint8Array} */
  #update = new Uint8Array();

  /** Returns the message of a text, with updates in full, or null for a patch that does not fit. @param {string} text */
  read(text) {
    const message = JSON.parse(text);
    if (message.type === "update") this.#update = encoder.encode(text);
    if (message.type !== "patch") return message;
    const next = patched(this.#update, message.ops);
    if (!next) return null;
    this.#update = next;
    return JSON.parse(decoder.decode(this.#update));
  }
}

/**
 * Returns the text of the update that follows the update with the text last, or null if the patch does not fit.
 *
 * @param {Uint8Array} last
 * @param {(string | number)[]} ops
 * @returns {Uint8Array | null}
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
    if (!(at >= 0 && length >= 0 && at + length <= end)) return null;
    grow(length);
    text.copyWithin(end, at, at + length);
    end += length;
    at += length;
  }
  return text.slice(last.length, end);
}
