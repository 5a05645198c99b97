// Games against people: find an opponent, or invite a friend.

import { CLOCK_NAMES, creating, findOpponent, inviteFriend } from "./newgame.js";
import { DeckField, Select } from "./fields.js";
import { titleOf } from "./cards/title.js";
import { kept } from "../store/storage.js";
import { html, useState } from "../vendor/preact.js";

const clock = kept("gamed.quickclock", "fast");
const rated = kept("gamed.quickrated", /** @type {"on" | "off"} */ ("off"));

/**
 * @param {object} props
 * @param {import("../types.js").Rules[]} props.all
 * @param {import("../types.js").Rules} props.rules the selected game, with its decks
 * @param {(name: string) => void} props.choose selects another game
 */
export function People({ all, rules, choose }) {
  const [deck, setDeck] = useState(/** @type {string | null} */ (null));
  const games = all.filter((info) => info.max_seats > 1);
  if (games.length === 0) return null;
  const possible = games.some((info) => info.name === rules.name);
  const terms = () => ({ rules: rules.name, clock: clock.value, rated: rated.value === "on", deck: deck ?? "" });
  return html`<section id="people" class="sheet" aria-labelledby="people-title"><h2 id="people-title">Play a person</h2>
    <div class="fields">
      <label>Game <${Select} id="people-game" options=${[...(possible ? [] : [["", "choose a game"]]), ...games.map((info) => [info.name, titleOf(info.name)])]} value=${possible ? rules.name : ""} set=${(name) => name && choose(name)} /></label>
      <label>Clock <${Select} id="people-clock" options=${CLOCK_NAMES} value=${clock.value} set=${(name) => { clock.value = name; }} /></label>
      ${possible && html`<${DeckField} key=${rules.name} rules=${rules} deck=${deck} set=${setDeck} />`}
      <label class="tick"><input id="people-rated" type="checkbox" checked=${rated.value === "on"} onChange=${(event) => { rated.value = event.target.checked ? "on" : "off"; }} /> Rated</label>
    </div>
    <div class="people-ways">
      <button type="button" id="find" class="primary" disabled=${creating.value || !possible} onClick=${() => findOpponent(terms())}>Find opponent</button>
      <button type="button" id="invite-friend" disabled=${creating.value || !possible} onClick=${() => inviteFriend(terms())}>Invite a friend</button>
    </div>
  </section>`;
}
