// What can be taken away from a replay: a link, the log, a test, the proof.

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
  const link = `${location.origin}${location.pathname}${replay.address(at)}`;
  const copy = () => api.testOf(replay.game, at).then((text) => {
    setProblem("");
    setTest(text);
  }, (error) => setProblem(error.message));
  return html`<div class="settings more">
    <h3>A link to step ${at}</h3>
    <${Copyable} text=${link} label=${`Link to step ${at}`} />
    <h3>For whoever writes rules or bots</h3>
    <ul class="ways">
      <li><button type="button" id="copy-test" onClick=${copy}>Copy as a test</button><small>Go, up to step ${at}</small></li>
      <li><a class="button" href=${api.logOf(replay.game)} download=${`${replay.game}.jsonl`}>Download the log</a><small>a JSON record a line</small></li>
      ${replay.cast.seats.map(({ seat, kind, name }) => html`<li key=${seat}><a class="button" href=${`#/inspect/${replay.game}/${seat}`}>Decisions of ${replay.cast.called(seat)}</a><small>what it saw, could do, and did${kind === "bot" && name ? ` (${name})` : ""}</small></li>`)}
    </ul>
    <${Notice} text=${problem} />
    <h3>Was it fair?</h3>
    <p><a class="button" href=${`#/verify/${replay.game}`}>Check the cards and the dice</a></p>
    ${test && html`<${Dialog} title="This game as a test" close=${() => setTest("")}>
      <p>Put it into a file that ends in <code>_test.go</code>, in the folder of the rules.</p>
      <${CopyText} text=${test} />
    </${Dialog}>`}
  </div>`;
}

/** A longer text to be copied. @param {{text: string}} props */
function CopyText({ text }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await navigator.clipboard.writeText(text).then(() => true, () => false));
  return html`<div class="copy-text"><textarea readonly rows="16" aria-label="The test" spellcheck=${false}>${text}</textarea>
    <button type="button" class="primary" onClick=${copy}>${copied ? "Copied" : "Copy"}</button></div>`;
}
