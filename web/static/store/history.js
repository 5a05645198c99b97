// The log of a game: each event once, nested below its cause on the stack.

import { signal } from "../vendor/preact.js";

const LINES = 400;

/**
 * @typedef {object} Line
 * @property {number} n the number of its first event
 * @property {number} last the number of its last event
 * @property {string} what
 * @property {string} text the server's text, with the names of objects
 * @property {number} times
 * @property {number} depth 0 for the beginning of a turn, else one more than that of its cause; without a cause, 1 for an action and 2 for an effect
 * @property {import("../types.js").Event} event
 *
 * @typedef {object} Cause an entry of the stack
 * @property {string} key
 * @property {number} at its index on the view's stack
 * @property {string} [card]
 * @property {string} [by] the reference of the acting object
 */

export class History {
  /** @param {number} [most] lines to keep, the latest ones @param {string[]} [tokens] */
  constructor(most = LINES, tokens = []) {
    this.most = most;
    this.tokens = tokens; // the names of all tokens so far, as in noteTokens
    this.lines = signal(/** @type {Line[]} */ ([]));
    /** @type {{at: number, depth: number, key?: string}[]} the stack, oldest first; depth: of the line that added the entry */
    this.open = [];
    this.told = 0; // the last event that was announced
  }

  /** The lines that have new events since the last call, with the number of the new events in `times`. @returns {Line[]} */
  untold() {
    const lines = this.lines.peek().filter(({ last }) => last > this.told).map((line) => ({ ...line, times: Math.min(line.times, line.last - this.told) }));
    this.told = lines.at(-1)?.last ?? this.told;
    return lines;
  }

  /**
   * @param {import("../types.js").Event[]} events
   * @param {import("../games/index.js").Game} game
   * @param {any} view the position after them
   */
  note(events, game, view) {
    const acts = /** @type {Line[]} */ ([]);
    const lines = this.lines.value.slice();
    const known = new Map(this.open.map(({ key, depth }) => [key, depth]));
    let open = this.open;
    game.noteTokens?.(this.tokens, events, view); // events after a gap may name a token later than one that entered play after it
    for (const event of events) {
      game.noteTokens?.(this.tokens, [event]); // after an undo, other tokens get the same references
      const text = game.named?.(event.text, this.tokens) ?? event.text;
      const at = event.depth ?? 0;
      open = open.filter((cause) => cause.at <= at); // entries above have resolved
      const cause = open.at(-1);
      const role = game.role?.(event) ?? "act";
      if (role === "silent") continue;
      const depth = role === "turn" ? 0 : cause ? cause.depth + 1 : role === "effect" ? 2 : 1;
      if (role === "act") open.push({ at: at + 1, depth });
      if (role === "trigger") open.push({ at, depth }); // the trigger event comes when its entry resolves
      const last = lines.at(-1);
      if (last && game.repeats?.(event, last.event)) {
        lines[lines.length - 1] = { ...last, last: event.n, what: event.what, text, event };
        continue;
      }
      if (last?.text === text && last.what === event.what && last.depth === depth) {
        lines[lines.length - 1] = { ...last, last: event.n, times: last.times + 1 };
        continue;
      }
      const line = { n: event.n, last: event.n, what: event.what, text, times: 1, depth, event };
      lines.push(line);
      if (role === "act" || role === "trigger") acts.push(line);
    }
    this.lines.value = lines.slice(-this.most);
    this.open = (game.causes?.(view) ?? []).map(({ key, at, card, by }) => {
      const put = acts.findLast(({ event }) => (card && event.card === card) || (by && event.by === by));
      return { key, at, depth: known.get(key) ?? put?.depth ?? 1 };
    });
  }
}

/** @typedef {Line & {below: Tree[]}} Tree */

/**
 * @param {Line[]} lines @param {import("../games/index.js").Game["implied"]} [implied]
 * @returns {Tree[]} the lines as a tree, except lines that the cause right before them implies
 */
export function nested(lines, implied) {
  /** @type {Tree[]} */
  const top = [];
  /** @type {Tree[]} */
  const open = [];
  for (const line of lines) {
    const node = { ...line, below: [] };
    while (open.length > 0 && open[open.length - 1].depth >= node.depth) open.pop();
    const cause = open.at(-1);
    if (cause?.below.length === 0 && implied?.(line.event, cause.event)) continue;
    (cause?.below ?? top).push(node);
    open.push(node);
  }
  return top;
}
