// The ranking of a game's players by score or by a stat.

import * as api from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { createError } from "./newgame.js";

/** @param {{rules: import("../types.js").Rules}} props */
export function Rankings({ rules }) {
  const [by, setBy] = useState("value");
  const [games, setGames] = useState(/** @type {import("../types.js").Ranked[] | null} */ (null));
  useEffect(() => {
    let gone = false;
    api.rankings(rules.name, by).then((answer) => !gone && setGames(answer.games), (error) => { createError.value = error.message; });
    return () => { gone = true; };
  }, [by]);
  return html`<div id="rankings">
    <h2>Rankings</h2>
    <label>By <select id="rank-by" value=${by} onChange=${(event) => setBy(event.target.value)}>
      <option value="value">score</option>${rules.stats?.map((stat) => html`<option key=${stat}>${stat}</option>`)}
    </select></label>
    <ol id="ranks" class="games ranks">
      ${games?.length === 0 && html`<li class="about">No games yet.</li>`}
      ${games?.map((game, i) => html`<li key=${`${game.id}/${game.seat}`}>
        <span>${i + 1}. ${game.name || "Guest"}<small> turn ${game.turn}${game.status === "over" ? ", finished" : ""}</small></span><b>${game.value}</b>
      </li>`)}
    </ol>
  </div>`;
}
