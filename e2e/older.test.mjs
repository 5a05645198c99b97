// Games whose rules have changed: a game file is edited, and the server's data folder does not
// hold the earlier version, as in a folder of an earlier gamed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "./check.mjs";
import { setup } from "./setup.mjs";

const file = join(mkdtempSync(join(tmpdir(), "gamed-older-")), "inn.yaml");
const story = readFileSync(new URL("../examples/tortoise.yaml", import.meta.url), "utf8").replace("game: tortoise", "game: inn");
writeFileSync(file, story);

/** Runs a command of gamed. @param {string[]} args @param {string} [input] @returns {string} its output */
const run = (args, input) => execFileSync(process.env.GAMED, args, { input, encoding: "utf8" });

let over, open;
const fixture = setup({ flags: ["--game", file], prepare: async () => {
  const { server } = fixture;
  over = await server.between("inn", ["random"]);
  const visitor = await fixture.open();
  await visitor.watchToEnd(over);
  await visitor.close();
  ({ id: open } = await server.request("/api/games", { rules: "inn", seats: [{}] }));
  await server.stop();
  const lines = run(["export", "--data", server.data]).trimEnd().split("\n");
  server.data = join(mkdtempSync(join(tmpdir(), "gamed-older-")), "data");
  const kept = lines.slice(1, -1).filter((line) => !line.startsWith('{"bucket":"files"')); // without the first and last line, which count the lines
  run(["import", "--data", server.data, "-"], kept.join("\n") + "\n");
  writeFileSync(file, story.replace("coins:  {start: 12", "coins:  {start: 13"));
  await server.start();
} });

test("a finished game shows its public moves without the board", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/replay/${over}/1`, "#other-rules");
  assert.match(await visitor.text("#other-rules"), /rules have changed.* as spectators saw them/);
  assert.equal(await page.locator("#play-from, #viewpoint, #tab-chances").count(), 0);
  const steps = await page.locator("#log p").allTextContents();
  assert.ok(steps.length > 2 && steps.some((text) => !/hidden choice/.test(text)), steps.join("\n"));
  await page.locator("#step-on").click();
  await page.waitForFunction(() => document.getElementById("scrubber").value === "2");
  await check(visitor, "older");
  await visitor.close();
});

test("the server has ended an unfinished game, and the page says why", async () => {
  const visitor = await fixture.open();
  await visitor.go(`#/watch/${open}`, "#options");
  assert.match(await visitor.prompt(), /the rules have changed/);
  assert.equal(await visitor.page.locator("#invite").count(), 0);
  await visitor.go(`#/replay/${open}`, "#other-rules");
  assert.match(await visitor.text("#other-rules"), /its moves were not saved/);
  assert.match(await visitor.text(".replay-head"), /the rules changed/);
  await visitor.close();
});
