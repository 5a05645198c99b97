// The frame of a seat: player, turn and choice marks, clock, and the game's counts.

import { html } from "../vendor/preact.js";
import { Likeness } from "./art.js";
import { Clock } from "./clock.js";
import { Glyph } from "./glyph.js";
import { Pickable } from "./pick.js";

/**
 * @param {object} props
 * @param {import("../games/index.js").Scene} props.scene
 * @param {number} props.seat
 * @param {boolean} [props.turn] whether it is this seat's turn
 * @param {boolean} [props.out] whether the seat is out of the game
 * @param {string} [props.note] follows the turn mark
 * @param {any} [props.counts] the game's counts, such as life
 * @param {any} [props.portrait] takes the place of the glyph beside the name
 * @param {string} [props.below] stands below the name
 * @param {any} [props.orb] lies around the portrait
 * @param {string} [props.class]
 * @param {boolean} [props.pickable] whether the seat can be a target
 * @param {any} [props.children]
 */
export function SeatPanel({ scene, seat, turn = false, out = false, note = "", counts, portrait, below = "", orb, class: classes = "", pickable = false, children }) {
  const { nameOf, awaiting, me, table } = scene;
  const asked = awaiting.includes(seat);
  const mine = seat === me;
  const name = nameOf(seat);
  const player = table.seats.value[seat];
  const kind = player?.kind;
  const title = html`${portrait ?? html`<${Glyph} name=${kind === "bot" ? "bot" : "person"} />`}<span class="who-name">${name}${below && html` <small>${below}</small>`}</span>`;
  const head = html`<h3>${pickable ? html`<${Pickable} scene=${scene} it=${`s${seat}`} class="who" face=${{ name, kind: "player" }}>${title}</${Pickable}>` : html`<span class="who">${title}</span>`}</h3>`;
  return html`<section class=${`side ${mine ? "own" : ""} ${turn ? "on-turn" : ""} ${asked ? "asked" : ""} ${out ? "out" : ""} ${classes}`} aria-label=${`${name}${turn ? ", on turn" : ""}${asked ? ", to choose" : ""}`}>
    <header>
      ${orb ? html`<div class="orb">${head}${orb}</div>` : head}
      <span class="marks">
        ${turn && html`<span class="mark turn">${mine ? "your turn" : "on turn"}${note}</span>`}
        ${asked && html`<span class="mark asks">${mine ? "you choose" : "choosing"}<i aria-hidden="true"></i></span>`}
        ${player?.stand_in && html`<span class="mark">a bot plays</span>`}
        ${player?.stopped && !player.stand_in && html`<span class="mark">clock stopped</span>`}
        ${out && html`<span class="mark">out</span>`}
      </span>
      <${SeatClock} table=${table} seat=${seat} mine=${mine} name=${name} />
      ${counts}
    </header>
    ${children}
  </section>`;
}

/** The level of the bot with a name, "bot", or "person". @param {string | undefined} kind @param {string} name */
export const levelOf = (kind, name) => (kind === "bot" ? /^\w+(?= bot)/.exec(name)?.[0].toLowerCase() ?? "bot" : "person");

/** The portrait of a seat: a bot's level, or a person. @param {{scene: import("../games/index.js").Scene, seat: number, tint: string}} props */
export function SeatLikeness({ scene, seat, tint }) {
  const { kind, name = "", face } = scene.table.seats.value[seat] ?? {};
  return html`<${Likeness} level=${levelOf(kind, scene.nameOf(seat))} name=${name} face=${face} tint=${tint} />`;
}

/** The time until the clock answers for the seat, or its bank while no time runs. */
function SeatClock({ table, seat, mine, name }) {
  const update = table.update.value;
  const bank = update?.left_ms?.[seat];
  if (bank === undefined) return null;
  const ends = update.ends_ms?.[seat] ?? -1;
  const running = ends >= 0 && !table.held.value;
  const label = mine ? "your time" : `${name}'s time`;
  return html`<${Clock} key=${update.now_ms} left=${ends >= 0 ? ends : bank} since=${running ? table.localTime(update.now_ms) : 0} running=${running} label=${label} />`;
}
