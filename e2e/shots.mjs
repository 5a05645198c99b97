// Makes the pictures in docs/shots that the project's README shows.

import { mkdirSync, statSync } from "node:fs";
import { Visitor, launch } from "./browser.mjs";
import { asked, best, click } from "./play.mjs";
import { Server } from "./server.mjs";

const FOLDER = new URL("../docs/shots/", import.meta.url).pathname;
const LOOK = { size: { width: 1360, height: 1000 }, scale: 0.6 };
const HEAVY = 150_000; // bytes
const TRIES = 20; // games until there is something to see

mkdirSync(FOLDER, { recursive: true });
const server = await new Server().start();
const browser = await launch();
try {
  await table("elements", "light", [/^attack/i, /^play/i, /^create/i], (page) => page.evaluate(() => {
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
 * A table in the middle of a game.
 * @param {string} rules @param {"light" | "dark"} colors @param {RegExp[]} likes
 * @param {(page: import("playwright-core").Page) => Promise<boolean>} worthSeeing
 */
async function table(rules, colors, likes, worthSeeing) {
  const visitor = await Visitor.come(browser, server.url, LOOK);
  const { page } = visitor;
  await page.emulateMedia({ colorScheme: colors });
  for (let tries = 0; tries < TRIES; tries++) {
    await visitor.go("#/", ".tile");
    await page.locator(".tile", { hasText: new RegExp(rules, "i") }).locator("button").first().click();
    for (let lines = await asked(page); lines; lines = await asked(page)) {
      if (await worthSeeing(page)) {
        await picture(page, rules);
        return visitor.leave();
      }
      await click(page, lines, best(lines, likes));
    }
  }
  throw new Error(`in ${TRIES} games of ${rules} there was nothing to see`);
}

/** A game that is over, with how it stood at each step. */
async function replay() {
  const game = await server.between("elements", ["ismcts:50", "ismcts:50"]);
  const visitor = await Visitor.come(browser, server.url, LOOK);
  const { page } = visitor;
  await visitor.over(game);
  const { steps } = await server.ask(`/api/games/${game}/replay?count=1`);
  await visitor.go(`#/replay/${game}/${Math.round(steps * 0.7)}`, "#scrubber");
  await page.getByRole("tab", { name: "Who was ahead" }).click();
  await page.locator("#work-out").click();
  await page.getByText(/^After step/).waitFor();
  await page.locator("#chances progress").waitFor({ state: "detached" });
  await picture(page, "replay");
  await visitor.leave();
}

/** @param {import("playwright-core").Page} page @param {string} name */
async function picture(page, name) {
  const path = `${FOLDER}${name}.png`;
  await page.evaluate(() => {
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  });
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > HEAVY) throw new Error(`docs/shots/${name}.png has ${size} bytes, more than ${HEAVY}: make LOOK smaller`);
  console.log(`docs/shots/${name}.png ${Math.round(size / 1000)} KB`);
}
