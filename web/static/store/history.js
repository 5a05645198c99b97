// What has happened at a table, as the log shows it: each event once, what
// follows from another one below it.

const LINES = 400;

/**
 * @typedef {object} Line
 * @property {number} n the number of its first event
 * @property {string} what
 * @property {string} text as the server said it
 * @property {number} times
 * @property {0 | 1 | 2} depth 0 begins a turn, 1 is done by somebody, 2 follows from it
 * @property {import("../types.js").Event} event
 */

/**
 * @param {Line[]} lines
 * @param {import("../types.js").Event[]} events
 * @param {(event: import("../types.js").Event) => 0 | 1 | 2} depthOf
 * @returns {Line[]}
 */
export function extended(lines, events, depthOf) {
  const next = lines.slice();
  for (const event of events) {
    const last = next.at(-1);
    if (last && last.text === event.text && last.what === event.what) {
      next[next.length - 1] = { ...last, times: last.times + 1 };
    } else {
      next.push({ n: event.n, what: event.what, text: event.text, times: 1, depth: depthOf(event), event });
    }
  }
  return next.slice(-LINES);
}

/** @typedef {Line & {below: Tree[]}} Tree */

/** @param {Line[]} lines @returns {Tree[]} the same, nested */
export function nested(lines) {
  /** @type {Tree[]} */
  const top = [];
  /** @type {Tree[]} */
  let open = [];
  for (const line of lines) {
    const node = { ...line, below: [] };
    while (open.length > 0 && open[open.length - 1].depth >= node.depth) open.pop();
    (open.at(-1)?.below ?? top).push(node);
    open.push(node);
  }
  return top;
}
