// Agreements between players: a draw, an undo, and a way out of a stalled game.

import { html, useEffect, useState } from "../vendor/preact.js";
import { PATIENCE } from "../store/table.js";
import { duration } from "./clock.js";
import { Confirm } from "./confirm.js";

/** @typedef {import("../store/table.js").Table} Table */

const OFFERED = { draw: "You offered a draw.", undo: "You asked to undo your last move." };
const RECEIVED = { draw: "offers a draw.", undo: "asks to undo the last move." };

/** The offer that a player has just declined or withdrawn. @param {{table: Table}} props */
function Refusal({ table }) {
  const declined = table.declined.value;
  if (!declined || declined.seat < 0) return null; // an invitation, which the card of the terms reports
  const { kind, seat, by } = declined;
  const offer = `${seat === table.me.value ? "your" : seat === by ? "the" : `${table.called(seat)}’s`} ${kind === "draw" ? "draw offer" : "undo request"}`;
  return html`<p class="notice calm" role="status">${table.nameOf(by)} ${seat === by ? "withdrew" : "declined"} ${offer}.</p>`;
}

/** The open offers, with buttons for the players asked. @param {{table: Table}} props */
export function Offers({ table }) {
  const me = table.me.value;
  return html`<${Refusal} table=${table} />${table.offers.value.map(({ kind, seat, asked }) => html`<div key=${kind} class="notice calm offer" role="status">
    <p>${seat === me ? `${OFFERED[kind]} Waiting for ${asked.map((other) => table.nameOf(other)).join(", ") || "the server"}.` : `${table.nameOf(seat)} ${RECEIVED[kind]}`}</p>
    ${asked.includes(me) && html`<button type="button" class="primary" onClick=${() => table.send({ type: "respond", kind, accept: true })}>Accept</button>
      <button type="button" onClick=${() => table.send({ type: "respond", kind, accept: false })}>Decline</button>`}
    ${seat === me && html`<button type="button" onClick=${() => table.send({ type: "respond", kind, accept: false })}>Withdraw offer</button>`}
  </div>`)}`;
}

const SOON = 600_000; // the page announces a way to continue that becomes available within this many milliseconds

/** The players the table waits for, and the ways to continue without them. @param {{table: Table}} props */
export function Waits({ table }) {
  const seats = table.seats.value; // always read, since seatsAt is not a signal
  const fresh = table.update.value !== null && table.seatsAt > table.arrived; // a newer update makes the times stale
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
  const since = performance.now() - table.seatsAt;
  const left = exit === undefined || table.watching.value ? Infinity : exit - since;
  if ((asked + since < PATIENCE || table.open.value) && left > SOON) return null;
  const text = `Waiting for ${table.nameOf(seat)} for ${span(asked + since)}${away === undefined ? "" : `; away for ${span(away + since)}`}.`;
  const exitBy = (way) => () => table.send({ type: "exit", seat, way });
  if (left > 0) return html`<p class="waits about">${text}${left <= SOON && ` You can continue without them in ${duration(left)}.`}</p>`;
  return html`<div class="notice calm offer" role="status"><p>${text} You can continue without them:</p>
    <button type="button" onClick=${exitBy("bot")}>Bot plays on</button>
    <button type="button" onClick=${exitBy("draw")}>Call a draw</button>
    <button type="button" onClick=${exitBy("win")}>Claim victory</button>
  </div>`;
}

/** A duration as text. @param {number} ms */
function span(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;
}

/** @param {Table} table @param {string} kind */
const isOffered = (table, kind) => table.offers.value.some((offer) => offer.kind === kind);

/** @param {{table: Table}} props */
export const Undo = ({ table }) => html`<button type="button" class="knob undo" disabled=${isOffered(table, "undo")} onClick=${() => table.send({ type: "offer", kind: "undo" })}>Undo</button>`;

/** Buttons to offer a draw or to resign. @param {{table: Table}} props */
export function Proposals({ table }) {
  return html`<div class="proposals">
    ${table.seats.value.length > 1 && html`<button type="button" class="quiet" disabled=${isOffered(table, "draw")} onClick=${() => table.send({ type: "offer", kind: "draw" })}>Offer draw</button>`}
    <${Confirm} id="resign" class="quiet" ask="Really resign?" act=${() => table.send({ type: "resign" })}>Resign</${Confirm}>
  </div>`;
}
