// Two people who find each other play Elements to the end by mouse, while a third
// one watches; then the replay is looked through.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { click, play } from "./play.mjs";
import { secretsTold } from "./secrets.mjs";
import { Server } from "./server.mjs";

const LIKES = [/^attack/i, /^play/i, /^create/i];
let server, browser, game, player, watcher;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("two people meet and play a duel by mouse, a third one watches", async () => {
  const [ann, ben] = await Promise.all([0, 1].map(() => Visitor.come(browser, server.url, { still: false })));
  for (const visitor of [ann, ben]) {
    await visitor.go("#/");
    await visitor.page.locator(".tile", { hasText: "Elements" }).getByRole("button", { name: "Find a person" }).click();
  }
  player = ann;
  game = await ben.game();
  assert.equal(await ann.game(), game);
  watcher = await Visitor.come(browser, server.url);
  await watcher.go(`#/watch/${game}`);
  await watcher.page.locator("#seats .side").first().waitFor();

  let looked = false;
  const made = await Promise.all([
    play(ann.page, LIKES, click, {
      before: async (choices) => {
        if (looked || choices < 20) return;
        looked = true;
        await look(ann, "elements");
        await look(watcher, "elements-watched");
      },
    }),
    play(ben.page, LIKES, click),
  ]);
  assert.ok(made[0] + made[1] > 20, `${made} choices are too few for a duel`);
  const prompts = await Promise.all([ann, ben].map(({ page }) => page.locator("#prompt").innerText()));
  assert.ok(prompts.some((text) => text === "You have won!") || prompts.every((text) => text.startsWith("A draw")), prompts.join(" / "));
  await watcher.page.locator("#prompt", { hasText: /won\.|draw/ }).waitFor();
  await look(ann, "elements-end");
  await ann.leave();
  await ben.leave();
  await watcher.leave();
});

test("nothing hidden was in what the third one was sent", async () => {
  const all = await server.replay(game, "all");
  const rules = await server.ask("/api/rules/elements");
  const names = rules.cards.map(({ name }) => name);
  const { told, frames, kept } = secretsTold(watcher.heard, all.list, names);
  assert.deepEqual(told, []);
  assert.notDeepEqual(secretsTold(player.heard, all.list, names).told, [], "a player is told of its own hand");
  assert.ok(frames > 20 && kept > 50, `${frames} updates with ${kept} secrets are too few to say anything`);
});

test("the replay is looked through to its end", async () => {
  const visitor = await Visitor.come(browser, server.url);
  const { page } = visitor;
  await visitor.go(`#/replay/${game}`);
  const { steps } = await server.ask(`/api/games/${game}/replay?count=1`);
  const scrubber = page.locator("#scrubber");
  const at = (step) => page.waitForFunction((step) => document.querySelector(".where b")?.textContent === String(step), step);
  await at(0);
  await page.locator("#step-on").click();
  await at(1);
  await page.keyboard.press("Shift+ArrowRight");
  const box = await scrubber.boundingBox();
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
  await page.mouse.up();
  await look(visitor, "replay");
  await scrubber.focus();
  for (let step = Number(await scrubber.inputValue()); step < steps; step++) await page.keyboard.press("ArrowRight");
  await at(steps);
  await page.locator("#viewpoint").selectOption("watcher");
  await at(steps);
  await page.locator("#step-back").click();
  await at(steps - 1);
  await page.getByRole("tab", { name: "Who was ahead" }).click();
  await page.locator("#work-out").click();
  await page.locator(".chances svg").waitFor();
  await look(visitor, "replay-chances");
  await page.getByRole("tab", { name: "Share" }).click();
  await look(visitor, "replay-share");
  await visitor.leave();
});
