// Beside the table: passing by itself, the log, the chat, and what the player can
// set or give up.

import { Proposals } from "../kit/agree.js";
import { Chat } from "../kit/chat.js";
import { CommandLine } from "../kit/command.js";
import { Log } from "../kit/log.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { refsOf } from "../store/picker.js";
import { commands, debug, motion, single, sound } from "../store/settings.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** When the page passes for a player who can do nothing else. @type {[string, string][]} */
export const PASSING = [["bots", "against bots"], ["on", "always"], ["off", "never"]];

/** Whether cards move to where they go. @type {[string, string][]} */
export const MOTION = [["system", "as the system"], ["on", "on"], ["off", "off"]];

/** @typedef {import("../store/table.js").Table} Table */

/** @type {[import("../types.js").Kept["until"], string][]} */
const UNTIL = [["something", "something happens"], ["turn", "my turn"]];

/** What the server is to answer by itself: passes for a while, or this question whenever it comes. @param {{table: Table}} props */
export function Passing({ table }) {
  const decision = table.open.value;
  const { until } = table.kept.value;
  const always = table.always.value;
  if (table.picker.picked.value.length > 0 || !table.scene.value) return null;
  const passes = table.passes.value && (until !== "off" || !decision || decision.options[0]?.do === "pass");
  const asks = decision && (table.update.value?.turn ?? 0) > 0 && decision.options.length > 1 && (decision.options[0].do === "pass" || decision.options.every((option) => refsOf(option).length === 0));
  if (!passes && !asks) return null;
  const ownTurn = table.scene.value.view.active === table.me.value;
  return html`<div id="passing" class=${`passing ${ownTurn && until === "off" && !always ? "own-turn" : ""}`} role="group" aria-label="Answers by themselves">
    ${passes && html`<span>Pass until</span> ${UNTIL.map(([name, text]) => html`<button type="button" key=${name}
      aria-pressed=${String(until === name)} onClick=${() => table.send({ type: "settings", until: until === name ? "off" : name })}>${text}</button>`)}`}
    ${asks && html`<button type="button" id="always" key="always" aria-pressed=${String(always)} title="What you choose next is also your answer whenever you have exactly these choices again" onClick=${() => { table.always.value = !always; }}>Always so</button>`}
    ${asks && always && html`<p class="about">What you choose now is your answer whenever you have exactly these choices again. Take it back in Settings, beside the log.</p>`}
  </div>`;
}

/** What the server answers for the player whenever it is asked. @param {{table: Table}} props */
function Standing({ table }) {
  const { always } = table.kept.value;
  if (table.watching.value) return null;
  return html`<h3>Answered by itself</h3>
    ${always.length === 0 ? html`<p class="about">Nothing. Press “Always so” before you choose, and the same choices are answered in the same way from then on.</p>`
      : html`<ul id="standing" class="standing">${always.map((text, i) => html`<li key=${i}>${table.words(text)}</li>`)}</ul>
        <button type="button" id="forget" onClick=${() => table.send({ type: "settings", forget: true })}>Ask me again</button>`}`;
}

/** @param {{table: Table}} props */
export function Side({ table }) {
  const [tab, setTab] = useState("log");
  const [read, setRead] = useState(0);
  const said = table.said.value;
  const last = said.at(-1)?.id ?? 0;
  useEffect(() => { if (tab === "chat") setRead(last); }, [tab, last]);
  const pick = (name, text) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="side-panel" aria-selected=${String(tab === name)} onClick=${() => setTab(name)}>${text}</button>`;
  const words = (text) => table.words(text);
  return html`<section class="side-tabs">
    <div role="tablist" aria-label="Beside the table">${pick("log", "What happened")}${pick("chat", last > read && tab !== "chat" ? "Chat (new)" : "Chat")}${pick("more", "Settings")}</div>
    <div id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "log" && html`<${Log} lines=${table.lines.value} words=${words} glance=${debug.value === "on" ? (n) => { table.past.glance.value = n; } : undefined} />`}
      ${tab === "chat" && html`<${Chat} table=${table} />`}
      ${tab === "more" && html`<div class="settings">
        <${Choice} setting=${single} options=${PASSING} onchange=${() => table.arrange()}>Pass by itself when nothing else is possible</${Choice}>
        <${Toggle} setting=${sound}>Sounds</${Toggle}>
        <${Choice} setting=${motion} options=${MOTION}>Cards that move</${Choice}>
        <${Toggle} setting=${commands}>A line for commands in words</${Toggle}>
        <${Standing} table=${table} />
        <p><a class="button" href="#/settings">All settings</a></p>
      </div>`}
    </div>
    ${commands.value === "on" && html`<${CommandLine} table=${table} />`}
    ${!table.watching.value && !table.over.value && table.update.value && html`<${Proposals} table=${table} />`}
  </section>`;
}
