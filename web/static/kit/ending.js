// The end of a game: the result and its cause, the score, and the change of the rating.

import * as api from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @typedef {import("../store/table.js").Table} Table */
/** @typedef {{head: string[], rows: string[][]}} Score a table whose first column has names */

const TRIES = 5; // requests for the final position, which the server writes shortly after the end
const AGAIN = 800; // milliseconds between them

const CAUSES = {
  agreed: "The players agreed on a draw.", claimed: "A player was away too long.", loop: "The game exceeded its limit.",
  abandoned: "All players left.", rules: "The rules changed during the game.", fault: "A fault in the rules stopped the game.",
};

/** @param {{table: Table}} props */
export function Ending({ table }) {
  const over = table.over.value;
  const [closed, close] = useState(false);
  const [view, setView] = useState(/** @type {any} */ (null));
  const { game, score } = { game: table.joined.value?.game ?? "", score: table.game.value.score };
  const rating = useRating(table);
  useEffect(() => { if (over && score && !table.late.value) finalView(game).then(setView); }, [over, score]);
  if (!over || closed || table.seats.value.length < 2 || table.game.value.ownEnding?.(table.scene.value)) return null;
  const won = over.won?.includes(table.me.value);
  const draw = !over.won?.length;
  const word = draw ? (over.reason === "end" || over.reason in CAUSES ? "Draw" : "Game over") : table.watching.value ? `${over.won.map((seat) => table.nameOf(seat)).join(" and ")} won` : won ? "Victory" : "Defeat";
  const cause = CAUSES[over.reason] ?? table.game.value.cause?.(table) ?? "";
  const points = view && score ? score(view, table.seats.value.map(({ seat }) => table.nameOf(seat))) : null;
  return html`<section id="ending" class=${`ending-of ${draw ? "" : won ? "won" : "lost"}`} aria-label="Result">
    <header><h2>${word}</h2><button type="button" class="quiet" aria-label="Close the result" onClick=${() => close(true)}>✕</button></header>
    ${cause && html`<p>${cause}</p>`}
    ${rating && html`<p>Rating ${rating.before} → <b>${rating.after}</b></p>`}
    ${points && points.rows.length > 0 && html`<table class="score">
      <thead><tr>${points.head.map((text, i) => html`<th key=${i} scope="col">${text}</th>`)}</tr></thead>
      <tbody>${points.rows.map(([name, ...cells]) => html`<tr key=${name}><th scope="row">${name}</th>${cells.map((cell, i) => html`<td key=${i}>${cell}</td>`)}</tr>`)}</tbody>
    </table>`}
  </section>`;
}

/** The final position with every card, or null if the server does not have it. @param {string} game */
async function finalView(game) {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const { steps } = await api.replay(game, "all", 0, 1);
      return (await api.replay(game, "all", steps, 1)).list.at(-1)?.view ?? null;
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN)); // the result is complete without it
    }
  }
  return null;
}

/** The player's rating before and after a rated game, or null. @param {Table} table @returns {{before: number, after: number} | null} */
function useRating(table) {
  const [before, setBefore] = useState(0);
  const [after, setAfter] = useState(0);
  const rated = table.rated.value;
  const over = table.over.value !== null;
  useEffect(() => {
    if (!rated || table.watching.value) return;
    const load = (/** @type {(rating: number) => void} */ set) => api.ratings(table.joined.value?.rules ?? "").then(({ players }) => set(Math.round(players.find(({ you }) => you)?.rating ?? 0)), () => {}); // the result is complete without it
    if (!over) load(setBefore);
    else setTimeout(() => load(setAfter), AGAIN);
  }, [rated, over]);
  return over && before && after && before !== after ? { before, after } : null;
}
