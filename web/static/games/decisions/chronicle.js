// The chronicle at the end of a decision game: the course of its stats and the choices that changed them most.

import { Lines } from "../../kit/chart.js";
import { chronicle } from "../../store/chronicle.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { gaugesOf } from "./gauges.js";
import { Delta } from "./stats.js";
import { numeric } from "./trend.js";

const MOST = 4; // stats with a curve

/** A change as the server writes it. @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : String(n));

/** @param {{scene: import("../index.js").Scene}} props */
export function Chronicle({ scene: { view, table, me } }) {
  const [story, setStory] = useState(/** @type {import("../../store/chronicle.js").Chronicle | null} */ (null));
  const game = table.joined?.value?.game;
  const gauges = gaugesOf(view);
  const names = (gauges.length > 0 ? gauges : view.stats.filter(({ value }) => numeric(value)).slice(0, MOST)).map(({ name }) => name);
  useEffect(() => {
    if (!game || !table.over?.value) return undefined;
    const stop = new AbortController();
    chronicle(game, Math.max(me, 0), names, stop.signal).then((all) => !stop.signal.aborted && setStory(all), () => {}); // the ending is complete without it
    return () => stop.abort();
  }, [game, table.over?.value]);
  if (!story) return null;
  return html`<section class="chronicle" aria-labelledby="chronicle">
    <h4 id="chronicle">Chronicle</h4>
    ${story.deeds.length > 0 && html`<ol>${story.deeds.map(({ step, turn, text, changes }) => html`<li key=${step}><small>Turn ${turn}</small>
      <a href=${`#/replay/${game}/${step}`}>${text.split(": “")[0]}</a> ${changes.slice(0, 2).map(({ name, by }) => html`<span class="by">${name} <${Delta} delta=${signed(by)} /></span>`)}</li>`)}</ol>`}
    <div class="curves">${names.map((name) => html`<${Lines} key=${name} caption=${name} x="turn" at=${story.turns} series=${[{ name, values: story.values[name] }]} height=${96} />`)}</div>
  </section>`;
}
