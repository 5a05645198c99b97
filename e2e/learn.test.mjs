// The tutorial of each game, along its path and off it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { setup } from "./setup.mjs";

const RESULTS = { elements: "You won!", dominion: "You buy Province", polity: "Turn 6" };
const fixture = setup();

for (const [rules, result] of Object.entries(RESULTS)) {
  test(`the tutorial of ${rules} leads to its end, across a reload`, async () => {
    const visitor = await fixture.open();
    const { page } = visitor;
    await visitor.go(`#/learn/${rules}`, "#begin");
    await check(visitor, `learn-${rules}`);
    await page.locator("#begin").click();
    const advised = page.locator("#options .advised:enabled");
    const done = page.locator(".coach.done");
    const texts = new Set();
    for (let presses = 0; presses < 60; presses++) {
      await advised.or(done).first().waitFor();
      if (await done.count() > 0) break;
      const text = await visitor.text(".coach-say");
      if (texts.size === 2 && !texts.has(text)) {
        await page.reload();
        await advised.first().waitFor();
        assert.equal(await visitor.text(".coach-say"), text);
      }
      if (texts.size === 3 && !texts.has(text)) await check(visitor, `learn-${rules}-table`);
      texts.add(text);
      await advised.first().click();
    }
    await done.waitFor();
    assert.ok(texts.size >= 4, `only ${texts.size} steps`);
    await page.locator("#table", { hasText: result }).waitFor();
    await check(visitor, `learn-${rules}-end`);
    await visitor.close();
  });
}

test("another move ends the tutorial, and it can start again", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn/elements", "#begin");
  await page.locator("#begin").click();
  await page.locator("#options .advised").waitFor();
  await page.locator("#options li:not(:has(.advised)) button").first().click();
  await page.locator(".coach-say", { hasText: "You left the tutorial." }).waitFor();
  assert.equal(await page.locator(".advised").count(), 0);
  await page.locator(".coach-ways button").click();
  await page.locator("#options .advised").waitFor();
  await visitor.close();
});
