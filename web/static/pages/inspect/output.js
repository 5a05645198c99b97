// What a bot has written on its standard error, and what it has done wrong, as far as
// the server knows.

import { html } from "../../vendor/preact.js";

/** @param {{inspection: import("../../store/inspection.js").Inspection, now: import("../../store/inspection.js").Decided | null}} props */
export function Output({ inspection, now }) {
  const process = inspection.process.value;
  if (!inspection.known.value || inspection.problem.value) return null;
  return html`<section id="stderr" class="stderr" aria-labelledby="stderr-title"><h3 id="stderr-title">Standard error</h3>
    ${process ? html`<${Written} inspection=${inspection} process=${process} now=${now} />`
      : html`<p class="about">${inspection.kind.value === "bot" ? "This bot plays inside the server, and has none." : "Whoever plays here is connected: what a bot writes there stays on the machine where it runs."}</p>`}
  </section>`;
}

const time = (/** @type {number} */ at) => new Date(at).toLocaleTimeString();

/** @param {{inspection: import("../../store/inspection.js").Inspection, process: import("../../api.js").Process, now: import("../../store/inspection.js").Decided | null}} props */
function Written({ inspection, process: { shown, stderr, faults }, now }) {
  const place = (/** @type {number} */ decision) => { // one that was not answered has been given up
    const i = inspection.list.value.findIndex((one) => one.decision === decision);
    return i < 0 ? inspection.list.value.length - 1 : i;
  };
  const where = (/** @type {number} */ decision) => {
    const i = decision ? place(decision) : -1;
    return i < 0 ? "the start" : html`<button type="button" class="link" onClick=${() => inspection.go(i)}>decision ${i + 1}</button>`;
  };
  return html`${faults.map((fault) => html`<p class="notice" key=${fault.at_ms}><b>${fault.kind}</b>${fault.text ? `: ${fault.text}` : ""} <small>${time(fault.at_ms)}, at ${where(fault.decision)}. The bot has lost its seat by this.</small></p>`)}
    ${!shown && html`<p class="about">Only whoever is on the server's own machine sees what it writes.</p>`}
    ${shown && stderr.length === 0 && html`<p class="about">It has written nothing, or nothing lately.</p>`}
    ${shown && stderr.length > 0 && html`<ol tabindex="0" aria-label="What the bot wrote, the latest last">${stderr.slice(-50).map((one, i) => html`<li key=${`${one.at_ms}/${one.decision}/${i}`} class=${now && one.decision === now.decision ? "at" : ""}>
      <small>${time(one.at_ms)}, ${where(one.decision)}${now && one.decision === now.decision ? " (this one)" : ""}</small><pre>${one.text.trimEnd()}</pre></li>`)}</ol>`}`;
}
