// The player's name and face, which the player can change.

import * as api from "../api.js";
import { FACES, Portrait, faceOf } from "../kit/art.js";
import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { open, self } from "../store/session.js";
import { kept } from "../store/storage.js";
import { capital } from "../store/words.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const asked = kept("gamed.asked", /** @type {"" | "yes"} */ ("")); // whether the player has answered or skipped the first question

/** @param {{first?: boolean}} props first: asks a new player at once */
export function PlayerName({ first = false }) {
  const [chosen, edit] = useState(false);
  const [problem, setProblem] = useState("");
  const field = useRef(null);
  useEffect(() => { open().catch(() => {}); }, []); // without a session there is no name to change
  useEffect(() => { if (chosen) field.current?.select(); }, [chosen]);
  const { name, kind, face = faceOf(name ?? "") } = self.value;
  const fresh = first && !self.value.face && !asked.value;
  const close = () => {
    asked.value = "yes";
    edit(false);
  };
  const save = async (event) => {
    event.preventDefault();
    const wish = field.current.value;
    try {
      self.value = await api.introduce({ ...(wish !== name && { name: wish }), face: new FormData(event.target).get("face")?.toString() ?? face });
      setProblem("");
      close();
      announce(`You play as ${self.value.name}.`);
    } catch (error) {
      setProblem(error.message);
    }
  };
  if (!name || kind !== "guest") return null;
  return chosen || fresh ? html`<form class="player-name" onSubmit=${save}>
      <div class="mugs" role="radiogroup" aria-label="Your face">${FACES.map((one) => html`<label key=${one} title=${capital(one)}>
        <input type="radio" name="face" class="visually-hidden" value=${one} defaultChecked=${one === face} aria-label=${capital(one)} /><${Portrait} level="person" face=${one} /></label>`)}</div>
      <label for="player-name">Your name</label><input id="player-name" ref=${field} defaultValue=${name} maxlength="24" autocomplete="nickname" required />
      <button class="primary">Save</button><button type="button" onClick=${close}>${fresh ? "Skip" : "Cancel"}</button>
      ${fresh && html`<p class="about">You need no account: this browser remembers you.</p>`}
      <${Notice} text=${problem} />
    </form>`
    : html`<p class="player-name"><${Portrait} level="person" face=${face} />You play as <b>${name}</b> <button type="button" class="quiet" onClick=${() => edit(true)}>Change name or face</button></p>`;
}
