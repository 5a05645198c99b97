// The log of a replay. Hovering or focusing a step previews it; a click moves to it.

import { useRoving } from "../../kit/rove.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";

const SHOWN = 150; // steps before and after the current one
const DEEPEST = 4; // levels of indentation
const REST = 120; // milliseconds of hover before the preview

/** @typedef {import("../../store/replay.js").Replay} Replay */

/** @param {{replay: Replay}} props */
export function StepLog({ replay }) {
  const rove = useRoving("button.step");
  const list = useRef(null);
  const timer = useRef(0);
  const at = replay.step.value;
  replay.loaded.value;
  const middle = Math.round(at / 100) * 100; // rounded, so that the list does not change at each step
  const from = Math.max(0, middle - SHOWN);
  const steps = replay.steps.slice(from, middle + SHOWN).filter(Boolean);
  const last = steps.at(-1)?.n ?? 0;
  useEffect(() => {
    const item = list.current?.querySelector('[aria-current="step"]');
    if (!item || list.current.contains(document.activeElement) || replay.glance.peek() !== null) return;
    const [inner, outer] = [item.getBoundingClientRect(), list.current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) list.current.scrollTop += inner.top - outer.top - outer.height / 3;
  }, [at, steps.length]);
  const glance = (/** @type {number | null} */ n) => {
    clearTimeout(timer.current);
    replay.glance.value = n;
  };
  useEffect(() => () => glance(null), []);
  const hover = (event, n) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => glance(n), REST);
  };
  let turn = -1;
  return html`<div id="log" class="log step-log" ref=${list} onPointerLeave=${() => glance(null)} onFocusOut=${(event) => { if (!list.current.contains(event.relatedTarget)) glance(null); }}>
    ${from > 0 && html`<button type="button" class="quiet" onClick=${() => replay.go(from - 1)}>Steps before ${from}</button>`}
    <ol ...${rove} aria-label="Steps">
      ${steps.map((step) => {
        const head = step.turn !== turn;
        turn = step.turn;
        return html`<li key=${step.n}>${head && html`<h3>${turn ? `Turn ${turn}` : "Before the first turn"}</h3>`}
          <button type="button" class="step" aria-current=${step.n === at ? "step" : undefined} onClick=${() => { replay.pause(); replay.go(step.n); }}
            onPointerEnter=${(event) => hover(event, step.n)} onFocus=${(event) => { if (event.target.matches(":focus-visible")) glance(step.n === replay.step.peek() ? null : step.n); }}>
            <span class="number" aria-hidden="true">${step.n}</span><span class="lines"><${Lines} replay=${replay} step=${step} /></span>
          </button></li>`;
      })}
    </ol>
    ${last < replay.last && last > 0 && html`<button type="button" class="quiet" onClick=${() => replay.go(last + 1)}>Steps after ${last}</button>`}
  </div>`;
}

/** @param {{replay: Replay, step: import("../../types.js").Step}} props */
function Lines({ replay, step }) {
  const { roster } = replay;
  if (step.n === 0) return html`<span>Deal</span>`;
  const follows = (event) => (["effect", "trigger"].includes(roster.game.role?.(event) ?? "act") ? 1 : 0);
  const seen = step.events.filter((event) => event.what !== "answered");
  if (seen.length === 0) return html`<span class="faint">${step.chosen ? `${roster.nameOf(step.seat)}: ${roster.words(step.chosen.text)}` : `${roster.nameOf(step.seat)}: hidden choice`}</span>`;
  const least = Math.min(...seen.map((event) => event.depth ?? 0));
  const within = (event) => (event.depth ?? 0) - least + Math.max(0, follows(event) - follows(seen[0]));
  return seen.map((event) => html`<span key=${event.n} class=${`${event.what} ${within(event) > 0 ? "below" : ""}`} style=${{ "--within": Math.min(within(event), DEEPEST) }}>${roster.words(event.text)}</span>`);
}
