// The list of matches.

import { html } from "../../vendor/preact.js";

/** The progress of a match. @param {import("../../api.js").Match} match */
export function progress({ over, running, planned, problem, summary }) {
  if (problem) return "unreadable";
  const games = `${(summary?.games ?? 0).toLocaleString()}${planned && !over && !summary?.sprt ? ` of ${planned.toLocaleString()}` : ""} games`;
  return over ? games : `${games}, ${running ? "running" : "interrupted"}`;
}

/** @param {{list: import("../../api.js").Match[]}} props */
export const Matches = ({ list }) => html`<ul class="games match-list">${list.map((match) => html`<li key=${match.name}>
  <span><b>${match.name}</b> ${match.summary?.title ?? match.problem}<small> ${progress(match)} · ${new Date(match.changed_ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</small></span>
  ${match.summary && html`<a class="button" href=${`#/matches/${encodeURIComponent(match.name)}`} aria-label=${`Report of ${match.name}`}>Report</a>`}
</li>`)}</ul>`;
