// The page of games to watch: lists of running games, and of finished ones with their replays.

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Filters, GameList } from "./games.js";
import { createError } from "./newgame.js";

export const title = "Watch";

export default function Watch() {
  const [all, setAll] = useState(/** @type {import("../types.js").Rules[]} */ ([]));
  const [levels, setLevels] = useState(/** @type {import("../types.js").Level[]} */ ([]));
  useEffect(() => {
    Promise.all([api.allRules(), api.bots()]).then(([{ rules }, players]) => {
      setAll(rules);
      setLevels(players.levels ?? []);
    }, () => {}); // the lists report the error
  }, []);
  return html`<section class="watch-page" aria-labelledby="watch-title">
    <h2 id="watch-title">Watch</h2>
    <p class="about">See running games as spectators do, and finished games with all cards.</p>
    <${Notice} text=${createError.value} />
    <${Filters} all=${all} />
    <div class="watch-lists">
      <section aria-labelledby="live-title"><h3 id="live-title">Running</h3><${GameList} status="live" levels=${levels} none="No running game to watch." /></section>
      <section aria-labelledby="over-title"><h3 id="over-title">Recorded</h3><${GameList} status="over" levels=${levels} none="No finished game to watch." /></section>
    </div>
  </section>`;
}
