// The line above the choices: what the player is to do, or what the table waits
// for.

import { common } from "./picker.js";
import { capital } from "./words.js";

/** @param {import("./table.js").Table} table @returns {string} */
export function promptOf(table) {
  const { state, why } = table.link.value;
  if (state === "refused") return why;
  if (!table.joined.value) return "Taking a seat…";
  if (table.over.value) return resultOf(table, table.over.value);
  const update = table.update.value;
  if (!update) return "Waiting for somebody to join…";
  if (table.held.value) return "The game waits: the server cannot reach its store";
  const scene = table.scene.value;
  const { picked, options } = table.picker;
  if (picked.value.length > 0) return `${table.words(common(options.value.map((option) => option.text)))} (choose one of ${options.value.length})`;
  if (update.decision && scene) return capital(table.game.value.question(scene, update.decision));
  const who = update.awaiting.map((seat) => table.nameOf(seat)).join(", ");
  if (!who) return "…";
  return table.watching.value ? `${who} to choose.` : `Waiting for ${who}…`;
}

/** How it ended. @param {import("./table.js").Table} table @param {import("../types.js").Over} over @returns {string} */
function resultOf(table, { won, reason }) {
  if (reason === "fault") return "The game was set aside after a fault in its rules.";
  if (!won?.length && table.seats.value.length === 1) return "The game is over.";
  if (!won || won.length === 0) return { agreed: "A draw, as agreed.", claimed: "A draw: somebody had been away for long.", loop: "A draw: the game did not come to an end.", abandoned: "A draw: everybody had left the table." }[reason] ?? "A draw.";
  if (won.includes(table.me.value)) return "You have won!";
  return `${won.map((seat) => table.nameOf(seat)).join(" and ")} won.`;
}
