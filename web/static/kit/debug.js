// The developer panel: every legal option with its ids, the position as a tree, the
// latest messages, and answer times. While the log shows an earlier position, so does
// the tree.

import { Tree } from "../games/generic.js";
import { traffic } from "../store/traffic.js";
import { html, useState } from "../vendor/preact.js";

/** @typedef {import("../store/table.js").Table} Table */

/** @param {{table: Table}} props */
export function Debug({ table }) {
  return html`<section id="debug" class="debug" aria-labelledby="debug-title">
    <h2 id="debug-title">Debug</h2>
    <div class="debug-parts">
      <${AllOptions} table=${table} />
      <${State} table=${table} />
      <${Messages} table=${table} />
    </div>
  </section>`;
}

/** @param {{table: Table}} props */
function AllOptions({ table }) {
  const update = table.update.value;
  const decision = update?.decision;
  const open = table.open.value !== null;
  return html`<section aria-labelledby="debug-options"><h3 id="debug-options">Options${decision ? html` <small>decision ${decision.id}${open ? "" : ", answered"}</small>` : ""}</h3>
    ${!decision && html`<p class="about">No decision for you. Seats to choose: ${(update?.awaiting ?? []).join(", ") || "none"}.</p>`}
    <ol class="every">${decision?.options.map((option) => html`<li key=${option.id}><button type="button" disabled=${!open} onClick=${() => table.choose(option)}>
      <b>${option.id}</b><span>${option.text}</span><code>${Object.entries(option).filter(([name]) => name !== "id" && name !== "text").map(([name, value]) => `${name}=${value}`).join(" ")}</code>
    </button></li>`)}</ol>
  </section>`;
}

/** @param {{table: Table}} props */
function State({ table }) {
  const update = table.past.seen.value ?? table.update.value;
  return html`<section aria-labelledby="debug-state"><h3 id="debug-state">State <small>${update ? `event ${update.n}, turn ${update.turn}` : ""}</small></h3>
    <div class="debug-tree" tabindex="0" role="group" aria-label="The position">${update ? html`<${Tree} value=${update.view} />` : html`<p class="about">No position yet.</p>`}</div>
  </section>`;
}

/** @param {{table: Table}} props */
function Messages({ table }) {
  const [open, setOpen] = useState(0);
  const list = traffic.value;
  const chosen = list.find((note) => note.id === open);
  const answered = list.filter((note) => note.ms !== undefined && note.message.type !== "pong").map((note) => note.ms ?? 0);
  const ping = list.findLast((note) => note.message.type === "pong")?.ms;
  return html`<section aria-labelledby="debug-messages"><h3 id="debug-messages">Messages</h3>
    <p class="about timing"><span>${answered.length ? `Last answer ${answered.at(-1)?.toFixed(1)} ms, longest ${Math.max(...answered).toFixed(1)} ms of ${answered.length}.` : "No answers yet."}${ping === undefined ? "" : ` Ping ${ping.toFixed(1)} ms.`}</span>
      <button type="button" onClick=${() => table.connection.send({ type: "ping", t: Date.now() })}>Ping</button></p>
    <ol class="messages">${list.toReversed().map((note) => html`<li key=${note.id}><button type="button" aria-expanded=${String(open === note.id)} onClick=${() => setOpen(open === note.id ? 0 : note.id)}>
      <span class=${note.way}><span aria-hidden="true">${note.way === "in" ? "↓" : "↑"}</span><span class="visually-hidden">${note.way === "in" ? "received" : "sent"}</span></span>
      <b>${note.message.type}</b><span class="about">${new Date(note.at).toLocaleTimeString()}${note.ms === undefined ? "" : `, ${note.ms.toFixed(1)} ms`}</span><small>${JSON.stringify(note.message).length} B</small>
    </button>${chosen === note && html`<div class="debug-tree" tabindex="0" role="group" aria-label="The message"><${Tree} value=${note.message} /></div>`}</li>`)}</ol>
  </section>`;
}
