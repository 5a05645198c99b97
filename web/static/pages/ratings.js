// How the players of a game are rated, the best first, and where one stands oneself.

import * as api from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const SHOWN = 8;

/** @param {{rules: import("../types.js").Rules}} props */
export function Ratings({ rules }) {
  const [players, setPlayers] = useState(/** @type {api.Rated[]} */ ([]));
  useEffect(() => { api.ratings(rules.name).then((answer) => setPlayers(answer.players), () => {}); }, [rules.name]); // without them the lobby is whole
  const rows = players.map((player, i) => ({ ...player, place: i + 1 })).filter(({ place, you }) => place <= SHOWN || you);
  if (rows.length === 0) return null;
  return html`<section aria-labelledby="ratings-title"><h2 id="ratings-title">Ratings in ${rules.name}</h2>
    <ol class="games ranks ratings">${rows.map((player) => html`<li key=${player.place} class=${player.you ? "mine" : ""}>
      <span><b>${player.place}.</b>${player.you ? "You" : player.name}<small> ${player.won} won, ${player.drawn} drawn, ${player.lost} lost</small></span>
      <span>${Math.round(player.rating)}<small> ± ${Math.round(2 * player.deviation)}${player.provisional ? ", not yet sure" : ""}</small></span>
    </li>`)}</ol>
  </section>`;
}
