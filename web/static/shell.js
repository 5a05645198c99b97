// The frame around every page: the navigation bar and the connection status.

import { Felt } from "./kit/art.js";
import { Glyph } from "./kit/glyph.js";
import { LiveRegions } from "./kit/live.js";
import { Me } from "./pages/name.js";
import { html, signal } from "./vendor/preact.js";

/** The connection status of the open table, if any. */
export const status = signal({ state: /** @type {import("./store/connection.js").State} */ ("closed"), why: "" });

const NAMES = { connecting: "Connecting…", open: "Connected", lost: "Connection lost", refused: "", closed: "" };

/** The pages in the navigation bar, with their icons. A phone has the bar at its lower edge. */
const LINKS = [["", "Play", "swords"], ["learn", "Learn", "bulb"], ["decks", "Decks", "stack"], ["cards", "Cards", "cards"], ["watch", "Watch", "eye"]];

/** The upper and the lower landscape behind a page. Other pages have the landscapes of the lobby. @type {Object<string, [string, string]>} */
const SCENERY = { "": ["violet", "red"], learn: ["blue", "yellow"], decks: ["red", "black"], cards: ["black", "green"], watch: ["green", "red"] };

/** @param {{page: string, children?: any}} props */
export function Shell({ page, children }) {
  const { state, why } = status.value;
  const [far, near] = SCENERY[page] ?? SCENERY[""];
  const here = (/** @type {string} */ name) => (page === name || (page === "replay" && name === "watch") ? "page" : undefined);
  return html`
    <${Felt} class="scenery" far=${far} near=${near} />
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <header class="shell">
      <h1><a href="#/"><img src="icon.svg" alt="" width="38" height="38" />gamed</a></h1>
      <nav aria-label="Pages">${LINKS.map(([name, text, glyph]) => html`<a key=${name} href=${`#/${name}`} aria-current=${here(name)}><${Glyph} name=${glyph} />${text}</a>`)}</nav>
      <p id="connection" role="status" class=${state}>${NAMES[state]}${state === "lost" ? `${why ? ` (${why})` : ""}; reconnecting… The server keeps your game.` : ""}</p>
      <a class="developers" href="#/bots" aria-current=${here("bots")}>Developers</a>
      <${Me} />
      <a class="button gear" href="#/settings" aria-label="Settings" title="Settings" aria-current=${here("settings")}><${Glyph} name="gear" /></a>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    <${LiveRegions} />`;
}

/** Moves the focus. A plain link would change the fragment, which selects the page. */
function skip(event) {
  event.preventDefault();
  (document.getElementById("choices") ?? document.getElementById("main"))?.focus();
}
