// Polity: twenty turns with a restart of the server, its stats, and the rankings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkFirstScreen } from "./check.mjs";
import { begin, click, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const TURNS = 20;
const GAUGES = ["Liberties", "Prosperity", "Order", "Treasury"];
const fixture = setup();

/** Each gauge, whether its own sign is inside its dial, and whether its value is at the right of the dial. @param {import("playwright-core").Page} page */
const dials = (page) => page.locator(".gauges > div").evaluateAll((gauges) => {
  const signs = new Set();
  return gauges.map((gauge) => {
    const [dial, sign, value] = [".dial", ".dial .sign", ".reading b"].map((part) => gauge.querySelector(part)?.getBoundingClientRect());
    const path = gauge.querySelector(".sign path")?.getAttribute("d");
    const isNew = Boolean(path) && !signs.has(path);
    signs.add(path);
    return { name: gauge.querySelector("dt").textContent, inside: isNew && sign.width > 0 && sign.left >= dial.left && sign.right <= dial.right && sign.top >= dial.top && sign.bottom <= dial.bottom, beside: value.left >= (dial?.right ?? 0) };
  });
});

test("twenty turns with a restart of the server", async () => {
  const { server } = fixture;
  const visitor = await fixture.open({ disconnects: true });
  const { page } = visitor;
  await visitor.go("#/");
  await begin(page, "Polity", /^Play$/);
  const [season, gauges] = await Promise.all([".dispatch", ".gauges"].map((part) => page.locator(part).boundingBox()));
  assert.ok(gauges.height < season.height, "the long text of the first turn does not stretch the gauges");
  let finished = 0; // turns of finished games
  let made = 0;
  const until = async (end) => {
    for (;;) {
      const game = await visitor.game();
      const { turn } = await server.request(`/api/games/${game}`);
      if (finished + turn >= end) return game;
      const lines = await openOptions(page);
      if (lines) {
        await click(page, lines, made++ % lines.length); // a mix, since any single option would fail
        continue;
      }
      finished += turn;
      await page.getByRole("button", { name: "New game" }).click();
      await page.waitForFunction((game) => !location.hash.includes(game), game);
    }
  };
  const game = await until(TURNS / 2);
  await openOptions(page);
  await check(visitor, "polity");

  // The player leaves and resumes from the lobby, on a new server process.
  const table = () => page.locator("#seats").innerText();
  const lines = await openOptions(page);
  const seen = await table();
  const date = await visitor.text(".dispatch .date");
  await page.goto("about:blank");
  await server.stop("SIGKILL");
  await server.start();
  await visitor.go("#/");
  await page.locator(`.return[href^="#/play/${game}"]`, { hasText: date }).click();
  assert.deepEqual(await openOptions(page), lines);
  assert.equal(await table(), seen);

  await until(TURNS);
  await openOptions(page);
  await visitor.close();
});

test("a choice on the card itself changes the stats, and the lobby ranks the game", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/", "#new-game #start");
  await page.locator("#game").selectOption("polity");
  await page.locator("#rankings").waitFor();
  await page.locator("#count").selectOption("1");
  await page.locator("#start").click();
  await page.locator(".matter .way.can").first().click();
  await page.locator(".came-of-it li").first().waitFor();
  await page.locator(".gauges .delta").first().waitFor();
  const causes = await page.locator(".causes dd").evaluateAll((rows) => rows.map((row) => ({ bar: row.querySelector("i").getBoundingClientRect().width, by: Number(row.querySelector("b").textContent) })));
  assert.ok(causes.length > 0);
  for (const { bar, by } of causes) assert.ok(bar > 0 && by !== 0, "each cause has a bar and its size");
  assert.equal(await page.locator(".gauges > div").count(), 4);
  assert.equal(await page.locator(".gauges .needle").count(), 3);
  await page.locator('.gauges .sign path:not([d=""])').nth(3).waitFor({ state: "attached" }); // the page fetches the icons
  assert.deepEqual(await dials(page), GAUGES.map((name) => ({ name, inside: true, beside: true })), "each gauge has its own sign in the dial, and its value beside the dial");
  const pip = page.locator(".effect", { hasText: new RegExp(GAUGES.join("|")) });
  while (await pip.count() === 0) await click(page, await openOptions(page), 0); // until an option changes a gauge
  await pip.first().locator(".sign path").waitFor();
  await page.getByText("Quarter 2 of 80").waitFor();
  assert.deepEqual(await page.locator(".wheel svg").evaluateAll((seasons) => seasons.map(({ classList }) => classList.contains("now"))), [false, true, false, false], "the wheel marks the summer");
  await page.locator(".news p").first().waitFor();
  assert.equal(await page.locator(".tallies").isVisible(), false);
  await page.locator(".all-stats > summary").click();
  await page.locator(".tallies .delta").first().waitFor();
  for (let i = 0; i < 3; i++) await click(page, await openOptions(page), 0);
  await page.locator(".spark").first().waitFor();

  // On a phone, the card comes before the results of the last choice, and only a button that does something takes room.
  const { width, height } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator("#action.idle").waitFor({ state: "hidden" });
  assert.match(await visitor.text(".dispatch"), /Quarter \d+ of 80\s+The game ends/);
  const [picture, card, news] = await Promise.all([".matter > .emblem", ".matter", ".came-of-it"].map((part) => page.locator(part).boundingBox()));
  assert.ok(picture.height <= 96, `a picture of ${picture.height} pixels`);
  assert.ok(news.y >= card.y + card.height, "the results are above the card");
  assert.deepEqual(await dials(page), GAUGES.map((name) => ({ name, inside: true, beside: false })), "the values are below the dials");
  await page.setViewportSize({ width, height });
  await visitor.go("#/", "#ranks b");
  assert.equal(await page.locator(".hero button.primary").count(), 1, "one button plays again");
  assert.deepEqual(await page.locator(".again p").allInnerTexts(), ["Play again"], "no empty line");
  await page.locator("#rank-by").selectOption("Treasury");
  await page.locator("#ranks b").first().waitFor();
  await check(visitor, "polity-lobby");
  await visitor.close();
});

test("the end is a chronicle with curves and the choices behind them", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { id } = await fixture.server.request("/api/games", { rules: "polity", seats: [{ bot: "random" }] });
  await visitor.go(`#/watch/${id}`, ".chronicle ol a");
  assert.deepEqual(await page.locator(".chronicle figcaption").allInnerTexts(), ["Liberties", "Prosperity", "Order", "Treasury"]);
  const deeds = page.locator(".chronicle li");
  assert.ok(await deeds.count() <= 8);
  for (const text of await deeds.allInnerTexts()) assert.match(text, /^Turn \d+.*(Liberties|Prosperity|Order|Treasury)\s*[▲▼]/s);
  const [list, curves] = await Promise.all([".chronicle ol", ".chronicle .curves"].map((part) => page.locator(part).boundingBox()));
  assert.ok(list.y + list.height <= curves.y, "the curves are above the choices");
  await checkFirstScreen(visitor, [".ending h3", ".ending > h3 + p", ".chronicle li:first-child", "#options li:first-child > *", "#options li:last-child > *"]);
  await check(visitor, "chronicle");
  const step = (await deeds.first().locator("a").getAttribute("href"))?.split("/").at(-1);
  await deeds.first().locator("a").click();
  await page.locator(".replay").waitFor();
  assert.match(page.url(), new RegExp(`/${step}$`));
  await visitor.close();
});
