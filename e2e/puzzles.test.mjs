// Puzzles: solve one by its hints, fail one, try again, show a solution. TestPuzzles in internal/puzzles searches every puzzle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

/** Presses the suggested option until the puzzle ends. @param {any} visitor @param {() => Promise<void>} before each press */
async function follow({ page }, before) {
  const done = page.locator(".puzzle.done");
  const ready = page.locator("#options button:enabled");
  for (let presses = 0; presses < 40; presses++) {
    await done.or(ready).first().waitFor();
    if (await done.count() > 0) return;
    await before();
    const advised = page.locator("#options .advised:enabled");
    await done.or(advised).first().waitFor();
    if (await done.count() > 0) return;
    await advised.first().click();
  }
  assert.fail("the puzzle did not end");
}

test("hints lead to the solution, which marks the puzzle and leads to the next one", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn", ".puzzles");
  assert.match(await visitor.text(".puzzles"), /0 of \d+ solved/);
  await page.locator("#next-puzzle").click();
  await page.locator(".puzzle").waitFor();
  await page.locator("#options button:enabled").first().waitFor();
  assert.match(await visitor.text(".puzzle"), /Win this turn.*Puzzle 1, easy/s);
  assert.match(await visitor.text(".their-hand"), /Their hand: \w/);
  await check(visitor, "puzzle");
  assert.equal(await page.locator(".advised").count(), 0, "nothing shows the solution before the player asks");
  await page.locator(".puzzle button", { hasText: "Hint" }).click();
  await page.locator(".own .hand .advised", { hasText: "Spark" }).first().waitFor();
  const again = page.locator(".puzzle button", { hasText: "Try again" });
  const advised = page.locator("#options .advised:enabled");
  for (let presses = 0; presses < 4 && await again.count() === 0; presses++) { // the card, then its target
    await advised.first().click();
    await again.or(advised).first().waitFor();
  }
  await again.waitFor();
  await page.locator(".knob.undo").click();
  await again.waitFor({ state: "detached" }); // at the start again
  await page.locator("#options button:enabled").first().waitFor();
  await follow(visitor, async () => {
    const hint = page.locator(".puzzle button:enabled", { hasText: "Hint" });
    if (await page.locator("#options .advised:enabled").count() === 0) await hint.click();
  });
  assert.match(await visitor.text(".puzzle"), /Solved!/);
  await page.locator(".coach-say", { hasText: "1 of 1 player solved it." }).waitFor();
  assert.equal(await page.locator("#ending").count(), 0);
  await page.locator(".puzzle button", { hasText: "Next puzzle" }).click();
  await page.locator(".coach-at", { hasText: "Puzzle 2" }).waitFor();
  await page.locator(".puzzle a", { hasText: "All puzzles" }).click();
  await page.locator(".puzzle-levels .done", { hasText: "1" }).waitFor();
  assert.match(await visitor.text(".puzzles"), /1 of \d+ solved/);
  await check(visitor, "puzzles");
  await visitor.close();
});

test("a turn without a win fails, and the same position starts again with its solution", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn", ".puzzles");
  await page.locator(".puzzle-levels button").nth(1).click();
  await page.locator(".puzzle").waitFor();
  const failed = page.locator(".puzzle.failed");
  const pass = page.locator("#options button:enabled", { hasText: /pass|no block/i });
  for (let presses = 0; presses < 40; presses++) {
    await failed.or(pass).first().waitFor();
    if (await failed.count() > 0) break;
    await pass.first().click({ timeout: 3000 }).catch(() => {}); // the server may pass first
  }
  assert.match(await visitor.text(".puzzle"), /Not this way: your turn ended/);
  await check(visitor, "puzzle-failed");
  await page.locator(".puzzle button", { hasText: "Try again" }).click();
  await page.locator(".puzzle:not(.failed)").waitFor();
  await page.locator("#options button:enabled").first().waitFor();
  await page.locator(".puzzle button", { hasText: "Solution" }).click();
  assert.ok(await page.locator(".solution li").count() >= 3);
  await page.reload();
  await page.locator(".solution li").first().waitFor();
  await follow(visitor, async () => {});
  assert.match(await visitor.text(".puzzle"), /This is the solution/);
  await page.locator(".puzzle a", { hasText: "All puzzles" }).click();
  await page.locator(".puzzles").waitFor();
  assert.match(await visitor.text(".puzzles"), /0 of \d+ solved/);
  const { puzzles: [, second] } = await fixture.server.request("/api/learn/elements");
  assert.ok(second.tried > 0);
  assert.equal(second.solved, undefined, "the page has shown the solution");
  await visitor.close();
});

test("the puzzle of the day is the same on a whole date in UTC, and all puzzles are in view", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await page.setViewportSize({ width: 1280, height: 720 });
  const seen = /** @type {string[]} */ ([]);
  for (const time of ["2026-03-05T00:00:00Z", "2026-03-05T23:59:59Z", "2026-03-06T00:00:00Z"]) {
    await page.clock.setFixedTime(time);
    await visitor.go("#/settings", ".keys");
    await visitor.go("#/learn", "#puzzle-of-day");
    seen.push(/Puzzle \d+/.exec(await visitor.text("#puzzle-of-day"))?.[0] ?? "");
  }
  assert.deepEqual(seen, ["Puzzle 22", "Puzzle 22", "Puzzle 33"]);
  for (const { width, height } of [{ width: 1280, height: 720 }, { width: 360, height: 740 }]) {
    await page.setViewportSize({ width, height });
    const cells = await page.locator(".puzzle-levels button").evaluateAll((list) => list.map((item) => item.getBoundingClientRect()).map(({ width, height, bottom }) => ({ width, height, bottom })));
    assert.equal(cells.length, 42);
    for (const cell of cells) assert.ok(cell.width >= 44 && cell.height >= 44 && (width < 1280 || cell.bottom <= height), JSON.stringify(cell));
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const { puzzles } = await fixture.server.request("/api/learn/elements");
  const { decks, view: { sides: [own, other] } } = await fixture.server.request(`/api/learn/elements/puzzles/${puzzles[32].id}`);
  await page.locator(".today-life").waitFor();
  assert.equal(await page.locator(".today-side").nth(0).locator(".piece").count(), other.present.length);
  assert.equal(await page.locator(".today-side").nth(1).locator(".piece").count(), own.present.length + own.cards.length);
  assert.match(await visitor.text("#puzzle-of-day"), new RegExp(`Today: ${other.life} life, .*Puzzle 33, hard.*${puzzles[32].solution.length} moves, from ${decks.join(" against ")}`, "is"));
  assert.doesNotMatch(await visitor.text("#puzzle-of-day"), /solved by/);
  const heights = async () => {
    const list = [];
    for (const [width, height] of [[360, 740], [1280, 720]]) {
      await page.setViewportSize({ width, height });
      list.push(await page.locator(".today-words").evaluate((item) => item.getBoundingClientRect().height));
    }
    return list;
  };
  const without = await heights();
  await page.locator("#puzzle-of-day").click();
  await page.locator(".coach-at", { hasText: "Puzzle 33," }).waitFor();
  await visitor.go("#/learn", "#puzzle-of-day");
  await page.locator(".today-words", { hasText: "Puzzle 33, hard, solved by 0 of 1 player" }).waitFor();
  for (const [counts, share] of /** @type {const} */ ([[{ tried: 19, solved: 10 }, "10 of 19 players"], [{ tried: 40, solved: 15 }, "38%"]])) {
    await page.route("**/api/learn/elements", async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, puzzles: body.puzzles.map((/** @type {object} */ one) => ({ ...one, ...counts })) } });
    });
    await visitor.go("#/settings", ".keys");
    await visitor.go("#/learn", "#puzzle-of-day");
    await page.locator(".today-words", { hasText: `Puzzle 33, hard, solved by ${share}` }).waitFor();
    assert.deepEqual(await heights(), without, share);
  }
  await visitor.close();
});
