// The player's name and face, which the player can change.

import * as api from "../api.js";
import { FACES, Portrait, faceOf } from "../kit/art.js";
import { Dialog } from "../kit/dialog.js";
import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { lastSelf, open, self } from "../store/session.js";
import { kept } from "../store/storage.js";
import { capital } from "../store/words.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const asked = kept("gamed.asked", /** @type {"" | "yes"} */ ("")); // whether the player has answered or skipped the first question

/** Opens a session, without which there is no name to change. */
const useSession = () => useEffect(() => { open().catch(() => {}); }, []);

/** The player's name and face, with a way to change them. @param {{line?: (name: string) => any}} props line: the text before the button */
export function PlayerName({ line }) {
  const [editing, edit] = useState(false);
  useSession();
  const { name, kind, face } = self.value;
  if (!name || kind !== "guest") return line ? html`<p class="player-name">${line(name ?? "Guest")}</p>` : null;
  return editing ? html`<${NameForm} close=${() => edit(false)} />`
    : html`<p class="player-name">${line ? line(name) : html`<${Portrait} name=${name} face=${face} />You play as <b>${name}</b>`} <button type="button" class="quiet" aria-label="Change name or face" onClick=${() => edit(true)}>${line ? "change" : "Change name or face"}</button></p>`;
}

/** Asks a new player for a name and a face. */
export function FirstName() {
  useSession();
  const { kind, face } = self.value;
  return kind === "guest" && !face && !asked.value && html`<${NameForm} first close=${() => {}} />`;
}

/** The player in the header. */
export function Me() {
  const [editing, edit] = useState(false);
  const { name = "Guest", face } = self.value.name ? self.value : lastSelf();
  return html`<button type="button" class="me" aria-haspopup="dialog" onClick=${() => edit(true)}><${Portrait} name=${name} face=${face} /><span><b>${name}</b> <small>Change name or face</small></span></button>
    ${editing && html`<${Dialog} title="Name and face" close=${() => edit(false)}><${DialogForm} close=${() => edit(false)} /></${Dialog}>`}`;
}

/** @param {{close: () => void}} props */
function DialogForm({ close }) {
  useSession();
  return self.value.kind === "guest" ? html`<${NameForm} close=${close} id="my-name" />` : html`<p class="about" role="status">Loading…</p>`;
}

/** @param {{close: () => void, first?: boolean, id?: string}} props first: the first question, which a player may skip; id: of the field */
function NameForm({ close, first = false, id = "player-name" }) {
  const [problem, setProblem] = useState("");
  const field = useRef(null);
  useEffect(() => { if (!first) field.current.select(); }, []);
  const { name = "", face = faceOf(name) } = self.value;
  const done = () => {
    asked.value = "yes";
    close();
  };
  const save = async (event) => {
    event.preventDefault();
    const wish = field.current.value;
    try {
      self.value = await api.introduce({ ...(wish !== name && { name: wish }), face: new FormData(event.target).get("face")?.toString() ?? face });
      done();
      announce(`You play as ${self.value.name}.`);
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<form class="player-name" onSubmit=${save}>
    <div class="mugs" role="radiogroup" aria-label="Your face">${FACES.map((one) => html`<label key=${one} title=${capital(one)}>
      <input type="radio" name="face" class="visually-hidden" value=${one} defaultChecked=${one === face} aria-label=${capital(one)} /><${Portrait} face=${one} /></label>`)}</div>
    <label for=${id}>Your name</label><input id=${id} ref=${field} defaultValue=${name} maxlength="24" autocomplete="nickname" required />
    <button class="primary">Save</button><button type="button" onClick=${done}>${first ? "Skip" : "Cancel"}</button>
    ${first && html`<p class="about">You need no account: this browser remembers you.</p>`}
    <${Notice} text=${problem} />
  </form>`;
}
