// An Elements duel by mouse: two players from matchmaking, a spectator, and the replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { click, play } from "./play.mjs";
import { findLeaks } from "./secrets.mjs";
import { setup } from "./setup.mjs";

const PREFERENCES = [/^attack/i, /^play/i, /^create/i];
const fixture = setup();
let game, player, spectator;

test("two people find each other and play a duel by mouse, watched by a spectator", async () => {
  const [ann, ben] = await Promise.all([0, 1].map(() => fixture.open({ animated: true })));
  for (const visitor of [ann, ben]) {
    await visitor.go("#/");
    await visitor.page.locator("#people-clock label", { hasText: "no clock" }).click();
    await visitor.page.locator("#find").click();
  }
  player = ann;
  game = await ben.game();
  assert.equal(await ann.game(), game);
  spectator = await fixture.open();
  await spectator.go(`#/watch/${game}`);
  await spectator.page.locator("#seats .side").first().waitFor();

  let checking = /** @type {Promise<void> | null} */ (null);
  const made = await Promise.all([
    play(ann.page, PREFERENCES, click, {
      before: async (choices) => {
        if (choices >= 20) await (checking ??= check(ann, "elements").then(() => check(spectator, "elements-watched")));
      },
    }),
    play(ben.page, PREFERENCES, click).catch(async (error) => { // Ben's wait may end while the check of Ann's page holds up the game
      if (!checking) throw error;
      await checking;
      return play(ben.page, PREFERENCES, click);
    }),
  ]);
  assert.ok(made[0] + made[1] > 20, `the duel ended after only ${made} choices`);
  const prompts = await Promise.all([ann, ben].map((visitor) => visitor.prompt()));
  assert.ok(prompts.some((text) => text === "You won!") || prompts.every((text) => text.startsWith("Draw")), prompts.join(" / "));
  await spectator.page.locator("#prompt", { hasText: /won\.|Draw/ }).waitFor();
  await check(ann, "elements-end");
  await ann.close();
  await ben.close();
  await spectator.close();
});

test("no message to the spectator names a hidden card", async () => {
  const all = await fixture.server.replay(game, "all");
  const rules = await fixture.server.request("/api/rules/elements");
  // A public text can name a token before it exists, and a token is never hidden.
  const names = rules.cards.filter(({ group }) => group !== "created").map(({ name }) => name);
  const { leaks, frames, kept } = findLeaks(spectator.received, all.list, names);
  assert.deepEqual(leaks, []);
  assert.notDeepEqual(findLeaks(player.received, all.list, names).leaks, [], "messages to a player name cards in its hand");
  assert.ok(frames > 20 && kept > 50, `too little data: ${frames} updates with ${kept} hidden names`);
});

test("the replay plays to the end of the duel", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/replay/${game}`);
  const { steps, list } = await fixture.server.request(`/api/games/${game}/replay?count=50`);
  const scrubber = page.locator("#scrubber");
  const at = (step) => page.waitForFunction((step) => document.querySelector("#scrubber")?.value === String(step), step);
  await at(0);
  await page.locator("#step-on").click();
  await at(list.findIndex(({ events }) => events.some(({ what }) => what !== "answered")));
  await page.keyboard.press("Shift+ArrowRight");
  const box = await scrubber.boundingBox();
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
  await page.mouse.up();
  await check(visitor, "replay");
  await scrubber.focus();
  for (let step = Number(await scrubber.inputValue()); step < steps; step++) await page.keyboard.press("ArrowRight");
  await at(steps);
  await page.locator("#viewpoint").selectOption("watcher");
  await at(steps);
  await page.locator("#step-back").click();
  await page.waitForFunction((end) => Number(/** @type {HTMLInputElement} */ (document.querySelector("#scrubber")).value) < end, steps);
  await page.locator(".chances summary").first().click();
  await page.locator(".chances svg.pickable").waitFor();
  await check(visitor, "replay-chances");
  await page.locator("#tab-more").click();
  await check(visitor, "replay-share");
  await visitor.close();
});
