// The fairness proof of a game: the browser checks what it can, and the page shows the
// command for a full check.
//
//   #/verify/GAME

import * as api from "../api.js";
import { Copyable } from "../kit/copy.js";
import { Notice } from "../kit/notice.js";
import { knownOf } from "../store/fair.js";
import { canHash, commitment, mixed } from "../store/proof.js";
import { capital } from "../store/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export const title = "Fairness check";

/** @typedef {{result: string, title: string, text: string, here?: boolean}} Finding here: whether this browser computed it */

/** @param {{args: string[]}} props */
export default function VerifyPage({ args: [game] }) {
  const [found, setFound] = useState(/** @type {{proof: import("../types.js").Proof, findings: Finding[], noted: string, nonce: string} | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    verify(game).then(setFound, (error) => setProblem(error.code === "not_over" ? "The game is still running. The server publishes its key at the end." : capital(error.message)));
  }, []);
  return html`<div class="settings-page verify">
    <h2>Was this game fair?</h2>
    <p class="about">Before the deal, the server fixed the key for all randomness of this game and sent every player its fingerprint. The key is public now. Anyone can check that it matches the fingerprint and that every shuffle and draw came from it.</p>
    <${Notice} id="verify-error" text=${problem} />
    ${!found && !problem && html`<p role="status" class="about">Replaying the game…</p>`}
    ${found && html`<${Findings} game=${game} ...${found} />`}
    <p><a class="button" href=${`#/replay/${game}`}>Replay</a></p>
  </div>`;
}

const SIGNS = { ok: "✓", wrong: "✗", none: "–" };
const WORDS = { ok: "correct", wrong: "wrong", none: "not checked" };

/** @param {{game: string, proof: import("../types.js").Proof, findings: Finding[], noted: string, nonce: string}} props */
function Findings({ game, proof, findings, noted, nonce }) {
  const wrong = findings.some((finding) => finding.result === "wrong");
  const fair = proof.fair && !wrong;
  const options = [noted && ` --commit ${noted}`, nonce && (proof.nonces ?? []).includes(nonce) && ` --nonce ${proof.nonces?.indexOf(nonce)}=${nonce}`].filter(Boolean).join("");
  return html`
    <p id="verdict" role="status" class=${`verdict ${fair ? "fair" : wrong ? "foul" : ""}`}><span aria-hidden="true">${SIGNS[fair ? "ok" : wrong ? "wrong" : "none"]}</span>
      <b>${fair ? "Yes. All checks passed." : wrong ? "No. A check failed." : proof.commit ? "Not fully checked: the rules have changed since this game." : "Unknown: the server published no fingerprint before this game."}</b></p>
    <ol class="findings">${findings.map(({ result, title: what, text, here }) => html`<li key=${what} class=${result}>
      <span class="sign" aria-hidden="true">${SIGNS[result]}</span>
      <div><h3>${what}<span class="visually-hidden">: ${WORDS[result]}</span></h3><p>${text}</p><small class="about">${here ? "checked by this browser" : "reported by the server"}</small></div>
    </li>`)}</ol>
    <section class="sheet"><h3>Check it on your own machine</h3>
      <p>This command replays the whole game, every choice and every draw, without trusting the server:</p>
      <${Copyable} text=${`gamed verify${options} ${location.origin}/#/replay/${game}`} label="Command to verify the game" />
    </section>
    <details class="sheet digits"><summary>Raw values</summary><dl>
      ${[["Fingerprint", proof.commit], ["Key", proof.key], ["Salt", proof.salt], ...(proof.nonces ?? []).map((text, seat) => [`Nonce of seat ${seat + 1}`, text || "none"]), ["Mixed key", proof.mixed], ["Digest of the final position", proof.digest]]
        .filter(([, text]) => text).map(([name, text]) => html`<div key=${name}><dt>${name}</dt><dd><code>${text}</code></dd></div>`)}
    </dl></details>`;
}

/** @param {string} game */
async function verify(game) {
  const [proof, info] = await Promise.all([api.proof(game), api.game(game)]);
  const { commit: noted = "", nonce = "" } = knownOf(game);
  const said = (/** @type {string} */ what) => proof.checks.find((check) => check.what === what);
  const findings = /** @type {Finding[]} */ ([]);
  const add = (title, result, text, here = false) => findings.push({ title, result, text, here });
  const pass = (/** @type {string} */ title, /** @type {string} */ what) => {
    const check = said(what);
    if (check) add(title, check.result, sentence(check.text));
  };

  if (!proof.commit || !proof.salt) pass("Fingerprint", "commitment");
  else if (!canHash()) add("Fingerprint", said("commitment")?.result ?? "none", "Browsers can check this over HTTPS only. Use the command below.");
  else {
    const made = await commitment(proof.key, proof.salt);
    add("Fingerprint", made === proof.commit ? "ok" : "wrong", made === proof.commit ? "Key and salt match the published fingerprint." : `Key and salt have the fingerprint ${made}, not the published one.`, true);
    const known = noted || info.commit;
    add("Published before the game", known === made ? "ok" : known ? "wrong" : "none", known !== made ? known ? "The server published a different fingerprint before the game." : "The server published no fingerprint before this game."
      : noted ? "This browser received the same fingerprint when you joined." : "The list of games shows the same fingerprint. You did not play this game in this browser.", true);
  }
  if (proof.nonces && proof.mixed && canHash()) {
    const made = await mixed(proof.key, proof.nonces);
    const mine = !nonce || proof.nonces.includes(nonce);
    add("Players’ nonces", made === proof.mixed && mine ? "ok" : "wrong", !mine ? "Your browser’s nonce is missing." : made === proof.mixed
      ? `The key was mixed with the players’ nonces, so the server could not choose it alone.${nonce ? " Yours is included." : ""}` : "The mixed key does not follow from the key and the players’ nonces.", true);
  } else pass("Players’ nonces", "nonces");
  pass("Deal", "deal");
  pass("Shuffles and draws", "chance");
  pass("Final position", "end");
  return { proof, findings, noted, nonce };
}

/** @param {string} text */
const sentence = (text) => `${capital(text)}.`;
