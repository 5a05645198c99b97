// The tutorial of each game, as it says, to its end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { Server } from "./server.mjs";

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const rules of ["elements", "dominion", "polity"]) {
  test(`the tutorial of ${rules}`, async () => {
    const visitor = await Visitor.come(browser, server.url);
    const { page } = visitor;
    await visitor.go(`#/learn/${rules}`, "#begin");
    await look(visitor, `learn-${rules}`);
    await page.locator("#begin").click();
    const advised = page.locator("#options .advised:enabled");
    const done = page.locator(".coach.done");
    const said = new Set();
    for (let presses = 0; presses < 60; presses++) {
      await advised.or(done).first().waitFor();
      if (await done.count() > 0) break;
      const say = await page.locator(".coach-say").innerText();
      if (said.size === 3 && !said.has(say)) await look(visitor, `learn-${rules}-table`);
      said.add(say);
      await advised.first().click();
    }
    await done.waitFor();
    assert.ok(said.size >= 4, `only ${said.size} steps were said`);
    await look(visitor, `learn-${rules}-end`);
    await visitor.leave();
  });
}
