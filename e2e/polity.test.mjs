// One person governs for twenty turns, leaves in between, and comes back after the
// server has been started again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { asked, click } from "./play.mjs";
import { Server } from "./server.mjs";

const TURNS = 20;
let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("twenty turns of polity, with a pause", async () => {
  const visitor = await Visitor.come(browser, server.url, { loses: true });
  const { page } = visitor;
  await visitor.go("#/");
  await page.locator(".tile", { hasText: "Polity" }).getByRole("button", { name: "Play" }).click();
  let before = 0; // turns of countries that have fallen
  let made = 0;
  const until = async (end) => {
    for (;;) {
      const game = await visitor.game();
      const { turn } = await server.ask(`/api/games/${game}`);
      if (before + turn >= end) return game;
      const lines = await asked(page);
      if (lines) {
        await click(page, lines, made++ % lines.length); // no line is good for every year
        continue;
      }
      before += turn;
      await page.getByRole("button", { name: "Play again" }).click();
      await page.waitForFunction((game) => !location.hash.includes(game), game);
    }
  };
  const game = await until(TURNS / 2);
  await asked(page);
  await look(visitor, "polity");

  // Away, and back from the lobby, with another process of the server.
  const table = () => page.locator("#seats").innerText();
  const lines = await asked(page);
  const seen = await table();
  await page.goto("about:blank");
  await server.stop("SIGKILL");
  await server.start();
  await visitor.go("#/");
  await page.locator(`.own-games a[href^="#/play/${game}"]`).click();
  assert.deepEqual(await asked(page), lines);
  assert.equal(await table(), seen);

  await until(TURNS);
  await asked(page);
  await visitor.leave();
});
