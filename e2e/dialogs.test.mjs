// Dialogs, panels and other parts of a page that open on request.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { begin, best, click, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

const dialog = (name, open) => test(name, async () => {
  const visitor = await fixture.open();
  await open(visitor, visitor.page);
  await check(visitor, name);
  await visitor.close();
});

dialog("targets", async (visitor, page) => {
  await visitor.go("#/settings", ".settings-page");
  await page.getByLabel("Developer panel").check();
  await page.getByLabel("Command line").check();
  for (;;) {
    await visitor.go("#/", ".pick-game");
    await begin(page, "Elements", /^Easy/);
    for (let lines = await openOptions(page); lines; lines = await openOptions(page)) {
      const aimed = lines.findIndex((line) => line.includes("…"));
      if (aimed < 0) {
        await click(page, lines, best(lines, [/^play/i, /^create/i]));
        continue;
      }
      await page.locator("#options button:enabled").nth(aimed).click();
      await page.locator("#options.narrowed").waitFor();
      return;
    }
  }
});

dialog("kingdom", async (visitor, page) => {
  await visitor.go("#/", "#new-game #start");
  await page.locator("#game").selectOption("dominion");
  await page.getByText("Choose cards").click();
  await page.getByLabel("Search", { exact: true }).fill("trash");
  await page.locator(".ten.all li").first().waitFor();
});

dialog("copy-test", async (visitor, page) => {
  const game = await fixture.server.between("polity", ["random"]);
  await visitor.watchToEnd(game);
  await visitor.go(`#/replay/${game}/5`, "#scrubber");
  await page.locator("#tab-more").click();
  await page.locator("#copy-test").click();
  await page.locator("dialog[open] textarea").waitFor();
});

dialog("token", async (visitor, page) => {
  await visitor.go("#/bots", "#make-token");
  await page.getByLabel("Bot name").fill("Mine");
  await page.locator("#make-token").click();
  await page.locator("#token").waitFor();
  await page.locator(".tokens li").waitFor();
});

dialog("deck-file", async (visitor, page) => {
  await visitor.go("#/decks/elements", "#new-deck");
  await page.getByText("Import deck").click();
  await page.locator("#import").fill("3 Spark\n2 Unicorn");
  await page.locator("#take-import").click();
  await page.getByText("Unknown card").waitFor();
});

test("sounds are offered once", async () => {
  const visitor = await fixture.open({ offered: true });
  const { page } = visitor;
  await visitor.go("#/", ".pick-game");
  await begin(page, "Elements", /^Easy/);
  await openOptions(page);
  await page.getByRole("group", { name: "Sound" }).waitFor();
  await check(visitor, "sound-offer");
  await page.getByRole("button", { name: "On", exact: true }).click();
  await page.getByRole("group", { name: "Sound" }).waitFor({ state: "detached" });
  await visitor.go("#/settings", ".settings-page");
  assert.equal(await page.getByRole("switch", { name: "Sounds" }).isChecked(), true);
  await page.getByText("Sounds", { exact: true }).click();
  await page.goBack();
  await openOptions(page);
  assert.equal(await page.getByRole("group", { name: "Sound" }).count(), 0);
  await visitor.close();
});
