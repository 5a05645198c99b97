// Every page that is not a table of one's own: it is looked at when all of it is there.

import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { Server } from "./server.mjs";

let server, browser, game;

before(async () => {
  server = await new Server().start();
  browser = await launch();
  game = await server.between("elements", ["greedy", "random"]);
  const visitor = await Visitor.come(browser, server.url);
  await visitor.over(game);
  await visitor.leave();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @type {[name: string, hash: () => string, there: string][]} */
const PAGES = [
  ["lobby", () => "#/", "#new-game #start"],
  ["settings", () => "#/settings", ".settings-page .keys"],
  ["cards", () => "#/cards", ".tile"],
  ["cards-elements", () => "#/cards/elements", ".shelf-cards .card"],
  ["cards-elements-one", () => "#/cards/elements/Hungry%20Pit", ".shelf-cards .card"],
  ["cards-dominion", () => "#/cards/dominion", ".shelf-cards .card"],
  ["cards-polity", () => "#/cards/polity", ".shelf-cards .card"],
  ["learn", () => "#/learn", ".tile"],
  ["bots", () => "#/bots", ".bots-page li"],
  ["bot", () => "#/bots/greedy", "main h2"],
  ["inspect", () => `#/inspect/${game}/0`, "#inspect .replay-side"],
  ["verify", () => `#/verify/${game}`, ".verify li, .verify dt"],
  ["no-such-page", () => "#/nowhere", "main h2"],
  ["no-such-game", () => "#/watch/nosuchgame", "#options a"],
];

for (const [name, hash, there] of PAGES) {
  test(name, async () => {
    const visitor = await Visitor.come(browser, server.url);
    await visitor.go(hash(), there);
    await look(visitor, name);
    await visitor.leave();
  });
}

test("lobby-dominion", async () => {
  const visitor = await Visitor.come(browser, server.url);
  await visitor.go("#/", "#new-game #start");
  await visitor.page.locator("#game").selectOption("dominion");
  await visitor.page.locator("#kingdom").waitFor();
  await visitor.page.locator("#player-1").selectOption("");
  await look(visitor, "lobby-dominion");
  await visitor.page.locator("#start").click();
  await visitor.page.locator("#invite").waitFor();
  await look(visitor, "invite");
  await visitor.leave();
});

test("decks", async () => {
  const visitor = await Visitor.come(browser, server.url);
  const { page } = visitor;
  await visitor.go("#/decks/elements", "#new-deck");
  await look(visitor, "decks");
  await page.locator("#new-deck").click();
  await page.locator("[data-ref=Spark]").first().click();
  await page.locator('[aria-label="One Spark less"]').first().waitFor();
  await look(visitor, "deck");
  await visitor.leave();
});

test("replay-from", async () => {
  const visitor = await Visitor.come(browser, server.url);
  await visitor.go(`#/replay/${game}/10`, "#play-from:enabled");
  await visitor.page.locator("#play-from").click();
  await visitor.page.locator("dialog[open] select").first().waitFor();
  await look(visitor, "replay-from");
  await visitor.leave();
});
