// People whom the player has met in a game: whether they are here, and invitations by name.

import * as api from "../api.js";
import { Portrait } from "../kit/art.js";
import { Notice } from "../kit/notice.js";
import { open, self } from "../store/session.js";
import { html, signal, useState } from "../vendor/preact.js";
import { useFresh } from "./games.js";

const EVERY = 15_000; // milliseconds between refreshes: the server looks through many games for this list
const DAY = 86_400_000;

/** The people, most recent first. */
const people = signal(/** @type {api.Person[]} */ ([]));

async function look() {
  await open();
  if (self.value.kind === "guest") people.value = (await api.people()).people;
}

/** Where a person is or when the person was here last, or "invited". @param {api.Person} person */
function whereabouts({ state, seen, invited }) {
  if (invited) return "invited";
  if (state === "here") return "here now";
  if (state === "playing") return "in a game";
  if (!seen) return "";
  const days = Math.floor((Date.now() - Date.parse(seen)) / DAY); // both in UTC
  return days < 1 ? "earlier today" : days === 1 ? "yesterday" : days < 30 ? `${days} days ago` : new Date(seen).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** The people to invite. @param {{invite: (name: string) => Promise<void>}} props */
export function Friends({ invite }) {
  const [problem, setProblem] = useState("");
  useFresh(look, [], EVERY);
  const act = (/** @type {api.Person} */ { name, invited }) => (invited ? api.endInvitation(invited) : invite(name)).then(look).then(() => setProblem(""), (error) => setProblem(error.message));
  return people.value.length > 0 && html`<ul class="friends">${people.value.map((person) => html`<li key=${person.name}>
      <${Portrait} name=${person.name} face=${person.face} /><span><b>${person.name}</b> <small>${whereabouts(person)}</small></span>
      <button type="button" onClick=${() => act(person)}>${person.invited ? "Withdraw" : person.state === "here" ? "Invite" : "Leave word"}<span class="visually-hidden"> ${person.name}</span></button></li>`)}</ul>
    <${Notice} text=${problem} />
    <p class="about">Mute people, or hide from them, in the <a href="#/settings">settings</a>.</p>`;
}
