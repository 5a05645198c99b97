// The side panel of the table: automatic answers, log, chat, settings and proposals.

import { Proposals } from "../kit/agree.js";
import { Chat } from "../kit/chat.js";
import { CommandLine } from "../kit/command.js";
import { Log } from "../kit/log.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { refsOf } from "../store/picker.js";
import { autoPass, autoPay, commands, debug, motion, pace, sound } from "../store/settings.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** When to auto-pass for a player without another move. @type {[string, string][]} */
export const PASSING = [["bots", "against bots"], ["on", "always"], ["off", "never"]];

/** Whether to animate cards. @type {[string, string][]} */
export const MOTION = [["system", "system"], ["on", "on"], ["off", "off"]];

/** How long the table shows each step. @type {[string, string][]} */
export const PACE = [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["off", "at once"]];

/** @typedef {import("../store/table.js").Table} Table */

/** @type {[string, string][]} */
const UNTIL = [["something", "something happens"], ["turn", "my turn"]];

/** Buttons for automatic answers: pass until an event, or auto-repeat this choice. @param {{table: Table}} props */
export function Passing({ table }) {
  const decision = table.open.value;
  const until = table.passesUntil();
  const always = table.always.value;
  if (table.picker.picked.value.length > 0 || !table.scene.value) return null;
  const passes = !table.watching.value && table.stopsUntil("turn").length < table.stops.value.length;
  const asks = decision && (table.update.value?.turn ?? 0) > 0 && decision.options.length > 1 && (decision.options[0].do === "pass" || decision.options.every((option) => refsOf(option).length === 0));
  if (!passes && !asks) return null;
  const ownTurn = table.scene.value.view.active === table.me.value;
  return html`<div id="passing" class=${`passing ${ownTurn && !always ? "own-turn" : ""}`} role="group" aria-label="Automatic answers">
    ${passes && html`<span>Pass until</span> ${UNTIL.map(([name, text]) => html`<button type="button" key=${name}
      aria-pressed=${String(until === name)} onClick=${() => table.send({ type: "settings", stops: until === name ? ["*"] : table.stopsUntil(name) })}>${text}</button>`)}`}
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

/** @param {{table: Table}} props */
export function Side({ table }) {
  const [tab, setTab] = useState("log");
  const [read, setRead] = useState(0);
  const said = table.said.value;
  const last = said.findLast(({ history }) => !history)?.id ?? 0;
  useEffect(() => { if (tab === "chat") setRead(last); }, [tab, last]);
  const pick = (name, text) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="side-panel" aria-selected=${String(tab === name)} onClick=${() => setTab(name)}>${text}</button>`;
  const words = (text) => table.words(text);
  return html`<section class="side-tabs">
    <div role="tablist" aria-label="Game details">${pick("log", "Log")}${pick("chat", last > read && tab !== "chat" ? "Chat (new)" : "Chat")}${table.decks.value.length > 0 && pick("decks", "Decks")}${pick("more", "Settings")}</div>
    <div id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "log" && html`<${Log} lines=${table.lines.value} words=${words} glance=${debug.value === "on" ? (n) => { table.past.glance.value = n; } : undefined} />`}
      ${tab === "chat" && html`<${Chat} table=${table} />`}
      ${tab === "decks" && html`<${Decks} table=${table} />`}
      ${tab === "more" && html`<div class="settings">
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
    </div>
    ${commands.value === "on" && html`<${CommandLine} table=${table} />`}
    ${!table.watching.value && !table.over.value && table.update.value && html`<${Proposals} table=${table} />`}
  </section>`;
}
