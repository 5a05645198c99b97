// A picture for each card, drawn from its name: the same name is always the same
// figure, and no two cards look alike. The colours are those of its elements.

import { html, useMemo } from "../vendor/preact.js";

/** A small generator of numbers, for pictures alone. @param {string} text @returns {() => number} from 0 to below 1 */
function numbers(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822519) + 0x9e3779b9 | 0;
    h ^= h >>> 13;
    return (h >>> 0) / 4294967296;
  };
}

const round = (n) => Math.round(n * 10) / 10;
const at = (angle, r) => `${round(Math.cos(angle) * r)} ${round(Math.sin(angle) * r)}`;

/** A ring of petals, rays or drops. */
function ring(next, arms, turn) {
  const r0 = 6 + next() * 10;
  const r1 = r0 + 10 + next() * 16;
  const width = (Math.PI / arms) * (0.35 + next() * 0.9);
  const bend = (next() - 0.5) * 1.2;
  let d = "";
  for (let i = 0; i < arms; i++) {
    const a = turn + (i * 2 * Math.PI) / arms;
    d += `M${at(a, r0)}Q${at(a + width, (r0 + r1) / 2)} ${at(a + bend, r1)}Q${at(a - width, (r0 + r1) / 2)} ${at(a, r0)}Z`;
  }
  return d;
}

/** A closed line that winds around the middle. */
function garland(next, arms) {
  const r = 14 + next() * 12;
  const deep = 3 + next() * 7;
  const points = Array.from({ length: arms * 16 }, (_, i) => {
    const a = (i * 2 * Math.PI) / (arms * 16);
    return at(a, r + deep * Math.sin(arms * a));
  });
  return `M${points.join("L")}Z`;
}

/** @param {{name: string, tints: string[]}} props */
export function Emblem({ name, tints }) {
  const figure = useMemo(() => {
    const next = numbers(name);
    const arms = 3 + Math.floor(next() * 6);
    const turn = -Math.PI / 2;
    return { outer: ring(next, arms, turn), inner: ring(next, arms, turn + Math.PI / arms), line: garland(next, arms), eye: round(2.5 + next() * 4), x: round(18 + next() * 64) };
  }, [name]);
  return html`<svg class=${`emblem ${tints[0] ?? ""}`} viewBox="0 0 100 56" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <circle class="halo" cx=${figure.x} cy="28" r="42" />
    <g transform="translate(50 28)">
      <path class="garland" d=${figure.line} />
      <path class="petals" d=${figure.outer} />
      <path class=${`petals second ${tints[1] ?? ""}`} d=${figure.inner} />
      <circle class="eye" r=${figure.eye} />
    </g>
  </svg>`;
}
