// The chat of a table, with mute buttons.

import * as api from "../api.js";
import { open } from "../store/session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const SPECTATORS = -1; // stands for all spectators where a seat is expected

/** @param {{table: import("../store/table.js").Table}} props */
export function Chat({ table }) {
  const said = table.said.value;
  const list = useRef(null);
  useEffect(() => { list.current.scrollTop = list.current.scrollHeight; }, [said]);
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) table.send({ type: "chat", text: field.value.trim() });
    field.value = "";
  };
  return html`<div class="chat">
    <div class="sayings" ref=${list} role="log" aria-label="Chat" tabindex="0"><ol>
      ${said.length === 0 && html`<li class="about">No messages yet.</li>`}
      ${said.map(({ id, seat, name, text }) => html`<li key=${id}><b>${seat < 0 ? name || "A spectator" : table.nameOf(seat)}:</b> ${text}</li>`)}
    </ol></div>
    ${!table.watching.value && html`<${Mutes} table=${table} />`}
    <${Report} table=${table} />
    <form onSubmit=${send}>
      <input name="text" maxlength="400" aria-label="Message" placeholder="Message" autocomplete="off" />
      <button>Send</button>
    </form>
  </div>`;
}

/** @param {{table: import("../store/table.js").Table}} props */
function Mutes({ table }) {
  const { muted } = table.kept.value;
  const people = table.seats.value.filter((seat) => seat.kind === "person" && seat.seat !== table.me.value).map((seat) => ({ seat: seat.seat, name: table.nameOf(seat.seat) }));
  return html`<div class="mutes" role="group" aria-label="Mute">
    ${[...people, { seat: SPECTATORS, name: "spectators" }].map(({ seat, name }) => html`<button type="button" key=${seat} class="quiet" aria-pressed=${String(muted.includes(seat))}
      onClick=${() => table.send({ type: "mute", seat, on: !muted.includes(seat) })}>${muted.includes(seat) ? `Unmute ${name}` : `Mute ${name}`}</button>`)}
  </div>`;
}

/** Reports a player to the operator of the server. @param {{table: import("../store/table.js").Table}} props */
function Report({ table }) {
  const [sent, setSent] = useState("");
  const people = table.seats.value.filter((seat) => seat.kind === "person" && seat.seat !== table.me.value);
  if (people.length === 0) return null;
  const send = async (event) => {
    event.preventDefault();
    const { seat, text } = event.target.elements;
    try {
      await open();
      await api.report(table.target.game, Number(seat.value), text.value);
      event.target.reset();
      setSent("Thank you. The operator of this server will look at it.");
    } catch (error) {
      setSent(error.message);
    }
  };
  return html`<details class="report"><summary>Report a player</summary>
    <form onSubmit=${send}>
      <select name="seat" aria-label="Player to report">${people.map(({ seat }) => html`<option key=${seat} value=${seat}>${table.nameOf(seat)}</option>`)}</select>
      <input name="text" required maxlength="400" aria-label="Reason" placeholder="What happened?" autocomplete="off" />
      <button>Report</button>
    </form>
    <p role="status">${sent}</p>
  </details>`;
}
