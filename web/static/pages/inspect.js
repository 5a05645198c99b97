// The decision inspector: for each decision of a seat, its view, options and choice, the
// time it took, and the bot's own notes.
//
//   #/inspect/GAME/SEAT

import { Tree } from "../games/generic.js";
import { Notice } from "../kit/notice.js";
import { useRoving } from "../kit/rove.js";
import { ReadOnlyBoard } from "../kit/readonly.js";
import { Select } from "../kit/select.js";
import { readable } from "../kit/time.js";
import { Zoom } from "../kit/zoom.js";
import { Inspection } from "../store/inspection.js";
import { capital } from "../store/words.js";
import { html, useEffect, useMemo, useRef } from "../vendor/preact.js";
import { Output } from "./inspect/output.js";

export const title = "Decisions";

/** @param {{args: string[]}} props */
export default function InspectPage({ args: [game, seat = "0"] }) {
  const inspection = useMemo(() => new Inspection(game, Number(seat)), []);
  useEffect(() => () => inspection.close(), []);
  useKeys(inspection);
  const now = inspection.now.value;
  const { roster } = inspection;
  return html`<div class="inspect" id="inspect">
    <header class="replay-head">
      <div><h2>Decisions of ${inspection.known.value ? roster.called(Number(seat)) : `seat ${Number(seat) + 1}`}</h2>
        <p class="about">${inspection.known.value ? `${roster.rules} · ${inspection.over.value ? "finished" : "running"} · ` : ""}${inspection.list.value.length} decisions</p></div>
      <${Ways} inspection=${inspection} />
    </header>
    <${Notice} id="inspect-error" text=${capital(inspection.problem.value)} />
    <div class="replay-board">${now ? html`<${ReadOnlyBoard} roster=${roster} position=${{ ...now, awaiting: [Number(seat)] }} label="The seat's view" />`
      : !inspection.problem.value && html`<p role="status" class="about">${inspection.known.value ? "No decisions yet." : "Loading…"}</p>`}</div>
    ${!now && html`<${Output} inspection=${inspection} now=${null} />`}
    ${now && html`<div class="replay-side"><${Decision} inspection=${inspection} now=${now} /><${Output} inspection=${inspection} now=${now} /><${Zoom} /><${List} inspection=${inspection} /></div>
      <${Bar} inspection=${inspection} />`}
  </div>`;
}

/** @param {{inspection: Inspection}} props */
function Ways({ inspection }) {
  const { roster, game, seat } = inspection;
  const step = inspection.now.value?.n ?? 0;
  return html`<label class="choice"><span>Seat</span><${Select} id="seat" options=${inspection.known.value ? roster.seats.map((one) => [String(one.seat), roster.called(one.seat)]) : []} value=${String(seat)} set=${(to) => { location.hash = `#/inspect/${game}/${to}`; }} /></label>
    ${inspection.over.value && html`<a class="button" href=${`#/replay/${game}/${step}/${seat}`}>Replay</a>`}`;
}

/** Arrow keys move between decisions. @param {Inspection} inspection */
function useKeys(inspection) {
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || (event.target instanceof Element && event.target.closest("select, input, dialog"))) return;
      event.preventDefault();
      inspection.go(inspection.at.peek() + way);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
}

/** @param {{inspection: Inspection, now: import("../store/inspection.js").Decided}} props */
function Decision({ inspection, now }) {
  const { roster } = inspection;
  return html`<section id="choices" class="chosen decided" aria-labelledby="prompt" tabindex="0">
    <p class="eyebrow">Decision ${inspection.at.value + 1} · step ${now.n} · turn ${now.turn}</p>
    <h2 id="prompt">${now.chosen ? roster.words(now.chosen.text) : "No choice"}</h2>
    <p class="about">${textOfTime(now)}</p>
    <ol class="options-of" start="0" aria-label="Options">${now.options.map((option) => html`<li key=${option.id} class=${option.id === now.chosen?.id ? "taken" : ""}>
      <span class="number">${option.id}</span><span>${roster.words(option.text)}${option.id === now.chosen?.id && html`<span class="visually-hidden"> (chosen)</span>`}</span><code>${[option.do, option.card, option.by, option.on, option.also].filter(Boolean).join(" ")}</code>
    </li>`)}</ol>
    ${(now.refused ?? []).map((one) => html`<p class="notice" key=${one.at_ms}>Option ${one.option} was refused: ${one.code}.${one.info && html` <code>${one.info}</code>`}</p>`)}
    ${now.info && html`<section class="info" aria-label="Bot notes"><h3>Bot notes</h3><${Info} text=${now.info} /></section>`}
  </section>`;
}

/** @param {import("../store/inspection.js").Decided} now */
function textOfTime({ by, ms }) {
  if (by === "clock") return `Time ran out after ${readable(ms)}.`;
  if (by === "auto") return "Auto-passed.";
  if (by) return `Chosen by ${by} after ${readable(ms)}.`;
  return `Chosen after ${readable(ms)}.`;
}

/** The bot's notes, as a tree if they are JSON. @param {{text: string}} props */
function Info({ text }) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return html`<pre tabindex="0">${text}</pre>`;
  }
  return html`<${Tree} value=${value} />`;
}

/** @param {{inspection: Inspection}} props */
function List({ inspection }) {
  const rove = useRoving("button.step");
  const panel = useRef(null);
  const at = inspection.at.value;
  const list = inspection.list.value;
  const from = Math.max(0, Math.round(at / 100) * 100 - 150); // draws 300 entries around the current one
  useEffect(() => {
    const item = panel.current?.querySelector('[aria-current="step"]');
    if (!item || panel.current.contains(document.activeElement)) return;
    const [inner, outer] = [item.getBoundingClientRect(), panel.current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) panel.current.scrollTop += inner.top - outer.top - outer.height / 3;
  }, [at, list.length]);
  return html`<section class="side-tabs"><div id="log" class="log step-log" ref=${panel}><ol ...${rove} aria-label="All decisions">
    ${list.slice(from, from + 300).map((one, i) => html`<li key=${one.n}><button type="button" class="step" aria-current=${from + i === at ? "step" : undefined} onClick=${() => inspection.go(from + i)}>
      <span class="number" aria-hidden="true">${from + i + 1}</span>
      <span class="lines timed"><span>${one.chosen ? inspection.roster.words(one.chosen.text) : "no choice"}${(one.refused?.length ?? 0) > 0 && html` <em>earlier answer refused</em>`}</span><small>${one.by === "clock" ? "timeout" : readable(one.ms)}</small></span>
    </button></li>`)}</ol></div></section>`;
}

/** @param {{inspection: Inspection}} props */
function Bar({ inspection }) {
  const at = inspection.at.value;
  const last = inspection.list.value.length - 1;
  return html`<div class="replay-bar" role="group" aria-label="Decisions">
    <div class="transport">
      <button type="button" id="step-back" aria-label="Previous decision" disabled=${at <= 0} onClick=${() => inspection.go(at - 1)}><span aria-hidden="true">◀</span></button>
      <button type="button" id="step-on" aria-label="Next decision" disabled=${at >= last} onClick=${() => inspection.go(at + 1)}><span aria-hidden="true">▶</span></button>
    </div>
    <div class="scrub"><input type="range" id="scrubber" min="0" max=${Math.max(0, last)} value=${at} aria-label="Decision" aria-valuetext=${`decision ${at + 1} of ${last + 1}`} onInput=${(event) => inspection.go(Number(event.target.value))} /></div>
    <p class="where"><b>${at + 1}</b> / ${last + 1}</p>
    ${!inspection.over.value && html`<label class="toggle"><input type="checkbox" role="switch" id="follow" checked=${inspection.follow.value} onChange=${(event) => {
      inspection.follow.value = event.target.checked;
      if (event.target.checked) inspection.go(last);
    }} /><span>Follow</span></label>`}
  </div>`;
}
