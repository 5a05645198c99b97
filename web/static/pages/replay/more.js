// Sharing a replay: link, log, test and fairness proof.

import * as api from "../../api.js";
import { Copyable } from "../../kit/copy.js";
import { Dialog } from "../../kit/dialog.js";
import { Notice } from "../../kit/notice.js";
import { html, useState } from "../../vendor/preact.js";

/** @param {{replay: import("../../store/replay.js").Replay}} props */
export function More({ replay }) {
  const [test, setTest] = useState("");
  const [problem, setProblem] = useState("");
  const at = replay.step.value;
  const other = replay.facts.value?.source; // set if the rules have changed
  const link = `${location.origin}${location.pathname}${replay.address(at)}`;
  const copy = () => api.testOf(replay.game, at).then((text) => {
    setProblem("");
    setTest(text);
  }, (error) => setProblem(error.message));
  return html`<div class="more">
    <h3>Link to step ${at}</h3>
    <${Copyable} text=${link} label=${`Link to step ${at}`} />
    <h3>For developers</h3>
    <ul class="ways">
      ${!other && html`<li><button type="button" id="copy-test" onClick=${copy}>Copy as test</button><small>Go, up to step ${at}</small></li>`}
      <li><a class="button" href=${api.logOf(replay.game)} download=${`${replay.game}.jsonl`}>Download log</a><small>one JSON record per line</small></li>
      ${!other && replay.roster.seats.map(({ seat, kind, name }) => html`<li key=${seat}><a class="button" href=${`#/inspect/${replay.game}/${seat}`}>Decisions of ${replay.roster.called(seat)}</a><small>view, options and choice${kind === "bot" && name ? ` (${name})` : ""}</small></li>`)}
    </ul>
    <${Notice} text=${problem} />
    <h3>Fairness</h3>
    <p><a class="button" href=${`#/verify/${replay.game}`}>Check fairness</a></p>
    ${test && html`<${Dialog} title="Go test of this game" close=${() => setTest("")}>
      <p>Save it as a <code>_test.go</code> file in the folder of the rules.</p>
      <${CopyText} text=${test} />
    </${Dialog}>`}
  </div>`;
}

/** A long text with a copy button. @param {{text: string}} props */
function CopyText({ text }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await navigator.clipboard.writeText(text).then(() => true, () => false));
  return html`<div class="copy-text"><textarea readonly rows="16" aria-label="Test" spellcheck=${false}>${text}</textarea>
    <button type="button" class="primary" onClick=${copy}>${copied ? "Copied" : "Copy"}</button></div>`;
}
