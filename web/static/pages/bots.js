// For developers: the player's own bots with their tokens, the server's bots, match reports, and
// the tools of the table.
//
//   #/bots          all bots
//   #/bots/NAME     a bot of the server
//   #/bots/ID       one of the player's own bots

import * as api from "../api.js";
import { Confirm } from "../kit/confirm.js";
import { Copyable } from "../kit/copy.js";
import { Glyph } from "../kit/glyph.js";
import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { Toggle } from "../kit/toggle.js";
import { open } from "../store/session.js";
import { debug } from "../store/settings.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { BotPage } from "./bots/bot.js";

export const title = "Developers";

/** @typedef {import("../types.js").BotToken} Token */

/** The scopes of a token: name, label, and default. @type {[string, string, boolean][]} */
const SCOPES = [["play", "play games", true], ["watch", "watch games", true], ["create", "create games", true], ["inspect", "read the bot's decisions", false]];

/** @param {{args: string[]}} props */
export default ({ args: [which] }) => (which ? html`<${BotPage} which=${which} />` : html`<${BotsPage} />`);

function BotsPage() {
  const [bots, setBots] = useState(/** @type {import("../types.js").Bot[]} */ ([]));
  const [tokens, setTokens] = useState(/** @type {Token[] | null} */ (null));
  const [problem, setProblem] = useState("");
  const load = () => open().then(() => api.tokens()).then(({ tokens: list }) => setTokens(list), (error) => setProblem(error.message));
  useEffect(() => {
    api.bots().then(({ bots: list }) => setBots(list), (error) => setProblem(error.message));
    load();
  }, []);
  const kinds = [...new Map(bots.map((bot) => [bot.name, bots.filter((other) => other.name === bot.name)]))];
  return html`<div class="bots-page">
    <h2>Developers</h2>
    <${Notice} text=${problem} />
    <section class="sheet" aria-labelledby="own-bots"><h3 id="own-bots">Your bots</h3>
      <p class="about">Your bots play under their own names, also in rated games. Each one signs in with a token.</p>
      <${Own} tokens=${tokens} load=${load} report=${setProblem} />
      <${NewToken} made=${load} />
    </section>
    <section aria-labelledby="server-bots"><h3 id="server-bots">Server bots</h3>
      <ul class="bot-cards">${kinds.map(([name, list]) => html`<li key=${name}><a href=${`#/bots/${encodeURIComponent(name)}`} class="bot-card">
        <b><${Glyph} name="bot" />${name}</b>
        ${list.map((bot) => html`<span key=${bot.rules}>${bot.about}${bot.rules && html`<small class="mark">${bot.rules}</small>`}${bot.command && html`<small class="mark">external</small>`}</span>`)}
      </a></li>`)}</ul>
    </section>
    <section class="sheet" aria-labelledby="dev-tools"><h3 id="dev-tools">Tools</h3>
      <p><a class="button" href="#/matches">Match reports</a> <a class="button" href="/api/schema">JSON Schema of all messages</a></p>
      <${Toggle} setting=${debug}>Developer panel at the table; all bots under Custom game</${Toggle}>
      <p class="about">The inspector shows the decisions of a bot: choose a bot, then one of its games.</p>
    </section>
  </div>`;
}

/** @param {{tokens: Token[] | null, load: () => void, report: (text: string) => void}} props */
function Own({ tokens, load, report }) {
  if (!tokens || tokens.length === 0) return null;
  const revoke = (/** @type {Token} */ token) => api.revokeToken(token.id).then(() => {
    announce(`Token of ${token.name} revoked.`);
    load();
  }, (error) => report(error.message));
  return html`<ul class="games tokens">${tokens.map((token) => html`<li key=${token.id}>
    <span><a href=${`#/bots/${encodeURIComponent(token.bot)}`}><b>${token.name}</b></a><small> ${token.scopes.join(", ")} · created ${new Date(token.made_ms).toLocaleDateString(undefined, { dateStyle: "medium" })}</small></span>
    <${Confirm} aria-label=${`Revoke token of ${token.name}`} ask="Really revoke?" act=${() => revoke(token)}>Revoke</${Confirm}>
  </li>`)}</ul>`;
}

/** @param {{made: () => void}} props */
function NewToken({ made }) {
  const [token, setToken] = useState(/** @type {{name: string, token: string} | null} */ (null));
  const [problem, setProblem] = useState("");
  const make = async (event) => {
    event.preventDefault();
    const form = event.target;
    const scopes = SCOPES.map(([name]) => name).filter((name) => form.elements[`scope-${name}`].checked);
    try {
      await open();
      setToken(await api.newToken(form.elements["bot-name"].value.trim(), scopes));
      setProblem("");
      form.reset();
      made();
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<form class="new-token" onSubmit=${make}>
    <label for="bot-name">Bot name</label>
    <input id="bot-name" name="bot-name" required maxlength="40" autocomplete="off" />
    <fieldset><legend>Permissions</legend>${SCOPES.map(([name, text, on]) => html`<label key=${name} class="toggle"><input type="checkbox" name=${`scope-${name}`} defaultChecked=${on} />${text}</label>`)}</fieldset>
    <button id="make-token" class="primary">Create token</button>
    <${Notice} text=${problem} />
  </form>
  ${token && html`<div id="token" class="notice calm new-secret" role="status"><p><b>Token of ${token.name}.</b> It is shown only once. Keep it secret.</p>
    <${Copyable} text=${token.token} label="Token" />
    <p>Start your bot with it:</p>
    <pre tabindex="0"><code>GAMED_TOKEN=${"gmd_…"} gamed bot connect ${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws --game ID -- python3 mine.py</code></pre></div>`}`;
}
