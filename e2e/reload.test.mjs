// A reload in mid-game: the log, the chat and the decision are as before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { best, click, openOptions, openPanel } from "./play.mjs";
import { setup } from "./setup.mjs";

const PREFERENCES = [/^block/i, /^play/i, /^create/i]; // an attack could end the game too early
// Decks with three copies of each card, so that tokens of one name meet and die.
const MINE = ["Ash Imp", "Ember Adept", "Torch Runner", "Wild Salamander", "Grave Rat", "Furnace Ox", "Spark"];
const THEIRS = ["Ash Imp", "Grave Rat", "Rust Boar", "Old Oak", "Lamplighter", "Shield Bearer", "Spark"];
const deckOf = (/** @type {string[]} */ cards) => cards.map((card) => `3 ${card}`).join("\n");
const fixture = setup();

test("a reload shows the log from the start and the last chat", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{ deck: deckOf(MINE) }, { bot: "random", deck: deckOf(THEIRS) }] });
  await visitor.go(`#/play/${id}/0`);
  for (let choices = 0; choices < 16; choices++) {
    const lines = await openOptions(page);
    assert.ok(lines, "the game ended too early");
    await click(page, lines, best(lines, PREFERENCES));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await openPanel(page, "chat");
  for (const text of ["good luck", "have fun"]) {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".sayings", { hasText: text }).waitFor();
  }
  const chat = await page.locator(".sayings li").allTextContents();
  await openPanel(page, "log");
  assert.ok(await openOptions(page), "the game ended too early"); // until then the last play may wait on the stack
  const board = await visitor.text("#seats .own");
  const tokens = await page.locator("#seats .token").allTextContents();
  const log = await page.locator("#log li > p").allTextContents();
  assert.ok(log.length > 8, log.join("\n"));
  log.forEach((line, i) => assert.ok(!/ will create /.test(line) || !/ creates? /.test(log[i + 1] ?? ""), `the log repeats itself: ${line}`));

  await page.reload(); // a half-made choice exists only in the page and is lost
  const options = await openOptions(page);
  await page.reload();
  assert.deepEqual(await openOptions(page), options);
  assert.equal(await visitor.text("#seats .own"), board);
  assert.deepEqual(await page.locator("#seats .token").allTextContents(), tokens);
  assert.deepEqual(await page.locator("#log li > p").allTextContents(), log);
  assert.equal(await page.locator("#tab-chat").innerText(), "Chat", "old messages are not new");
  await openPanel(page, "chat");
  assert.deepEqual(await page.locator(".sayings li").allTextContents(), chat);
  await visitor.close();
});
