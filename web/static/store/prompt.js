// The prompt above the options.

import { capital } from "./words.js";

/** @param {import("./table.js").Table} table @returns {string} */
export function promptOf(table) {
  const { state, why } = table.link.value;
  if (state === "refused") return why;
  if (!table.joined.value) return "Taking a seat…";
  if (table.over.value) return resultOf(table, table.over.value);
  const update = table.update.value;
  if (!update) return "Waiting for an opponent…";
  if (table.pace.busy.value) return table.words(table.pace.now.value?.text ?? "…");
  if (table.held.value) return "Game paused: storage not available";
  const scene = table.scene.value;
  const { picked, options } = table.picker;
  if (picked.value.length > 0) return (scene && table.game.value.cardQuestion?.(scene, options.value)) || targetPrompt(options.value, picked.value);
  if (update.decision && scene) return capital(table.game.value.question(scene, update.decision)) + orderOf(update.decision);
  const names = update.awaiting.map((seat) => table.nameOf(seat));
  if (names.length === 0) return "…";
  return table.watching.value ? names.map((name) => `${name}’s move`).join(", ") : `Waiting for ${names.join(", ")}…`;
}

/** The meaning of the card order, to append to the question. @param {import("../types.js").Decision} decision */
const orderOf = ({ pick }) => (pick?.ordered && pick.does === "put on the deck" ? ", the last one on top" : "");

/** The prompt while an option still lacks targets. @param {import("../types.js").Option[]} options @param {string[]} picked */
function targetPrompt(options, picked) {
  const { card, on, also } = options[0];
  const left = [on, also].filter((ref) => ref && !picked.includes(ref)).length;
  const which = on && also ? (left > 1 ? "the first target" : "the second target") : "a target";
  return `${card ? `${card}: choose` : "Choose"} ${which}`;
}

/** The result of a finished game. @param {import("./table.js").Table} table @param {import("../types.js").Over} over @returns {string} */
function resultOf(table, { won, reason }) {
  if (reason === "fault") return "Game aborted: a fault in its rules.";
  if (!won?.length && table.seats.value.length === 1) return reason === "rules" ? "Game over: the rules have changed." : "Game over.";
  if (!won || won.length === 0) return { agreed: "Draw by agreement.", claimed: "Draw: a player was away too long.", loop: "Draw: one turn had too many choices.", abandoned: "Draw: all players left.", rules: "Draw: the rules have changed." }[reason] ?? "Draw.";
  if (won.includes(table.me.value)) return "You won!";
  return `${won.map((seat) => table.playerOf(seat)).join(" and ")} won.`;
}
