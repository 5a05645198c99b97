// What the players agree on among themselves: a draw, to take a choice back, and a
// way out of a game that somebody holds up.

import { html, useEffect, useState } from "../vendor/preact.js";
import { PATIENCE } from "../store/table.js";
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

const SOON = 600_000; // milliseconds before the way out from which on it is named

/** For how long the table waits for whom, and what may be done about it. @param {{table: Table}} props */
export function Waits({ table }) {
  const seats = table.seats.value; // read in every case, as told is no signal
  const fresh = table.update.value !== null && table.told > table.arrived; // an answer since then would have made it untrue
  const waits = !fresh || table.over.value || table.held.value ? [] : seats.filter((seat) => seat.asked_ms !== undefined && seat.kind === "person" && seat.seat !== table.me.value);
  const [, tick] = useState(0);
  useEffect(() => {
    if (waits.length === 0) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [waits.length]);
  return waits.map((seat) => html`<${Wait} key=${seat.seat} table=${table} seat=${seat} />`);
}

/** @param {{table: Table, seat: import("../types.js").Seat}} props */
function Wait({ table, seat: { seat, asked_ms: asked = 0, away_ms: away, exit_ms: exit } }) {
  const since = performance.now() - table.told;
  const left = exit === undefined || table.watching.value ? Infinity : exit - since;
  if ((asked + since < PATIENCE || table.open.value) && left > SOON) return null;
  const told = `${table.nameOf(seat)} has been asked for ${span(asked + since)}${away === undefined ? "" : `, and is away for ${span(away + since)}`}.`;
  const way = (way) => () => table.send({ type: "exit", seat, way });
  if (left > 0) return html`<p class="waits about">${told}${left <= SOON && ` In ${duration(left)} you may go on without.`}</p>`;
  return html`<div class="notice calm offer" role="status"><p>${told} You need not wait any longer. You may</p>
    <button type="button" onClick=${way("bot")}>let a bot play on</button>
    <button type="button" onClick=${way("draw")}>call it a draw</button>
    <button type="button" onClick=${way("win")}>claim the game</button>
  </div>`;
}

/** A time in words. @param {number} ms */
function span(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;
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
