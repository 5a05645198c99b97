// The results of games, and times as text.

/** The result of a game for a seat. A finished solo game is won or lost. @param {import("../types.js").GameInfo} info @param {number} seat @returns {import("../api.js").Result} */
export function resultOf(info, seat) {
  if (info.fault) return "aborted";
  if (info.status !== "over") return "running";
  if (!info.won || info.won.length === 0) return info.seats.length > 1 ? "drawn" : "lost";
  return info.won.includes(seat) ? "won" : "lost";
}

/** @param {number} ms */
export const readable = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`);
