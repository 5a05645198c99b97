// What can be set, for this browser.

import { play } from "../kit/sound.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { commands, debug, motion, single, sound, speech, theme, volume } from "../store/settings.js";
import { self } from "../store/session.js";
import { html } from "../vendor/preact.js";
import { MOTION, PASSING } from "./tableside.js";

export const title = "Settings";

export default () => html`<div class="settings-page">
  <h2>Settings</h2>
  <section class="sheet"><h3>You</h3>
    <p>${self.value.name ? html`You are <b>${self.value.name}</b> in this browser.` : "The server gives you a name when you sit down for the first time."}</p>
  </section>
  <section class="sheet"><h3>How it looks</h3>
    <${Choice} setting=${theme} options=${[["system", "as the system"], ["light", "light"], ["dark", "dark"]]}>Colours</${Choice}>
    <${Choice} setting=${motion} options=${MOTION}>Cards that move</${Choice}>
  </section>
  <section class="sheet"><h3>How it sounds</h3>
    <${Toggle} setting=${sound} onchange=${() => play("good")}>Sounds</${Toggle}>
    <label class="choice"><span>Volume</span><input type="range" min="0" max="100" step="5" value=${volume.value} onChange=${(event) => {
      volume.value = event.target.value;
      play("good");
    }} /></label>
    <${Choice} setting=${speech} options=${[["all", "what happens and what you are asked"], ["asked", "what you are asked"], ["off", "nothing"]]}>A screen reader is told</${Choice}>
  </section>
  <section class="sheet"><h3>How you play</h3>
    <${Choice} setting=${single} options=${PASSING}>Pass by itself when nothing else is possible</${Choice}>
    <${Toggle} setting=${commands}>A line for commands in words, as in “play Spark on Ann”</${Toggle}>
    <${Toggle} setting=${debug}>A panel for whoever writes rules or bots: all options, the state, the messages</${Toggle}>
    <h4>Keys at the table</h4>
    <dl class="keys">
      <dt><kbd>1</kbd> … <kbd>9</kbd>, <kbd>0</kbd></dt><dd>choose from the list</dd>
      <dt><kbd>Tab</kbd></dt><dd>to the next group: a hand, a Present, the list</dd>
      <dt><kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd></dt><dd>inside a group</dd>
      <dt><kbd>Enter</kbd></dt><dd>pick a card, then what it is for</dd>
      <dt><kbd>Esc</kbd></dt><dd>take a pick back</dd>
    </dl>
  </section>
</div>`;
