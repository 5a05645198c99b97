// The frame around every page: the navigation bar and the connection status.

import { LiveRegions } from "./kit/live.js";
import { html, signal } from "./vendor/preact.js";

/** The connection status of the open table, if any. */
export const status = signal({ state: /** @type {import("./store/connection.js").State} */ ("closed"), why: "" });

const NAMES = { connecting: "Connecting…", open: "Connected", lost: "Connection lost", refused: "", closed: "" };

/** The pages in the navigation bar. */
const LINKS = [["", "Play"], ["cards", "Cards"], ["decks", "Decks"], ["learn", "Learn"], ["settings", "Settings"], ["bots", "Developers"]];

/** @param {{page: string, children?: any}} props */
export function Shell({ page, children }) {
  const { state, why } = status.value;
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <header class="shell">
      <h1><a href="#/"><img src="icon.svg" alt="" width="28" height="28" />gamed</a></h1>
      <nav aria-label="Pages">${LINKS.map(([name, text]) => html`<a key=${name} href=${`#/${name}`} aria-current=${page === name ? "page" : undefined}>${text}</a>`)}</nav>
      <p id="connection" role="status" class=${state}>${NAMES[state]}${state === "lost" ? `${why ? ` (${why})` : ""}; reconnecting… The server keeps your game.` : ""}</p>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    <${LiveRegions} />`;
}

/** Moves the focus. A plain link would change the fragment, which selects the page. */
function skip(event) {
  event.preventDefault();
  (document.getElementById("choices") ?? document.getElementById("main"))?.focus();
}
