// One person plays Dominion against a bot, to the end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { click, play } from "./play.mjs";
import { Server } from "./server.mjs";

const LIKES = [/^play all/i, /^buy province/i, /^buy gold/i, /^buy duchy/i, /^buy silver/i, /^end/i];
let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a game of Dominion against a bot", async () => {
  const visitor = await Visitor.come(browser, server.url, { still: false });
  const { page } = visitor;
  await visitor.go("#/");
  await page.locator(".tile", { hasText: "Dominion" }).getByRole("button", { name: "Play against a bot" }).click();
  const made = await play(page, LIKES, click, { before: async (made) => { if (made === 12) await look(visitor, "dominion"); } });
  assert.ok(made > 20, `${made} choices are too few for a game`);
  assert.match(await page.locator("#prompt").innerText(), /won|draw/i);
  await look(visitor, "dominion-end");
  await visitor.leave();
});
