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
    <p class="about">Before the deal, the server fixed the key for all randomness of this game and sent every player its fingerprint. The key is public now, so anyone can check that it matches the fingerprint and gives every shuffle and draw.</p>
    <${Notice} text=${problem} />
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
      <b>${fair ? findings.some(({ result }) => result === "none") ? "Yes. No check failed." : "Yes. All checks passed." : wrong ? "No. A check failed." : proof.commit ? "Not fully checked: the rules have changed since this game." : "Unknown: the server published no fingerprint before this game."}</b></p>
    <ol class="findings">${findings.map(({ result, title: what, text, here }) => html`<li key=${what} class=${result}>
      <span class="sign" aria-hidden="true">${SIGNS[result]}</span>
      <div><h3>${what}<span class="visually-hidden">: ${WORDS[result]}</span></h3><p>${text}</p><small class="about">${here ? "checked by this browser" : "reported by the server"}</small></div>
    </li>`)}</ol>
    <section class="sheet"><h3>Check it on your own machine</h3>
      <p>This command replays the whole game, every choice and every draw, without trusting the server:</p>
      <${Copyable} text=${`gamed verify${options} ${location.origin}/#/replay/${game}`} label="Command to verify the game" />
    </section>
    <${Method} game=${game} />
    <details class="sheet digits"><summary>Raw values</summary><dl>
      ${[["Fingerprint", proof.commit], ["Key", proof.key], ["Salt", proof.salt], ...(proof.nonces ?? []).map((text, seat) => [`Nonce of seat ${seat + 1}`, text || "none"]), ["Mixed key", proof.mixed], ["Digest of the final position", proof.digest]]
        .filter(([, text]) => text).map(([name, text]) => html`<div key=${name}><dt>${name}</dt><dd><code>${text}</code></dd></div>`)}
    </dl></details>`;
}

/** What a program needs to prove the game. The section "Fair chance" of docs/protocol.md says the same. @param {{game: string}} props */
function Method({ game }) {
  return html`<details class="sheet method"><summary>How the key gives every card</summary>
    <p>You need the <a href=${`/api/games/${game}/log`}>log</a>: its first line, the header, has the key and the salt in hexadecimal digits. For Elements you need the <a href="/api/rules/elements">cards and decks</a> too.</p>
    <ol>
      <li><b>Fingerprint.</b> It is the SHA-256 of the 32 bytes of the key, followed by the 32 bytes of the salt.</li>
      <li><b>Mixed key.</b> If a <code>seat</code> line of the log has a <code>nonce</code>, the key of the deal is the HMAC-SHA256 of a text under the key. The text is <code>gamed nonces v1</code>, a zero byte, and for each seat its nonce after one byte with its length. The length is 0 for a seat without a nonce. If no line has a nonce, the deal uses the key itself.</li>
      <li><b>Numbers.</b> This key seeds <a href="https://c2sp.org/chacha8rand">chacha8rand</a>, the ChaCha8 of Go’s math/rand/v2. Set the lowest bit of each 64-bit number. The first number is the seed of the deal. The following numbers are the salts in the <code>request</code> lines of the log, in order and in hexadecimal digits. An undo takes no number back.</li>
      <li><b>Draws.</b> All arithmetic is modulo 2<sup>64</sup>. The game has a state <code>s</code>, at first the seed. Let <code>f(z)</code> be <code>z = (z ^ z>>30) * 0xbf58476d1ce4e5b9</code>, then <code>z = (z ^ z>>27) * 0x94d049bb133111eb</code>, then <code>z ^ z>>31</code>. A draw adds <code>0x9e3779b97f4a7c15</code> to <code>s</code>. A number below <code>n</code> is <code>(f(s)>>32) * n >> 32</code>. Before each request, <code>s</code> becomes <code>f(s ^ salt)</code>.</li>
      <li><b>Shuffle.</b> For <code>i</code> from the last index down to 1, draw <code>j</code> below <code>i+1</code> and swap the cards <code>i</code> and <code>j</code>.</li>
      <li><b>Elements.</b> Seat by seat, sort the deck in the order of <code>cards</code>, then shuffle it. The seat draws the last three cards. The deck is in the <code>seat</code> line, else in <code>setup.decks</code> of the header, else it is number <code>seat</code>, from 0, of <code>decks</code>, counted around.</li>
      <li><b>Dominion.</b> Each seat in turn draws five of seven Coppers and three Estates. With <code>n</code> cards left, draw a number below <code>n</code>. The card is a Copper if the number is less than the Coppers left. With a random kingdom, the draw of the kingdom comes first.</li>
    </ol>
    <p>Compare your results with the opening hands and the choices in the <a href=${`#/replay/${game}`}>replay</a>.</p>
  </details>`;
}

/** @param {string} game */
async function verify(game) {
  const [proof, info] = await Promise.all([api.proof(game), api.game(game)]);
  const { commit: noted = "", nonce = "" } = knownOf(game);
  const checkOf = (/** @type {string} */ what) => proof.checks.find((check) => check.what === what);
  const findings = /** @type {Finding[]} */ ([]);
  const add = (title, result, text, here = false) => findings.push({ title, result, text, here });
  const pass = (/** @type {string} */ title, /** @type {string} */ what) => {
    const check = checkOf(what);
    if (check) add(title, check.result, sentence(check.text));
  };

  if (!proof.commit || !proof.salt) pass("Fingerprint", "commitment");
  else if (!canHash()) add("Fingerprint", checkOf("commitment")?.result ?? "none", "Browsers can check this over HTTPS only. Use the command below.");
  else {
    const made = await commitment(proof.key, proof.salt);
    add("Fingerprint", made === proof.commit ? "ok" : "wrong", made === proof.commit ? "Key and salt match the published fingerprint." : `Key and salt have the fingerprint ${made}, not the published one.`, true);
    if (noted) add("Published before the game", noted === made ? "ok" : "wrong", noted === made ? "This browser received the same fingerprint when you joined." : "The server published a different fingerprint before the game.", true);
    else if (info.commit && info.commit !== made) add("Published before the game", "wrong", "The server’s fingerprint does not match key and salt.", true);
    else add("Published before the game", "none", `${info.commit ? "The server shows the same fingerprint now. " : ""}This browser has no record from before the game.`);
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
