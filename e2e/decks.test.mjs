// Decks: built, checked by the server, imported, and played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkContrast } from "./check.mjs";
import { openOptions, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

/** Waits until the deck builder shows a deck. @param {import("playwright-core").Page} page @param {string} name */
const chosen = (page, name) => page.locator("#pick-deck option:checked", { hasText: name }).waitFor({ state: "attached" });

test("the deck builder reports why a deck is not legal", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const legal = (text) => page.locator("#legal", { hasText: text }).waitFor();
  await visitor.go("#/decks", "#new-deck");
  assert.equal(await page.locator(".deck-tile").count(), 8);
  const signs = await page.locator(".deck-tile .signs").evaluateAll((lists) => lists.map((list) => [...list.children].map((sign) => sign.getAttribute("aria-label"))));
  await page.locator("#new-deck").click();
  await legal("Not legal: 0 cards: a deck has at least 21.");
  const order = await page.locator(".card-filter [data-value]").evaluateAll((chips) => chips.map((chip) => chip.dataset.value));
  for (const list of signs) assert.deepEqual(list, order.filter((element) => list.includes(element)), "the elements have one order");
  await page.locator('[data-ref="Spark"]').click();
  await page.locator('[data-ref="Spark"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add one Spark" }).click();
  await legal("4 cards. Not legal: line 1: 4 copies of Spark: a deck may have 3.");
  await page.locator(".deck-lines").getByRole("button", { name: "Remove one Spark" }).click();
  await legal("3 cards. Not legal");
  await page.getByText("More", { exact: true }).click();
  await page.locator("#remove-deck").click();
  await page.locator("#remove-deck").click();
  await page.locator("#new-deck").waitFor();
  await visitor.close();
});

test("a copied deck can be changed, imported, and played where the deck is free", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const legal = () => page.locator("#legal", { hasText: "27 cards. Legal." }).waitFor();
  await visitor.go("#/decks/elements/old%20growth", "#make-own");
  await page.locator("#make-own").click();
  await page.locator('[data-ref="Mend"]').click();
  await legal();
  await page.locator("#rename-deck").click();
  await page.locator("#deck-name").fill("Mossy");
  await page.locator("#deck-name").press("Enter");
  await chosen(page, "Mossy");
  await check(visitor, "deck-own");
  await page.locator("#share").click();
  await page.waitForFunction(() => document.getElementById("deck-text")?.value.startsWith("# Mossy\n"));
  const text = await page.locator("#deck-text").inputValue();
  assert.match(text, /\n1 Mend\n/);
  await check(visitor, "deck-share");
  await page.locator(".dialog-head button").click();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("switch", { name: "Default deck" }).click();

  await visitor.go("#/decks", "#new-deck");
  await page.reload();
  await page.getByText("Import deck").click();
  await page.locator("#import").fill(`\ufeff${text.replace(/^#.*\n/, "").replaceAll(/^(\d) (.*)$/gm, "$2 x$1").replace("Mend", "spark")}`);
  await page.locator("#take-import").click();
  await legal();

  await visitor.go("#/", "#deck-0");
  assert.equal(await page.locator("#deck-0").evaluate((select) => select.selectedOptions[0].textContent), "Mossy (yours)", "the default deck");
  await page.locator("#start").click();
  await openOptions(page);
  assert.equal(await visitor.text(".own .future b"), "24");
  for (const [seat, left] of [[{}, "24"], [{ deck: "wildfire" }, "23"], [{ deck: "orchard" }, "23"]]) {
    const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{ bot: "random" }, seat] });
    await visitor.go(`#/play/${id}`, "#accept");
    await page.locator("#accept").click();
    await openOptions(page);
    assert.equal(await visitor.text(".own .future b"), left, JSON.stringify(seat));
  }
  await visitor.close();
});

test("a deck is shared by its link, dealt as a sample hand, and completed from the most similar ready deck", async () => {
  const sender = await fixture.open();
  await sender.go("#/decks/elements/wildfire", "#share");
  await sender.page.locator("#share").click();
  const link = await sender.page.getByRole("textbox", { name: "Link to this deck" }).inputValue();
  await sender.close();

  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(new URL(link).hash, "#make-own");
  assert.equal(await visitor.text(".deck-side > .about"), "Shared by link.");
  assert.match(await visitor.text(".deck-head"), /26 cards/);
  await page.locator("#sample").click();
  const hand = () => page.locator(".sample .card .name").allTextContents().then(String);
  const first = await hand();
  assert.equal(first.split(",").length, 6);
  await page.evaluate(() => { Math.random = () => 0; });
  await page.locator("#another-hand").click();
  await page.waitForFunction((before) => [...document.querySelectorAll(".sample .card .name")].map((name) => name.textContent).join() !== before, first);
  await check(visitor, "deck-hand");
  await page.locator(".dialog-head button").click();
  await page.locator("#make-own").click();
  await page.locator("#legal", { hasText: "26 cards. Legal." }).waitFor();
  await chosen(page, "wildfire");
  for (const card of ["Spark", "Spark", "Grave Rat"]) await page.locator(".deck-lines").getByRole("button", { name: `Remove one ${card}` }).click();
  assert.match(await visitor.text(".deck-head"), /23 of 26 cards/);
  assert.match(await visitor.text(".suggestion"), /3 cards short of 26\. Wildfire also has (2 Spark and Grave Rat|Grave Rat and 2 Spark)\./);
  await check(visitor, "deck-suggestion");
  await page.locator("#add-suggested").click();
  await page.locator("#legal", { hasText: "26 cards. Legal." }).waitFor();
  await page.locator(".suggestion").waitFor({ state: "detached" });
  await visitor.close();
});

test("a deck shows its results in the player's games", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{ deck: "wildfire" }, { bot: "random" }] });
  await visitor.go(`#/play/${id}/0`, "#tab-more");
  await openOptions(page);
  await resign(page);
  await page.locator(`#options a[href="#/replay/${id}"]`).waitFor();
  await visitor.go("#/decks/elements", ".deck-tile");
  await page.locator(".deck-tile", { hasText: "wildfire" }).getByText("26 cards, won 0 of 1.").waitFor();
  await visitor.go("#/decks/elements/wildfire", ".deck-record");
  await page.locator(".deck-record summary", { hasText: "won 0 of 1" }).click();
  await page.locator(".deck-record li", { hasText: "Against Orchard: won 0 of 1" }).waitFor();
  await check(visitor, "deck-record");
  await page.locator("#make-own").click();
  await chosen(page, "My wildfire");
  await page.locator(".deck-lines").getByRole("button", { name: "Remove one Spark" }).click();
  await page.locator(".deck-head", { hasText: "25 of 26 cards" }).waitFor();
  assert.equal(await visitor.text(".deck-record summary"), "won 0 of 1", "a changed deck keeps its results");
  await page.locator("#pick-deck").selectOption("orchard");
  await page.locator("#make-own").waitFor();
  assert.equal(await page.locator(".deck-record").count(), 0);
  await visitor.close();
});

test("at 1280×720 the deck builder shows the deck's buttons, and the list shows all ready decks", async () => {
  const visitor = await fixture.open({ size: { width: 1280, height: 720 } });
  const { page } = visitor;
  const bottom = (/** @type {string} */ selector) => page.locator(selector).last().evaluate((part) => part.getBoundingClientRect().bottom);
  await visitor.go("#/decks/elements", ".deck-tile");
  assert.ok(await bottom(".deck-tile") <= 720);
  await visitor.go("#/decks/elements/undying", "#make-own");
  await page.locator("#make-own").click();
  await page.locator("#rename-deck").waitFor();
  assert.deepEqual(await page.locator(".curve small").allTextContents(), ["1", "2", "3", "4+"]);
  const bars = await page.locator(".bar-up").evaluateAll((columns) => columns.map((column) => [Number(column.querySelector("b").textContent), column.querySelector("i").offsetHeight]));
  assert.deepEqual(bars.toSorted(([, one], [, other]) => one - other), bars.toSorted(([one], [other]) => one - other), "more cards have a higher bar");
  assert.ok(Math.max(...bars.map(([, height]) => height)) > 30);
  const coins = await page.locator(".card-filter [data-value] .glyph").evaluateAll((glyphs) => glyphs.filter((glyph) => glyph.getClientRects().length > 0).map((glyph) => getComputedStyle(glyph).backgroundColor));
  assert.equal(new Set(coins).size, 7, "each element is a coin of its colour");
  assert.ok(await bottom(".deck-ways") <= 720);
  assert.ok(await page.locator(".deck-cards").evaluate((cards) => cards.getBoundingClientRect().top) < 150);
  await page.locator("#card-cost").selectOption("1");
  await page.locator("#card-search").fill("no such card");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.locator("[data-ref=Spark]").waitFor();
  await page.emulateMedia({ contrast: "more" });
  await page.locator("html[data-contrast=high]").waitFor({ state: "attached" });
  await checkContrast(visitor, "deck");
  await visitor.close();
});
