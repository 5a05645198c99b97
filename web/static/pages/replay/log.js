// The log of a replay. Hovering or focusing a step previews it; a click moves to it.

import { useRoving } from "../../kit/rove.js";
import { shows } from "../../store/replay.js";
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
  const parts = partsOf(replay, steps);
  return html`<div id="log" class="log step-log" ref=${list} onPointerLeave=${() => glance(null)} onFocusOut=${(event) => { if (!list.current.contains(event.relatedTarget)) glance(null); }}>
    ${from > 0 && html`<button type="button" class="quiet" onClick=${() => replay.go(from - 1)}>Steps before ${from}</button>`}
    <ol ...${rove} aria-label="Steps">
      ${parts.map(({ key, head, step, passes, events }) => html`<li key=${key}>${head !== undefined && html`<h3>${head ? `Turn ${head}` : "Before the first turn"}</h3>`}
          <button type="button" class="step" aria-current=${passes > 0 ? (at > step.n - passes && at <= step.n ? "step" : undefined) : step.n === at ? "step" : undefined} onClick=${() => { replay.pause(); replay.go(step.n); }}
            onPointerEnter=${(event) => hover(event, step.n)} onFocus=${(event) => { if (event.target.matches(":focus-visible")) glance(step.n === replay.step.peek() ? null : step.n); }}>
            <span class="number" aria-hidden="true">${step.n}</span><span class="lines">${passes > 1 ? html`<span class="faint">${passes} passes</span>` : html`<${Lines} replay=${replay} step=${step} events=${events} />`}</span>
          </button></li>`)}
    </ol>
    ${last < replay.last && last > 0 && html`<button type="button" class="quiet" onClick=${() => replay.go(last + 1)}>Steps after ${last}</button>`}
  </div>`;
}

/**
 * The entries of the log. Passes in a row are one entry. A step in which a new turn begins has
 * two: one in the old turn and one in the new.
 * @param {Replay} replay @param {import("../../types.js").Step[]} steps
 */
function partsOf(replay, steps) {
  /** @type {{key: string, head?: number, turn: number, step: import("../../types.js").Step, passes: number, events: import("../../types.js").Event[]}[]} */
  const parts = [];
  const add = (/** @type {number} */ turn, /** @type {import("../../types.js").Step} */ step, passes = 0, events = step.events) => {
    const last = parts.at(-1);
    parts.push({ key: `${step.n} ${turn}`, head: last?.turn === turn ? undefined : turn, turn, step, passes, events });
  };
  for (const step of steps) {
    const turn = replay.turnOf(step);
    const last = parts.at(-1);
    if (!shows(step)) {
      if (last && last.passes > 0 && last.turn === turn) Object.assign(last, { step, passes: last.passes + 1 });
      else add(turn, step, 1);
      continue;
    }
    const begins = step.turn === turn ? -1 : step.events.findIndex((event) => replay.roster.game.role?.(event) === "turn" && !["end", "resign", "last"].includes(event.what));
    if (begins < 0) {
      add(turn, step);
      continue;
    }
    const before = step.events.slice(0, begins).filter(({ what }) => what !== "answered");
    if (before.length > 0) add(turn, step, 0, before);
    add(step.turn, step, 0, step.events.slice(begins));
  }
  return parts;
}

/** @param {{replay: Replay, step: import("../../types.js").Step, events: import("../../types.js").Event[]}} props */
function Lines({ replay, step, events }) {
  const { roster } = replay;
  if (step.n === 0) return html`<span>Deal</span>`;
  const follows = (event) => (["effect", "trigger"].includes(roster.game.role?.(event) ?? "act") ? 1 : 0);
  const seen = events.filter((event) => event.what !== "answered");
  if (seen.length === 0) return html`<span class="faint">${step.chosen ? `${roster.nameOf(step.seat)}: ${roster.words(step.chosen.text)}` : `${roster.nameOf(step.seat)}: hidden choice`}</span>`;
  const least = Math.min(...seen.map((event) => event.depth ?? 0));
  const within = (event) => (event.depth ?? 0) - least + Math.max(0, follows(event) - follows(seen[0]));
  return seen.map((event) => html`<span key=${event.n} class=${`${event.what} ${within(event) > 0 ? "below" : ""}`} style=${{ "--within": Math.min(within(event), DEEPEST) }}>${roster.words(event.text)}</span>`);
}
