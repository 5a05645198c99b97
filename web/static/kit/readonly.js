// A read-only position, for replays and the decision inspector.

import { html } from "../vendor/preact.js";
import { useMotion } from "./motion.js";
import { Breadcrumb } from "./stack.js";

/**
 * @param {object} props
 * @param {import("../store/roster.js").Roster} props.roster
 * @param {{view: any, awaiting?: number[], left_ms?: number[], n?: number}} props.position
 * @param {string} [props.label]
 */
export function ReadOnlyBoard({ roster, position, label = "Board" }) {
  const scene = roster.scene(position);
  return html`<section class="still" data-rules=${roster.rules} aria-label=${label}>
    <nav aria-label="Phase"><${Breadcrumb} scene=${scene} steps=${roster.game.stack(scene)} /></nav>
    <${Seats} game=${roster.game} scene=${scene} />
  </section>`;
}

/** @param {{game: import("../games/index.js").Game, scene: import("../games/index.js").Scene}} props */
export const Seats = ({ game: { Sides }, scene }) => html`<div id="seats" class="seats" ref=${useMotion()}><${Sides} scene=${scene} /></div>`;
