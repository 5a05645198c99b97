// The ranking of a game's players by score or by a stat.

import * as api from "../api.js";
import { Select } from "../kit/select.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { createError } from "./newgame.js";

/** @param {{rules: import("../types.js").Rules}} props */
export function Rankings({ rules }) {
  const [by, setBy] = useState("value");
  const [games, setGames] = useState(/** @type {import("../types.js").RankedSeat[] | null} */ (null));
  useEffect(() => {
    let gone = false;
    api.rankings(rules.name, by).then((answer) => !gone && setGames(answer.games), (error) => { createError.value = error.message; });
    return () => { gone = true; };
  }, [by]);
  return html`<div id="rankings">
    <h2>Rankings</h2>
    <label>By <${Select} id="rank-by" options=${[["value", "score"], ...(rules.stats ?? []).map((stat) => [stat, stat])]} value=${by} set=${setBy} /></label>
    <ol id="ranks" class="games ranks">
      ${games?.length === 0 && html`<li class="about">No games yet.</li>`}
      ${games?.map((game, i) => html`<li key=${`${game.id}/${game.seat}`}>
        <span>${i + 1}. ${game.name || "Guest"}<small> turn ${game.turn}${game.status === "over" ? ", finished" : ""}</small></span><b>${game.value}</b>
      </li>`)}
    </ol>
  </div>`;
}
