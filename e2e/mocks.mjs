// Takes screenshots of the pages in the states that the design shows, from games that it plays on a server, in
// dark and light, on a desktop and on a phone.

import { mkdirSync } from "node:fs";
import { Visitor, launch } from "./browser.mjs";
import { begin, best, click, openOptions, play, resign } from "./play.mjs";
import { Server } from "./server.mjs";

const FOLDER = process.argv[2] ?? new URL("shots/mocks/", import.meta.url).pathname;
const DESKTOP = { width: 1280, height: 720 };
const SIZES = /** @type {const} */ ([["", DESKTOP], ["-phone", { width: 360, height: 740 }]]);
const ATTACKS = [/^attack/i, /^play/i, /^create/i];
const TRADES = [/^play (village|market)/i, /^play (smithy|militia)/i, /^end the action/i, /^play all/i, /^buy (gold|market)/i, /^buy (smithy|militia|village)/i, /^buy silver/i, /^end/i]; // in Dominion
const TRIES = 8; // games until the player has beaten the weakest bot
const LEFT_OUT = ["Spark", "Backdraft", "Ashes Speak"]; // cards that a copied deck lacks

mkdirSync(FOLDER, { recursive: true });
const server = await new Server().start();
const browser = await launch();
try {
  const ada = await enter("Ada", "Cat");
  const wren = await enter("Wren", "Fox");
  for (const [game, way] of [["Polity", "Play"], ["Dominion", /^Easy/], ["Elements", /^Easy/]]) await leave(wren, () => begin(wren.page, String(game), way));
  await meet(ada, wren);
  await resign(wren.page);
  await meet(ada, wren);

  await wren.go(`#/play/${await invite(ada)}`, "#accept");
  await wren.page.getByRole("radio", { name: /^wildfire/i }).check({ force: true });
  await picture(wren, "2-invite");

  const game = await win(wren);
  await wren.page.locator("#ending .turning").waitFor();
  await picture(wren, "5-victory");
  await wren.go("#/", "#friend");
  await wren.page.locator("#own-deck").selectOption("wildfire");
  await picture(wren, "1-lobby");
  await wren.page.locator("#find").click();
  await wren.page.locator(".looking").waitFor();
  await picture(wren, "1-lobby-wait");
  await wren.page.locator("#cancel-match").click();
  await wren.page.locator("#find").waitFor();
  await invite(wren);
  await wren.go("#/", "#friend .qr");
  await picture(wren, "1-lobby-invited");

  const { lessons, puzzles } = await server.request("/api/learn/elements");
  await wren.page.evaluate((done) => localStorage.setItem("gamed.lessons", JSON.stringify(done)), { elements: ids(lessons, 3), "elements puzzles": ids(puzzles, 8) });
  await wren.go("#/learn", "#begin");
  await picture(wren, "5-learn");

  await wren.go("#/decks/elements", ".deck-tile");
  await picture(wren, "6-decks-list");
  await wren.go("#/decks/elements/wildfire", "#make-own");
  await wren.page.locator("#make-own").click();
  for (const card of LEFT_OUT) await wren.page.locator(".deck-lines").getByRole("button", { name: `Remove one ${card}` }).click();
  await wren.page.locator(".deck-scroll").evaluate((list) => list.scrollTo(0, 0)); // the clicks have scrolled it
  for (const element of ["red", "black"]) await wren.page.locator(`.card-filter [data-value=${element}]`).click();
  await picture(wren, "6-decks");

  await wren.go(`#/replay/${game}`, ".chance-line .flag");
  await wren.page.locator(".chance-line .flag").nth(1).click();
  await wren.page.locator(".turning-points button[aria-current=step]").waitFor();
  await wren.page.waitForFunction(() => {
    const paths = [...document.querySelectorAll(".aims path")];
    return paths.length === 0 || paths.some((path) => path.getAttribute("d")); // the arrow comes last
  });
  await picture(wren, "7-watch");

  const { id } = await server.request("/api/games", { rules: "dominion", private: true, seats: [{}, ...Array(3).fill({ bot: "easy" })] });
  await wren.go(`#/play/${id}/0`, "#choices");
  await until(wren, "Treasures", 2);
  await picture(wren, "3-dominion");
  await until(wren, "Buy", 4);
  await picture(wren, "3-dominion-buy");
  await wren.go("#/", ".pick-game");
  await begin(wren.page, "Polity", "Play");
  await wren.page.locator(".matter .way.can").first().waitFor();
  await picture(wren, "4-desk");
  await wren.go("#/", ".pick-game");
  await begin(wren.page, "Elements", /^Easy/);
  await play(wren.page, ATTACKS, click, { choices: 12 });
  await resign(wren.page);
  await wren.page.locator("#ending .turning").waitFor();
  await wren.page.locator("#tab-more").click(); // closes the panel
  await picture(wren, "5-defeat");
  for (const visitor of [ada, wren]) await visitor.close();
} finally {
  await browser.close();
  await server.stop();
}

/** @param {{id: string}[]} list @param {number} n */
function ids(list, n) {
  return list.slice(0, n).map(({ id }) => id);
}

/** A new player with a name and a face. @param {string} name @param {string} face */
async function enter(name, face) {
  const visitor = await Visitor.open(browser, server.url, { size: DESKTOP, disconnects: true });
  const { page } = visitor;
  await visitor.go("#/", ".mugs");
  await page.getByRole("radio", { name: face, exact: true }).check({ force: true });
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".me b", { hasText: name }).waitFor();
  return visitor;
}

/** Begins a game in the lobby and leaves it. @param {Visitor} visitor @param {() => Promise<void>} start */
async function leave(visitor, start) {
  await visitor.go("#/", ".pick-game");
  await start();
  await visitor.game();
  await visitor.page.locator("#seats > *").first().waitFor();
}

/** Invites a friend to a rated game. @param {Visitor} host @returns {Promise<string>} the game */
async function invite(host) {
  const { page } = host;
  await host.go("#/", "#invite-friend");
  await page.locator("#people-rated").check();
  await page.locator("#people-clock label", { hasText: "20 min" }).click();
  await page.locator("#invite-friend").click();
  await page.locator("#invite").waitFor();
  return host.game();
}

/** Begins a rated game between two players. @param {Visitor} host @param {Visitor} guest */
async function meet(host, guest) {
  await guest.go(`#/play/${await invite(host)}`, "#accept");
  await guest.page.locator("#accept").click();
  for (const { page } of [host, guest]) await openOptions(page);
}

/** Plays Dominion until the player decides in a phase with at least some cards in play. @param {Visitor} visitor @param {string} phase @param {number} cards */
async function until({ page }, phase, cards) {
  const now = page.locator(".track [aria-current=step]", { hasText: phase });
  for (;;) {
    const lines = await openOptions(page);
    if (!lines) throw new Error(`the game ended before the phase ${phase}`);
    if (await now.count() > 0 && await page.locator("#seats .main .played .emblem").count() >= cards) return;
    await click(page, lines, best(lines, TRADES));
  }
}

/** Wins a game. @param {Visitor} visitor @returns {Promise<string>} its id */
async function win(visitor) {
  for (let tries = 0; tries < TRIES; tries++) {
    const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{ deck: "wildfire" }, { bot: "random", deck: "orchard" }] });
    await visitor.go(`#/play/${id}/0`, "#choices");
    await play(visitor.page, ATTACKS, click);
    const { won } = await server.request(`/api/games/${id}`);
    if (won?.includes(0)) return id;
  }
  throw new Error(`no win in ${TRIES} games`);
}

/** @param {Visitor} visitor @param {string} name of the design's picture */
async function picture({ page }, name) {
  const fold = page.locator('.fold[aria-expanded="true"]'); // the list that the player has opened
  if (await fold.isVisible()) await fold.click();
  for (const [suffix, size] of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => {
        scrollTo(0, 0);
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      });
      await page.mouse.move(0, 0);
      await page.screenshot({ path: `${FOLDER}/${name}${suffix}${colorScheme === "light" ? "-light" : ""}.png` });
    }
  }
  await page.setViewportSize(DESKTOP);
  console.log(`${FOLDER}/${name}*.png`);
}
