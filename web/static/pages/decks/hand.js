// A sample opening hand of a deck, and the draws after it.

import { Dialog } from "../../kit/dialog.js";
import { Printed } from "../../kit/print.js";
import { html, useMemo, useState } from "../../vendor/preact.js";
import { HAND } from "./balance.js";

const DRAWS = 3;

/** @typedef {import("../cards/look.js").Look} Look */

/** @param {{looks: Look[], counts: Object<string, number>, close: () => void}} props */
export function SampleHand({ looks, counts, close }) {
  const [dealt, deal] = useState(0);
  const cards = useMemo(() => {
    const deck = looks.flatMap((look) => Array(counts[look.name] ?? 0).fill(look));
    return Array.from({ length: Math.min(HAND + DRAWS, deck.length) }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0]);
  }, [dealt]);
  return html`<${Dialog} title="Sample hand" close=${close}>
    <${Cards} name="Opening hand" looks=${cards.slice(0, HAND)} />
    <${Cards} name="Next draws" looks=${cards.slice(HAND)} />
    <p><button type="button" id="another-hand" class="primary" onClick=${() => deal(dealt + 1)}>Another hand</button></p>
  </${Dialog}>`;
}

/** @param {{name: string, looks: Look[]}} props */
const Cards = ({ name, looks }) => looks.length > 0 && html`<h3>${name}</h3>
  <ul class="sample" aria-label=${name}>${looks.map(({ face, costs }, i) => html`<li key=${i}><span class="visually-hidden">${[face.name, face.kind, `costs ${costs}`, face.stats, face.text].filter(Boolean).join(", ")}</span><${Printed} face=${face} /></li>`)}</ul>`;
