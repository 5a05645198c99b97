// The frame around what a seat has: who sits there, whether it is on turn or
// asked, its clock, and what the game counts.

import { html } from "../vendor/preact.js";
import { Clock } from "./clock.js";
import { Glyph } from "./glyph.js";
import { Pickable } from "./pick.js";

/**
 * @param {object} props
 * @param {import("../games/index.js").Scene} props.scene
 * @param {number} props.seat
 * @param {boolean} [props.turn] it is on turn
 * @param {boolean} [props.out] it no longer plays
 * @param {string} [props.note] said after the name
 * @param {any} [props.counts] what the game counts of it
 * @param {string} [props.class]
 * @param {boolean} [props.pickable] whether the seat itself can be a target
 * @param {any} [props.children]
 */
export function SeatPanel({ scene, seat, turn = false, out = false, note = "", counts, class: classes = "", pickable = false, children }) {
  const { nameOf, awaiting, me, table } = scene;
  const asked = awaiting.includes(seat);
  const mine = seat === me;
  const name = nameOf(seat);
  const kind = table.seats.value[seat]?.kind;
  const title = html`<${Glyph} name=${kind === "bot" ? "bot" : "person"} />${name}`;
  return html`<section class=${`side ${mine ? "own" : ""} ${turn ? "on-turn" : ""} ${asked ? "asked" : ""} ${out ? "out" : ""} ${classes}`} aria-label=${`${name}${turn ? ", on turn" : ""}${asked ? ", to choose" : ""}`}>
    <header>
      <h3>${pickable ? html`<${Pickable} scene=${scene} it=${`s${seat}`} class="who" face=${{ name, kind: "player" }}>${title}</${Pickable}>` : html`<span class="who">${title}</span>`}</h3>
      <span class="marks">
        ${turn && html`<span class="mark turn">${mine ? "your turn" : "on turn"}${note}</span>`}
        ${asked && html`<span class="mark asks">${mine ? "you choose" : "choosing"}<i aria-hidden="true"></i></span>`}
        ${out && html`<span class="mark">out</span>`}
      </span>
      <${SeatClock} table=${table} seat=${seat} asked=${asked} mine=${mine} name=${name} />
      ${counts}
    </header>
    ${children}
  </section>`;
}

/** The seat's bank; for the player's own open decision, the time until it is answered by itself. */
function SeatClock({ table, seat, asked, mine, name }) {
  const update = table.update.value;
  const bank = update?.left_ms?.[seat];
  if (bank === undefined) return null;
  const ends = mine ? update.decision?.ends_ms : undefined;
  const running = asked && !table.held.value;
  const label = mine ? "your time" : `${name}'s time`;
  return html`<${Clock} key=${update.n} left=${ends ?? bank} since=${table.arrived} running=${running} label=${label} />`;
}
