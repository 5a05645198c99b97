// The choice of a step: the player, the choice, and the alternatives.

import { leaving } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** Choices not made by the seat's player. */
const BY = {
  clock: "Time ran out.",
  bot: "A bot played for this seat.",
  auto: "Auto-passed.",
  exit: "The other players stopped waiting.",
};

/** @param {{replay: import("../../store/replay.js").Replay, children?: any}} props children: the controls */
export function Choice({ replay, children }) {
  const step = replay.now.value;
  if (!step) return null;
  const { roster } = replay;
  const glance = replay.glance.value !== null;
  return html`<section id="choices" class=${`chosen ${glance ? "glance" : ""}`} aria-labelledby="prompt" tabindex="-1">
    ${(glance || step.n === replay.last) && html`<p class="eyebrow">${glance ? `Preview of step ${step.n} · turn ${replay.turnOf(step)}` : replay.result()}</p>`}
    <h2 id="prompt">${sentence(replay, step)}</h2>
    ${step.by && html`<p class="about">${BY[step.by] ?? `Chosen by ${step.by}.`}</p>`}
    ${(step.options?.length ?? 0) > 1 && html`<details class="could">
      <summary>${step.options?.length} choices</summary>
      <ul>${step.options?.map((option) => html`<li key=${option.id} class=${option.id === step.chosen?.id ? "taken" : ""}>${roster.words(option.text)}${option.id === step.chosen?.id && html`<span class="visually-hidden"> (chosen)</span>`}</li>`)}</ul>
    </details>`}
    ${children}
  </section>`;
}

/** @param {import("../../store/replay.js").Replay} replay @param {import("../../types.js").Step} step */
export function sentence(replay, step) {
  if (step.n === 0) return "The deal";
  if (step.seat < 0) return replay.roster.words(step.events.at(-1)?.text ?? "No choice");
  const name = replay.roster.nameOf(step.seat);
  if (step.chosen) return step.chosen.id < 0 ? `${name}: ${leaving(step.seat, [step])}` : `${name}: ${replay.roster.words(step.chosen.text)}`;
  const seen = step.events.find((event) => event.what === "undo") ?? step.events.find((event) => event.what !== "answered");
  return seen ? replay.roster.words(seen.text) : `${name}: hidden choice`;
}
