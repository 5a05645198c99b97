// Attacks that the browser's rules and the server's headers must stop.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { setup } from "./setup.mjs";

let other, game;
const fixture = setup({ prepare: async () => {
  other = createServer((_, response) => response.setHeader("Content-Type", "text/html").end());
  other.listen(0);
  await once(other, "listening");
  ({ id: game } = await fixture.server.request("/api/games", { rules: "elements", seats: [{}, {}] }));
} });
after(() => other?.close());

/** Runs in the page: joins the game over a new WebSocket. @param {{url: string, game: string}} target */
const join = ({ url, game }) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onopen = () => {
    socket.send('{"type":"hello","protocol":1}');
    socket.send(JSON.stringify({ type: "join", game }));
  };
  socket.onmessage = ({ data }) => {
    const { type, seat, key } = JSON.parse(data);
    if (type !== "joined" && type !== "error") return;
    socket.close();
    resolve(`${type} ${seat} ${key}`);
  };
  socket.onerror = () => resolve("refused");
});

test("a guest keeps its seat by a cookie that no script can read", async () => {
  const { page } = await fixture.open();
  await page.goto(`${fixture.server.url}/#/cards`); // unlike the lobby, it opens no session
  const session = (method) => page.evaluate((method) => fetch("/api/session", { method }).then((answer) => answer.json()).then(({ id, kind }) => `${id} ${kind}`), method);
  const self = await session("POST");
  assert.match(self, / guest$/);
  assert.equal(await session("GET"), self);
  assert.equal(await page.evaluate(() => document.cookie), "");
  const target = { url: `${fixture.server.url.replace("http", "ws")}/ws`, game };
  assert.equal(await page.evaluate(join, target), "joined 0 undefined");
  await page.reload();
  assert.equal(await page.evaluate(join, target), "joined 0 undefined");
});

test("the page's policy refuses markup, scripts and styles made from text", async () => {
  const { page } = await fixture.open();
  await page.goto(fixture.server.url);
  const results = await page.evaluate(() => [
    () => { document.body.innerHTML = "<b>x</b>"; },
    () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
    () => { document.createElement("script").text = "1"; },
    () => { document.createElement("iframe").srcdoc = "x"; },
    () => trustedTypes.createPolicy("mine", { createHTML: (text) => text }),
  ].map((attack) => {
    try {
      attack();
      return `done: ${attack}`;
    } catch {
      return "refused";
    }
  }));
  assert.deepEqual(results, Array(5).fill("refused"));
  assert.equal(await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { --injected: 1 }";
    document.head.append(style);
    return getComputedStyle(document.body).getPropertyValue("--injected");
  }), "");
});

test("a page of another origin can read and change nothing", async () => {
  const { page } = await fixture.open();
  const { url } = fixture.server;
  await page.goto(url);
  await page.evaluate(() => fetch("/api/session", { method: "POST" }));
  for (const host of ["127.0.0.1", "localhost"]) {
    await page.goto(`http://${host}:${other.address().port}`);
    assert.equal(await page.evaluate(join, { url: `${url.replace("http", "ws")}/ws`, game }), "refused", host);
    const results = await page.evaluate((url) => Promise.all([
      fetch(`${url}/api/session`, { credentials: "include" }),
      fetch(`${url}/api/tokens`, { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" }, body: '{"name":"Evil"}' }),
    ].map((request) => request.then(() => "done", () => "refused"))), url);
    assert.deepEqual(results, ["refused", "refused"], host);
    assert.equal(await page.evaluate((url) => new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      frame.onload = () => {
        try {
          resolve(frame.contentDocument === null ? "refused" : "done");
        } catch {
          resolve("refused");
        }
      };
      document.body.append(frame);
    }), url), "refused", host);
  }
  await page.goto(url);
  assert.equal(await page.evaluate(() => fetch("/api/tokens").then((answer) => answer.json()).then(({ tokens }) => tokens.length)), 0, "no token in the guest's name");
});
