// Reports of matches and tournaments between bots, from the results of gamed match and
// gamed tournament.
//
//   #/matches         all reports
//   #/matches/NAME    one report

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { Matches } from "./matches/list.js";
import { Report } from "./matches/report.js";

export const title = "Match reports";

/** @param {{args: string[]}} props */
export default ({ args: [name] }) => (name ? html`<${Report} key=${name} name=${name} />` : html`<${MatchesPage} />`);

function MatchesPage() {
  const [list, setList] = useState(/** @type {api.Match[] | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    api.matches().then(({ matches }) => setList(matches), (error) => setProblem(error.message));
  }, []);
  return html`<div class="bots-page" id="matches">
    <p><a href="#/bots">All bots</a></p>
    <h2>Match reports</h2>
    <${Notice} text=${problem} />
    ${list && (list.length ? html`<${Matches} list=${list} />` : html`<p>No reports yet. The server shows results in the folder <code>matches</code> of its data:</p>
      <pre tabindex="0" class="command-line"><code>gamed match elements greedy random -n 100 --out gamed-data/matches/first.jsonl</code></pre>`)}
    ${!list && !problem && html`<p role="status" class="about">Loading…</p>`}
  </div>`;
}
