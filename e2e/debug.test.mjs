// The developer panel, and access to the decisions of a running game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

test("the developer panel shows options, state, messages and answer times", async () => {
  const visitor = await fixture.open({ refused: true });
  const { page } = visitor;
  await visitor.go("#/");
  await page.evaluate(() => localStorage.setItem("gamed.debug", "on"));
  await page.reload();
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "random" }] });
  await visitor.go(`#/play/${id}/0`, ".every button:enabled");
  assert.match(await visitor.text("#debug"), /do=keep/);
  assert.match(await visitor.text("#debug .debug-tree"), /sides/);
  await page.locator(".every button:enabled").first().click();
  await page.locator(".messages .out").first().waitFor();
  await page.locator("#debug .timing", { hasText: "Last answer" }).waitFor();
  // The bot plays until the next decision of the player. Until then the page may begin further animations.
  await page.waitForFunction(() => !document.querySelector("#debug")?.textContent?.includes("do=keep") && document.querySelector(".every button:enabled"));
  await check(visitor, "debug");

  await visitor.go(`#/inspect/${id}/0`, ".options-of .taken");
  assert.match(await visitor.text(".replay-head"), /running/);
  await visitor.go(`#/inspect/${id}/1`, "#inspect-error:not([hidden])");
  assert.notEqual(await visitor.text("#inspect-error"), "");
  await visitor.go(`#/play/${id}/0`, "#tab-more");
  await resign(page);
  await page.locator(`#options a[href="#/replay/${id}"]`).waitFor();
  await visitor.go(`#/inspect/${id}/1`, ".options-of .taken");
  await visitor.close();
});
