// A table with delayed spectators: chat, moves and the result arrive late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PatchedTexts } from "../web/static/store/patch.js";
import { best, click, openOptions, openPanel, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const DELAY = 3000; // milliseconds
const fixture = setup();

/** Arrival times by message, in milliseconds since 1970: an update under the number of its latest event. @param {import("./browser.mjs").Visitor} visitor */
function arrivals(visitor) {
  /** @type {Map<string, number>} */ const times = new Map();
  visitor.page.on("websocket", (socket) => {
    const texts = new PatchedTexts();
    socket.on("framereceived", ({ payload }) => {
      const { type, n } = texts.read(String(payload)) ?? {};
      if (type === "update") times.set(`update ${n}`, Date.now());
      else if (["chat", "over"].includes(type)) times.set(type, Date.now());
    });
  });
  return times;
}

test("a spectator sees everything with a delay", async () => {
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }], spectators: { delay_ms: DELAY } });
  const [ann, spectator] = await Promise.all([0, 1].map(() => fixture.open()));
  const late = arrivals(spectator);
  await spectator.go(`#/watch/${id}`);
  await ann.go(`#/play/${id}/0`);
  await openPanel(ann.page, "chat");
  await ann.page.getByRole("textbox", { name: "Message" }).fill("this comes late");
  const said = Date.now();
  await ann.page.getByRole("button", { name: "Send", exact: true }).click();
  for (let choices = 0; choices < 5; choices++) {
    const lines = await openOptions(ann.page);
    await click(ann.page, lines, best(lines, [/^attack/i, /^play/i, /^create/i]));
  }
  await spectator.page.locator(".eyebrow", { hasText: /Spectating, .* behind/ }).waitFor();
  await resign(ann.page);
  await ann.page.locator("#prompt", { hasText: "won" }).waitFor();

  await openPanel(spectator.page, "chat");
  await spectator.page.locator(".sayings", { hasText: "this comes late" }).waitFor();
  await spectator.page.locator("#ending").waitFor(); // the event that ends the game comes a moment before

  // The server's times of the steps. A slow page can only make a message later.
  const { list } = await fixture.server.replay(id, "watcher");
  const sent = new Map(list.flatMap(({ at_ms: at, events }) => events.map(({ n }) => [`update ${n}`, at])));
  sent.set("chat", said).set("over", list.at(-1).at_ms);
  const seen = [...late.keys()].filter((message) => sent.has(message));
  assert.ok(["chat", "over"].every((message) => seen.includes(message)) && seen.length > 5, seen.join(", "));
  for (const message of seen) assert.ok(late.get(message) - sent.get(message) >= DELAY, `${message} arrived after ${late.get(message) - sent.get(message)} ms`);
  await ann.close();
  await spectator.close();
});
