// The proof that the chance of a game was what had been promised: in words, worked
// out in the browser as far as it can be, with the command for the rest.
//
//   #/verify/GAME

import * as api from "../api.js";
import { Copyable } from "../kit/copy.js";
import { Notice } from "../kit/notice.js";
import { knownOf } from "../store/fair.js";
import { able, commitment, mixed } from "../store/proof.js";
import { recall } from "../store/storage.js";
import { capital } from "../store/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export const title = "Was it fair?";

/** @typedef {{result: string, title: string, text: string, here?: boolean}} Finding here: this browser has found it out */

/** @param {{args: string[]}} props */
export default function VerifyPage({ args: [game] }) {
  const [found, setFound] = useState(/** @type {{proof: import("../types.js").Proof, findings: Finding[], noted: string, nonce: string} | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    verify(game).then(setFound, (error) => setProblem(error.code === "not_over" ? "The game is not over: its key is told when it is." : capital(error.message)));
  }, []);
  return html`<div class="settings-page verify">
    <h2>Was this game fair?</h2>
    <p class="about">Before the first card was dealt the server fixed the key from which all chance of the game comes, and told everybody at the table the key's fingerprint. Now that the game is over the key itself is known, and everybody can see whether it is the one that was promised, and whether every shuffle and every draw came from it.</p>
    <${Notice} id="verify-error" text=${problem} />
    ${!found && !problem && html`<p role="status" class="about">The game is being run again…</p>`}
    ${found && html`<${Findings} game=${game} ...${found} />`}
    <p><a class="button" href=${`#/replay/${game}`}>To the replay</a></p>
  </div>`;
}

const SIGNS = { ok: "✓", wrong: "✗", none: "–" };
const WORDS = { ok: "right", wrong: "wrong", none: "nothing to be checked" };

/** @param {{game: string, proof: import("../types.js").Proof, findings: Finding[], noted: string, nonce: string}} props */
function Findings({ game, proof, findings, noted, nonce }) {
  const wrong = findings.some((finding) => finding.result === "wrong");
  const fair = proof.fair && !wrong;
  const options = [noted && ` --commit ${noted}`, nonce && (proof.nonces ?? []).includes(nonce) && ` --nonce ${proof.nonces?.indexOf(nonce)}=${nonce}`].filter(Boolean).join("");
  return html`
    <p id="verdict" role="status" class=${`verdict ${fair ? "fair" : wrong ? "foul" : ""}`}><span aria-hidden="true">${SIGNS[fair ? "ok" : wrong ? "wrong" : "none"]}</span>
      <b>${fair ? "Yes. Everything fits together." : wrong ? "No. Something does not fit." : "That cannot be said: nothing was promised."}</b></p>
    <ol class="findings">${findings.map(({ result, title: what, text, here }) => html`<li key=${what} class=${result}>
      <span class="sign" aria-hidden="true">${SIGNS[result]}</span>
      <div><h3>${what}<span class="visually-hidden">: ${WORDS[result]}</span></h3><p>${text}</p><small class="about">${here ? "worked out in this browser" : "as the server says"}</small></div>
    </li>`)}</ol>
    <section class="sheet"><h3>Check it on your own machine</h3>
      <p>This runs the whole game again, every choice and every draw, and trusts nobody:</p>
      <${Copyable} text=${`gamed verify${options} ${location.origin}/#/replay/${game}`} label="Command to verify the game" />
    </section>
    <details class="sheet digits"><summary>The numbers</summary><dl>
      ${[["Promise", proof.commit], ["Key", proof.key], ["Salt", proof.salt], ...(proof.nonces ?? []).map((text, seat) => [`From seat ${seat + 1}`, text || "nothing"]), ["Key with what the players added", proof.mixed], ["Last position", proof.digest]]
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

  if (!proof.commit || !proof.salt) pass("The promise", "commitment");
  else if (!able()) add("The promise", said("commitment")?.result ?? "none", "A browser works nothing out on a page that has not come over HTTPS: use the command below.");
  else {
    const made = await commitment(proof.key, proof.salt);
    add("The promise", made === proof.commit ? "ok" : "wrong", made === proof.commit ? "The key and its salt have exactly the fingerprint that was promised." : `The key and its salt have the fingerprint ${made}, which is not the one that was promised.`, true);
    const known = noted || info.commit;
    add("What was told before", known === made ? "ok" : known ? "wrong" : "none", known !== made ? known ? "The fingerprint that was told before the game is another one." : "Nobody was told anything before this game."
      : noted ? "It is the fingerprint that this browser was told when you sat down." : "It is the one that the list of games shows. You did not sit at this table in this browser, so it has noted none of its own.", true);
  }
  if (proof.nonces && proof.mixed && able()) {
    const made = await mixed(proof.key, proof.nonces);
    const mine = !nonce || proof.nonces.includes(nonce);
    add("What the players added", made === proof.mixed && mine ? "ok" : "wrong", !mine ? "What your browser added is missing." : made === proof.mixed
      ? `The key was mixed with what the players sent, so that the server alone could not choose it.${nonce ? " Yours is among it." : ""}` : "The mixed key is not what comes of the key and what the players sent.", true);
  } else pass("What the players added", "nonces");
  pass("The deal", "deal");
  pass("Every shuffle and draw", "chance");
  pass("The end", "end");
  return { proof, findings, noted, nonce };
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
