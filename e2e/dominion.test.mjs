// Dominion: a whole game, a table of six with a chosen kingdom, and a solo game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { begin, click, openOptions, play, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const PREFERENCES = [/^play all/i, /^buy province/i, /^buy gold/i, /^buy duchy/i, /^buy silver/i, /^end/i];
const fixture = setup();

test("a game against a bot", async () => {
  const visitor = await fixture.open({ animated: true });
  const { page } = visitor;
  await visitor.go("#/");
  await begin(page, "Dominion", /^Easy/);
  const bought = new Set();
  const made = await play(page, PREFERENCES, click, { before: async (made) => {
    if (made === 12) await check(visitor, "dominion");
    for (const text of await page.locator(".plate .bought").allTextContents()) bought.add(text);
  } });
  assert.ok(made > 20, `the game ended after only ${made} choices`);
  assert.match([...bought].join(), /^bought \w/, "the bot's plate shows what it bought last");
  assert.match(await visitor.prompt(), /won|draw/i);
  await check(visitor, "dominion-end");
  await visitor.close();
});

test("a table of six with a chosen kingdom", async () => {
  const visitor = await fixture.open({ refused: true });
  const { page } = visitor;
  await visitor.go("#/", "#new-game #start");
  await page.locator("#game").selectOption("dominion");
  await page.locator(".ten .king").first().waitFor(); // the page fetches the rules of the game
  assert.equal(await page.locator(".ten .king").count(), 10);
  assert.equal(await page.locator(".curve .visually-hidden").first().textContent(), "$2: 2 cards");
  await page.locator("#count").selectOption("6");
  for (let i = 1; i < 6; i++) await page.locator(`#player-${i}`).selectOption("beginner");
  await page.locator("#kingdom").fill("Mote");
  await page.locator("#start").click();
  await page.locator("#lobby-error", { hasText: "Moat" }).waitFor();
  await page.locator("#kingdom").fill("");
  await page.getByText("Choose cards").click();
  await page.locator(".ten.all [data-card=Witch]").click();
  assert.equal(await page.locator("#kingdom").inputValue(), "Witch");
  await page.locator("#kingdom").fill("Witch, Militia, Chapel, Cellar");
  await check(visitor, "kingdom");
  await page.locator("#start").click();
  await openOptions(page);
  assert.equal(await page.locator(".supply .pile").count(), 17);
  assert.equal(await page.locator("#seats .side header").count(), 6);
  assert.equal(await visitor.text(".strip-who"), "Turn 1 yours");

  // The last turns are at the left. At the right are the phases, the inspector and the player's piles, above the prompt.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = (/** @type {string[]} */ ...parts) => Promise.all(parts.map(async (part) => {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box, `${part} is on the screen`);
    return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  }));
  await page.setViewportSize({ width: 1440, height: 900 });
  const [kingdom, counters, recent, track, inspector, heaps, prompt] = await boxes(".kingdom", ".counters", ".recent", ".track", ".inspector", ".heaps", "#prompt");
  assert.ok(recent.right <= kingdom.left && counters.bottom <= recent.top, "the last turns are below the counters");
  assert.ok(Math.min(track.left, inspector.left, heaps.left) >= kingdom.right, "the rail is beside the kingdom");
  assert.ok(track.bottom <= inspector.top && inspector.bottom <= heaps.top && heaps.bottom <= prompt.top, "the parts of the rail follow each other");
  const fixed = [".others", ".basic", ".kingdom", ".counters", ".played", ".own .hand", "#action"];
  const before = await boxes(...fixed);
  for (const opener of ["#tab-log", "#choices .fold"]) {
    await page.locator(opener).click();
    assert.deepEqual(await boxes(...fixed), before, `${opener} moves a part of the table`);
    const [turn, piles, header, shown] = await boxes(".strip > .turn", ".heaps", ".main > header", opener === "#tab-log" ? "#side-panel" : "#options");
    assert.ok(turn.bottom <= piles.top && piles.right <= header.left && header.right <= shown.left, "the phases and the piles take the place of the last turns");
    assert.equal(await page.locator(".recent").isVisible(), false);
    await page.locator(opener).click();
  }
  assert.deepEqual(await boxes(".recent", ".inspector", ".heaps"), [recent, inspector, heaps]);
  await page.mouse.move(0, 0);
  assert.match(await visitor.text(".inspector"), /any 4 piles, run out/, "a new player reads the goal");
  await page.locator("[data-ref='supply/Chapel']").hover();
  assert.match(await visitor.text(".inspector"), /^Chapel\s+costs \$\s*2\s+Action, 10 left\s+Trash up to 4 cards[^]+You buy cards in the Buy phase/);
  assert.deepEqual(await page.locator(".inspector dt").allTextContents(), ["Trash", "Hand"], "the inspector explains the words of the card");
  assert.equal(await page.locator(".zoom").isVisible(), false, "a large card would cover other piles");
  await page.setViewportSize({ width: 390, height: 844 });
  const [piles, basic, pile, hand] = await boxes(".kingdom", ".basic", ".heaps", ".own .hand");
  assert.ok(piles.bottom <= basic.top && basic.bottom <= pile.top && pile.bottom <= hand.top && pile.right <= 390, "on a phone the player's piles are above the hand");
  assert.equal(await page.locator(".inspector").isVisible(), false);
  await page.setViewportSize({ width, height });
  await page.mouse.move(0, 0);

  // A pile that cannot be bought shows the reason, on focus and to screen readers.
  await page.locator("[data-ref='supply/Province']").focus();
  assert.equal(await visitor.text(".detail .why"), "It costs $8; you have $0 so far. You buy cards in the Buy phase, after Actions and Treasures.");
  assert.match(await page.locator("[data-ref='hand/Estate'], [data-ref='supply/Estate']").first().getAttribute("aria-description"), /\./);

  // The hand and the supply are clickable while they are among the options.
  await page.locator(".own .hand .can[data-ref='hand/Copper']").first().click();
  await page.locator(".own .chip").first().waitFor();
  const [table, label, copper] = await boxes(".played", ".own .lot-name", ".own .chip");
  assert.ok(label.left - table.left < 10 && copper.left - label.left > 100 && label.bottom <= copper.top, "the name of the cards in play is in the corner");
  await page.locator("#action").click();
  await page.locator(".supply .can[data-ref='supply/Copper']").click();
  await page.locator("#log .buy", { hasText: "You buy Copper" }).waitFor({ state: "attached" });
  await page.locator(".recent .buy", { hasText: "bought Copper" }).first().waitFor({ state: "attached" });
  const [own] = await boxes(".own .hand");
  assert.ok(own.bottom >= height, "the hand reaches the edge of the window");
  await resign(page);
  await page.locator("#tab-more").click();
  const game = await visitor.game();
  while ((await fixture.server.request(`/api/games/${game}`)).status !== "over") await page.evaluate(() => new Promise(requestAnimationFrame)); // the five bots play on
  await page.locator("#options .button").first().waitFor();
  assert.ok(await page.locator(".inspector").isVisible(), "the result leaves the rail in place");
  await check(visitor, "dominion-table");
  await visitor.close();
});

test("a solo game with a preset kingdom", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", "#new-game #start");
  await page.locator("#game").selectOption("dominion");
  await page.locator("#count").selectOption("1");
  await page.locator(".presets button").first().click();
  await page.locator("#start").click();
  assert.equal(await play(page, PREFERENCES, click, { choices: 30 }), 30);
  await openOptions(page); // the last answer may still be on its way, and its options are disabled
  assert.match(await page.locator(".inspector").textContent() ?? "", /Province\d+ leftEmpty piles\d of 3Trash\d+Discards\d+/);
  await check(visitor, "dominion-alone");
  await visitor.close();
});
