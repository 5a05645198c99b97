// The invitation to a table: a player sees the terms and chooses a deck before taking a seat.

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { bringDeck } from "../store/decks.js";
import { open, rememberedSeat } from "../store/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Cover, titleOf } from "./cards/title.js";
import { DeckField } from "./fields.js";
import { PlayerName } from "./name.js";
import { clockName } from "./newgame.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/**
 * Shows the invitation, or accepts at once if the player already has a seat or no seat is open.
 * @param {{game: string, accept: () => void}} props accept: takes the seat
 */
export function Invitation({ game, accept }) {
  const [info, setInfo] = useState(/** @type {GameInfo | null} */ (null));
  const [rules, setRules] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  const [deck, setDeck] = useState(/** @type {string | null} */ (null));
  useEffect(() => { load(game).then((found) => {
    if (!found) return accept();
    setInfo(found);
    return api.rules(found.rules).then(setRules);
  }).catch(accept); }, []); // the table reports the error
  if (!info) return null;
  const take = () => {
    if (deck !== null) bringDeck(game, deck);
    accept();
  };
  const host = info.seats.filter(({ kind }) => kind === "person").map(({ name }) => name || "Guest").join(", ");
  const terms = [
    `${info.seats.length} players`, info.clock ? clockName(info.clock) : "no clock", info.rated && "rated", info.series && `best of ${info.series.of}`,
    info.spectators && "spectators see it later or not at all",
  ].filter(Boolean).join(" · ");
  return html`<section class="invitation staged" aria-labelledby="invitation-title">
    <${Cover} rules=${info.rules} />
    <div class="invitation-body"><h2 id="invitation-title">${host ? `${host} invites you to ${titleOf(info.rules)}` : `Join a game of ${titleOf(info.rules)}`}</h2>
    ${info.name && html`<p><b>${info.name}</b></p>`}
    <p>${rules?.about}</p>
    <p class="about">${terms}</p>
    <${PlayerName} />
    ${rules && html`<div class="fields"><${DeckField} rules=${rules} deck=${deck} set=${setDeck} /></div>`}
    <${Notice} calm text=${rules?.decks?.length ? "If the host has set your deck, your choice does not count." : ""} />
    <div class="people-ways"><button type="button" id="accept" class="primary" onClick=${take}>Accept</button><a class="button" href="#/">Decline</a></div></div>
  </section>`;
}

/** The game if its seats are open and the player has none of them, else null. @param {string} game @returns {Promise<GameInfo | null>} */
async function load(game) {
  if (rememberedSeat(game)) return null;
  await open();
  const info = await api.game(game);
  if (info.status !== "open" || info.reserved) return null; // running, or the next game of the same players
  const { games } = await api.ownGames().catch(() => ({ games: /** @type {import("../api.js").OwnGame[]} */ ([]) }));
  return games.some(({ id }) => id === game) ? null : info;
}
