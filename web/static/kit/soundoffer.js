// The offer of sounds at the first table. The answer is remembered.

import { sound, soundAsked } from "../store/settings.js";
import { recall } from "../store/storage.js";
import { html } from "../vendor/preact.js";
import { play } from "./sound.js";

export function SoundOffer() {
  if (soundAsked.value || recall("gamed.sound", "")) return null; // answered, or chosen in the settings
  const answer = (/** @type {"on" | "off"} */ value) => () => {
    soundAsked.value = "yes";
    sound.value = value;
    play("good");
  };
  return html`<div class="sound-offer" role="group" aria-label="Sound">Play with sound?
    <button type="button" onClick=${answer("on")}>On</button><button type="button" onClick=${answer("off")}>Off</button></div>`;
}
