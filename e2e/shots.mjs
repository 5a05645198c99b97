// Takes the screenshots in docs/shots for the project's README.

import { mkdirSync, statSync } from "node:fs";
import { Visitor, launch } from "./browser.mjs";
import { begin, best, click, openOptions } from "./play.mjs";
import { Server } from "./server.mjs";

const FOLDER = new URL("../docs/shots/", import.meta.url).pathname;
const VIEWPORT = { size: { width: 1280, height: 800 }, scale: 0.8 };
const QUALITY = 82; // JPEG, because a PNG of the painted table has half a megabyte
const LARGEST = 150_000; // bytes
const TRIES = 20; // games until one has a position worth a screenshot

mkdirSync(FOLDER, { recursive: true });
const server = await new Server().start();
const browser = await launch();
try {
  await table("elements", "dark", [/^attack/i, /^play/i, /^create/i], (page) => page.evaluate(() => {
    const tokens = [...document.querySelectorAll(".side")].map((side) => side.querySelectorAll(".present .card").length);
    return tokens.length === 2 && Math.min(...tokens) >= 2 && document.querySelectorAll(".own .hand .can").length >= 2;
  }));
  await table("dominion", "dark", [/^play all/i, /^buy gold/i, /^buy (smithy|market|militia|village)/i, /^buy silver/i, /^end/i], (page) => page.evaluate(() =>
    document.querySelectorAll(".own .hand .can").length >= 2 && document.querySelector(".own .hand")?.textContent?.includes("Action") === true && document.querySelectorAll("#log li").length > 40));
  await replay();
} finally {
  await browser.close();
  await server.stop();
}

/**
 * A table in mid-game.
 * @param {string} rules @param {"light" | "dark"} colors @param {RegExp[]} preferences
 * @param {(page: import("playwright-core").Page) => Promise<boolean>} interesting
 */
async function table(rules, colors, preferences, interesting) {
  const visitor = await Visitor.open(browser, server.url, VIEWPORT);
  const { page } = visitor;
  await page.emulateMedia({ colorScheme: colors });
  for (let tries = 0; tries < TRIES; tries++) {
    await visitor.go("#/", ".pick-game");
    await begin(page, rules === "elements" ? "Elements" : "Dominion", /^Easy/);
    for (let lines = await openOptions(page); lines; lines = await openOptions(page)) {
      if (await interesting(page)) {
        await picture(page, rules);
        if (rules === "elements") {
          await visitor.go("#/", "#again");
          await picture(page, "lobby");
        }
        return visitor.close();
      }
      await click(page, lines, best(lines, preferences));
    }
  }
  throw new Error(`no interesting position in ${TRIES} games of ${rules}`);
}

/** The result of a game, and its replay with winning chances. */
async function replay() {
  const game = await server.between("elements", ["ismcts:50", "ismcts:50"]);
  const visitor = await Visitor.open(browser, server.url, VIEWPORT);
  const { page } = visitor;
  await visitor.watchToEnd(game);
  await page.locator("#ending .turning").waitFor();
  await picture(page, "result");
  const { steps } = await server.request(`/api/games/${game}/replay?count=1`);
  await visitor.go(`#/replay/${game}/${Math.round(steps * 0.7)}`, "#scrubber");
  await page.locator(".chance-line .flag").first().waitFor();
  await picture(page, "replay");
  await visitor.close();
}

/** @param {import("playwright-core").Page} page @param {string} name */
async function picture(page, name) {
  const path = `${FOLDER}${name}.jpg`;
  const list = page.locator('#choices .fold[aria-expanded="true"]'); // the player has opened it
  if (await list.count() > 0) await list.click();
  await page.evaluate(() => {
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  });
  await page.screenshot({ path, quality: QUALITY });
  const { size } = statSync(path);
  if (size > LARGEST) throw new Error(`docs/shots/${name}.jpg has ${size} bytes, more than ${LARGEST}: reduce VIEWPORT`);
  console.log(`docs/shots/${name}.jpg ${Math.round(size / 1000)} KB`);
}
