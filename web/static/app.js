// The way in: which page the address asks for.
//
//   #/                   the lobby
//   #/play/GAME          take an open seat, or come back to one's own
//   #/play/GAME/SEAT     the same, with the seat named
//   #/watch/GAME         look on
//   #/cards/RULES/CARD   the cards of a game
//   #/decks/RULES/DECK   decks, and building them
//   #/learn/RULES/GAME   how a game is played
//   #/settings           what can be set
//   #/replay/GAME/STEP/VIEWPOINT   a game that is over
//   #/bots, #/bots/NAME   who else plays
//   #/inspect/GAME/SEAT   what a seat decided
//   #/verify/GAME        the proof that its chance was fair
//
// A page is a module whose default export is a component; it is given the name and
// the rest of the address. To add one, add a line to PAGES, and one to LINKS in
// shell.js if it is to be named at the top.

import { Notice } from "./kit/notice.js";
import "./store/settings.js"; // the theme holds everywhere
import { Shell } from "./shell.js";
import { html, render, signal, useErrorBoundary } from "./vendor/preact.js";

/** @type {Object<string, () => Promise<{default: any, title?: string}>>} */
const PAGES = {
  "": () => import("./pages/lobby.js"),
  play: () => import("./pages/table.js"),
  watch: () => import("./pages/table.js"),
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

/** What is shown. The key makes another address of the same page a page of its own. */
const shown = signal(/** @type {{page: string, args: string[], key: string, Page: any}} */ ({ page: "", args: [], key: "", Page: null }));

async function route() {
  const address = location.hash;
  const [page = "", ...args] = address.replace(/^#\/?/, "").split("/").map(plain);
  const load = PAGES[page];
  let Page = NotFound;
  let title = "";
  if (load) {
    try {
      ({ default: Page, title = "" } = await load());
    } catch (error) {
      Page = () => html`<${Notice} text=${`This page could not be loaded: ${error.message}`} />`;
    }
  }
  if (location.hash !== address) return; // somebody has gone on meanwhile
  document.title = title ? `${title} – gamed` : "gamed";
  const first = shown.value.Page === null;
  shown.value = { page, args, key: address, Page };
  if (!first) document.getElementById("main")?.focus({ preventScroll: true });
}

/** A part of the address as it was meant. @param {string} part */
function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign
  }
}

const NotFound = () => html`<section class="sheet"><h2>There is no such page</h2><p><a href="#/">Back to the lobby</a></p></section>`;

function App() {
  const { page, args, key, Page } = shown.value;
  return html`<${Shell} page=${page}>${Page && html`<${Guarded} key=${key}><${Page} page=${page} args=${args} /></${Guarded}>`}</${Shell}>`;
}

/** A fault of a page is shown in its place, and thrown for whoever looks at the console. */
function Guarded({ children }) {
  const [fault] = useErrorBoundary((error) => queueMicrotask(() => { throw error; }));
  return fault ? html`<${Notice} text=${`The page has a fault: ${fault.message}. Load it again to go on.`} />` : children;
}

addEventListener("hashchange", route);
route();
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
