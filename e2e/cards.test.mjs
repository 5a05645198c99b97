// The card browser, by mouse and keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setup } from "./setup.mjs";

const fixture = setup();

test("the filter narrows the cards of a game", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const found = (text) => page.locator(".found", { hasText: text }).waitFor();
  const shown = () => page.locator(".shelf-cards li").count();
  await visitor.go("#/", ".pick-game");
  await page.locator('nav a[href="#/cards"]').click();
  await page.locator('.tile a[href="#/cards/elements"]').click();
  await found(/^All \d+ cards/);
  const all = await shown();
  await found(`All ${all} cards`);
  assert.equal(await page.evaluate(() => new Set([...document.querySelectorAll(".shelf-cards .art")].map((art) => art.innerHTML)).size), all, "two cards have the same picture");
  await page.locator('[data-value="red"]').click();
  await page.locator('[data-value="Spell"]').click();
  const red = await shown();
  assert.ok(red > 1 && red < all);
  await found(`${red} of ${all} cards`);
  await page.locator("#card-search").fill("damage PLAYER");
  await found(`1 of ${all} cards`);
  await page.locator('[data-value="red"]').click();
  await page.locator(".found", { hasNotText: `1 of ${all} cards` }).waitFor();
  await page.locator(".clear").click();
  await found(`All ${all} cards`);

  await page.locator('[data-value="red"]').click();
  await page.locator(".found", { hasNotText: "All" }).waitFor();
  const first = await shown();
  await page.locator('[data-value="black"]').click();
  await page.locator(".found", { hasNotText: new RegExp(`^${first} `) }).waitFor();
  assert.ok(await shown() > first, "a card has one of the chosen elements");
  await page.locator(".clear").click();
  await found(`All ${all} cards`);
  await visitor.close();
});

test("each card has a URL, and closing the card restores the focus", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/cards/elements", '[data-ref="Spark"]');
  await page.locator('[data-ref="Spark"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog .one-card", { hasText: "Deal 2 damage to a Being or a player." }).waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#/cards/elements/Spark");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => `${location.hash} ${document.activeElement.dataset.ref}`), "#/cards/elements Spark");
  for (const card of ["dominion/Witch", "polity/harbour_sale"]) {
    await visitor.go(`#/cards/${card}`, "dialog .one-card");
    await page.locator("dialog button").first().click();
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await visitor.close();
});

test("an unknown game is reported", async () => {
  const visitor = await fixture.open({ refused: true });
  await visitor.go("#/cards/chess", ".notice");
  await visitor.page.locator(".notice", { hasText: "rules" }).waitFor();
  await visitor.close();
});
