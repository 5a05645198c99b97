// A bot's standard error output and faults, if the server has recorded them.

import { html } from "../../vendor/preact.js";

/** @param {{inspection: import("../../store/inspection.js").Inspection, now: import("../../store/inspection.js").Decided | null}} props */
export function Output({ inspection, now }) {
  const process = inspection.process.value;
  if (!inspection.known.value || inspection.problem.value) return null;
  return html`<section id="stderr" class="stderr" aria-labelledby="stderr-title"><h3 id="stderr-title">Standard error</h3>
    ${process ? html`<${Written} inspection=${inspection} process=${process} now=${now} />`
      : html`<p class="about">${inspection.kind.value === "bot" ? "Built-in bots write no output." : "Not available: this player is connected over the network."}</p>`}
  </section>`;
}

const time = (/** @type {number} */ at) => new Date(at).toLocaleTimeString();

/** @param {{inspection: import("../../store/inspection.js").Inspection, process: import("../../api.js").Process, now: import("../../store/inspection.js").Decided | null}} props */
function Written({ inspection, process: { shown, stderr, faults }, now }) {
  const place = (/** @type {number} */ decision) => { // unanswered decisions map to the last one
    const i = inspection.list.value.findIndex((one) => one.decision === decision);
    return i < 0 ? inspection.list.value.length - 1 : i;
  };
  const where = (/** @type {number} */ decision) => {
    const i = decision ? place(decision) : -1;
    return i < 0 ? "the start" : html`<button type="button" class="link" onClick=${() => inspection.go(i)}>decision ${i + 1}</button>`;
  };
  return html`${faults.map((fault) => html`<p class="notice" key=${fault.at_ms}><b>${fault.kind}</b>${fault.text ? `: ${fault.text}` : ""} <small>${time(fault.at_ms)}, at ${where(fault.decision)}. The bot lost its seat.</small></p>`)}
    ${!shown && html`<p class="about">Visible only on the server's own machine.</p>`}
    ${shown && stderr.length === 0 && html`<p class="about">No recent output.</p>`}
    ${shown && stderr.length > 0 && html`<ol tabindex="0" aria-label="Output, the latest last">${stderr.slice(-50).map((one, i) => html`<li key=${`${one.at_ms}/${one.decision}/${i}`} class=${now && one.decision === now.decision ? "at" : ""}>
      <small>${time(one.at_ms)}, ${where(one.decision)}${now && one.decision === now.decision ? " (this one)" : ""}</small><pre>${one.text.trimEnd()}</pre></li>`)}</ol>`}`;
}
