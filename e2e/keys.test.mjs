// Elements without a mouse: a duel by keyboard with a lost connection, and a game by commands.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openOptions, play, press, tabTo } from "./play.mjs";
import { Proxy } from "./proxy.mjs";
import { setup } from "./setup.mjs";

const PREFERENCES = [/^attack/i, /^play/i, /^create/i];
const MIDDLE = 12; // the connection breaks before the choice with this number
let proxy;
const fixture = setup({ prepare: async () => { proxy = await new Proxy(fixture.server.address).open(); } });
after(() => proxy?.close());

test("two people play a duel by keyboard, and one reconnects", async () => {
  const ann = await fixture.open();
  const ben = await fixture.open({ url: proxy.url, disconnects: true });

  await ann.go("#/");
  await ann.page.locator("#player-1").waitFor();
  await tabTo(ann.page, "#player-1");
  await ann.page.keyboard.press("Home"); // Friend
  await ann.page.getByLabel("Table name").waitFor();
  await tabTo(ann.page, "#start");
  await ann.page.keyboard.press("Enter");
  const game = await ann.game();
  await ann.page.locator("#invite").waitFor();

  await ben.go("#/");
  await ben.page.locator(`#games a[href="#/play/${game}"]`).waitFor();
  await tabTo(ben.page, `#games a[href="#/play/${game}"]`);
  await ben.page.keyboard.press("Enter");
  await ben.page.locator("#accept").waitFor();
  await tabTo(ben.page, "#accept");
  await ben.page.keyboard.press("Enter");

  await Promise.all([
    play(ann.page, PREFERENCES, press),
    play(ben.page, PREFERENCES, press, { before: async (made, lines) => { if (made === MIDDLE) await reconnect(ben.page, lines); } }),
  ]);
  const prompts = await Promise.all([ann, ben].map((visitor) => visitor.prompt()));
  assert.ok(prompts.some((text) => text === "You won!") || prompts.every((text) => text.startsWith("Draw")), prompts.join(" / "));
  await ann.close();
  await ben.close();
});

/** Cuts and restores the connection: the decision and the board stay. @param {import("playwright-core").Page} page @param {string[]} lines */
async function reconnect(page, lines) {
  const table = () => page.evaluate(() => [document.getElementById("prompt").innerText, document.querySelector("#seats .own").innerText]);
  const before = await table();
  proxy.cut();
  await page.locator("#connection.lost").waitFor();
  proxy.restore();
  await page.locator("#connection.open").waitFor();
  assert.deepEqual(await openOptions(page), lines);
  assert.deepEqual(await table(), before);
}

test("the command line plays, answers and explains", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", ".face");
  await page.evaluate(() => localStorage.setItem("gamed.commands", "on"));
  await page.reload();
  await page.locator(".face").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#command").waitFor();
  const say = async (line) => {
    const output = page.locator(".command output");
    await page.locator("#command").fill(line);
    await page.keyboard.press("Enter");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return output.innerText();
  };
  await openOptions(page);
  assert.equal(await say("options"), "1: Keep. 2: Mulligan");
  assert.match(await say("fly"), /Unknown option\./);
  assert.match(await say("hand"), /Your hand: /);
  assert.equal(await say("keep"), "Keep.");
  assert.notEqual(await say("help"), "");

  // The focus stays in the list of options.
  await page.locator("#log .sunrise").first().waitFor({ state: "attached" });
  for (let i = 0; i < 3; i++) {
    await openOptions(page);
    await page.locator("#options button:enabled").first().focus();
    await page.keyboard.press("Enter");
    await page.locator("#options button:enabled").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "BUTTON");
  }

  // Every card can be read, and shows why it cannot be used.
  const unexplained = await page.evaluate(() => [...document.querySelectorAll("#seats .card")]
    .filter((card) => (card.matches(".can") ? card.ariaDisabled : card.ariaDisabled !== "true" || card.ariaDescription.length <= 10)).map((card) => card.textContent));
  assert.deepEqual(unexplained, []);
  const card = page.locator(".own .hand .card").first();
  await card.focus();
  const name = await card.locator(".name").innerText();
  assert.ok((await visitor.text(".detail")).startsWith(name));
  await visitor.close();
});
