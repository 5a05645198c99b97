// What opens on a page: a choice of targets, windows, panels, fields.

import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { asked, best, click } from "./play.mjs";
import { Server } from "./server.mjs";

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const opened = (name, open) => test(name, async () => {
  const visitor = await Visitor.come(browser, server.url);
  await open(visitor, visitor.page);
  await look(visitor, name);
  await visitor.leave();
});

opened("targets", async (visitor, page) => {
  await visitor.go("#/settings", ".settings-page");
  await page.getByLabel("A panel for whoever writes rules or bots").check();
  await page.getByLabel("A line for commands in words").check();
  for (;;) {
    await visitor.go("#/", ".tile");
    await page.locator(".tile", { hasText: "Elements" }).getByRole("button", { name: "Play against a bot" }).click();
    for (let lines = await asked(page); lines; lines = await asked(page)) {
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

opened("kingdom", async (visitor, page) => {
  await visitor.go("#/", "#new-game #start");
  await page.locator("#game").selectOption("dominion");
  await page.getByText("Choose the cards").click();
  await page.getByLabel("Search", { exact: true }).fill("trash");
  await page.locator(".ten.all li").first().waitFor();
});

opened("copy-test", async (visitor, page) => {
  const game = await server.between("polity", ["random"]);
  await visitor.over(game);
  await visitor.go(`#/replay/${game}/5`, "#scrubber");
  await page.getByRole("tab", { name: "Share" }).click();
  await page.locator("#copy-test").click();
  await page.locator("dialog[open] textarea").waitFor();
});

opened("token", async (visitor, page) => {
  await visitor.go("#/bots", "#make-token");
  await page.getByLabel("Name of the bot").fill("Mine");
  await page.locator("#make-token").click();
  await page.locator("#token").waitFor();
  await page.locator(".tokens li").waitFor();
});

opened("deck-file", async (visitor, page) => {
  await visitor.go("#/decks/elements", "#new-deck");
  await page.getByText("Bring a deck from a file").click();
  await page.locator("#import").fill("3 Spark\n2 Nothing of the kind");
  await page.locator("#take-import").click();
  await page.getByText("There is no card called").waitFor();
});
