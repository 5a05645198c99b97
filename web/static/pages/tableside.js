// The side of the table: automatic answers, and the panels with log, chat, decks and settings.

import { isTaken } from "../kit/action.js";
import { Proposals, Undo } from "../kit/agree.js";
import { Chat } from "../kit/chat.js";
import { Glyph } from "../kit/glyph.js";
import { Log } from "../kit/log.js";
import { small } from "../kit/screen.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { refsOf } from "../store/picker.js";
import { autoPass, autoPay, commands, debug, motion, pace, sound } from "../store/settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** When to auto-pass for a player without another move. @type {[string, string][]} */
export const PASSING = [["bots", "against bots"], ["on", "always"], ["off", "never"]];

/** Whether to animate cards. @type {[string, string][]} */
export const MOTION = [["system", "system"], ["on", "on"], ["off", "off"]];

/** How long the table shows each step. @type {[string, string][]} */
export const PACE = [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["off", "at once"]];

/** @typedef {import("../store/table.js").Table} Table */

/** Automatic answers: pass until the player's own turn, and, beside the list of moves, repeat this choice. @param {{table: Table}} props */
export function Passing({ table }) {
  const decision = table.open.value;
  const turn = String(table.kept.value.stops) === String(table.stopsUntil("turn"));
  const always = table.always.value;
  const passes = !table.watching.value && table.stopsUntil("turn").length < table.stops.value.length;
  const toggle = useRef(() => {});
  toggle.current = () => { if (passes) table.send({ type: "settings", stops: table.stopsUntil(turn ? "something" : "turn") }); };
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== " " || !event.shiftKey || isTaken(event)) return;
      event.preventDefault();
      toggle.current();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  if (table.picker.picked.value.length > 0 || !table.scene.value) return null;
  const asks = decision && (table.update.value?.turn ?? 0) > 0 && decision.options.length > 1 && (decision.options[0].do === "pass" || decision.options.every((option) => refsOf(option).length === 0));
  if (!passes && !asks) return null;
  return html`<div id="passing" class="passing" role="group" aria-label="Automatic answers">
    ${passes && html`<button type="button" key="turn" aria-pressed=${String(turn)} title="Wait for me only on my own turn" onClick=${() => toggle.current()}>Pass until my turn <kbd aria-hidden="true">⇧␣</kbd></button>`}
    ${asks && html`<button type="button" id="always" key="always" aria-pressed=${String(always)} title="Repeat your next choice whenever you have exactly these options" onClick=${() => { table.always.value = !always; }}>Auto-repeat this choice</button>`}
    ${asks && always && html`<p class="about">Your next choice repeats whenever you have exactly these options. Stop it under Settings.</p>`}
  </div>`;
}

/** The situations in which the server waits for the player. @param {{table: Table}} props */
function Stops({ table }) {
  const { stops } = table.kept.value;
  if (table.watching.value || table.stops.value.length === 0) return null;
  const others = (name) => stops.filter((stop) => stop !== name);
  return html`<fieldset id="stops"><legend>Wait for me at</legend>
    ${table.stops.value.map(({ name, text }) => html`<label class="toggle" key=${name}>
      <input type="checkbox" role="switch" checked=${stops.includes(name)} onChange=${(event) => table.send({ type: "settings", stops: event.target.checked ? [...stops, name] : others(name) })} /><span>${text}</span></label>`)}
  </fieldset>`;
}

/** The list of auto-repeated choices. @param {{table: Table}} props */
function Standing({ table }) {
  const { always } = table.kept.value;
  if (table.watching.value) return null;
  return html`<h3>Auto-repeated choices</h3>
    ${always.length === 0 ? html`<p class="about">None. Press “Auto-repeat this choice” before you choose.</p>`
      : html`<ul id="standing" class="standing">${always.map((text, i) => html`<li key=${i}>${table.words(text)}</li>`)}</ul>
        <button type="button" id="forget" onClick=${() => table.send({ type: "settings", forget: true })}>Stop repeating</button>`}`;
}

/** The public deck lists. @param {{table: Table}} props */
function Decks({ table }) {
  return table.decks.value.map((deck, seat) => html`<h3 key=${`h${seat}`}>${table.nameOf(seat)}</h3>
    <ul key=${seat} class="standing decklist">${Object.entries(deck).map(([card, n]) => html`<li key=${card}>${n} ${card}</li>`)}</ul>`);
}

/** The panels and their buttons in the corner. @type {[string, string, string][]} name, title, glyph */
const PANELS = [["log", "Log", "lines"], ["chat", "Chat", "chat"], ["decks", "Decks", "cards"], ["more", "Settings", "gear"]];

/**
 * The buttons in the corner: one leads to the lobby, and one opens each panel. On a phone, the first button shows and hides all others.
 * @param {{panels: [string, string, string][], panel: string, show: (panel: string) => void, news?: boolean, children?: any}} props
 */
export const Knobs = ({ panels, panel, show, news = false, children }) => html`<div class="knobs">
  ${small.value && html`<button type="button" class=${`knob drawer-open ${news ? "news" : ""}`} aria-expanded=${String(panel !== "")} aria-label=${panel ? "Close" : panels.map(([, text]) => text).join(", ")} onClick=${() => show(panel ? "" : "log")}>${panel ? "✕" : "⋯"}</button>`}
  <a class="button knob" href="#/" title="Back to lobby" aria-label="Back to lobby"><${Glyph} name="home" /></a>
  ${children}
  ${panels.map(([name, text, glyph]) => html`<button type="button" class=${`knob ${name === "chat" && news ? "news" : ""}`} key=${name} id=${`tab-${name}`} title=${text}
    aria-controls="side-panel" aria-expanded=${String(panel === name)} onClick=${() => show(panel === name ? "" : name)}><${Glyph} name=${glyph} /><span class="visually-hidden">${name === "chat" && news ? "Chat (new)" : text}</span></button>`)}
</div>`;

/** @param {{table: Table, panel: string, show: (panel: string) => void}} props panel: the open one, or "" */
export function Corner({ table, panel, show }) {
  const [read, setRead] = useState(0);
  const last = table.said.value.findLast(({ history }) => !history)?.id ?? 0;
  useEffect(() => { if (panel === "chat") setRead(last); }, [panel, last]);
  const news = last > read && panel !== "chat";
  const plays = !table.watching.value && !table.over.value && table.update.value !== null;
  const panels = PANELS.filter(([name]) => name !== "decks" || table.decks.value.length > 0);
  return html`<${Knobs} panels=${panels} panel=${panel} show=${show} news=${news}>${plays && html`<${Undo} table=${table} />`}</${Knobs}>`;
}

/** The open panel. The log stays in the document while all are closed. @param {{table: Table, panel: string}} props */
export function Panel({ table, panel }) {
  const words = (text) => table.words(text);
  return html`<div id="side-panel" class="drawer" role="region" aria-label=${PANELS.find(([name]) => name === panel)?.[1] ?? "Log"} hidden=${!panel}>
    ${(panel === "log" || !panel) && html`<${Log} lines=${table.lines.value} game=${table.game.value} words=${words} jump=${debug.value === "on" ? { name: "Event", of: ({ last }) => last, glance: (n) => { table.past.glance.value = n; } } : undefined} />`}
    ${panel === "chat" && html`<${Chat} table=${table} />`}
    ${panel === "decks" && html`<div class="settings" tabindex="0"><${Decks} table=${table} /></div>`}
    ${panel === "more" && html`<div class="settings">
      <${Choice} setting=${autoPass} options=${PASSING} onchange=${() => table.syncAutoPass()}>Auto-pass when you have no other move</${Choice}>
      <${Toggle} setting=${autoPay}>Pay for cards automatically</${Toggle}>
      <${Stops} table=${table} />
      <${Toggle} setting=${sound}>Sounds</${Toggle}>
      <${Choice} setting=${motion} options=${MOTION}>Animations</${Choice}>
      <${Choice} setting=${pace} options=${PACE}>Show moves</${Choice}>
      <${Toggle} setting=${commands}>Command line</${Toggle}>
      <${Standing} table=${table} />
      <p><a class="button" href="#/settings">All settings</a></p>
    </div>`}
    ${!table.watching.value && !table.over.value && table.update.value && html`<${Proposals} table=${table} />`}
  </div>`;
}
