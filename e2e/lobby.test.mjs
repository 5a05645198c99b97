// The lobby of a player: the name, the levels of bots, and matchmaking.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { begin, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

test("a new player chooses a name and a face, and refused names say why", async () => {
  const visitor = await fixture.open({ refused: true });
  const { page } = visitor;
  await visitor.go("#/", ".mugs");
  await page.getByRole("radio", { name: "Owl" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("radio", { name: "Lion" }).isChecked(), true);
  await page.getByLabel("Your name").fill("greedy");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".player-name .notice", { hasText: "choose another name" }).waitFor();
  await check(visitor, "name");
  await page.getByLabel("Your name").fill("Zoë O’Neil");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".me b", { hasText: "Zoë O’Neil" }).waitFor();
  await page.reload();
  await page.locator(".me b", { hasText: "Zoë O’Neil" }).waitFor();
  await page.getByRole("button", { name: "Change name or face" }).click();
  assert.equal(await page.getByRole("radio", { name: "Lion" }).isChecked(), true);
  await page.getByRole("radio", { name: "Fox" }).check({ force: true });
  await check(visitor, "face");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await visitor.go("#/cards", ".tile");
  await page.reload();
  await page.locator(".me b", { hasText: "Zoë O’Neil" }).waitFor(); // on a page without a session
  const { id } = await fixture.server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}] });
  await page.goto(`${fixture.server.url}/#/play/${id}`);
  await page.locator("#accept").click();
  await page.locator("#invite").waitFor();
  assert.equal((await fixture.server.request(`/api/games/${id}`)).seats[0].face, "fox");
  await visitor.close();
});

test("a new player skips the question for a name and a face", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", ".mugs");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator("#queue").waitFor();
  for (const part of [".again", ".tiles li:last-child", ".begin", "#people", "#friend"]) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y + height <= 720, `${part} ends at ${y + height}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const [question, dock] = await Promise.all([".player-name", "nav"].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(question.y + question.height <= dock.y, `on a phone, the question ends at ${question.y + question.height}`);
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator(".player-name").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".again").waitFor();
  assert.equal(await page.locator(".mugs").count(), 0);
  await visitor.close();
});

test("each level of bot plays at once", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", ".face");
  const called = ["Beginner", "Easy", "Medium", "Hard"];
  assert.deepEqual(await page.locator(".face > :nth-child(2)").allInnerTexts(), called);
  assert.deepEqual(await page.locator("#player-1 option", { hasText: "Bot:" }).allInnerTexts(), called.map((name) => `Bot: ${name.toLowerCase()}`));
  const hard = page.locator(".face", { hasText: "Hard bot. Looks ahead" });
  assert.equal(await hard.getAttribute("title"), "Beats Medium 3 to 1.");
  assert.equal(await page.locator("#player-1 option", { hasText: "ismcts" }).count(), 0, "no bots with parameters for players");
  await begin(page, "Elements", /^Hard/);
  await openOptions(page);
  assert.match(await visitor.text("#seats"), /Hard bot/);
  const before = page.url();

  // The lobby offers the same game again. The link back to the running game names the bot by its title, and says whose move it is.
  await visitor.go("#/", ".again");
  assert.match(await visitor.text(".again"), /Elements\s+Wildfire against the Hard bot\.[^]*Play\s+against the Hard bot, with Wildfire/i);
  await page.locator(".return.yours", { hasText: /against Hard bot.*Your move/s }).waitFor();
  await page.getByRole("button", { name: "Skip" }).click();
  const tables = [1, 2, 3].map(() => fixture.server.request("/api/games", { rules: "elements", seats: [{}, {}] }));
  const ids = (await Promise.all(tables)).map(({ id }) => id);
  await page.locator(`#games a[href="#/play/${ids[0]}"]`).waitFor();
  for (const [width, height, ...lists] of [[1280, 720, "#games-title"], [1920, 1080, "#games li:nth-child(3)"]]) {
    await page.setViewportSize({ width: Number(width), height: Number(height) });
    for (const part of [".returns", ".again", ".tiles li:last-child", ".begin", "#people", "#friend", ...lists.map(String)]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y + box.height <= Number(height), `${part} is in the first screen of ${width}×${height}`);
    }
  }
  await check(visitor, "lobby-again");
  await page.locator("#again").click();
  await openOptions(page);
  assert.match(await visitor.text("#seats"), /Hard bot/);
  assert.notEqual(page.url(), before);
  await visitor.close();
});

test("quick match waits in the lobby, and can be cancelled", async () => {
  const [ann, ben] = await Promise.all([fixture.open(), fixture.open()]);
  await ann.go("#/", "#own-deck");
  const titles = await ann.page.locator("#own-deck option, #deck-0 option").allInnerTexts();
  assert.deepEqual(titles.filter((title) => /^(wildfire|old growth)$/i.test(title)), ["Wildfire", "Old growth", "Wildfire", "Old growth"]);
  await ann.page.locator("#own-deck").selectOption("wildfire");
  const clock = (/** @type {string} */ name) => ann.page.getByRole("radiogroup", { name: "Clock" }).getByRole("radio", { name, exact: true });
  await ann.page.setViewportSize({ width: 360, height: 740 });
  const heights = await ann.page.locator("#people-clock label").evaluateAll((list) => list.map((label) => label.offsetHeight));
  assert.ok(heights.length === 4 && heights.every((height) => height >= 44), `the clocks are ${heights} high`);
  await ann.page.locator("#people-clock label", { hasText: "one day" }).click();
  await ann.page.locator("#people", { hasText: "You have one day for each move." }).waitFor();
  assert.equal(await clock("one day per move").isChecked(), true);
  await ann.page.keyboard.press("ArrowLeft");
  await ann.page.keyboard.press("ArrowLeft");
  assert.equal(await clock("5 min + 2 s 10 s delay").isChecked(), true);
  await ann.page.locator("#people", { hasText: "The first 10 s of a move are free; each move adds 2 s." }).waitFor();
  await ann.page.keyboard.press("Tab"); // the clocks are one stop of the tab key
  await ann.page.locator("#own-deck:focus").waitFor();
  await ann.page.setViewportSize({ width: 1280, height: 850 });
  await ann.page.locator("#find").click();
  await ann.page.locator(".looking", { hasText: "Elements, 5 min + 2 s, 10 s delay, Wildfire" }).waitFor();
  await check(ann, "looking");
  const { games: left } = await fixture.server.request("/api/games?status=open");
  await ann.page.locator("#cancel-match").click();
  await ann.page.locator("#find").waitFor();
  assert.equal(await ann.page.locator(".return").count(), 0, "a cancelled wait is no game to return to");
  await ben.go("#/", "#find");
  await ben.page.locator("#find").click();
  const looking = ben.page.locator(".looking", { hasText: "5 min + 2 s, 10 s delay" });
  await looking.waitFor();
  await ben.page.reload();
  await looking.getByRole("button", { name: "Cancel" }).waitFor();
  await ben.page.getByRole("link", { name: "Cards", exact: true }).click(); // the wait lasts on another page
  await ann.page.locator("#queue", { hasText: "1 player is waiting" }).waitFor();
  await ann.page.locator("#people-clock label", { hasText: "one day" }).click();
  await ann.page.locator("#queue", { hasText: "No one is waiting · 1 player with 5 min + 2 s" }).waitFor();
  await ann.page.locator("#people-clock label", { hasText: "5 min" }).click();
  await ann.page.locator("#find").click();
  for (const { page } of [ann, ben]) await openOptions(page);
  const game = await ben.game();
  assert.equal(await ann.game(), game);
  assert.ok(!left.some(({ id }) => id === game), "a cancelled wait leads to no game");
  assert.equal((await fixture.server.request(`/api/games/${game}`)).clock.bank_ms, 300_000);
  await ann.go("#/", "#queue");
  await ann.page.locator("#queue", { hasText: /No one is waiting · usual wait \d+:\d\d/ }).waitFor();
  const returns = ann.page.locator(".return");
  await returns.filter({ hasText: /Your move|’s move/ }).locator("[role=timer]").waitFor();
  assert.equal(await returns.count(), 1);
  await ann.page.locator(".again", { hasText: "against a person" }).waitFor();
  assert.equal(await ann.page.locator(".again .likeness").count(), 2, "the stage shows both players");
  for (const visitor of [ann, ben]) await visitor.close();
});
