// The player's name, which the player can change.

import * as api from "../api.js";
import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { open, self } from "../store/session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

export function PlayerName() {
  const [editing, edit] = useState(false);
  const [problem, setProblem] = useState("");
  const field = useRef(null);
  useEffect(() => { open().catch(() => {}); }, []); // without a session there is no name to change
  useEffect(() => { if (editing) field.current?.select(); }, [editing]);
  const { name, kind } = self.value;
  const save = async (event) => {
    event.preventDefault();
    try {
      self.value = await api.rename(field.current.value);
      setProblem("");
      edit(false);
      announce(`You play as ${self.value.name}.`);
    } catch (error) {
      setProblem(error.message);
    }
  };
  if (!name || kind !== "guest") return null;
  return editing ? html`<form class="player-name" onSubmit=${save}>
      <label for="player-name">Your name</label><input id="player-name" ref=${field} defaultValue=${name} maxlength="24" autocomplete="nickname" required />
      <button class="primary">Save</button><button type="button" onClick=${() => edit(false)}>Cancel</button>
      <${Notice} text=${problem} />
    </form>`
    : html`<p class="player-name">You play as <b>${name}</b> <button type="button" class="quiet" onClick=${() => edit(true)}>Change name</button></p>`;
}
