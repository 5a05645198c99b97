// A seat of Elements: life, karma, Future (face down), Present, Past (face up) and hand.

import { Back, Card } from "../../kit/card.js";
import { Dialog } from "../../kit/dialog.js";
import { Glyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { SeatPanel } from "../../kit/seat.js";
import { capital } from "../../store/words.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { Karma, Price, parts } from "./cost.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {Map<string, import("../../types.js").CardInfo>} Faces */

/** The colours of a card: the elements of its cost. */
const tintsOf = (face) => {
  const elements = parts(face?.cost).map(([element]) => element).filter((element) => element !== "any");
  return elements.length ? elements : face?.group === "created" ? ["created"] : ["any"];
};

const ALL = -2; // the seat of a view that shows everything

/** @param {{scene: Scene, side: any, faces: Faces, aimed: Set<string>}} props */
export function Side({ scene, side, faces, aimed }) {
  const { view } = scene;
  const mine = side.seat === view.seat;
  const counts = html`
    <span class=${`life ${aimed.has(`s${side.seat}`) ? "aimed" : ""}`} title="life"><${Glyph} name="life" /><span class="visually-hidden">life </span><b key=${side.life} class="changed">${side.life}</b></span>
    <${Karma} side=${side} />
    ${side.skips && html`<span class="mark">will skip ${side.skips.join(", ")}</span>`}`;
  return html`<${SeatPanel} scene=${scene} seat=${side.seat} turn=${view.active === side.seat && view.turn > 0} out=${side.out} counts=${counts} pickable>
    <div class="lane">
      <${Future} side=${side} />
      <${Present} scene=${scene} side=${side} faces=${faces} aimed=${aimed} />
      <${Past} scene=${scene} side=${side} faces=${faces} />
      ${!mine && view.seat !== ALL && html`<${OtherHand} side=${side} />`}
    </div>
    ${(mine || view.seat === ALL) && html`<${Hand} scene=${scene} side=${side} faces=${faces} />`}
  </${SeatPanel}>`;
}

const FEW = 5; // known Future cards shown beside the pile

const Future = ({ side }) => html`<div class="zone future" data-flip=${`s${side.seat}:future`}>
  <${Back} /><small><b>${side.future}</b> Future</small>
  ${side.top.length > FEW ? html`<details><summary>in order</summary><ol>${side.top.map((name) => html`<li>${name || "?"}</li>`)}</ol></details>`
    : side.top.some(Boolean) && html`<small class="about">top: ${side.top.map((name) => name || "?").join(", ")}</small>`}
</div>`;

/** @param {{scene: Scene, side: any, faces: Faces, aimed: Set<string>}} props */
function Present({ scene, side, faces, aimed }) {
  const rove = useRoving();
  return html`<ul class="present" aria-label="Present" ...${rove}>
    ${side.present.length === 0 && html`<li class="empty">Empty Present</li>`}
    ${side.present.map((token) => html`<li key=${token.id}><${Token} scene=${scene} side=${side} token=${token} face=${faces.get(token.card)} aimed=${aimed.has(token.id)} /></li>`)}
  </ul>`;
}

function Token({ scene, side, token, face, aimed }) {
  const states = [!token.awake && "asleep", token.hurt > 0 && `hurt ${token.hurt}`, token.untouchable && "untouchable", token.borrowed && "borrowed", token.copy && "copy"].filter(Boolean);
  const figures = token.type === "being" && html`<span class="visually-hidden">attack ${token.attack}, health ${token.health}</span>
    <span class="figures" aria-hidden="true"><b>${token.attack}</b><b class=${token.hurt > 0 ? "hurt" : ""}>${token.health}</b></span>`;
  return html`<span class="from" data-from=${`play:${token.card} s${side.seat}/${token.card} s${side.seat}:hand`} data-to=${`s${token.owner}:past`}><${Card} scene=${scene} it=${token.id} flip=${token.id}
    class=${`token ${token.type} ${token.awake ? "" : "asleep"} ${aimed ? "aimed" : ""}`} glyph=${token.type} tints=${tintsOf(face)}
    face=${{ name: token.card, kind: capital(token.type), text: face?.text, stats: token.type === "being" ? `attack ${token.attack}, health ${token.health}` : "", note: states.join(", ") }}
    badges=${html`<small class="id">${token.id}</small>${states.map((s) => html`<em key=${s} class=${s.split(" ")[0]}>${s}</em>`)}`}
    corner=${figures} /></span>`;
}

/** @param {{scene: Scene, side: any, faces: Faces}} props */
function Hand({ scene, side, faces }) {
  const rove = useRoving();
  const seen = {};
  return html`<ul class="hand" aria-label="Hand" ...${rove} data-flip=${`s${side.seat}:hand`}>
    ${side.cards.length === 0 && html`<li class="empty">Empty hand</li>`}
    ${side.cards.map((name) => {
      const copy = seen[name] = (seen[name] ?? 0) + 1;
      return html`<li key=${`${name}#${copy}`}><span class="from" data-from=${`s${side.seat}:future`} data-to=${`play:${name} s${side.seat}:past`}>
        <${HandCard} scene=${scene} it=${scene.picker.selection.copy(name, copy)} name=${name} face=${faces.get(name)} flip=${`s${side.seat}/${name}${copy > 1 ? `#${copy}` : ""}`} /></span></li>`;
    })}
  </ul>`;
}

/** A card as printed. */
function HandCard({ scene, name, face, flip, it = name }) {
  const [attack, health] = (face?.stats ?? "").split("/");
  const figures = health && html`<span class="visually-hidden">attack ${attack}, health ${health}</span><span class="figures" aria-hidden="true"><b>${attack}</b><b>${health}</b></span>`;
  return html`<${Card} scene=${scene} it=${it} flip=${flip} glyph=${face?.type} tints=${tintsOf(face)} corner=${figures}
    face=${{ name, kind: capital(face?.type ?? ""), text: face?.text, stats: health ? `attack ${attack}, health ${health}` : "", price: html`<${Price} cost=${face?.cost} />` }} />`;
}

const OtherHand = ({ side }) => html`<div class="backs" data-flip=${`s${side.seat}:hand`}>
  <span class="visually-hidden">${side.hand} cards in hand</span>
  <span aria-hidden="true" class="fan">${Array.from({ length: Math.min(side.hand, 10) }, (_, i) => html`<${Back} key=${i} />`)}</span>
  <small aria-hidden="true"><b>${side.hand}</b> in hand</small>
  ${side.cards.length > 0 && html`<small class="about">seen: ${side.cards.join(", ")}</small>`}
</div>`;

/** @param {{scene: Scene, side: any, faces: Faces}} props */
function Past({ scene, side, faces }) {
  const [open, setOpen] = useState(false);
  const rove = useRoving();
  const top = side.past.at(-1);
  const name = scene.nameOf(side.seat);
  const decision = scene.decision?.id;
  useEffect(() => setOpen(false), [decision]); // close after a choice from the Past
  const live = side.past.some((card) => scene.picker.concerns(`s${side.seat}/${card}`));
  return html`<div class="zone past" data-flip=${`s${side.seat}:past`}>
    <button type="button" class=${`pile-top ${live ? "can" : ""} ${tintsOf(faces.get(top))[0]}`} disabled=${!top} onClick=${() => setOpen(true)} aria-label=${`Past of ${name}: ${side.past.length} cards${top ? `, ${top} on top` : ""}`}>
      ${top ? html`<span>${top}</span>` : ""}
    </button>
    <small><b>${side.past.length}</b> Past</small>
    ${open && html`<${Dialog} title=${`Past of ${name}, newest first`} close=${() => setOpen(false)}>
      <ul class="hand" ...${rove}>${side.past.toReversed().map((card, i) => html`<li key=${i}><${HandCard} scene=${scene} it=${`s${side.seat}/${card}`} name=${card} face=${faces.get(card)} /></li>`)}</ul>
    </${Dialog}>`}
  </div>`;
}
