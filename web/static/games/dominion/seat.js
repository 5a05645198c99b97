// What a seat of Dominion has.

import { Glyph } from "../../kit/glyph.js";
import { Pickable } from "../../kit/pick.js";
import { useRoving } from "../../kit/rove.js";
import { SeatPanel } from "../../kit/seat.js";
import { html, useState } from "../../vendor/preact.js";
import { Chips, Zone, faceOf, leading, money, plural, typeOf } from "./cards.js";

/** The seat whose cards the open decision of this player is about: that of a neighbour in a turn that the player decides. */
function chooser(view) {
  const top = view.stack.at(-1);
  const neighbour = view.decider === view.seat && top?.actor === view.active && top.hook !== "attack";
  return neighbour ? view.active : view.seat;
}

/** @param {{scene: import("../index.js").Scene, side: any}} props */
export function Seat({ scene, side }) {
  const { view, nameOf } = scene;
  const mine = side.seat === view.seat;
  const live = side.seat === chooser(view);
  const open = mine || (view.active === side.seat && view.decider === view.seat);
  const turn = view.active === side.seat && view.stack.length > 0;
  const counts = [
    `hand ${side.hand}`, `deck ${side.deck}`, `discard ${side.discard}`,
    side.tokens && plural(side.tokens, "Coin token"), side.extra_turns && plural(side.extra_turns, "extra turn"),
    side.native_village && `Native Village mat ${side.native_village}`, side.haven && `Haven ${side.haven}`,
    side.horse_traders && `Horse Traders aside ${side.horse_traders}`,
  ].filter(Boolean).join(" · ");
  const zone = (title, cards, name, pickable = live) => html`<${Zone} title=${title} scene=${scene} cards=${cards} zone=${name} live=${pickable} />`;
  return html`<${SeatPanel} scene=${scene} seat=${side.seat} turn=${turn} out=${side.out} note=${turn && view.decider !== view.active ? `, possessed by ${nameOf(view.decider)}` : ""}
    counts=${html`<span class="points" title=${`points, after ${plural(side.turns, "turn")}`}><${Glyph} name="points" />${side.points}<span class="visually-hidden"> points</span></span>
      ${turn && html`<ul class="tally" aria-label="Left this turn">${[plural(view.actions, "action"), plural(view.buys, "buy"), money(view)].map((text) => html`<li>${text}</li>`)}</ul>`}
      <span class="zones">${counts}</span>`}>
    ${zone("In play", side.play, "play")}
    ${zone("Next turn", side.next_turn, "next_turn")}
    ${zone("Island mat", side.island, "island")}
    ${zone("Native Village mat", side.native_village_cards, "native")}
    ${zone("Set aside", side.haven_cards, "haven")}
    ${side.top.some(Boolean) && html`<p class="zones">Top of the deck: ${side.top.map((name) => name || "?").join(", ")}</p>`}
    ${side.stashes && html`<p class="zones">Stash in the deck at ${side.stashes.join(", ")}</p>`}
    <${Discard} scene=${scene} side=${side} live=${live} />
    ${open ? html`<${Hand} scene=${scene} side=${side} live=${live} />` : zone("Seen in hand", side.hand_cards, "hand", false)}
  </${SeatPanel}>`;
}

/** The discard pile, unfolded while one may choose from it. */
function Discard({ scene, side, live }) {
  const [open, setOpen] = useState(false);
  const names = Object.keys(side.discarded);
  if (names.length === 0 && side.discard === 0) return null;
  const choosing = live && names.some((name) => scene.picker.concerns(`discard/${name}`));
  const dark = side.discard - Object.values(side.discarded).reduce((sum, n) => sum + n, 0);
  return html`<details open=${choosing || open} onToggle=${(event) => !choosing && setOpen(event.currentTarget.open)}>
    <summary>Discard pile, ${plural(side.discard, "card")}</summary>
    <p class="zones"><${Chips} scene=${scene} cards=${side.discarded} zone="discard" live=${live} />${dark > 0 && ` · ${dark} face down`}</p>
    ${side.rest && html`<p class="zones">In the deck: <${Chips} scene=${scene} cards=${side.rest} zone="rest" live=${false} /></p>`}
  </details>`;
}

function Hand({ scene, side, live }) {
  const rove = useRoving();
  const cards = Object.entries(side.hand_cards);
  return html`<ul class="hand" aria-label="Hand" ...${rove}>
    ${cards.length === 0 && html`<li class="empty">No card in hand</li>`}
    ${cards.map(([name, n]) => html`<li key=${name}><${HandCard} scene=${scene} name=${name} n=${n} zone=${live ? "hand" : `hand of ${side.seat}`} /></li>`)}
  </ul>`;
}

function HandCard({ scene, name, n, zone }) {
  const face = faceOf(name);
  return html`<${Pickable} scene=${scene} it=${`${zone}/${name}`} face=${face} class=${`card ${leading(name)}`} flip=${`${zone}/${name}`}>
    <span class="row"><span class="name">${name}</span>${n > 1 && html`<span class="left">×${n}</span>`}</span>
    <span class="kind"><${Glyph} name=${leading(name)} />${typeOf(name).replaceAll(" - ", ", ")}</span>
    <span class="text">${face.text}</span>
  </${Pickable}>`;
}
