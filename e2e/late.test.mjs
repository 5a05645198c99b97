// A table with delayed spectators: chat, moves and the result arrive late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PatchedTexts } from "../web/static/store/patch.js";
import { best, click, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const DELAY = 3000; // milliseconds
const fixture = setup();

/** Arrival times by message. The parts of a message that differ between seats are omitted. @param {import("./browser.mjs").Visitor} visitor */
function arrivals(visitor) {
  const times = new Map();
  visitor.page.on("websocket", (socket) => {
    const texts = new PatchedTexts();
    socket.on("framereceived", ({ payload }) => {
      const { type, n = 0, text = "" } = texts.read(String(payload)) ?? {};
      if (["update", "chat", "over"].includes(type)) times.set(`${type} ${n} ${text}`, performance.now());
    });
  });
  return times;
}

test("a spectator sees everything with a delay", async () => {
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }], spectators: { delay_ms: DELAY } });
  const [ann, spectator] = await Promise.all([0, 1].map(() => fixture.open()));
  const [live, late] = [ann, spectator].map(arrivals);
  await spectator.go(`#/watch/${id}`);
  await ann.go(`#/play/${id}/0`);
  await ann.page.locator("#tab-chat").click();
  await ann.page.getByRole("textbox", { name: "Message" }).fill("this comes late");
  await ann.page.getByRole("button", { name: "Send", exact: true }).click();
  for (let choices = 0; choices < 5; choices++) {
    const lines = await openOptions(ann.page);
    await click(ann.page, lines, best(lines, [/^attack/i, /^play/i, /^create/i]));
  }
  await spectator.page.locator(".eyebrow", { hasText: /Spectating, .* behind/ }).waitFor();
  await ann.page.locator("#resign").click();
  await ann.page.getByRole("button", { name: "Really resign?" }).click();
  await ann.page.locator("#prompt", { hasText: "won" }).waitFor();

  await spectator.page.locator("#tab-chat").click();
  await spectator.page.locator(".sayings", { hasText: "this comes late" }).waitFor();
  await spectator.page.locator("#prompt", { hasText: "won" }).waitFor();
  const both = [...late.keys()].filter((message) => live.has(message));
  assert.ok(both.some((message) => message.startsWith("over")) && both.some((message) => message.startsWith("chat")) && both.length > 5, both.join(", "));
  for (const message of both) assert.ok(late.get(message) - live.get(message) > DELAY / 2, `${message} arrived after ${late.get(message) - live.get(message)} ms`);
  await ann.close();
  await spectator.close();
});
