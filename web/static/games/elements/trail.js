// The last events as pictures of their cards, newest first. They open the log.

import { Art } from "../../kit/art.js";
import { Glyph } from "../../kit/glyph.js";
import { colours } from "../../kit/print.js";
import { html } from "../../vendor/preact.js";
import { tintsOf } from "./card.js";

const SHOWN = 5;

/** The glyph of an event. @type {Object<string, string>} */
export const SIGNS = {
  play: "cards", use: "action", trigger: "duration", attack: "attack", block: "reaction", die: "curse", damage: "points", draw: "future", discard: "past",
  lose_life: "life", gain_life: "life", heal: "life", sleep: "asleep", look: "eye", mulligan: "undo", return: "undo", recall: "undo", end: "victory",
  wake: "being", enter: "being", boost: "points", shield: "reaction", cancel: "lock",
};

const PICTURED = ["play", "use", "trigger", "attack", "block", "die"];

/** @param {{scene: import("../index.js").Scene, lines: import("../../store/history.js").Line[], open: () => void, faces: import("./card.js").Faces}} props */
export function Trail({ scene, lines, open, faces }) {
  const last = lines.filter(({ event }) => event.card && PICTURED.includes(event.what)).slice(-SHOWN).reverse();
  if (last.length === 0) return null;
  return html`<button type="button" class="trail" aria-label="Last events: open the log" onClick=${open}>${last.map(({ n, text, event: { card = "", seat, what } }) => {
    const tints = tintsOf(faces.get(card));
    return html`<span key=${n} title=${scene.words(text)} class=${`roundel ${seat === Math.max(scene.me, 0) ? "mine" : ""} ${colours(tints)}`}><${Art} name=${card} tints=${tints} glyph=${faces.get(card)?.type ?? ""} /><${Glyph} name=${SIGNS[what]} /></span>`;
  })}</button>`;
}
