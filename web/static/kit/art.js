// A generated picture of a card: its element sets the landscape, its type the figure,
// and its name seeds the rest. The same card always gets the same picture.

import { html, useMemo } from "../vendor/preact.js";
import { between, disc, numbers } from "./art/chance.js";
import { FIGURES } from "./art/figure.js";
import { GROUNDS } from "./art/ground.js";

const COLOURS = ["red", "yellow", "green", "blue", "violet", "white", "black"];

/** Two colours derived from a card's name, for cards without colours of their own. @param {string} name */
export function nameTints(name) {
  const sum = [...name].reduce((n, letter) => n * 31 + letter.charCodeAt(0) & 0xffff, 7);
  return [COLOURS[sum % 7], COLOURS[(sum >> 4) % 7]];
}

/** Splits a path into closed shapes, so that overlaps are not cut out. @param {string} shape */
const parts = (shape) => shape.split(/(?<=[Zz])(?=M)/).filter(Boolean);

/** @param {{name: string, tints: string[], glyph: string}} props glyph: of its type */
export function Art({ name, tints, glyph }) {
  const [first = "any", second = first] = tints;
  const { sky, back, front, figure } = useMemo(() => {
    const next = numbers(name);
    const sun = disc(between(next, 12, 108), between(next, 12, 34), between(next, 12, 26));
    const ground = (tint) => (GROUNDS[tint] ?? GROUNDS.any)(next);
    return { sky: sun, back: ground(second), front: ground(first), figure: (FIGURES[glyph] ?? FIGURES.spell)(next) };
  }, [name, first, second, glyph]);
  return html`<svg class=${`emblem art ${first}`} viewBox="0 0 120 72" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <path class="sky" d=${sky} />
    <path class=${`back ${second}`} d=${back} />
    <path class="front" d=${front} transform="translate(0 14)" />
    <g class="figure"><path class="edge" d=${figure.shape} />${parts(figure.shape).map((part) => html`<path class="shape" d=${part} />`)}${figure.cut && html`<path class="cut" d=${figure.cut} />`}${figure.lines && html`<path class="lines" d=${figure.lines} />`}</g>
  </svg>`;
}
