// What is around every page: the way home, the way to the other pages, and how
// the connection is.

import { LiveRegions } from "./kit/live.js";
import { html, signal } from "./vendor/preact.js";

/** The connection of the table that is open, if one is. */
export const status = signal({ state: /** @type {import("./store/connection.js").State} */ ("closed"), why: "" });

const NAMES = { connecting: "Connecting…", open: "Connected", lost: "Connection lost", refused: "", closed: "" };

/** The pages that are named at the top. */
const LINKS = [["", "Play"], ["cards", "Cards"], ["decks", "Decks"], ["learn", "Learn"], ["bots", "Bots"], ["settings", "Settings"]];

/** @param {{page: string, children?: any}} props */
export function Shell({ page, children }) {
  const { state, why } = status.value;
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the page</a>
    <header class="shell">
      <h1><a href="#/">gamed</a></h1>
      <nav aria-label="Pages">${LINKS.map(([name, text]) => html`<a key=${name} href=${`#/${name}`} aria-current=${page === name ? "page" : undefined}>${text}</a>`)}</nav>
      <p id="connection" role="status" class=${state}>${NAMES[state]}${state === "lost" ? `${why ? ` (${why})` : ""}; trying again…` : ""}</p>
    </header>
    <main id="main" tabindex="-1">${children}</main>
    <${LiveRegions} />`;
}

/** The address is the page's, so the link cannot lead to a place on it. */
function skip(event) {
  event.preventDefault();
  (document.getElementById("choices") ?? document.getElementById("main"))?.focus();
}
