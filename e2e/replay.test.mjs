// Replays: navigation, viewpoints, sharing, and the fairness check.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, settled } from "./check.mjs";
import { openOptions, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const SCREENS = [[1280, 720], [1920, 1080], [360, 740], [740, 360], [412, 915]];

let game, last, list;
const fixture = setup({ prepare: async () => {
  game = await fixture.server.between("elements", ["greedy", "random"]);
  const visitor = await fixture.open();
  await visitor.watchToEnd(game);
  await visitor.close();
  ({ steps: last, list } = await fixture.server.request(`/api/games/${game}/replay?count=500`));
} });

/** Whether the table shows anything of a step. @param {{n: number, events: {what: string}[]}} step */
const shows = ({ n, events }) => n === 0 || events.some(({ what }) => what !== "answered");

test("a replay opens at the step of its link and moves by button, key and playback", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const at = (step) => page.waitForFunction((step) => document.getElementById("scrubber").value === String(step), step);
  const [first, second] = list.filter(shows).slice(2).map(({ n }) => n);
  await visitor.go(`#/replay/${game}/${first}`, "#seats .side");
  await at(first);
  await page.locator("#step-on").click();
  await at(second); // a step that shows nothing is part of the next one
  await page.keyboard.press("ArrowLeft");
  await at(first);
  await page.keyboard.press("End");
  await page.locator("#step-on:disabled").waitFor();
  await at(last);
  assert.match(await visitor.text("#choices .eyebrow"), /won/i);
  await page.keyboard.press("Home");
  await page.locator("#step-back:disabled").waitFor();
  await at(0);

  await page.locator("#speed").getByRole("button", { name: "4×" }).click();
  await page.locator("#speed [aria-pressed=true]", { hasText: "4×" }).waitFor();
  await page.locator("#scrubber").fill(String(last - 3));
  await page.locator("#play").click();
  await page.locator("#step-on:disabled").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await visitor.close();
});

test("the log of a replay has a heading for each turn and leads to its steps by mouse and keyboard", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const at = (step) => page.waitForFunction((step) => document.getElementById("scrubber").value === step, step);
  const { turns } = await fixture.server.request(`/api/games/${game}/replay?count=1`);
  await visitor.go(`#/replay/${game}/${last}`, "#tab-log");
  await page.locator("#tab-log").click();
  await page.locator("#log h3").first().waitFor();
  const heads = await page.locator("#log h3").evaluateAll((list) => list.map((head) => [Number(/Turn (\d+)/.exec(head.textContent)[1]), Number(head.querySelector(".jump").textContent)]));
  assert.deepEqual(heads, turns.filter(({ turn, step }) => turn > 0 && turn >= heads[0][0] && step > 0).map(({ turn, step }) => [turn, step]), "a turn begins at the step of its mark");
  const text = await page.locator("#log").innerText();
  assert.doesNotMatch(text, /\b[tf]\d+\b|\bseat \d|will create/, "no internal names, and nothing twice");
  const passes = await page.locator("#log li").evaluateAll((list) => list.filter((line) => line.matches(".pass + .pass")).length);
  assert.equal(passes, 0, "passes in a row are one line");

  const line = page.locator("#log .play > p").first();
  const step = await line.locator(".jump").textContent();
  await line.hover({ position: { x: 5, y: 5 } });
  await page.locator("#choices.glance").waitFor();
  await at(String(last));
  await line.click({ position: { x: 5, y: 5 } });
  await at(step);
  await page.locator("#log .play > p [aria-current], #log .play > p[aria-current]").first().waitFor();

  const name = line.locator(".card-name").first();
  await name.hover();
  await page.locator(".zoom", { hasText: (await name.textContent()) ?? "" }).waitFor();
  await page.locator("#play-from").hover();
  await page.locator(".zoom").waitFor({ state: "detached" });
  assert.equal(await page.locator("#log :is(.jump, .card-name)[tabindex='0']").count(), 1, "the log's buttons are one stop of the tab key");
  await page.locator("#log :is(.jump, .card-name)[tabindex='0']").focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.activeElement?.matches("#log .jump, #log .card-name"));
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await at(await page.locator("#log .jump").first().textContent());
  await check(visitor, "replay-log");
  await visitor.close();
});

test("a replay names each player's deck, unless the viewpoint hides its cards", async () => {
  const visitor = await fixture.open({ size: { width: 1280, height: 720 } });
  const { page } = visitor;
  const decks = page.locator(".side .who-name small");
  await visitor.go(`#/replay/${game}/${last}`, ".side .who-name small");
  assert.deepEqual((await decks.allTextContents()).sort(), ["Orchard", "Wildfire"]);
  await page.locator("#viewpoint").selectOption("1");
  await page.locator(".side.own").waitFor();
  assert.equal(await decks.count(), 0);
  await visitor.close();
});

test("a seat's viewpoint hides the opponent's cards, and is part of the address", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/replay/${game}`, "#viewpoint");
  await page.locator("#viewpoint").selectOption("1");
  await page.locator(".side.own").waitFor();
  await page.locator(".backs").first().waitFor();
  await page.locator("#step-on").click();
  await page.waitForURL(/\/[1-9]\d*\/1$/);
  await visitor.close();
});

test("playback and the button show each step as the table does", async () => {
  const visitor = await fixture.open({ animated: true });
  const { page } = visitor;
  await page.clock.install();
  await visitor.go(`#/replay/${game}/0`, "#seats .side");
  await page.locator("#step-on").click(); // one step is shown as playback shows it
  await page.locator(".stage-text").waitFor();
  await page.locator("#step-on").click(); // a further click ends it at once
  await page.waitForFunction((n) => Number(document.getElementById("scrubber").value) >= n, list.filter(shows)[1].n);
  await page.locator("#play").click();
  await page.locator(".stage-text").waitFor();
  await page.locator(".stage-card").waitFor();
  await page.screenshot({ path: new URL("shots/replay-playing.png", import.meta.url).pathname });
  await page.locator("#play").click();
  await page.locator(".stage").waitFor({ state: "detached" });
  const step = await page.locator("#scrubber").inputValue();
  await page.clock.fastForward(10_000);
  assert.equal(await page.locator("#scrubber").inputValue(), step, "it stays paused");
  await visitor.close();
});

test("a replay fills the screen as the table does, and never scrolls", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const games = [game];
  for (const [rules, bots] of [["dominion", ["random", "random"]], ["polity", ["random"]]]) {
    games.push(await fixture.server.between(rules, bots));
    await visitor.watchToEnd(games.at(-1));
  }
  for (const id of games) {
    await visitor.go("#/settings", ".keys"); // otherwise the board of the last game may still be there
    await visitor.go(`#/replay/${id}/20`, "#seats .felt, #seats .bureau");
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.locator(width < 500 ? ".transport #play-from" : "#choices #play-from").waitFor(); // the page draws again after a new size
      await page.locator("#prompt, .caption").evaluateAll((list) => { for (const { lastChild } of list) lastChild.data = "A sentence longer than any choice, with many words about what a player has decided and why. ".repeat(2); });
      const [over, wide, room] = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return [scrollHeight - innerHeight, scrollWidth - innerWidth, document.getElementById("seats").clientHeight / innerHeight];
      });
      assert.deepEqual([over, wide], [0, 0], `${id} scrolls at ${width}×${height}`);
      const bar = await page.locator(".shell").boundingBox();
      assert.equal((bar?.height ?? 0) > 40, width > 960, `the navigation bar at ${width}×${height}`);
      assert.ok(room > 0.6, `${id}: the board has ${room} of the height at ${width}×${height}`);
      for (const control of ["#play", "#step-on", "#scrubber", "#speed"]) {
        const box = await page.locator(control).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${control} is outside at ${width}×${height}`);
      }
    }
  }
  await visitor.close();
});

test("the card that is being played lies beside the board of a replay, and covers nothing", async () => {
  const visitor = await fixture.open({ size: { width: 1280, height: 720 } });
  const { page } = visitor;
  const { list } = await fixture.server.replay(game, "all");
  const step = list.findIndex(({ view }) => view.stack.some(({ phase }) => phase === "play"));
  assert.ok(step > 0);
  await visitor.go(`#/replay/${game}/${step}`, ".pile-of .print");
  await page.evaluate(settled);
  const covered = await page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const card = box(document.querySelector(".pile-of .print"));
    return [".side .likeness", ".present > *", ".hand > li", ".track > *", "#side-panel"].flatMap((selector) => [...document.querySelectorAll(selector)].filter((element) => {
      const { left, right, top, bottom } = box(element);
      return left < card.right && card.left < right && top < card.bottom && card.top < bottom;
    }).map(({ className }) => `${selector}: ${className}`));
  });
  assert.deepEqual(covered, []);
  await visitor.close();
});

test("a replay of a duel has the plates, the cards and the caption of the design", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { list } = await fixture.server.replay(game, "all");
  const { n } = list.find(({ view }) => view.stack.some(({ phase }) => phase === "play") && [1, 2, 3].includes(view.sides[0].present.length) && view.sides[1].present.length < 4);
  await visitor.go(`#/replay/${game}/${n}`, ".pile-of .print");
  for (const [width, height] of [[1280, 720], [1440, 900], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(settled);
    const unit = Math.min(width / 128, height / 72); // the unit of the design
    const seen = await page.evaluate(() => [".side > header", ".side .likeness", ".present .token", ".pile-of .print"].map((part) => [part, parseFloat(getComputedStyle(document.querySelector(part)).width)]));
    for (const [i, units] of [15, 5.4, 10.6, 14.6].entries()) assert.ok(Math.abs(seen[i][1] / unit - units) < 0.5, `${seen[i][0]} has ${seen[i][1] / unit} instead of ${units} units at ${width} × ${height}`);
    assert.equal(await page.locator(".side .lacking, .track").count(), 0, "neither the elements that a player lacks nor the phases");
    assert.equal(await page.locator(".caption").textContent(), `Turn ${list[n].view.turn} ${await page.locator("#prompt").textContent()}`);
  }
  await visitor.close();
});

test("winning chances have a value for each step, and marks lead to the turning points", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/replay/${game}`, "#tab-chances");
  const marks = page.locator(".chance-line .flag");
  await marks.first().waitFor({ timeout: 120_000 });
  assert.equal(await marks.count(), 3);
  assert.match((await marks.nth(1).textContent()) ?? "", /^2Turn \d+, .+: \d+% → \d+%$/);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const line = await page.locator(".chance-line").evaluate((element) => element.offsetHeight);
    if (width > 960) {
      assert.equal(line, height > 1000 ? 195 : 130, `the height of the line at ${width}×${height}`);
      assert.ok(await page.locator("#chances").evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight), `the panel is cut at ${width}×${height}`);
    }
    const [slider, chart, numbers] = await page.evaluate(() => ["#scrubber", ".chance-line", ".turn-marks"].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()));
    assert.ok(slider.top < chart.top && chart.bottom < numbers.bottom, `the slider is above the line, and the numbers of the turns are below it at ${width}×${height}`);
    assert.ok(Math.abs(chart.left - numbers.left) < 1 && Math.abs(chart.right - numbers.right) < 1, `the turns have the width of the line at ${width}×${height}`);
    for (const step of [0, Math.ceil(last / 4), Math.ceil(last / 2), last]) {
      await page.locator("#scrubber").fill(String(step));
      const covered = await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame); // the page draws again after a new size
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
        const flags = boxes(".chance-line .flag");
        return boxes(".chance-line :is(.who, .at b)").some((label, i, labels) => [...flags, ...labels.slice(0, i)].some((other) => label.left < other.right && other.left < label.right && label.top < other.bottom && other.top < label.bottom));
      });
      assert.ok(!covered, `a mark covers a label of step ${step} at ${width}×${height}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 850 });
  assert.match(await visitor.text("#chances .result"), /^\S.* won\. .+ (ran out of life|had to draw from an empty Future) on turn \d+\./);
  await marks.nth(1).click();
  assert.equal(await page.locator("#chances tbody tr").count(), last + 1);
  const point = page.locator(".turning-points button[aria-current=step]", { hasText: /\d+% → \d+%$/ });
  await point.waitFor();
  assert.match(await point.innerText(), /^2/);
  const n = await page.locator("#scrubber").inputValue();
  await page.locator("#chances summary", { hasText: "Chances of all players" }).click();
  await page.locator("#chances p", { hasText: `After step ${n}:` }).waitFor();
  await page.locator(".turning-points button").first().click();
  await page.waitForFunction((n) => Number(document.getElementById("scrubber").value) < Number(n), n);
  await check(visitor, "replay-points");
  await visitor.close();
});

test("a replay exports a test, and a new game starts from its position", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/replay/${game}/3`, "#tab-more");
  await page.locator("#tab-more").click();
  await page.locator("#copy-test").click();
  assert.match(await page.locator("dialog textarea").inputValue(), /statetest\.Play/);
  await page.locator(".dialog-head button").click();
  await page.locator("#play-from").click();
  await page.locator("#from-1").waitFor();
  await page.locator(".play-from .primary").click();
  await openOptions(page);
  await page.locator(".own .hand").waitFor();
  await visitor.close();
});

test("the fairness check passes, and fails for another fingerprint", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "random" }] });
  await visitor.go(`#/play/${id}/0`, "#tab-more");
  await openOptions(page);
  await resign(page);
  await page.locator(`#options a[href="#/replay/${id}"]`).waitFor();
  await visitor.go("#/", "#lately-title");
  await visitor.go(`#/verify/${id}`, "#verdict");
  assert.match(await visitor.text("#verdict"), /Yes/);
  const findings = await visitor.text(".findings");
  assert.match(findings, /This browser received the same fingerprint when you joined/);
  assert.match(findings, /Yours is included/);
  assert.match(await page.locator(".verify .copyable input").inputValue(), /gamed verify --commit /);
  await check(visitor, "verify-own");
  await page.locator(".method summary").click();
  assert.match(await visitor.text(".method"), /gamed nonces v1[^]*chacha8rand[^]*0x9e3779b97f4a7c15[^]*sort the deck[^]*seven Coppers/, "the page says how the key gives the deal");
  await check(visitor, "verify-method");
  const other = await fixture.open();
  await other.go(`#/verify/${id}`, "#verdict");
  assert.match(await other.text("#verdict"), /Yes\. No check failed/);
  assert.match(await other.text(".findings"), /Published before the game\s*: not checked\s*The server shows the same fingerprint now\. This browser has no record from before the game/);
  await other.close();
  await page.evaluate(() => localStorage.setItem("gamed.fair", localStorage.getItem("gamed.fair").replace(/"commit":"..../, '"commit":"0000')));
  await page.reload();
  await page.locator("#verdict.foul").waitFor();
  await visitor.close();
});
