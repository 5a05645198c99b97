// Every page other than tables, checked once it is complete.

import { test } from "node:test";
import { check, checkContrast } from "./check.mjs";
import { setup } from "./setup.mjs";

let game;
const fixture = setup({ prepare: async () => {
  game = await fixture.server.between("elements", ["greedy", "random"]);
  const visitor = await fixture.open();
  await visitor.watchToEnd(game);
  await visitor.close();
} });

/** @type {[name: string, hash: () => string, ready: string][]} */
const PAGES = [
  ["lobby", () => "#/", "#new-game #start"],
  ["settings", () => "#/settings", ".settings-page .keys"],
  ["cards", () => "#/cards", ".tile"],
  ["cards-elements", () => "#/cards/elements", ".shelf-cards .card"],
  ["cards-elements-one", () => "#/cards/elements/Hungry%20Pit", ".shelf-cards .card"],
  ["cards-dominion", () => "#/cards/dominion", ".shelf-cards .card"],
  ["cards-polity", () => "#/cards/polity", ".shelf-cards .card"],
  ["learn", () => "#/learn", "#begin"],
  ["bots", () => "#/bots", ".bots-page li"],
  ["bot", () => "#/bots/greedy", "main h2"],
  ["inspect", () => `#/inspect/${game}/0`, "#inspect .replay-side"],
  ["verify", () => `#/verify/${game}`, ".verify li, .verify dt"],
  ["no-such-page", () => "#/nowhere", "main h2"],
  ["no-such-game", () => "#/watch/nosuchgame", "#options a"],
  ["watch", () => "#/watch", ".watch-page .games li a"],
  ["no-game", () => "#/play", "main h2:text('No game in this link')"],
];

for (const [name, hash, ready] of PAGES) {
  test(name, async () => {
    const visitor = await fixture.open();
    await visitor.go(hash(), ready);
    await check(visitor, name);
    await visitor.close();
  });
}

test("Watch in the header leads to the running and the recorded games", async () => {
  const [player, visitor] = await Promise.all([fixture.open(), fixture.open()]);
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "random" }] });
  await player.go(`#/play/${id}/0`, "#choices.yours");
  await visitor.go("#/");
  await visitor.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Watch" }).click();
  const games = visitor.page.getByRole("combobox", { name: "Game", exact: true });
  await visitor.page.locator(`.games a[href="#/replay/${game}"]`).waitFor();
  await games.selectOption("dominion");
  await visitor.page.locator(`.games a[href="#/replay/${game}"]`).waitFor({ state: "detached" });
  await games.selectOption("elements");
  await visitor.page.locator(`.games a[href="#/watch/${id}"]`).click();
  await visitor.page.locator("#seats .side").first().waitFor();
  for (const one of [player, visitor]) await one.close();
});

test("high contrast: text has 7:1 on every page", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const more = () => page.locator("html[data-contrast=high]").waitFor({ state: "attached" });
  await page.emulateMedia({ contrast: "more" });
  await visitor.go("#/settings", ".settings-page");
  await more();
  await page.emulateMedia({ contrast: null });
  await page.getByLabel("Contrast").selectOption("high");
  for (const [name, hash, ready] of PAGES) {
    await visitor.go(hash(), ready);
    await more();
    await checkContrast(visitor, name);
  }
  for (const [where, ready] of [["watch", "#seats .side"], ["replay", ".chance-line .flag"]]) {
    await visitor.go(`#/${where}/${game}`, ready);
    await checkContrast(visitor, where);
  }
  await visitor.close();
});

test("lobby-dominion", async () => {
  const visitor = await fixture.open();
  await visitor.go("#/", "#new-game #start");
  await visitor.page.locator("#game").selectOption("dominion");
  await visitor.page.locator("#kingdom").waitFor();
  await visitor.page.locator("#player-1").selectOption("");
  await check(visitor, "lobby-dominion");
  await visitor.page.locator("#start").click();
  await visitor.page.locator("#invite").waitFor();
  await check(visitor, "invite");
  await visitor.close();
});

test("decks", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/decks/elements", "#new-deck");
  await check(visitor, "decks");
  await page.locator("#new-deck").click();
  await page.locator("[data-ref=Spark]").first().click();
  await page.locator('.deck-lines [aria-label="Remove one Spark"]').waitFor();
  await check(visitor, "deck");
  await visitor.close();
});

test("replay-from", async () => {
  const visitor = await fixture.open();
  await visitor.go(`#/replay/${game}/10`, "#play-from:enabled");
  await visitor.page.locator("#play-from").click();
  await visitor.page.locator("dialog[open] select").first().waitFor();
  await check(visitor, "replay-from");
  await visitor.close();
});
