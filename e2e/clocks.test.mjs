// The clocks of a timed table, on the pages of both players and of a spectator.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setup } from "./setup.mjs";

const fixture = setup();

/** The seconds on the clock of each side of a page, or null if the clock does not run. @param {import("./browser.mjs").Visitor} visitor */
const clocks = ({ page }) => page.locator(".side").evaluateAll((sides) => sides.map((side) => {
  const [minutes, seconds] = side.querySelector(".clock.running")?.textContent.trim().split(":").map(Number) ?? [];
  return minutes === undefined ? null : 60 * minutes + seconds;
}));

test("both players and a spectator see the same clocks", async () => {
  const clock = { bank_ms: 300_000, per_decision_ms: 10_000, increment_ms: 0, absent: "wait" };
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, {}], clock });
  const visitors = await Promise.all([fixture.open(), fixture.open(), fixture.open()]);
  for (const [i, { page }] of visitors.entries()) await page.goto(`${fixture.server.url}/#/${i < 2 ? "play" : "watch"}/${id}`);
  for (const { page } of visitors.slice(0, 2)) await page.locator("#accept").click();
  for (const { page } of visitors) await page.locator(".clock.running").first().waitFor();
  const seen = await Promise.all(visitors.map(clocks));
  const [mine, theirs, watched] = seen.map((list) => list.filter((s) => s !== null).sort((a, b) => a - b));
  assert.equal(mine.length, 2, "both players decide about their hands");
  for (const other of [theirs, watched]) {
    for (const [i, seconds] of other.entries()) assert.ok(Math.abs(seconds - mine[i]) <= 1, `the clocks differ: ${JSON.stringify(seen)}`);
  }
  assert.ok(mine[0] > 300 && mine[0] <= 310, `the time per decision comes before the bank: ${mine}`);
  for (const visitor of visitors) await visitor.close();
});
