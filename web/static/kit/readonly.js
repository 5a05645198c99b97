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
  const ref = useMotion();
  const scene = roster.scene(position);
  const { Sides, stack } = roster.game;
  return html`<section class="still" data-rules=${roster.rules} aria-label=${label}>
    <nav aria-label="Phase"><${Breadcrumb} scene=${scene} steps=${stack(scene)} /></nav>
    <div class="seats" ref=${ref}><${Sides} scene=${scene} /></div>
  </section>`;
}
