// Decks: built, checked by the server, imported, and played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

test("the deck builder reports why a deck is not legal", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const legal = (text) => page.locator("#legal", { hasText: text }).waitFor();
  await visitor.go("#/decks", "#new-deck");
  assert.equal(await page.locator(".deck-tile").count(), 8);
  await page.locator("#new-deck").click();
  await legal("Not legal: 0 cards: a deck has at least 21.");
  await page.locator('[data-ref="Spark"]').click();
  await page.locator('[data-ref="Spark"]').focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add one Spark" }).click();
  await legal("4 cards. Not legal: line 1: 4 copies of Spark: a deck may have 3.");
  await page.locator(".deck-lines").getByRole("button", { name: "Remove one Spark" }).click();
  await legal("3 cards. Not legal");
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
  await page.getByRole("button", { name: "Add one Mend" }).click();
  await legal();
  await page.locator("#deck-name").fill("Mossy");
  await page.locator("#deck-name").press("Tab");
  await page.locator(".deck-file summary").click();
  await page.waitForFunction(() => document.getElementById("deck-text").value.startsWith("# Mossy\n"));
  const text = await page.locator("#deck-text").inputValue();
  assert.match(text, /\n1 Mend\n/);
  await check(visitor, "deck-own");
  await page.getByRole("switch", { name: "Default deck" }).click();

  await visitor.go("#/decks", "#new-deck");
  await page.reload();
  await page.getByText("Import deck").click();
  await page.locator("#import").fill(text);
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
