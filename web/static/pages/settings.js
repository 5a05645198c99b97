// The settings of this browser.

import { play } from "../kit/sound.js";
import { Choice, Toggle } from "../kit/toggle.js";
import { autoPass, autoPay, commands, contrast, debug, motion, pace, sound, speech, theme, volume } from "../store/settings.js";
import { html } from "../vendor/preact.js";
import { PlayerName } from "./name.js";
import { MOTION, PACE, PASSING } from "./tableside.js";
import { Visibility } from "./visibility.js";

export const title = "Settings";

export default () => html`<div class="settings-page">
  <h2>Settings</h2>
  <section class="sheet"><h3>You</h3>
    <${PlayerName} />
    <${Visibility} />
  </section>
  <section class="sheet"><h3>Display</h3>
    <${Choice} setting=${theme} options=${[["system", "system"], ["light", "light"], ["dark", "dark"]]}>Theme</${Choice}>
    <${Choice} setting=${contrast} options=${[["system", "system"], ["normal", "normal"], ["high", "high"]]}>Contrast</${Choice}>
    <${Choice} setting=${motion} options=${MOTION}>Animations</${Choice}>
    <${Choice} setting=${pace} options=${PACE}>Show moves</${Choice}>
  </section>
  <section class="sheet"><h3>Sound</h3>
    <${Toggle} setting=${sound} onchange=${() => play("good")}>Sounds</${Toggle}>
    <label class="choice"><span>Volume</span><input type="range" min="0" max="100" step="5" value=${volume.value} onChange=${(event) => {
      volume.value = event.target.value;
      play("good");
    }} /></label>
    <${Choice} setting=${speech} options=${[["all", "events and prompts"], ["asked", "prompts"], ["off", "off"]]}>Screen reader announcements</${Choice}>
  </section>
  <section class="sheet"><h3>Game play</h3>
    <${Choice} setting=${autoPass} options=${PASSING}>Auto-pass when you have no other move</${Choice}>
    <${Toggle} setting=${autoPay}>Pay for cards automatically</${Toggle}>
    <${Toggle} setting=${commands}>Command line: type moves such as “play Spark on Ann”</${Toggle}>
    <${Toggle} setting=${debug}>Developer panel: options, state and messages</${Toggle}>
    <p><a class="button" href="#/bots">For developers: bots, tokens and reports</a></p>
    <h4>Keyboard shortcuts</h4>
    <dl class="keys">
      <dt><kbd>1</kbd> … <kbd>9</kbd>, <kbd>0</kbd></dt><dd>choose an option, or a card of a question</dd>
      <dt><kbd>Tab</kbd></dt><dd>next group, such as the hand or the options</dd>
      <dt><kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd></dt><dd>move in a group</dd>
      <dt><kbd>Enter</kbd></dt><dd>pick a card, then its target</dd>
      <dt><kbd>Space</kbd></dt><dd>press the large button, or skip what the table shows</dd>
      <dt><kbd>A</kbd>, <kbd>E</kbd></dt><dd>attack with all, end the turn</dd>
      <dt><kbd>Shift</kbd> <kbd>Space</kbd></dt><dd>pass until your turn</dd>
      <dt><kbd>F</kbd></dt><dd>hold for full control: the game waits for you at every step</dd>
      <dt><kbd>Esc</kbd></dt><dd>cancel a pick, or deselect the last card</dd>
    </dl>
  </section>
  <section class="sheet"><h3>Credits</h3>
    <p>Pictures: icons by Lorc, Delapouite and contributors of <a href="https://game-icons.net" rel="noreferrer">game-icons.net</a>, under <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer">CC BY 3.0</a>, in the colours of the cards.</p>
    <p>Type: <a href="https://github.com/huertatipografica/Alegreya" rel="noreferrer">Alegreya</a> by Juan Pablo del Peral, under the <a href="fonts/OFL.txt">SIL Open Font License</a>.</p>
  </section>
</div>`;
