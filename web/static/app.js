// Routing: the URL fragment selects the page.
//
//   #/                   the lobby
//   #/play/GAME          take an open seat, or return to your own
//   #/play/GAME/SEAT     the same for a given seat
//   #/watch              games to watch, and replays
//   #/watch/GAME         spectate
//   #/cards/RULES/CARD   the cards of a game
//   #/decks/RULES/DECK   decks and the deck builder
//   #/learn/RULES        lessons, puzzles and the glossary
//   #/settings           settings of this browser
//   #/replay/GAME/STEP/VIEWPOINT   the replay of a finished game
//   #/bots, #/bots/NAME   server bots and the player's own
//   #/matches, #/matches/NAME   reports of matches between bots
//   #/inspect/GAME/SEAT   the decisions of a seat
//   #/verify/GAME        the fairness proof of a game
//
// A page is a module whose default export is a component. Its props are the page's
// name and the rest of the fragment. To add a page, add a line to PAGES; to show it
// in the navigation bar, add a line to LINKS in shell.js.

import { Notice } from "./kit/notice.js";
import * as lobby from "./pages/lobby.js"; // most visits begin there, so it needs no separate request
import { resumeSearch } from "./pages/newgame.js";
import "./store/settings.js"; // applies the theme to every page
import { Shell } from "./shell.js";
import { html, render, signal, useErrorBoundary } from "./vendor/preact.js";

/** The functions that load the modules of the pages, by the first part of the fragment. They receive the other parts. @type {Object<string, (args: string[]) => Promise<{default: any, title?: string}>>} */
const PAGES = {
  "": async () => lobby,
  play: () => import("./pages/table.js"),
  watch: ([game]) => (game ? import("./pages/table.js") : import("./pages/watch.js")),
  cards: () => import("./pages/cards.js"),
  decks: () => import("./pages/decks.js"),
  learn: () => import("./pages/learn.js"),
  settings: () => import("./pages/settings.js"),
  replay: () => import("./pages/replay.js"),
  verify: () => import("./pages/verify.js"),
  bots: () => import("./pages/bots.js"),
  inspect: () => import("./pages/inspect.js"),
  matches: () => import("./pages/matches.js"),
};

/** The current page. The key remounts it whenever the fragment changes. */
const shown = signal(/** @type {{page: string, args: string[], key: string, Page: any}} */ ({ page: "", args: [], key: "", Page: null }));

async function route() {
  const address = location.hash;
  const [page = "", ...args] = address.replace(/^#\/?/, "").split("/").map(decoded);
  const load = PAGES[page];
  let Page = NotFound;
  let title = "";
  if (load) {
    try {
      ({ default: Page, title = "" } = await load(args));
    } catch { // also after an upgrade of the server, which has other names for the modules
      Page = () => html`<${Notice} text="Could not load this page. Reload it to try again." />`;
    }
  }
  if (location.hash !== address) return; // the user navigated away during the import
  document.title = title ? `${title} – gamed` : "gamed";
  const first = shown.value.Page === null;
  shown.value = { page, args, key: address, Page };
  if (!first) document.getElementById("main")?.focus({ preventScroll: true });
}

/** Decodes one part of the fragment. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign
  }
}

const NotFound = () => html`<section class="sheet"><h2>Page not found</h2><p><a href="#/">Back to lobby</a></p></section>`;

function App() {
  const { page, args, key, Page } = shown.value;
  return html`<${Shell} page=${page}>${Page && html`<${Guarded} key=${key}><${Page} page=${page} args=${args} /></${Guarded}>`}</${Shell}>`;
}

/** Shows a page's error in place of the page and rethrows it for the console. */
function Guarded({ children }) {
  const [fault] = useErrorBoundary((error) => queueMicrotask(() => { throw error; }));
  return fault ? html`<${Notice} text=${`Something went wrong: ${fault.message}. Reload the page.`} />` : children;
}

addEventListener("hashchange", route);
route();
resumeSearch();
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
