// Elements and Dominion on a phone, by touch, to the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, END, play, tap } from "./play.mjs";
import { setup } from "./setup.mjs";

const PHONE = { width: 360, height: 740 };
const PREFERENCES = {
  Elements: [/^attack/i, /^play/i, /^create/i],
  Dominion: [/^play all/i, /^buy province/i, /^buy gold/i, /^buy duchy/i, /^buy silver/i, /^end/i],
};
const fixture = setup();

for (const [title, preferences] of Object.entries(PREFERENCES)) {
  test(`a game of ${title} on a phone`, async () => {
    const visitor = await fixture.open({ size: PHONE, touch: true });
    const { page } = visitor;
    await visitor.go("#/", ".pick-game");
    const bar = await page.locator(".shell nav").boundingBox();
    assert.equal(bar && bar.y + bar.height, PHONE.height, "the pages are at the lower edge");
    await begin(page, title, /^Easy/, "tap");
    await page.locator("#table").waitFor();
    const table = await page.evaluate(() => [document.querySelector(".shell nav").clientHeight, document.getElementById("table").clientHeight]);
    assert.ok(table[0] <= 1 && table[1] > PHONE.height - 10, `a bar of ${table[0]} pixels at a table of ${table[1]} pixels`);
    const made = await play(page, preferences, tap, { before: async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways") });
    assert.ok(made > 0, "no decision came");
    assert.match(await visitor.prompt(), /won|draw/i);
    const [, game] = /#\/replay\/(\w+)/.exec((await page.locator(END).first().getAttribute("href")) ?? "") ?? [];
    const proof = await fixture.server.request(`/api/games/${game}/proof`);
    assert.deepEqual(proof.checks.filter((check) => check.result === "wrong"), []);
    assert.ok(proof.checks.some((check) => check.what === "end" && check.result === "ok"), "the rules did not end the game");
    await visitor.close();
  });
}
