// How the games of one kind stand side by side, where the server ranks them.

import * as api from "../api.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { refused } from "./newgame.js";

/** @param {{rules: import("../types.js").Rules}} props */
export function Rankings({ rules }) {
  const [by, setBy] = useState("value");
  const [games, setGames] = useState(/** @type {import("../types.js").Ranked[] | null} */ (null));
  useEffect(() => {
    let gone = false;
    api.rankings(rules.name, by).then((answer) => !gone && setGames(answer.games), (error) => { refused.value = error.message; });
    return () => { gone = true; };
  }, [by]);
  return html`<div id="rankings">
    <h2>Rankings</h2>
    <label>By <select id="rank-by" value=${by} onChange=${(event) => setBy(event.target.value)}>
      <option value="value">all in all</option>${rules.stats?.map((stat) => html`<option key=${stat}>${stat}</option>`)}
    </select></label>
    <ol id="ranks" class="games ranks">
      ${games?.length === 0 && html`<li class="about">Nobody plays it yet.</li>`}
      ${games?.map((game, i) => html`<li key=${`${game.id}/${game.seat}`}>
        <span>${i + 1}. ${game.name || "somebody"}<small> turn ${game.turn}${game.status === "over" ? ", over" : ""}</small></span><b>${game.value}</b>
      </li>`)}
    </ol>
  </div>`;
}
