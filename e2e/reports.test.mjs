// The HTML reports of gamed match and gamed tournament.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";

const SIZES = [{ width: 360, height: 740 }, { width: 1200, height: 850 }];
const folder = mkdtempSync(join(tmpdir(), "gamed-reports-"));
let browser;

before(async () => {
  for (const args of [["match", "elements", "greedy", "random", "-n", "20"], ["tournament", "elements", "greedy", "random", "learned-greedy", "-n", "4"]]) {
    execFileSync(process.env.GAMED, [...args, "--report", join(folder, `${args[0]}.html`)], { stdio: "ignore" });
  }
  browser = await launch();
});
after(() => browser?.close());

/** Runs in the page: chart labels that touch one another or leave the page. */
const overlaps = () => [...document.querySelectorAll("svg")].flatMap((svg) => {
  const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const outside = texts.filter(([, box]) => box.left < -1 || box.right > innerWidth + 1).map(([text]) => `${text} leaves the page`);
  return outside.concat(texts.flatMap(([one, a], i) => texts.slice(i + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([other]) => `${one} touches ${other}`)));
});

for (const colorScheme of ["dark", "light"]) {
  test(`reports fit a phone and a desktop in ${colorScheme} mode`, async () => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    for (const name of ["match", "tournament"]) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(`file://${join(folder, name)}.html`);
        await page.locator("main").waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${name} at ${size.width} px is too wide`);
        assert.deepEqual(await page.evaluate(overlaps), [], `${name} at ${size.width} px`);
      }
    }
    // A click on a column head sorts by it.
    const column = () => page.locator("#bots ~ div tbody tr td:nth-child(2)").allTextContents();
    const head = page.locator("#bots ~ div thead th").nth(1);
    const before = await column();
    await head.locator("button").click();
    await head.locator("button").click();
    assert.notDeepEqual(await column(), before);
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.deepEqual(faults, []);
    await context.close();
  });
}
