// The sample games: each is started in the lobby and played to its end.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { check } from "./check.mjs";
import { END, click, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const folder = new URL("../examples/", import.meta.url);
const NAMES = readdirSync(folder).filter((name) => name.endsWith(".yaml") && name !== "tortoise.yaml").map((name) => name.slice(0, -".yaml".length));
const RIVALS = ["balloons", "vintage"]; // games for several players
const fixture = setup({ flags: ["--game", NAMES.map((name) => new URL(`${name}.yaml`, folder).pathname).join(",")] });

for (const name of NAMES) {
  test(`${name}, from the lobby to the end`, async () => {
    const visitor = await fixture.open();
    const { page } = visitor;
    await visitor.go("#/", "#new-game #start");
    await page.locator("#game").selectOption(name);
    if (RIVALS.includes(name)) {
      await page.locator("#count").selectOption("2");
      await page.locator("#player-1").selectOption("beginner");
    } else {
      await page.locator("#player-1").waitFor({ state: "detached" }); // the form of the game selected before
    }
    await page.locator("#start").click();
    for (let made = 0; ; made++) {
      const lines = await openOptions(page);
      if (!lines) break;
      assert.ok(made < 400, "the game does not end");
      await click(page, lines, made % lines.length); // a mix of choices, which plays no game well
    }
    await page.locator(END).waitFor();
    await check(visitor, name);
    await visitor.close();
  });
}

test("the options of a card are folded under its title", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { id } = await fixture.server.request("/api/games", { rules: "vintage", seats: [{}, { bot: "random" }] });
  await visitor.go(`#/play/${id}/0`);
  assert.doesNotMatch(await visitor.prompt(), /matter|desk/, "the prompt fits a game without a desk");
  await page.locator(".fold").click();
  const folded = page.locator("#options button", { hasText: "…" }).first();
  const title = /([^:\d]+): .*…/.exec(await folded.innerText())?.[1].trim();
  assert.ok(title, "the folded option names its card");
  await folded.click();
  await page.locator("#prompt").getByText(title, { exact: true }).waitFor();
  await visitor.close();
});

test("players' cards are private until the end, also to spectators", async () => {
  const player = await fixture.open();
  const spectator = await fixture.open();
  const { id } = await fixture.server.request("/api/games", { rules: "vintage", seats: [{}, { bot: "random" }] });
  await player.go(`#/play/${id}/0`);
  await spectator.go(`#/watch/${id}`, ".nations li");
  const standings = (visitor) => visitor.page.locator(".nations li").allInnerTexts();
  for (let made = 0; made < 6; made++) {
    const turns = (await standings(player)).map((line) => Number(/turn (\d+)/.exec(line)?.[1] ?? 1));
    assert.ok(Math.max(...turns) - Math.min(...turns) <= 1, `the bot keeps pace: ${turns}`);
    await click(player.page, await openOptions(player.page) ?? [], 0);
    await player.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await spectator.page.getByText("Only the standings are public").waitFor();
  assert.equal(await spectator.page.locator(".matter").count(), 0);
  const log = await spectator.page.locator("#log li").allTextContents();
  assert.ok(log.length > 0 && log.every((line) => /made a choice( \(\d+ times\))?$/.test(line.trim())), log.join("\n"));
  await check(spectator, "spectator of vintage");
  await player.close();
  await spectator.close();
});
