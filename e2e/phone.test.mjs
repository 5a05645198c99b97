// On a telephone, by touch: a game of Elements and one of Dominion against a bot, to
// the end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { END, play, tap } from "./play.mjs";
import { Server } from "./server.mjs";

const PHONE = { width: 360, height: 740 };
const LIKES = {
  Elements: [/^attack/i, /^play/i, /^create/i],
  Dominion: [/^play all/i, /^buy province/i, /^buy gold/i, /^buy duchy/i, /^buy silver/i, /^end/i],
};
let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [title, likes] of Object.entries(LIKES)) {
  test(`a game of ${title} on a telephone`, async () => {
    const visitor = await Visitor.come(browser, server.url, { size: PHONE, touch: true });
    const { page } = visitor;
    await visitor.go("#/", ".tile");
    await page.locator(".tile", { hasText: title }).getByRole("button", { name: "Play against a bot" }).tap();
    const made = await play(page, likes, tap, { before: async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways") });
    assert.ok(made > 0, "nothing was asked");
    assert.match(await page.locator("#prompt").innerText(), /won|draw/i);
    const [, game] = /#\/replay\/(\w+)/.exec((await page.locator(END).first().getAttribute("href")) ?? "") ?? [];
    const proof = await server.ask(`/api/games/${game}/proof`);
    assert.deepEqual(proof.checks.filter((check) => check.result === "wrong"), []);
    assert.ok(proof.checks.some((check) => check.what === "end" && check.result === "ok"), "it has not come to its end by the rules");
    await visitor.leave();
  });
}
