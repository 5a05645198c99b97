// A server that freezes with its connections open, as after a lost network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, openOptions } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();

const SILENCE = 30_000; // milliseconds, more than the page waits for an answer

test("the page notices a frozen server, says so, and resends the lost choice once", async () => {
  const ann = await fixture.open({ disconnects: true });
  /** The choices that each connection has sent. @type {number[][]} */
  const choices = [];
  ann.page.on("websocket", (socket) => {
    const mine = [];
    choices.push(mine);
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === "choose") mine.push(message.decision);
    });
  });
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }] });
  await ann.page.clock.install();
  await ann.go(`#/play/${id}/0`);
  const lines = await openOptions(ann.page);
  const { process } = fixture.server;
  process.kill("SIGSTOP");
  try {
    await click(ann.page, lines, 0);
    await ann.page.clock.runFor(SILENCE);
    await ann.page.locator("#connection.lost", { hasText: "the server does not answer" }).waitFor();
  } finally {
    process.kill("SIGCONT");
  }
  await ann.page.locator("#connection.open").waitFor();
  await openOptions(ann.page);
  const before = choices[0];
  const after = choices.slice(1).flat();
  assert.equal(before.length, 1, "one click, one choice");
  assert.ok(after.length <= 1 && after.every((decision) => decision === before[0]), `resent: ${after}`);
  await ann.close();
});

test("a choice made while disconnected arrives after the reconnect", async () => {
  const ann = await fixture.open({ disconnects: true });
  const { id } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }] });
  let dropped = 0;
  await ann.page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      if (JSON.parse(String(text)).type !== "choose" || dropped > 0) return far.send(text);
      dropped++; // this choice is lost with its connection
      far.close();
      socket.close({ code: 1001 });
    });
  });
  await ann.go(`#/play/${id}/0`);
  const lines = await openOptions(ann.page);
  const keep = await ann.page.locator("#prompt").textContent();
  await click(ann.page, lines, 0);
  await ann.page.waitForFunction((keep) => document.querySelector("#prompt")?.textContent !== keep && document.querySelector("#choices.yours"), keep);
  assert.equal(dropped, 1);
  await ann.close();
});
