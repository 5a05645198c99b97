// A bot of one's own: it gets a token on the page, plays by WebSocket, and is looked
// at from its seat while it plays, by its owner alone. And a match that bots have played.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { click, play } from "./play.mjs";
import { Server } from "./server.mjs";

const BOT = new URL("../bots/javascript/random-bot.js", import.meta.url).pathname;
let server, browser, bot;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  bot?.kill();
  await browser?.close();
  await server?.stop();
});

test("a bot with a token is watched from its seat while it plays", async () => {
  const [owner, foe, stranger] = await Promise.all([0, 1, 2].map(() => Visitor.come(browser, server.url, { loses: true })));
  await owner.go("#/bots", "#make-token");
  await owner.page.getByLabel("Name of the bot").fill("Walker");
  await owner.page.getByLabel("see what the bot decided").check();
  await owner.page.locator("#make-token").click();
  const token = await owner.page.getByLabel("Token", { exact: true }).inputValue();

  const { id } = await server.ask("/api/games", { rules: "elements", seats: [{}, {}] });
  await foe.go(`#/play/${id}/1`);
  bot = spawn(process.execPath, [BOT, "--url", `${server.url.replace("http", "ws")}/ws`, "--game", id, "--seat", "0", "--token", token], { stdio: "ignore" });
  await play(foe.page, [/^pass/i], click, { choices: 4 });

  await owner.go(`#/inspect/${id}/0`, "#inspect .replay-side");
  assert.match(await owner.page.locator(".replay-head").innerText(), /Walker[^]*running/);
  const decisions = () => owner.page.locator("#scrubber").getAttribute("max").then(Number);
  const seen = await decisions();
  await stranger.go(`#/inspect/${id}/0`, "#inspect-error");
  assert.match(await stranger.page.locator("#inspect-error").innerText(), /./);
  await play(foe.page, [/^pass/i], click, { choices: 4 });
  await owner.page.waitForFunction((seen) => Number(document.getElementById("scrubber").max) > seen, seen);
  await look(owner, "inspect-live");

  await owner.go("#/bots", ".tokens li a");
  await owner.page.locator(".tokens li a").click();
  await owner.page.locator(".bot-games li").first().waitFor();
  await look(owner, "bot-own");
  await owner.go("#/bots", ".tokens li button");
  await owner.page.getByRole("button", { name: "Revoke the token of Walker" }).click();
  await owner.page.getByText("Really revoke?").click();
  await foe.page.locator("#seats", { hasText: "(away)" }).waitFor();
  await stranger.context.close(); // its page has said that it was refused
  for (const visitor of [owner, foe]) await visitor.leave();
});

test("the report of a match between bots", async () => {
  const folder = join(server.data, "matches");
  mkdirSync(folder, { recursive: true });
  execFileSync(process.env.GAMED, ["match", "elements", "greedy", "random", "-n", "20", "--out", join(folder, "first.jsonl")]);
  const visitor = await Visitor.come(browser, server.url);
  await visitor.go("#/matches", "#matches a[href='#/matches/first']");
  await look(visitor, "matches");
  await visitor.page.locator("#matches a[href='#/matches/first']").click();
  await visitor.page.locator("#report").waitFor();
  await look(visitor, "match");
  await visitor.leave();
});
