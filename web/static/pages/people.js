// Games against people: find an opponent, or invite a friend.

import { duration } from "../kit/clock.js";
import { Copyable } from "../kit/copy.js";
import { Glyph } from "../kit/glyph.js";
import { QR } from "../kit/qr.js";
import { Friends } from "./friends.js";
import { own, useFresh } from "./games.js";
import { CLOCKS, CLOCK_NAMES, RATED_ABOUT, cancelMatchmaking, clockAbout, creating, describe, findOpponent, inviteFriend, matchmaking, playBotInstead, queueFor } from "./newgame.js";
import { Chips, DeckField } from "./fields.js";
import { titleOf } from "./cards/title.js";
import { deckTitle, defaultDeckText } from "../store/decks.js";
import { kept } from "../store/storage.js";
import { plural } from "../store/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const FRESH = 10_000; // milliseconds between looks at the queues of all clocks

const clock = kept("gamed.quickclock", "fast");
const rated = kept("gamed.quickrated", /** @type {"on" | "off"} */ ("off"));

/** @param {{rules: import("../types.js").Rules}} props rules: the selected game, with its decks */
export function People({ rules }) {
  const [deck, setDeck] = useState(/** @type {string | null} */ (null));
  const wish = () => ({ rules: rules.name, clock: clock.value, rated: rated.value === "on", deck: deck ?? "" });
  const [queues, setQueues] = useState(/** @type {Object<string, import("../types.js").Queue | null>} */ ({})); // by clock
  const waits = matchmaking.value;
  const possible = rules.max_seats > 1;
  useFresh(async () => setQueues(possible ? Object.fromEntries(await Promise.all(CLOCK_NAMES.map(async ([clock]) => [clock, await queueFor({ ...wish(), clock }).catch(() => null)]))) : {}), [rules.name, rated.value, waits?.game], FRESH);
  const queue = queues[clock.value];
  const elsewhere = CLOCK_NAMES.filter(([name]) => name !== clock.value && queues[name]?.waiting).map(([name, text]) => `${plural(queues[name]?.waiting ?? 0, "player")} with ${text.split(",")[0]}`).join(", ");
  const usual = queue?.usual_wait_ms ? `usual wait ${duration(queue.usual_wait_ms)}` : "";
  const title = titleOf(rules.name);
  const invited = own.value.find((game) => game.rules === rules.name && game.status === "open" && game.private && !game.reserved);
  return html`<section id="people" class="sheet" aria-labelledby="people-title"><h2 id="people-title"><${Glyph} name="clock" /> Quick match</h2>
      ${waits ? html`<${Looking} waits=${waits} usual=${waits.terms.rules === rules.name ? usual : ""} />` : possible ? html`<div class="fields">
        <${Chips} id="people-clock" label="Clock" options=${CLOCK_NAMES} value=${clock.value} set=${(name) => { clock.value = name; }} />
        <p class="about tick-about">${clockAbout(CLOCKS[clock.value])}</p>
        <${DeckField} rules=${rules} deck=${deck} set=${setDeck} />
        <label class="tick"><input id="people-rated" type="checkbox" role="switch" checked=${rated.value === "on"} onChange=${(event) => { rated.value = event.target.checked ? "on" : "off"; }} aria-describedby="people-rated-about" /> Rated</label>
        <p class="about tick-about" id="people-rated-about">${RATED_ABOUT}</p>
      </div>
      <button type="button" id="find" class="primary" disabled=${creating.value} onClick=${() => findOpponent(wish())}>Find opponent <span class="visually-hidden"> for ${title}</span>
        ${queue && html`<small id="queue">${[queue.waiting === 0 ? "No one is waiting" : `${plural(queue.waiting, "player")} ${queue.waiting === 1 ? "is" : "are"} waiting`, elsewhere, usual].filter(Boolean).join(" · ")}</small>`}</button>`
      : html`<p class="about">${title} is a game for one. Select another game to play a person.</p>`}
    </section>
    ${possible && html`<section id="friend" class="sheet" aria-labelledby="friend-title"><h2 id="friend-title"><${Glyph} name="person" /> Play a friend</h2>
      ${invited ? html`<${Invited} game=${invited} />` : html`<p class="about">${title}, with the settings above. Your friend needs no account.</p>
      <button type="button" id="invite-friend" disabled=${creating.value} onClick=${() => inviteFriend(wish())}>Invite a friend</button>`}
      <${Friends} invite=${(name) => inviteFriend(wish(), name)} />
    </section>`}`;
}

/** The player's open invitation. @param {{game: import("../api.js").OwnGame}} props */
function Invited({ game: { id, mine } }) {
  const link = `${location.origin}/#/play/${id}`;
  return html`<div class="invite-ways"><${QR} text=${link} label="QR code of your invitation" />
    <div><p>Send the link, or let your friend scan the code.</p><${Copyable} text=${link} label="Link to join" /><a href=${`#/play/${id}/${mine[0]}`}>View invitation</a></div></div>`;
}

/** The wait for an opponent. @param {{waits: NonNullable<typeof matchmaking.value>, usual: string}} props */
function Looking({ waits: { terms, since, deck }, usual }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<div class="looking"><${Glyph} name="clock" /><div><p role="status"><b>Looking for an opponent…</b></p>
      <p><span role="timer" aria-label="Time waited">${duration(Date.now() - since)}</span>${usual && ` · ${usual}`}<br />${[titleOf(terms.rules), describe(terms), deckTitle(terms.rules, deck || defaultDeckText(terms.rules))].filter(Boolean).join(", ")}</p></div>
      <div class="people-ways"><button type="button" id="cancel-match" onClick=${cancelMatchmaking}>Cancel</button> <button type="button" onClick=${playBotInstead}>Play a bot</button></div></div>
    <p class="about">You can read or build a deck meanwhile. The table opens when an opponent comes.</p>`;
}
