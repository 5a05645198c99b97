// The rating list of a game, with the player's own rank.

import * as api from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { titleOf } from "./cards/title.js";

const SHOWN = 8;

/** @param {{rules: import("../types.js").Rules}} props */
export function Ratings({ rules }) {
  const [players, setPlayers] = useState(/** @type {api.Rated[]} */ ([]));
  useEffect(() => { api.ratings(rules.name).then((answer) => setPlayers(answer.players), () => {}); }, [rules.name]); // the lobby works without ratings
  const rows = players.map((player, i) => ({ ...player, place: i + 1 })).filter(({ place, you }) => place <= SHOWN || you);
  if (rows.length === 0) return null;
  return html`<section aria-labelledby="ratings-title"><h2 id="ratings-title">${titleOf(rules.name)} ratings</h2>
    <ol class="games ranks">${rows.map((player) => html`<li key=${player.place} class=${player.you ? "mine" : ""}>
      <span><b>${player.place}.</b>${player.you ? "You" : player.name}<small> ${player.won} won, ${player.drawn} drawn, ${player.lost} lost</small></span>
      <span>${Math.round(player.rating)}<small>${player.provisional ? "? (provisional)" : ` ± ${Math.round(2 * player.deviation)}`}</small></span>
    </li>`)}</ol>
  </section>`;
}
