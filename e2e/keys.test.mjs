// Two people play Elements to the end without a mouse. One of them loses the
// connection in the middle and comes back to the open decision.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { Line } from "./line.mjs";
import { asked, play, press, tabTo } from "./play.mjs";
import { Server } from "./server.mjs";

const LIKES = [/^attack/i, /^play/i, /^create/i];
const MIDDLE = 12; // choices of the one who is cut off
let server, browser, line;

before(async () => {
  server = await new Server().start();
  line = await new Line(server.address).open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  line?.close();
  await server?.stop();
});

test("a duel by keyboard alone, with a connection that breaks", async () => {
  const ann = await Visitor.come(browser, server.url);
  const ben = await Visitor.come(browser, line.url, { loses: true });

  // A table for a friend, by the form.
  await ann.go("#/");
  await ann.page.locator("#player-1").waitFor();
  await tabTo(ann.page, "#player-1");
  await ann.page.keyboard.press("Home"); // a friend
  await ann.page.getByLabel("Name of the table").waitFor();
  await tabTo(ann.page, "#start");
  await ann.page.keyboard.press("Enter");
  const game = await ann.game();
  await ann.page.locator("#invite").waitFor();

  // Who is in the lobby joins it from there.
  await ben.go("#/");
  await ben.page.locator(`#games a[href="#/play/${game}"]`).waitFor();
  await tabTo(ben.page, `#games a[href="#/play/${game}"]`);
  await ben.page.keyboard.press("Enter");

  await Promise.all([
    play(ann.page, LIKES, press),
    play(ben.page, LIKES, press, { before: async (made, lines) => { if (made === MIDDLE) await breaks(ben.page, lines); } }),
  ]);
  const prompts = await Promise.all([ann, ben].map(({ page }) => page.locator("#prompt").innerText()));
  assert.ok(prompts.some((text) => text === "You have won!") || prompts.every((text) => text.startsWith("A draw")), prompts.join(" / "));
  await ann.leave();
  await ben.leave();
});

/** The connection is lost, and back: the same is asked. @param {import("playwright-core").Page} page @param {string[]} lines */
async function breaks(page, lines) {
  const table = () => page.evaluate(() => [document.getElementById("prompt").innerText, document.querySelector("#seats .own").innerText]);
  const before = await table();
  line.cut();
  await page.locator("#connection.lost").waitFor();
  line.mend();
  await page.locator("#connection.open").waitFor();
  assert.deepEqual(await asked(page), lines);
  assert.deepEqual(await table(), before);
}
