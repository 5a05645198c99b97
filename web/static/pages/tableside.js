// Beside the table: passing by itself, the log, the chat, and what the player can
// set or give up.

import { Proposals } from "../kit/agree.js";
import { Chat } from "../kit/chat.js";
import { CommandLine } from "../kit/command.js";
import { Log } from "../kit/log.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { commands, single, sound } from "../store/settings.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** When the page passes for a player who can do nothing else. @type {[string, string][]} */
export const PASSING = [["bots", "against bots"], ["on", "always"], ["off", "never"]];

/** @typedef {import("../store/table.js").Table} Table */

/** @type {[import("../types.js").Kept["until"], string][]} */
const UNTIL = [["something", "something happens"], ["turn", "my turn"]];

/** @param {{table: Table}} props */
export function Passing({ table }) {
  const decision = table.open.value;
  const { until } = table.kept.value;
  if (!table.passes.value || table.picker.picked.value.length > 0 || (until === "off" && decision && decision.options[0]?.do !== "pass")) return null; // there is nothing to pass
  return html`<div id="passing" class="passing" role="group" aria-label="Passing by itself">Pass until ${UNTIL.map(([name, text]) => html`<button type="button" key=${name}
    aria-pressed=${String(until === name)} onClick=${() => table.send({ type: "settings", until: until === name ? "off" : name })}>${text}</button>`)}</div>`;
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
      ${tab === "log" && html`<${Log} lines=${table.lines.value} words=${words} />`}
      ${tab === "chat" && html`<${Chat} table=${table} />`}
      ${tab === "more" && html`<div class="settings">
        <${Choice} setting=${single} options=${PASSING} onchange=${() => table.arrange()}>Pass by itself when nothing else is possible</${Choice}>
        <${Toggle} setting=${sound}>Sounds</${Toggle}>
        <${Toggle} setting=${commands}>A line for commands in words</${Toggle}>
        <p><a href="#/settings">All settings</a></p>
      </div>`}
    </div>
    ${commands.value === "on" && html`<${CommandLine} table=${table} />`}
    ${!table.watching.value && !table.over.value && table.update.value && html`<${Proposals} table=${table} />`}
  </section>`;
}
