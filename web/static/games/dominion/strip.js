// The turn at a glance: its player, the phase, and the Actions, Buys and Coins left.

import { Glyph } from "../../kit/glyph.js";
import { html } from "../../vendor/preact.js";

const PHASES = [["action", "Actions"], ["treasure", "Treasures"], ["buy", "Buy"], ["clean-up", "Clean-up"]];

/** The phase of the turn, below any card being played. @param {any} view @returns {string} */
export const phaseOf = (view) => view.stack.find((frame) => PHASES.some(([phase]) => phase === frame.phase))?.phase ?? "";

/** @param {string} name */
export const whose = (name) => (name === "You" ? "Your" : `${name}’s`);

/** The turn's number among its player's turns. @param {any} view @returns {number} */
export const turnOf = (view) => view.sides[view.active]?.turns ?? view.turn;

/** @param {{scene: import("../index.js").Scene, children?: any}} props */
export function Strip({ scene, children }) {
  const { view, nameOf, me, over } = scene;
  const now = phaseOf(view);
  const mine = me >= 0 && view.decider === me && !over;
  return html`<section class=${`strip ${mine ? "yours" : ""}`} aria-label="This turn">
    <div class="turn">
      <p class="strip-who">${over ? "Game over" : html`Turn ${turnOf(view)} <small>${whose(nameOf(view.active)).replace(/^Your$/, "yours")}</small>`}</p>
      <ol class="track" aria-label="Turn phases">${PHASES.map(([phase, text]) => html`<li key=${phase} aria-current=${phase === now ? "step" : undefined}><span>${text}</span></li>`)}</ol>
      ${!over && html`<${Possessed} view=${view} nameOf=${nameOf} me=${me} />`}
      ${view.cheaper > 0 && html`<p class="strip-note">All cards cost $${view.cheaper} less this turn.</p>`}
      ${children}
    </div>
    <dl class="counters">
      <${Counter} name="Actions" value=${view.actions} glyph="action" now=${now === "action"} />
      <${Counter} name="Buys" value=${view.buys} glyph="cards" now=${false} />
      <${Counter} name="Coins" value=${`$${view.coins}`} now=${now === "buy" || now === "treasure"} />
      ${view.potions > 0 && html`<${Counter} name="Potions" value=${view.potions} glyph="item" now=${now === "buy"} />`}
    </dl>
  </section>`;
}

/** What each counter counts. @type {Object<string, string>} */
const ABOUT = { Actions: "Action cards that you may still play", Buys: "Cards that you may still buy", Coins: "Money for cards, from your Treasures", Potions: "Potions for cards that cost one" };

/** @param {{name: string, value: any, glyph?: string, now: boolean}} props now: whether the phase spends it */
const Counter = ({ name, value, glyph, now }) => html`<div class=${now ? "now" : ""}>${glyph && html`<${Glyph} name=${glyph} />`}<dt><button type="button" popovertarget=${`about-${name}`}>${name}</button><span id=${`about-${name}`} popover="auto">${ABOUT[name]}</span></dt><dd><b key=${value} class="changed">${value}</b></dd></div>`;

/** A note that another player controls this turn. */
function Possessed({ view, nameOf, me }) {
  if (view.decider === view.active) return null;
  const [who, whom] = [nameOf(view.decider), nameOf(view.active)];
  const s = view.decider === me ? "" : "s";
  const victim = view.active === me;
  return html`<p class="strip-note"><${Glyph} name="curse" /><span><b>Possession:</b> ${who} control${s} ${victim ? "your" : `${whom}’s`} turn and gain${s} the cards ${victim ? "you" : whom} would gain. Trashed cards return at the end of the turn.</span></p>`;
}
