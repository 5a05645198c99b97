// Tests answer picks of cards by mouse, keyboard and touch, in any order. The page sends one message.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CORNER, click, openOptions, press, tap } from "./play.mjs";
import { ANSWER, IDLE, attack, reach, seats } from "./questions.mjs";
import { setup } from "./setup.mjs";

const { sit, create, feed } = seats(setup());

/** @typedef {import("playwright-core").Page} Page */

/** The cards on the table that the decision asks for. @param {Page} page */
const asked = (page) => page.locator(".own [data-ref][aria-pressed]");

/** Each client: how it takes an option, picks card i, and confirms. */
const CLIENTS = [
  { name: "mouse", choose: click, pick: (page, i) => page.mouse.move(0, 0).then(() => asked(page).nth(i).click({ position: CORNER })), confirm: (page) => page.locator(ANSWER).click() },
  { name: "keyboard", choose: press, pick: (page, i) => page.keyboard.press(String(i + 1)), confirm: async (page) => page.keyboard.press(await page.locator(ANSWER).locator("kbd").textContent()) },
  { name: "phone", options: { size: { width: 390, height: 844 }, touch: true }, choose: tap, pick: (page, i) => asked(page).nth(i).tap({ position: CORNER }), confirm: (page) => page.locator(ANSWER).tap() },
];

/**
 * Picks as many cards as possible, the last one first, and confirms. No pick may close another
 * card, and one message must contain them all.
 * @param {Awaited<ReturnType<typeof sit>>} seat @param {typeof CLIENTS[0]} client @param {number} most
 */
async function answer({ visitor, page, sent }, { pick, confirm }, most) {
  const before = sent.length;
  const question = await visitor.prompt();
  const n = await page.locator("#options button[aria-pressed]").count();
  const lowest = Math.max(n - most, 0);
  for (let i = n - 1; i >= lowest; i--) {
    assert.equal(await page.locator("#options button[aria-pressed=false]:not([aria-disabled])").count(), i + 1, `${question}: open cards`);
    await pick(page, i);
    await page.locator("#options button[aria-pressed=true]").nth(n - 1 - i).waitFor({ state: "attached" });
  }
  assert.equal(sent.length, before, `${question}: sent before the answer`);
  await confirm(page);
  await page.waitForFunction((selector) => !document.querySelector(selector), ANSWER);
  assert.deepEqual(sent.slice(before).map(({ cards }) => cards), [[...Array(n).keys()].slice(lowest).reverse()], question);
}

for (const client of CLIENTS) {
  test(`Cellar, Warehouse, Secret Passage and Chapel by ${client.name}`, async () => {
    const seat = await sit(await create("dominion", [{}], "Cellar, Warehouse, Secret Passage, Chapel"), client.options);
    const { visitor, page } = seat;
    const most = { Cellar: 10, Warehouse: 3, Chapel: 4 };
    const left = new Set(["Secret Passage", "Warehouse", "Cellar", "Chapel"]);
    const wishes = async () => {
      const log = (await page.locator("#log").textContent()) ?? "";
      const plays = [...left].filter((name) => name !== "Chapel" || left.size === 1); // Chapel may trash the others
      const buys = [...left].filter((name) => !log.includes(`You buy ${name}`));
      return [...plays.map((name) => new RegExp(`^play ${name}`, "i")), /^end the action/i, /^play all/i, ...buys.map((name) => new RegExp(`^buy ${name}`, "i")), /^end/i];
    };
    while (left.size > 0) {
      await reach(page, client.choose, wishes, /^Secret Passage/);
      const prompt = await visitor.prompt();
      const name = prompt.split(":")[0];
      if (name !== "Secret Passage") {
        await answer(seat, client, most[name]);
        left.delete(name);
        continue;
      }
      const lines = /** @type {string[]} */ (await openOptions(page)); // one card, then one place: each answers at once
      await client.choose(page, lines, lines.length - 1);
      await page.waitForFunction((before) => document.getElementById("prompt").textContent !== before, prompt);
      if (/place/.test(prompt)) left.delete(name); // an empty deck has only one place
    }
    await visitor.close();
  });

  test(`Militia by ${client.name}`, async () => {
    const game = await create("dominion", [{}, {}], "Militia");
    const ann = await sit(game);
    const ben = await sit(game, client.options);
    await Promise.all([attack(ann.page), reach(ben.page, client.choose, IDLE)]);
    await answer(ben, client, 2);
    await ben.visitor.close();
    await ann.visitor.close();
  });

  test(`Hungry Pit by ${client.name}`, async () => {
    const seat = await feed(client.choose, client.options);
    await answer(seat, client, 1);
    await seat.visitor.close();
  });
}
