// A table whose spectators see everything late: what is said, what is chosen, and
// that it is over.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { asked, best, click } from "./play.mjs";
import { Server } from "./server.mjs";

const LATE = 3000; // milliseconds
let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** When each message came, by its text without what differs between seats. @param {Visitor} visitor */
function times(visitor) {
  const came = new Map();
  visitor.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
    const { type, n = 0, text = "" } = JSON.parse(String(payload));
    if (["update", "chat", "over"].includes(type)) came.set(`${type} ${n} ${text}`, performance.now());
  }));
  return came;
}

test("a spectator is told late", async () => {
  const { id } = await server.ask("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }], spectators: { delay_ms: LATE } });
  const [ann, watcher] = await Promise.all([0, 1].map(() => Visitor.come(browser, server.url)));
  const [live, late] = [ann, watcher].map(times);
  await watcher.go(`#/watch/${id}`);
  await ann.go(`#/play/${id}/0`);
  await ann.page.locator("#tab-chat").click();
  await ann.page.getByRole("textbox", { name: "Say something" }).fill("nobody hears me yet");
  await ann.page.getByRole("button", { name: "Say", exact: true }).click();
  for (let choices = 0; choices < 5; choices++) {
    const lines = await asked(ann.page);
    await click(ann.page, lines, best(lines, [/^attack/i, /^play/i, /^create/i]));
  }
  await watcher.page.locator(".eyebrow", { hasText: /You are watching, .* late/ }).waitFor();
  await ann.page.locator("#resign").click();
  await ann.page.getByRole("button", { name: "Really resign?" }).click();
  await ann.page.locator("#prompt", { hasText: "won" }).waitFor();

  await watcher.page.locator("#tab-chat").click();
  await watcher.page.locator(".sayings", { hasText: "nobody hears me yet" }).waitFor();
  await watcher.page.locator("#prompt", { hasText: "won" }).waitFor();
  const both = [...late.keys()].filter((message) => live.has(message));
  assert.ok(both.some((message) => message.startsWith("over")) && both.some((message) => message.startsWith("chat")) && both.length > 5, both.join(", "));
  for (const message of both) assert.ok(late.get(message) - live.get(message) > LATE / 2, `${message} came ${late.get(message) - live.get(message)} ms late`);
  await ann.leave();
  await watcher.leave();
});
