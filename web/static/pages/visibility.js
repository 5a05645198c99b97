// The settings about other people: whether they see the player, and which of them are muted.

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { open, self } from "../store/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export function Visibility() {
  const [{ people, muted }, setKnown] = useState(/** @type {Awaited<ReturnType<typeof api.people>>} */ ({ people: [], muted: [] }));
  const [problem, setProblem] = useState("");
  const attempt = (/** @type {Promise<any>} */ change) => change.then(() => setProblem(""), (error) => setProblem(error.message));
  const look = async () => {
    await open();
    if (self.value.kind === "guest") setKnown(await api.people());
  };
  useEffect(() => { attempt(look()); }, []);
  const show = async (event) => { self.value = await api.introduce({ hidden: !event.target.checked }); };
  const list = (title, names, muting) => names.length > 0 && html`<h4>${title}</h4><ul class="friends">${names.map((name) => html`<li key=${name}><span><b>${name}</b></span>
    <button type="button" onClick=${() => attempt(api.mute(name, muting).then(look))}>${muting ? "Mute" : "Unmute"}<span class="visually-hidden"> ${name}</span></button></li>`)}</ul>`;
  return self.value.kind === "guest" && html`<label class="toggle"><input type="checkbox" role="switch" checked=${!self.value.hidden} onChange=${(event) => attempt(show(event))} /><span>Show others when I am here</span></label>
    ${list("People you have played with", people.map(({ name }) => name), true)}
    ${list("Muted people", muted, false)}
    <p class="about">You and a muted person cannot invite each other.</p>
    <${Notice} text=${problem} />`;
}
