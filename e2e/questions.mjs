// Games that lead to decisions that ask for cards.

import assert from "node:assert/strict";
import { best, click, openOptions } from "./play.mjs";

export const ANSWER = "#options .answer button";
const MOST = 600; // the most choices before a decision must ask for cards

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Parameters<ReturnType<typeof import("./setup.mjs").setup>["open"]>[0]} Opening */

/** The hand, as counts by name. @param {Page} page @returns {Promise<Object<string, number>>} */
export const hand = (page) => page.evaluate(() => {
  const counts = {};
  for (const card of document.querySelectorAll(".own .hand .card")) {
    const name = card.querySelector(".name").textContent;
    counts[name] = (counts[name] ?? 0) + Number(card.querySelector(".times")?.textContent.slice(1) ?? 1);
  }
  return counts;
});

/**
 * Plays until a decision asks for cards. It returns false if the game ends before.
 * @param {Page} page
 * @param {typeof click} choose
 * @param {(hand: Object<string, number>) => RegExp[] | Promise<RegExp[]>} wishes the preferred options, best first
 * @param {RegExp} [prompt] of another decision to stop at
 * @returns {Promise<boolean>}
 */
async function asked(page, choose, wishes, prompt) {
  for (let made = 0; made < MOST; made++) {
    const lines = await openOptions(page);
    if (!lines) return false;
    if (await page.locator(ANSWER).count() > 0 || prompt?.test((await page.locator("#prompt").textContent()) ?? "")) return true;
    await choose(page, lines, best(lines, await wishes(await hand(page))));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.fail("no question for cards");
}

/** Plays until a decision asks for cards, like asked. The game must not end before. @param {Parameters<typeof asked>} how */
export async function reach(...how) {
  assert.ok(await asked(...how), "the game is over");
}

/** The preferences of a Dominion player that buys nothing. */
export const IDLE = () => [/^play all/i, /^end/i];

/** Plays Dominion by mouse until an attack with Militia. @param {Page} page */
export async function attack(page) {
  for (let attacked = false; !attacked;) {
    const lines = await openOptions(page) ?? [];
    const i = best(lines, [/^play militia/i, /^play all/i, /^buy militia/i, /^buy silver/i]);
    attacked = /^play militia/i.test(lines[i]);
    await click(page, lines, i);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Opens games on the server of a fixture. @param {ReturnType<typeof import("./setup.mjs").setup>} fixture */
export function seats(fixture) {
  /**
   * A visitor at a seat of a game, and the visitor's messages that answer with cards.
   * @param {string} game @param {Opening} [options]
   */
  async function sit(game, options) {
    const visitor = await fixture.open(options);
    const sent = [];
    visitor.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === "pick") sent.push(message);
    }));
    await visitor.go(`#/play/${game}`, "#accept, #table");
    const accept = visitor.page.locator("#accept");
    if (await accept.isVisible()) await accept.click();
    await visitor.page.locator("#table, #invite").waitFor();
    return { visitor, page: visitor.page, sent };
  }

  /** Creates a game. @param {string} rules @param {object[]} players @param {string} [kingdom] @returns {Promise<string>} its id */
  async function create(rules, players, kingdom) {
    const { id } = await fixture.server.request("/api/games", { rules, seats: players, ...(kingdom && { table: { kingdom } }) });
    return id;
  }

  /**
   * Plays Elements until the power of Hungry Pit asks for a Being. The opponent's cards are too
   * expensive to interrupt. If all Hungry Pits are at the bottom of the deck, another game follows.
   * @param {typeof click} choose @param {Opening} [options]
   */
  async function feed(choose, options) {
    const deck = (...names) => names.map((name) => `3 ${name}`).join("\n");
    const own = deck("Hungry Pit", "Grave Rat", "Ash Imp", "Moss Hare", "Final Proof", "Golden Age", "Wood Colossus");
    const idle = deck("Final Proof", "Golden Age", "Wood Colossus", "Great Elk", "Grey Whale", "Mirror Pool", "Deep Rain");
    for (let games = 0; games < 5; games++) {
      const seat = await sit(await create("elements", [{ deck: own }, { bot: "random", deck: idle }]), options);
      let beings = false;
      const play = async (page, lines, i) => {
        beings ||= /^play (grave rat|ash imp|moss hare)/i.test(lines[i]);
        await choose(page, lines, i);
      };
      const wishes = ({ "Hungry Pit": pits, "Grave Rat": rats, "Ash Imp": imps, "Moss Hare": hares }) => {
        const element = beings || rats ? "black" : imps ? "red" : hares ? "green" : "black";
        return [/^use hungry pit/i, pits ? /^keep/i : /^mulligan/i, ...(beings ? [/^play hungry pit/i] : []), /^play (grave rat|ash imp|moss hare)/i, new RegExp(`^create ${element}`, "i"), /^pass/i];
      };
      if (await asked(seat.page, play, wishes)) return seat;
      await seat.visitor.close();
    }
    assert.fail("no Hungry Pit in five games");
  }

  return { sit, create, feed };
}
