// The outcome of a block, from public facts. It is left out while a card in play may change
// combat, since only the rules know how.

import { tokenOf } from "./words.js";

/** @typedef {Map<string, import("../../types.js").CardInfo>} Faces */

const CHANGES = /combat|pierc|banner|fight|damage/i; // texts that may change the damage of a combat

/**
 * @param {any} view @param {string} by the blocker @param {Faces} faces
 * @returns {{text: string, badge: string} | null} in a sentence, and in two words at most
 */
export function blockOutcome(view, by, faces) {
  const top = view.stack.at(-1);
  const [attacker, blocker] = [tokenOf(view, top?.by ?? ""), tokenOf(view, by)];
  if (top?.phase !== "defend" || !attacker || !blocker) return null;
  const inPlay = view.sides.flatMap(({ present }) => present).filter(({ type, id }) => type !== "being" || id === attacker.id || id === blocker.id);
  if (inPlay.some(({ card }) => CHANGES.test(faces.get(card)?.text ?? ""))) return null;
  const [falls, kills] = [attacker.attack >= blocker.health, blocker.attack >= attacker.health];
  const fate = (/** @type {any} */ token, /** @type {boolean} */ dies) => `${token.card} ${dies ? "dies" : "survives"}`;
  return { text: `${fate(attacker, kills)}, ${fate(blocker, falls)}`, badge: kills ? (falls ? "both die" : "kills it") : falls ? "dies" : "both live" };
}

/** Reports whether unblocked damage takes a player's last life. @param {any} view @param {number} seat @param {number} damage */
export const isLethal = (view, seat, damage) => damage >= (view.sides[seat]?.life ?? Infinity);
