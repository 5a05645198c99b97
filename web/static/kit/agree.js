// What the players agree on among themselves: a draw, to take a choice back, and a
// way out of a game that somebody holds up.

import { html, useEffect, useState } from "../vendor/preact.js";
import { duration } from "./clock.js";

/** @typedef {import("../store/table.js").Table} Table */

const WISHES = { draw: "a draw", undo: "to take the last choice back" };

/** The offers that are open, with answers for who is asked. @param {{table: Table}} props */
export function Offers({ table }) {
  const me = table.me.value;
  return table.offers.value.map(({ kind, seat, asked }) => html`<div key=${kind} class="notice calm offer" role="status">
    <p>${seat === me ? "You have offered" : `${table.nameOf(seat)} offers`} ${WISHES[kind]}${seat === me ? `. Waiting for ${asked.map((other) => table.nameOf(other)).join(", ") || "the game"}.` : "."}</p>
    ${asked.includes(me) && html`<button type="button" class="primary" onClick=${() => table.send({ type: "respond", kind, accept: true })}>Agree</button>
      <button type="button" onClick=${() => table.send({ type: "respond", kind, accept: false })}>Decline</button>`}
    ${seat === me && html`<button type="button" onClick=${() => table.send({ type: "respond", kind, accept: false })}>Take the offer back</button>`}
  </div>`);
}

/** Whoever holds the game up, and what may be done about it. @param {{table: Table}} props */
export function WaysOut({ table }) {
  const late = table.seats.value.filter((seat) => seat.exit_ms !== undefined && seat.seat !== table.me.value && seat.away_ms !== undefined);
  const [, tick] = useState(0);
  useEffect(() => {
    if (late.length === 0) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [late.length]);
  return late.map((seat) => {
    const left = (seat.exit_ms ?? 0) - (performance.now() - table.told);
    const exit = (way) => () => table.send({ type: "exit", seat: seat.seat, way });
    return html`<div key=${seat.seat} class="notice calm offer" role="status">
      ${left > 0 ? html`<p>${table.nameOf(seat.seat)} holds the game up. In ${duration(left)} you may go on without.</p>` : html`<p>${table.nameOf(seat.seat)} has been away for long. You may</p>
        <button type="button" onClick=${exit("bot")}>let a bot play on</button>
        <button type="button" onClick=${exit("draw")}>call it a draw</button>
        <button type="button" onClick=${exit("win")}>claim the game</button>`}
    </div>`;
  });
}

/** What a player may propose or give up. @param {{table: Table}} props */
export function Proposals({ table }) {
  const [sure, setSure] = useState(false);
  const offered = (kind) => table.offers.value.some((offer) => offer.kind === kind);
  return html`<div class="proposals">
    <button type="button" class="quiet" disabled=${offered("undo")} onClick=${() => table.send({ type: "offer", kind: "undo" })}>Take back</button>
    ${table.seats.value.length > 1 && html`<button type="button" class="quiet" disabled=${offered("draw")} onClick=${() => table.send({ type: "offer", kind: "draw" })}>Offer a draw</button>`}
    <button type="button" id="resign" class="quiet" onClick=${() => (sure ? table.send({ type: "resign" }) : setSure(true))} onBlur=${() => setSure(false)}>${sure ? "Really resign?" : "Resign"}</button>
  </div>`;
}
