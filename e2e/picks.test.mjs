// Decisions that ask for cards: any of the cards, in any order, by mouse, keyboard and
// touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { click, openOptions, press, tabTo, tap } from "./play.mjs";
import { ANSWER, IDLE, attack, hand, reach, seats } from "./questions.mjs";
import { setup } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { sit, create, feed } = seats(setup());

/** The chosen cards in the list, each with its mark. @param {Page} page @returns {Promise<string[]>} */
const chosen = (page) => page.locator("#options button[aria-pressed=true]").evaluateAll((buttons) => buttons.map((button) => `${button.querySelector("span").textContent} ${button.querySelector(".chosen-mark").textContent}`));

/** Waits for an announcement. @param {Page} page @param {string} text */
const hears = (page, text) => page.locator("#spoken", { hasText: text }).waitFor({ state: "attached" });

test("Chapel by mouse: four cards in any order", async () => {
  const { visitor, page, sent } = await sit(await create("dominion", [{}], "Chapel"), { size: { width: 1280, height: 800 } });
  await reach(page, click, ({ Chapel = 0, Copper = 0, Estate = 0 }) => [
    ...(Chapel > 1 && Copper > 1 && Estate > 0 ? [/^play chapel/i] : []), /^end the action/i, /^play all/i, /^buy chapel/i,
  ]);
  const card = (ref) => page.locator(`.own .hand [data-ref="hand/${ref}"]`);
  assert.equal(await page.locator(".own .hand .can[aria-pressed=false]").count(), 4);
  assert.equal(await visitor.prompt(), "Chapel: trash up to four cards");
  assert.match(await visitor.text(ANSWER), /Trash none/);

  await card("Estate").click();
  assert.equal(await page.locator(".own .hand .can").count(), 3, "every other card can still be picked");
  await card("Copper#2").click();
  await hears(page, "Chosen: Estate, Copper. 2 more possible.");
  assert.equal(await visitor.prompt(), "Chapel: trash up to four cards (2 chosen)");
  assert.match(await visitor.text(ANSWER), /Trash 2 cards/);
  await check(visitor, "pick");
  await card("Chapel").click();
  await card("Copper").click();
  assert.deepEqual(await chosen(page), ["Trash Copper ✓", "Trash Copper ✓", "Trash Estate ✓", "Trash Chapel ✓"]);
  await card("Copper").click(); // deselects it
  assert.equal(await card("Copper").getAttribute("aria-pressed"), "false");
  await card("Copper").click();
  assert.equal(sent.length, 0);
  assert.match(await visitor.text("#action"), /Trash 4 cards/);
  await page.locator("#action").click();
  await page.locator("#log .trash", { hasText: "You trash Chapel" }).waitFor({ state: "attached" });
  assert.deepEqual(sent.map(({ cards }) => cards.length), [4]);
  assert.equal(await page.locator("#log .trash").count(), 3, "two Coppers share a line");
  assert.deepEqual(await hand(page), {});
  await visitor.close();
});

test("Militia by keyboard: exactly two cards", async () => {
  const game = await create("dominion", [{}, {}], "Militia");
  const ann = await sit(game);
  const ben = await sit(game);
  const { visitor, page, sent } = ben;
  await Promise.all([attack(ann.page), reach(page, press, IDLE)]);

  assert.match(await visitor.prompt(), /^Militia: discard two cards$/);
  assert.equal(await page.locator(ANSWER).getAttribute("aria-disabled"), "true");
  assert.match(await visitor.text(ANSWER), /Discard 2 cards\s+Choose 2/);
  await tabTo(page, "#options");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.equal(sent.length, 0, "two cards are needed");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await hears(page, "Choose 1 more.");
  assert.match(await visitor.text(ANSWER), /Discard 2 cards\s+Choose 1 more/);
  await page.keyboard.press("4");
  assert.equal((await chosen(page)).length, 2);
  assert.ok(await page.evaluate(() => document.activeElement === document.querySelectorAll("#options button")[1]), "the focus does not move");
  assert.equal(await page.locator("#options button[aria-pressed=false][aria-disabled=true]").count(), 3, "no third card");
  await page.keyboard.press("1");
  assert.equal((await chosen(page)).length, 2);
  await page.keyboard.press("Escape");
  assert.equal((await chosen(page)).length, 1);
  await page.evaluate(() => { // faster than the page draws
    for (const key of ["1", "6"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
  });
  await page.locator("#log .discard", { hasText: "You discard" }).first().waitFor({ state: "attached" });
  assert.deepEqual(sent.map(({ cards }) => cards), [[1, 0]]);
  assert.equal(Object.values(await hand(page)).reduce((sum, n) => sum + n, 0), 3);
  await visitor.close();
  await ann.visitor.close();
});

test("Cellar on a phone: any number of cards, or none", async () => {
  const { visitor, page, sent } = await sit(await create("dominion", [{}], "Cellar"), { size: { width: 390, height: 844 }, touch: true });
  const wishes = () => [/^play cellar/i, /^end the action/i, /^play all/i, /^buy cellar/i];
  await reach(page, tap, wishes);
  assert.match(await visitor.prompt(), /^Cellar: discard any number of cards$/);
  const unfolded = page.locator("#choices .fold[aria-expanded=true]");
  if (await unfolded.count() > 0) await unfolded.tap();
  assert.equal(await page.locator("#options li").evaluateAll((lines) => lines.filter((line) => line.getBoundingClientRect().width > 2).length), 0, "the list is folded");
  assert.match(await visitor.text("#action"), /Discard none/);
  const cards = page.locator(".own .hand .card");
  const n = await cards.count();
  await cards.nth(1).tap();
  await cards.nth(0).tap();
  assert.equal(await page.locator(".own .hand .chosen").count(), 2);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
  await cards.nth(1).tap();
  assert.match(await visitor.text(ANSWER), /Discard 1 card/);
  assert.equal(await page.locator(".own .hand .can").count(), n - 1);
  await page.locator("#action").tap();
  await page.locator("#log .discard").first().waitFor({ state: "attached" });
  assert.deepEqual(sent.map(({ cards: ids }) => ids), [[0]]);

  await reach(page, tap, wishes);
  await page.locator("#action", { hasText: "Discard none" }).tap();
  await page.locator(ANSWER).waitFor({ state: "detached" });
  assert.deepEqual(sent.map(({ cards: ids }) => ids.length), [1, 0]);
  await visitor.close();
});

test("Sentry by mouse and command line: the order counts", async () => {
  const { visitor, page, sent } = await sit(await create("dominion", [{}], "Sentry"));
  await openOptions(page); // the page knows its seat, so that it returns to it
  await page.evaluate(() => localStorage.setItem("gamed.commands", "on"));
  await page.reload();
  const say = async (line) => {
    await page.locator("#command").fill(line);
    await page.keyboard.press("Enter");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return page.locator(".command output").innerText();
  };
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 20, "no question for the order");
    await reach(page, click, () => [/^play sentry/i, /^end the action/i, /^play all/i, /^buy sentry/i, /^buy silver/i]);
    if (/in any order/.test(await visitor.prompt())) break;
    const decision = await page.evaluate(() => document.getElementById("prompt").textContent);
    assert.match(await say("done"), /(Trash|Discard) none\./);
    await page.waitForFunction((before) => document.getElementById("prompt").textContent !== before, decision);
  }
  assert.match(await visitor.prompt(), /^Sentry: put the cards on the deck in any order, the last one on top$/);
  const cards = page.locator(".lot", { hasText: "Looked at" }).locator(".chip");
  const names = await cards.allInnerTexts();
  await cards.nth(1).click();
  assert.match(await say(`put ${await cards.nth(0).innerText()}`), /^Chosen: .+, .+\. No more possible\.$/);
  assert.deepEqual(await cards.locator(".chosen-mark").allInnerTexts(), ["2", "1"]);
  await check(visitor, "pick-order");
  assert.match(await say("back"), /^Cancelled\. Chosen: /);
  assert.match(await say("options"), /\(chosen\)/);
  assert.match(await say("always done"), /cannot auto-repeat/);
  assert.equal(await say("done"), "Choose 1 more");
  await cards.nth(0).click();
  const before = sent.length;
  assert.match(await visitor.text("#action"), /Put 2 cards on the deck/);
  await page.locator("#action").click();
  await page.locator(".known", { hasText: `Top of the deck: ${names[0].trim()}` }).waitFor();
  assert.deepEqual(sent.slice(before).map(({ cards: ids }) => ids), [[1, 0]]);
  await visitor.close();
});

test("Hungry Pit of Elements: a Being on the table, or none", async () => {
  const { visitor, page, sent } = await feed(click);
  assert.equal(await visitor.prompt(), "Hungry Pit: destroy up to one Being of yours");
  const beings = page.locator(".own .present .can[data-ref]");
  const n = await beings.count();
  assert.ok(n > 0);
  const ref = await beings.first().getAttribute("data-ref");
  await beings.first().click();
  assert.equal(sent.length, 0);
  assert.match(await visitor.text(ANSWER), /Destroy 1 card/);
  await check(visitor, "pick-token");
  await page.locator("#action").click();
  await page.locator(`.own .present [data-ref="${ref}"]`).waitFor({ state: "detached" });
  assert.deepEqual(sent.map(({ cards }) => cards.length), [1]);
  await visitor.close();
});
