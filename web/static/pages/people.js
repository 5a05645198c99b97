// Games against people: find an opponent, or invite a friend.

import { duration } from "../kit/clock.js";
import { useFresh } from "./games.js";
import { CLOCK_NAMES, creating, findOpponent, inviteFriend, queueFor } from "./newgame.js";
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
  const wish = () => ({ rules: rules.name, clock: clock.value, rated: rated.value === "on", deck: deck ?? "" });
  const [queue, setQueue] = useState(/** @type {import("../types.js").Queue | null} */ (null));
  const games = all.filter((info) => info.max_seats > 1);
  const possible = games.some((info) => info.name === rules.name);
  useFresh(async () => setQueue(possible ? await queueFor(wish()).catch(() => null) : null), [rules.name, clock.value, rated.value]);
  if (games.length === 0) return null;
  return html`<section id="people" class="sheet" aria-labelledby="people-title"><h2 id="people-title">Play a person</h2>
    <div class="fields">
      <label>Game <${Select} id="people-game" options=${[...(possible ? [] : [["", "choose a game"]]), ...games.map((info) => [info.name, titleOf(info.name)])]} value=${possible ? rules.name : ""} set=${(name) => name && choose(name)} /></label>
      <label>Clock <${Select} id="people-clock" options=${CLOCK_NAMES} value=${clock.value} set=${(name) => { clock.value = name; }} /></label>
      ${possible && html`<${DeckField} key=${rules.name} rules=${rules} deck=${deck} set=${setDeck} />`}
      <label class="tick"><input id="people-rated" type="checkbox" checked=${rated.value === "on"} onChange=${(event) => { rated.value = event.target.checked ? "on" : "off"; }} /> Rated</label>
    </div>
    ${queue && html`<p id="queue" class="about">${queue.waiting === 0 ? "No one is waiting" : queue.waiting === 1 ? "1 player is waiting" : `${queue.waiting} players are waiting`}${queue.usual_wait_ms && ` · usual wait ${duration(queue.usual_wait_ms)}`}</p>`}
    <div class="people-ways">
      <button type="button" id="find" class="primary" disabled=${creating.value || !possible} onClick=${() => findOpponent(wish())}>Find opponent</button>
      <button type="button" id="invite-friend" disabled=${creating.value || !possible} onClick=${() => inviteFriend(wish())}>Invite a friend</button>
    </div>
  </section>`;
}
