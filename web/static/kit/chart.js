// Charts as SVG. Each has a caption and a table of its data, which screen readers can use.

import { plural } from "../store/words.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const WIDTH = 640; // until the real width is measured
const HEIGHT = 220;
const EDGE = { left: 44, right: 8, top: 8, bottom: 26 };
const DOT = 6; // the radius of the dot on a marked turn

/** @param {number} from @param {number} to @returns {number[]} round numbers that cover the range */
export function ticks(from, to, about = 5) {
  const rough = (to - from || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
  const list = [];
  for (let v = Math.floor(from / step) * step; v < to + step - 1e-9; v += step) list.push(Number(v.toPrecision(12)));
  return list;
}

/** @returns {[number, {current: any}]} an element's width and its ref; a chart of that width keeps text at its normal size */
function useWidth() {
  const [width, setWidth] = useState(WIDTH);
  const ref = useRef(null);
  useEffect(() => {
    const size = new ResizeObserver(([{ contentRect }]) => setWidth(Math.max(200, Math.round(contentRect.width))));
    size.observe(ref.current);
    return () => size.disconnect();
  }, []);
  return [width, ref];
}

/** @param {number} share from 0 to 1 */
export const percent = (share) => `${Math.round(share * 100)}%`;

const scale = (from, to, low, high) => (v) => low + ((v - from) / (to - from || 1)) * (high - low);

/** @param {(v: number) => number} px @param {(v: number) => number} py @param {number[]} at @param {number[]} values the path of a line */
const lineOf = (px, py, at, values) => values.map((v, i) => `${i ? "L" : "M"}${px(at[i]).toFixed(1)} ${py(v).toFixed(1)}`).join("");

/**
 * A chance from 0 to 1 by turn, above or below one half.
 * @param {{caption: string, turns: number[], values: number[], mark?: number, height: number}} props mark: a turn to mark; height: in pixels
 */
export function Chance({ caption, turns, values, mark, height }) {
  const [width, ref] = useWidth();
  const [first, last] = [turns[0], turns[turns.length - 1]];
  const floor = height - EDGE.bottom;
  const px = scale(first, last, DOT, width - DOT);
  const py = scale(0, 1, floor, EDGE.top);
  const line = lineOf(px, py, turns, values);
  const marked = turns.indexOf(mark ?? -1);
  return html`<figure class="chart chance" ref=${ref}>
    <svg viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
      <path class="area" d=${`${line}V${floor}H${px(first)}Z`} /><path class="half" d=${`M${px(first)} ${py(0.5)}H${px(last)}`} />
      <path class="line" d=${line} />
      ${marked >= 0 && html`<path class="mark" d=${`M${px(turns[marked])} ${EDGE.top}V${floor}`} /><circle cx=${px(turns[marked])} cy=${py(values[marked])} r=${DOT} />`}
      <text x=${DOT} y=${height - 6}>turn ${first}</text><text x=${width / 2} y=${height - 6} text-anchor="middle">${caption}</text><text x=${width - DOT} y=${height - 6} text-anchor="end">${last}</text>
    </svg>
    <${Figures} head=${["turn", caption]} rows=${turns.map((turn, i) => [turn, percent(values[i])])} />
  </figure>`;
}

/**
 * A line chart.
 * @param {object} props
 * @param {string} props.caption
 * @param {string} props.x the unit of the x axis
 * @param {number[]} props.at the x values
 * @param {{name: string, values: number[]}[]} props.series
 * @param {[number, number]} [props.range] of the values
 * @param {(v: number) => string} [props.format]
 * @param {number} [props.mark] an x value to mark
 * @param {number} [props.height] in pixels
 * @param {(i: number) => void} [props.onPick] receives the index of the clicked x value
 */
export function Lines({ caption, x, at, series, range, format = String, mark, height = HEIGHT, onPick }) {
  const [width, ref] = useWidth();
  const all = series.flatMap((s) => s.values);
  const steps = ticks(range?.[0] ?? Math.min(0, ...all), range?.[1] ?? Math.max(...all, 1));
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 1];
  const px = scale(first, last, EDGE.left, width - EDGE.right);
  const py = scale(steps[0], steps[steps.length - 1], height - EDGE.bottom, EDGE.top);
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const v = first + (((event.clientX - box.left) / box.width) * width - EDGE.left) / (width - EDGE.left - EDGE.right) * (last - first);
    onPick?.(at.reduce((best, place, i) => (Math.abs(place - v) < Math.abs(at[best] - v) ? i : best), 0));
  };
  return html`<figure class="chart" ref=${ref}>
    <figcaption>${caption}</figcaption>
    ${series.length > 1 && html`<p class="legend">${series.map((s, i) => html`<span class=${`series-${i}`}>${s.name}</span>`)}</p>`}
    <svg viewBox=${`0 0 ${width} ${height}`} aria-hidden="true" onClick=${onPick && pick} class=${onPick ? "pickable" : ""}>
      ${steps.map((v) => html`<g class="grid"><line x1=${EDGE.left} x2=${width - EDGE.right} y1=${py(v)} y2=${py(v)} /><text x=${EDGE.left - 6} y=${py(v) + 4} text-anchor="end">${format(v)}</text></g>`)}
      <text x=${EDGE.left} y=${height - 6}>${x} ${first}</text><text x=${width - EDGE.right} y=${height - 6} text-anchor="end">${last}</text>
      ${mark !== undefined && html`<line class="mark" x1=${px(mark)} x2=${px(mark)} y1=${EDGE.top} y2=${height - EDGE.bottom} />`}
      ${series.map((s, i) => html`<path class=${`line series-${i}`} d=${lineOf(px, py, at, s.values)} />`)}
    </svg>
    <${Figures} head=${[x, ...series.map((s) => s.name)]} rows=${at.map((place, i) => [place, ...series.map((s) => format(s.values[i]))])} />
  </figure>`;
}

/**
 * A bar chart, with optional intervals.
 * @param {object} props
 * @param {string} props.caption
 * @param {string} props.unit the unit of the values
 * @param {{label: string, value: number, low?: number, high?: number, tint?: string}[]} props.rows
 * @param {(v: number) => string} [props.format]
 * @param {number} [props.most] the value of a full bar
 */
export function Bars({ caption, unit, rows, format = String, most }) {
  const full = most ?? Math.max(1, ...rows.map((row) => row.high ?? row.value));
  const part = (v) => `${Math.max(0, Math.min(100, (v / full) * 100))}%`;
  return html`<figure class="chart">
    <figcaption>${caption}</figcaption>
    <div class="bars" aria-hidden="true">${rows.map((row) => html`<div class="bar-row">
      <span>${row.label}</span>
      <span class="bar"><i class=${row.tint ?? ""} style=${{ width: part(row.value) }}></i>${row.low !== undefined && html`<b style=${{ left: part(row.low), width: part((row.high ?? row.low) - row.low) }}></b>`}</span>
      <span>${format(row.value)}</span>
    </div>`)}</div>
    <${Figures} head=${["", unit, ...(rows.some((row) => row.low !== undefined) ? ["from", "to"] : [])]}
      rows=${rows.map((row) => [row.label, format(row.value), ...(row.low !== undefined ? [format(row.low), format(row.high ?? row.low)] : [])])} />
  </figure>`;
}

/**
 * A small chart of the number of cards by cost.
 * @param {{caption: string, costs: number[], from: number, to: number, unit?: string}} props costs: of the cards; lower and higher costs than from and to share the first and the last column
 */
export function Columns({ caption, costs, from, to, unit = "" }) {
  const rows = Array.from({ length: to - from + 1 }, (_, i) => ({ label: `${unit}${from + i}${from + i === to ? "+" : ""}`, value: costs.filter((cost) => Math.max(from, Math.min(cost, to)) === from + i).length }));
  const most = Math.max(...rows.map(({ value }) => value), 1);
  return html`<figure class="curve"><figcaption>${caption}</figcaption>
    <ul>${rows.map(({ label, value }) => html`<li><span class="visually-hidden">${label}: ${plural(value, "card")}</span><span class="bar-up" aria-hidden="true"><b>${value}</b><i style=${{ height: `calc((100% - 1.3em) * ${value / most})` }}></i></span><small aria-hidden="true">${label}</small></li>`)}</ul>
  </figure>`;
}

/** @param {{head: (string | number)[], rows: (string | number)[][]}} props */
const Figures = ({ head, rows }) => html`<details class="figures">
  <summary>Data</summary>
  <div class="scroll"><table>
    <thead><tr>${head.map((cell) => (cell === "" ? html`<td></td>` : html`<th scope="col">${cell}</th>`))}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => (i ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody>
  </table></div>
</details>`;
