// A seat of Elements: life, karma, Future (face down), Present, Past (face up) and hand.

import { Art } from "../../kit/art.js";
import { Dialog } from "../../kit/dialog.js";
import { Glyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { small } from "../../kit/screen.js";
import { SeatLikeness, SeatPanel } from "../../kit/seat.js";
import { ALL } from "../../store/scene.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { HandCard, Outcome, Token, tintsOf } from "./card.js";
import { Karma } from "./cost.js";
import { ELEMENTS } from "./words.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {Map<string, import("../../types.js").CardInfo>} Faces */

/**
 * A strip is a side without its cards, with a button that opens it.
 * @param {{scene: Scene, side: any, faces: Faces, aimed: Set<string>, fates: Map<string, import("./preview.js").Fate>, deck?: string, strip?: boolean, open?: () => void}} props
 */
export function Side({ scene, side, faces, aimed, fates, deck, strip = false, open }) {
  const { view } = scene;
  const mine = side.seat === view.seat;
  const all = view.seat === ALL;
  const live = strip && side.present.some(({ id }) => scene.picker.concerns(id));
  const duel = !small.value && (view.sides.length < 3 ? !scene.caption : mine);
  const fate = fates.get(`s${side.seat}`);
  const orb = html`
    <${Karma} side=${side} ring=${duel} />
    <span class=${`life ${aimed.has(`s${side.seat}`) ? "aimed" : ""}`} title="life" data-flip=${`s${side.seat}:life`}><${Glyph} name="life" /><span class="visually-hidden">life </span><b key=${side.life} class="changed">${side.life}</b></span><${Outcome} fate=${fate} />${fate && html`<span class="visually-hidden">${fate.badge}</span>`}`;
  const piles = html`<${Future} scene=${scene} side=${side} faces=${faces} /><${Past} scene=${scene} side=${side} faces=${faces} />`;
  const other = !mine && !all;
  const counts = html`
    ${other && !duel && html`<${OtherHand} side=${side} faces=${faces} />`}
    ${!duel && piles}
    ${side.skips && html`<span class="mark">will skip ${side.skips.join(", ")}</span>`}
    ${strip && html`<button type="button" class=${`strip-open ${live ? "can" : ""}`} onClick=${open}><${Glyph} name="being" />${side.present.length}<span class="visually-hidden"> in play: show this side</span></button>`}`;
  return html`<${SeatPanel} scene=${scene} seat=${side.seat} turn=${view.active === side.seat && view.turn > 0} out=${side.out} counts=${counts} below=${deck} orb=${orb} portrait=${html`<${SeatLikeness} scene=${scene} seat=${side.seat} tint=${mainOf(side, faces)} />`} class=${strip ? "folded-side" : ""} pickable>
    ${duel && html`<div class="stock">${piles}</div>`}
    ${duel && other && html`<${OtherHand} side=${side} faces=${faces} fan />`}
    ${!strip && html`<${Present} scene=${scene} side=${side} faces=${faces} aimed=${aimed} fates=${fates} />`}
    ${(mine || all) && html`<${Hand} scene=${scene} side=${side} faces=${faces} />`}
  </${SeatPanel}>`;
}

/** The element with the most karma, else the first of the cards in sight, else "any". @param {any} side @param {Faces} faces */
export function mainOf(side, faces) {
  const most = Math.max(0, ...ELEMENTS.map((element) => side.karma[element] ?? 0));
  return most > 0 ? ELEMENTS.find((element) => side.karma[element] === most) ?? "any" : tintsOf(faces.get([...side.cards, ...side.present.map(({ card }) => card)][0] ?? ""))[0];
}

/** The Future as a count, with its top card if that is known. It opens as a dialog while some of its cards are known. @param {{scene: Scene, side: any, faces: Faces}} props */
function Future({ scene, side, faces }) {
  const [open, setOpen] = useState(false);
  const known = side.top.some(Boolean);
  const count = html`<${Mini} card=${side.top[0]} faces=${faces} /><b>${side.future}</b><span class="visually-hidden"> cards in the Future${known && `; seen: ${side.top.filter(Boolean).join(", ")}`}</span><i class="of-pile" aria-hidden="true">Future</i>`;
  return html`<span class="zone future" title="Future" data-flip=${`s${side.seat}:future`}>
    ${known ? html`<button type="button" class="badge" onClick=${() => setOpen(true)}>${count}</button>` : html`<span class="badge">${count}</span>`}
    ${open && html`<${Dialog} title=${`Future of ${scene.nameOf(side.seat)}, from the top`} close=${() => setOpen(false)}><ol>${side.top.map((name) => html`<li>${name || "unknown"}</li>`)}</ol></${Dialog}>`}
  </span>`;
}

/** @param {{scene: Scene, side: any, faces: Faces, aimed: Set<string>, fates: Map<string, import("./preview.js").Fate>}} props */
function Present({ scene, side, faces, aimed, fates }) {
  const rove = useRoving();
  const n = side.present.length;
  return html`<ul class=${`present ${n > 4 ? "many" : ""}`} aria-label="Present" style=${{ "--n": Math.max(n, 3), "--half": Math.max(Math.ceil(n / 2), 3) }} ...${rove}>
    ${n === 0 && html`<li class="empty">Empty Present</li>`}
    ${side.present.map((token) => html`<li key=${token.id}><${Token} scene=${scene} side=${side} token=${token} face=${faces.get(token.card)} fate=${fates.get(token.id)} aimed=${aimed.has(token.id)} /></li>`)}
  </ul>`;
}

/** @param {{scene: Scene, side: any, faces: Faces}} props */
function Hand({ scene, side, faces }) {
  const rove = useRoving();
  const seen = {};
  const n = side.cards.length;
  return html`<ul class=${`hand ${n > 6 ? "many" : ""}`} aria-label="Hand" style=${{ "--n": Math.max(n, 2), "--half": Math.max(Math.ceil(n / 2), 2) }} ...${rove} data-flip=${`s${side.seat}:hand`}>
    ${n === 0 && html`<li class="empty">Empty hand</li>`}
    ${side.cards.map((name, i) => {
      const copy = seen[name] = (seen[name] ?? 0) + 1;
      return html`<li key=${`${name}#${copy}`} style=${{ "--i": i }}><span class="from" data-from=${`s${side.seat}:future`} data-to=${`play:${name} s${side.seat}:past`}>
        <${HandCard} scene=${scene} it=${scene.picker.selection.copy(name, copy)} name=${name} face=${faces.get(name)} flip=${`s${side.seat}/${name}${copy > 1 ? `#${copy}` : ""}`} /></span></li>`;
    })}
  </ul>`;
}

/** The hand of another player: a count, or a fan of cards of which some may be known. @param {{side: any, faces: Faces, fan?: boolean}} props */
function OtherHand({ side, faces, fan = false }) {
  const seen = side.cards.length > 0 ? `; seen: ${side.cards.join(", ")}` : "";
  return html`<span class=${`badge backs ${fan ? "fan" : ""}`} title=${`hand${seen}`} data-flip=${`s${side.seat}:hand`} style=${{ "--n": side.hand }}>
    ${Array.from({ length: fan ? side.hand : 1 }, (_, i) => html`<${Mini} key=${i} i=${i} card=${fan ? side.cards[i] : ""} faces=${faces} />`)}
    <b>${side.hand}</b><span class="visually-hidden"> cards in hand${seen}</span></span>`;
}

/** A small card, face down without a name. @param {{card: string, faces: Faces, i?: number}} props i: its index in a fan */
const Mini = ({ card, faces, i = 0 }) => html`<span class=${`mini ${card ? "" : "back"}`} style=${{ "--i": i }} aria-hidden="true">${card && html`<${Art} name=${card} tints=${tintsOf(faces.get(card))} glyph=${faces.get(card)?.type ?? ""} />`}</span>`;

/** The Past as a count, which opens as a dialog. @param {{scene: Scene, side: any, faces: Faces}} props */
function Past({ scene, side, faces }) {
  const [open, setOpen] = useState(false);
  const rove = useRoving();
  const top = side.past.at(-1);
  const name = scene.nameOf(side.seat);
  const decision = scene.decision?.id;
  useEffect(() => setOpen(false), [decision]); // close after a choice from the Past
  const live = side.past.some((card) => scene.picker.concerns(`s${side.seat}/${card}`));
  const picked = scene.picker.picked.value;
  const only = picked.length > 0 && scene.picker.options.value.every(({ on, also }) => on === `s${side.seat}` && side.past.includes(also ?? ""));
  useEffect(() => { if (only && live) setOpen(true); }, [only && live]); // the next target is in there
  return html`<span class="zone past" title="Past" data-flip=${`s${side.seat}:past`}>
    <button type="button" class=${`badge pile-top ${live ? "can" : ""}`} disabled=${!top} onClick=${() => setOpen(true)}>
      ${top ? html`<${Mini} card=${top} faces=${faces} />` : html`<span class="mini" aria-hidden="true"></span>`}<b>${side.past.length}</b><span class="visually-hidden"> cards in the Past of ${name}${top && `, ${top} on top`}</span><i class="of-pile" aria-hidden="true">Past</i>
    </button>
    ${open && html`<${Dialog} title=${`Past of ${name}, newest first`} close=${() => setOpen(false)}>
      <ul class="hand" ...${rove}>${side.past.toReversed().map((card, i) => html`<li key=${i}><${HandCard} scene=${scene} it=${`s${side.seat}/${card}`} name=${card} face=${faces.get(card)} /></li>`)}</ul>
    </${Dialog}>`}
  </span>`;
}
