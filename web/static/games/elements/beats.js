// The steps in which the table shows the events of Elements.

/** @typedef {import("../../types.js").Event} Event */
/** @typedef {import("../../store/pace.js").Beat} Beat */

/** The numbers and words that rise from an item. @type {Object<string, (event: Event) => {ref?: string, text: string, kind: string}>} */
const FLOATS = {
  damage: ({ by, amount }) => ({ ref: by, text: `−${amount}`, kind: "bad" }),
  lose_life: ({ seat, amount }) => ({ ref: `s${seat}`, text: `−${amount}`, kind: "bad" }),
  heal: ({ by, amount }) => ({ ref: by, text: `+${amount}`, kind: "good" }),
  gain_life: ({ seat, amount }) => ({ ref: `s${seat}`, text: `+${amount}`, kind: "good" }),
  die: ({ by }) => ({ ref: by, text: "dies", kind: "bad" }),
  boost: ({ by, text }) => ({ ref: by, text: text.match(/gets (\S+)/)?.[1] ?? "", kind: "good" }),
  sleep: ({ by }) => ({ ref: by, text: "asleep", kind: "" }),
  cancel: ({ by, text }) => ({ ref: by, text, kind: "bad" }),
};

/**
 * The steps of some events. The player's own plays need no step, but their effects do.
 * @param {Event[]} events @param {number} me @param {(name: string) => import("../../store/pace.js").Beat["card"]} cardOf
 * @returns {Beat[]}
 */
export function beatsOf(events, me, cardOf) {
  /** @type {Beat[]} */
  const beats = [];
  for (const event of events) {
    const { what, seat, card, by, on, text } = event;
    const float = FLOATS[what]?.(event);
    const last = beats.at(-1);
    if (float?.ref && float.text) {
      if (last?.floats) last.floats.push({ ...float, ref: float.ref });
      else beats.push({ text, floats: [{ ...float, ref: float.ref }] });
    } else if (what === "attack" || what === "block") {
      if (by && on) beats.push({ text, lunge: { from: by, to: on }, share: 0.9 });
      else if (seat !== me) beats.push({ text, share: 0.9 });
    } else if (seat !== me && card && (what === "play" || what === "use" || what === "discard")) {
      beats.push({ text, card: cardOf(card) });
    } else if (what === "trigger" && card) {
      beats.push({ text, card: cardOf(card), share: 0.8 });
    } else if (seat !== me && (what === "create" || what === "sunrise" || what === "mulligan" || what === "eliminate")) {
      beats.push({ text, share: 0.7 });
    }
  }
  return beats;
}
