// The invitation to a game: its terms on one card, for the guest before a seat is taken and for the players who wait.

import * as api from "../api.js";
import { Land, Likeness, colourOf } from "../kit/art.js";
import { Copyable } from "../kit/copy.js";
import { signed } from "../kit/ending.js";
import { Glyph } from "../kit/glyph.js";
import { Notice } from "../kit/notice.js";
import { QR } from "../kit/qr.js";
import { bringDeck, countsOf, decksOf, defaultDeckText } from "../store/decks.js";
import { expecting, open, rememberedSeat, self } from "../store/session.js";
import { capital, listed } from "../store/words.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { looksOf } from "./cards/look.js";
import { Cover, titleOf } from "./cards/title.js";
import { Signs } from "./decks/balance.js";
import { Cover as DeckCover } from "./decks/list.js";
import { LESSONS } from "./learn/lessons.js";
import { PlayerName } from "./name.js";
import { clockName, decline } from "./newgame.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Seat} Seat */

const HOUR = 3_600_000;
const LIFE = 7 * 24 * HOUR; // of an open game without a client: see "List games" in docs/protocol.md

/** The history of a guest with the host, as texts: the host's rating and results, the guest's rating, and how the game can change the guest's rating. An unknown text is "". */
const NO_PAST = { theirs: "", mine: "", stake: "", provisional: false };

const NO_RATINGS = /** @type {Awaited<ReturnType<typeof api.ratings>>} */ ({ players: [] });

/** When the link expires. @param {GameInfo} info */
function expiry({ created }) {
  const end = Date.parse(created) + LIFE;
  const hours = Math.floor((end - Date.now()) / HOUR);
  if (hours < 0) return "The link works for a week after the last visit.";
  const when = new Date(end).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
  return `The link expires in ${hours >= 48 ? `${Math.round(hours / 24)} days` : `${hours} h`}, on ${when}.`;
}

/**
 * The terms of a game under the faces of its players.
 * @param {{info: GameInfo, rules: import("../types.js").Rules | null, seats: Seat[], me: number, heading: string, who?: any, stake?: string, provisional?: boolean, children?: any}} props
 *   rules: null until they are loaded; me: the seat of the player, -1 for a spectator; who: a line about the players; stake: the changes of the player's rating, if known
 */
function Card({ info, rules, seats, me, heading, who, stake = "", provisional = false, children }) {
  const tint = (/** @type {Seat} */ { kind, name, face }, /** @type {number} */ i) => (kind === "open" ? ["violet", "blue"][i % 2] : colourOf({ level: kind, name, face }));
  const duel = seats.length === 2;
  const called = (/** @type {Seat} */ { seat, kind, name }) => (seat === me ? "You" : kind === "open" ? "Open seat" : name || "Guest");
  const terms = /** @type {string[][]} */ ([
    ["cards", "Game", `${titleOf(info.rules)}, ${seats.length} players`], ["clock", "Clock", info.clock ? clockName(info.clock) : "no clock"],
    ["victory", provisional ? "Rated, provisional" : "Rated", info.rated ? stake || "yes" : "no"], rules && seats.length > 1 && ["die", "First turn", rules.lot ? "by lot" : called(seats[0])], info.series && ["past", "Games", `best of ${info.series.of}`],
    info.spectators && ["eye", "Spectators", "later or none"],
  ].filter(Boolean));
  return html`<section class="invitation staged" aria-labelledby="invitation-title">
    <div class="versus">
      <${Land} tint=${tint(seats[0], 0)} />${duel && html`<${Land} tint=${tint(seats[1], 1)} />`}
      ${seats.map((seat, i) => html`${i > 0 && duel && html`<span class="against"><${Glyph} name="swords" /></span>`}<figure key=${seat.seat}>
        ${seat.kind === "open" ? html`<span class="likeness vacant" aria-hidden="true">?</span>` : html`<${Likeness} level=${seat.kind} name=${seat.name} face=${seat.face} />`}
        <figcaption>${called(seat)}</figcaption></figure>`)}
    </div>
    <div class="invitation-body"><h2 id="invitation-title">${heading}</h2>
      ${info.name && html`<p><b>${info.name}</b></p>`}
      ${who}
      <dl class="terms">${terms.map(([glyph, name, text]) => html`<div key=${name}><dt><${Glyph} name=${glyph} />${name}</dt><dd>${text}</dd></div>`)}</dl>
      ${children}
    </div>
  </section>`;
}

/**
 * Shows the invitation, or accepts at once if the player already has a seat or no seat is open.
 * @param {{game: string, accept: () => void}} props accept: takes the seat
 */
export function Invitation({ game, accept }) {
  const [info, setInfo] = useState(/** @type {GameInfo | null} */ (null));
  const [rules, setRules] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  const [deck, setDeck] = useState(/** @type {string | null} */ (null));
  const [past, setPast] = useState(NO_PAST);
  const [named, setNamed] = useState(false); // whether the host has invited this player by name
  useEffect(() => { load(game).then((found) => {
    if (!found) return accept();
    setInfo(found.info);
    setNamed(found.named);
    historyWith(found.info, found.games).then(setPast);
    return api.rules(found.info.rules).then(setRules);
  }).catch(accept); }, []); // the table reports the error
  if (!info) return null;
  const take = () => {
    if (deck !== null) bringDeck(game, deck);
    accept();
  };
  const leave = () => {
    if (info.private) decline(game); // the host of a public table waits for anyone
    if (named) api.endInvitation(game).catch(() => {}); // after a failure, the lobby still offers the invitation
    location.hash = "#/";
  };
  const mine = info.seats.findIndex(({ kind }) => kind === "open");
  const seats = info.seats.map((seat, i) => (i === mine ? /** @type {Seat} */ ({ ...seat, kind: "person", name: self.value.name, face: self.value.face }) : seat));
  const host = info.seats.filter(({ kind }) => kind === "person").map(({ name }) => name || "Guest").join(", ");
  const who = (/** @type {string} */ name) => html`${past.theirs && html`<span class="host"><b>${host}</b> ${past.theirs}</span> `}<b>You</b> as ${name}${past.mine && `, ${past.mine}`}`;
  return html`<${Card} info=${info} rules=${rules} seats=${seats} me=${mine} who=${html`<${PlayerName} line=${who} />`} stake=${past.stake} provisional=${past.provisional} heading=${host ? `${host} invites you to ${titleOf(info.rules)}` : `Join a game of ${titleOf(info.rules)}`}>
    ${rules?.decks?.length && html`<${DeckCards} rules=${rules} deck=${deck ?? defaultDeckText(rules.name)} set=${setDeck} />`}
    ${rules && html`<p class="about">${rules.about}${LESSONS[rules.name] && html` <a href=${`#/learn/${rules.name}`}>Learn to play</a>`}</p>`}
    <div class="people-ways invitation-ways"><button type="button" id="accept" class="primary" onClick=${take}>Accept${info.clock && html` <small>the clock starts when all have joined</small>`}</button>
      <button type="button" id="decline" onClick=${leave}>${info.private ? "Decline" : "Back to lobby"}</button></div>
    <p class="about">${expiry(info)}</p>
  </${Card}>`;
}

/**
 * The score of earlier games against the host and, for a rated game, both ratings and the stake. With several hosts, it is NO_PAST.
 * @param {GameInfo} info @param {import("../api.js").OwnGame[]} games the player's own @returns {Promise<typeof NO_PAST>}
 */
async function historyWith({ seats, rules, rated }, games) {
  const [{ name = "" } = {}, another] = seats.filter(({ kind }) => kind === "person");
  if (!name || another) return NO_PAST;
  const met = games.flatMap((one) => (one.status === "over" && one.rules === rules && one.seats.length === 2 ? one.seats.filter((seat) => seat.name === name).map(({ seat }) => one.results[seat]) : []));
  const won = met.filter((one) => one === "won").length;
  const duel = seats.length === 2;
  const { players, stake = null } = rated ? await api.ratings(rules, name).catch(() => NO_RATINGS) : NO_RATINGS;
  const me = players.find(({ you }) => you);
  const ratingOf = (/** @type {import("../api.js").Rated | undefined} */ player) => (player ? String(Math.round(player.rating)) : rated ? "no rating yet" : "");
  return {
    theirs: [ratingOf(players.find((player) => player.name === name)), met.length > 1 ? `won ${won} of your ${met.length} games` : met[0] && `${met[0] === "drawn" ? "drew" : met[0]} your last game`].filter(Boolean).join(", "),
    mine: ratingOf(me),
    stake: stake && duel ? `${signed(Math.round(stake.win))} or ${signed(Math.round(stake.lose))}` : "",
    provisional: stake !== null && duel && (me?.provisional ?? true),
  };
}

/** Loads a game and the player's own games. Returns null if the game has no open seat, or the player has a seat in it. @param {string} game @returns {Promise<{info: GameInfo, games: import("../api.js").OwnGame[], named: boolean} | null>} named: its host has invited the player by name */
async function load(game) {
  if (rememberedSeat(game)) return null;
  await open();
  const info = await api.game(game);
  if (info.status !== "open" || info.reserved) return null; // running, or the next game of the same players
  const { games, invitations = [] } = await api.ownGames().catch(() => ({ games: /** @type {import("../api.js").OwnGame[]} */ ([]), invitations: /** @type {import("../api.js").Invitation[]} */ ([]) }));
  return games.some(({ id }) => id === game) ? null : { info, games, named: invitations.some((one) => one.game === game) };
}

/** The choice of the guest's deck. @param {{rules: import("../types.js").Rules, deck: string, set: (deck: string) => void}} props deck: a name or a text, "" for the deck that the table gives */
function DeckCards({ rules, deck, set }) {
  const looks = useMemo(() => looksOf(rules), [rules]);
  const [first] = useState(deck); // the chosen deck is in the first screen
  const decks = [
    { key: "", name: "Table’s deck", about: "The table gives you a deck.", counts: {} },
    ...decksOf(rules.name).value.map(({ name, text }) => ({ key: text, name, about: "Your own deck.", counts: countsOf(text) })),
    ...(rules.decks ?? []).map(({ name, about, cards }) => ({ key: name, name: capital(name), about, counts: cards })),
  ].sort((a, b) => Number(b.key === first) - Number(a.key === first));
  return html`<fieldset id="own-deck" class="deck-choice"><legend>Your deck, unless the host has set it</legend><div>${decks.map(({ key, name, about, counts }) => html`<label key=${key} class="deck-tile"><input type="radio" class="visually-hidden" name="deck" value=${key} checked=${key === deck} onChange=${() => set(key)} />
      ${key ? html`<${DeckCover} looks=${looks} counts=${counts} name=${name} />` : html`<${Cover} rules=${rules.name} />`}
      <span class="deck-name">${capital(name)} <${Signs} looks=${looks} counts=${counts} /></span><span class="about">${about}</span></label>`)}</div></fieldset>`;
}

/** A game with open seats, while its players wait: the terms, and the ways to invite others. @param {{table: import("../store/table.js").Table}} props */
export function Waiting({ table }) {
  const info = table.info.value;
  const [rules, setRules] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  useEffect(() => { if (info) api.rules(info.rules).then(setRules, () => {}); }, [info?.rules]); // the terms are complete without it
  if (!info) return null;
  const declined = table.declined.value?.kind === "invitation";
  const absent = listed(table.seats.value.flatMap(({ kind, name }) => (kind === "open" && name ? [name] : [])));
  const link = (screen) => `${location.origin}/#/${screen}/${info.id}`;
  const share = () => navigator.share({ title: `${titleOf(info.rules)} on gamed`, url: link("play") }).catch(() => {}); // the player has closed the menu
  return html`<${Card} info=${info} rules=${rules} seats=${expecting(table.seats.value)} me=${table.me.value} heading=${!info.reserved ? "Invite a friend" : declined ? "Rematch declined" : `Waiting for ${absent || "the players"}`}>
    <${Notice} text=${table.problem.value} />
    <${Notice} calm id="declined" text=${declined ? `Your ${info.reserved ? "rematch" : "invitation"} was declined.` : ""} />
    ${info.reserved ? !declined && html`<p id="reserved">${!table.watching.value && "Your opponents have been told. "}The game starts as soon as they join.</p>` : html`<div id="invite" class="invite-ways">
      <${QR} text=${link("play")} label="QR code of this invitation" />
      <div><p>Send this link, or let your friend scan the code. The game starts as soon as they accept.</p>
        <${Copyable} text=${link("play")} label="Link to join" />
        ${"share" in navigator && html`<button type="button" onClick=${share}>Share link</button>`}
        <p>Link for spectators</p><${Copyable} text=${link("watch")} label="Link to watch" /></div>
    </div>
    <p class="about">${expiry(info)} Your visits extend that. You can leave this page and return from the lobby.</p>`}
    <div class="people-ways invitation-ways"><a class="button" href="#/">Back to lobby</a></div>
  </${Card}>`;
}
