// The result of a game: what happened, why, and the score. Offers, and a claim against an absent player.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkFirstScreen } from "./check.mjs";
import { fullView, sitAt } from "./fulltable.mjs";
import { openOptions, openPanel, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();
const CLAIM = 120_000; // milliseconds: more than the minute that a player must have been away
let claimed;

test("a player leaves a timed game", async () => {
  const clock = { bank_ms: 1_200_000, per_decision_ms: 30_000, increment_ms: 0, absent: "forfeit" };
  const { id } = await fixture.server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}], clock });
  const [stays, leaves] = await Promise.all([0, 1].map(() => fixture.open({ disconnects: true })));
  for (const [i, visitor] of [stays, leaves].entries()) await visitor.go(`#/play/${id}/${i}`);
  for (const { page } of [stays, leaves]) await openOptions(page);
  await leaves.page.goto("about:blank");
  await stays.page.locator("#seats", { hasText: "(away)" }).waitFor();
  claimed = { id, stays, leaves }; // the last test claims the win, so that the minute passes during the other tests
});

/** Opens a game against a bot and resigns. @param {string} rules */
async function resigned(rules) {
  const { id } = await fixture.server.request("/api/games", { rules, private: true, seats: [{}, { bot: "random" }] });
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/play/${id}/0`, "#choices.yours");
  await openOptions(page);
  await resign(page);
  await page.locator("#ending").waitFor();
  return { visitor, page, id };
}

test("Elements: defeat with its cause, the score, and the next steps", async () => {
  const { visitor, page, id } = await resigned("elements");
  assert.equal(await visitor.text("#ending h2"), "Defeat");
  assert.equal(await visitor.text("#ending p"), "You resigned before the first turn.");
  await page.locator("#ending .score tr", { hasText: "Life" }).waitFor();
  assert.match(await page.locator("#ending .score tr", { hasText: "Hand" }).innerText(), /[A-Z]\w+, [A-Z]/, "both hands are open");
  await page.setViewportSize({ width: 1280, height: 720 });
  const letters = await page.locator("#ending h2").evaluate((head) => parseFloat(getComputedStyle(head).fontSize));
  assert.ok(Math.abs(letters / 10 - 8) < 1, `the result has ${letters / 10} of the design's 8 units`);
  const plate = await page.locator("#ending").boundingBox();
  for (const way of await page.locator("#options > li").all()) {
    const { x, y, width, height } = await way.boundingBox();
    assert.ok(x >= plate.x && x + width <= plate.x + plate.width && y + height <= plate.y + plate.height, `${await way.innerText()} lies in the result`);
  }
  await check(visitor, "ending");
  assert.equal(await page.locator(`#options a[href="#/replay/${id}"]`).innerText(), "Review");
  for (const name of ["New game", "Share"]) assert.equal(await page.getByRole("button", { name, exact: true }).count(), 1);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("img", { name: /^Defeat\. You resigned before/ }).waitFor();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download picture" }).click()]);
  assert.equal(picture.suggestedFilename(), "gamed-result.png");
  await check(visitor, "share");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Close the result" }).click();
  await page.locator("#ending").waitFor({ state: "detached" });
  await visitor.close();
});

test("Elements: a finished duel with its last blow, its turning point and its best cards", async () => {
  const { server } = fixture;
  const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{ bot: "greedy" }, { bot: "greedy" }] });
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go(`#/watch/${id}`, "#ending .turning");
  assert.match(await visitor.text("#ending h2"), /won$/);
  const { steps, won, turns } = await server.request(`/api/games/${id}/replay?seat=all&from=0&count=1`);
  assert.match(await visitor.text("#ending p"), new RegExp(`(ran out of life on turn ${turns.at(-1).turn}\\.( .+ dealt the last \\d+\\.)?|had to draw from an empty Future on turn \\d+\\.)$`));

  const { list } = await server.request(`/api/games/${id}/replay?seat=all&from=0&count=500`);
  const events = list.flatMap((/** @type {any} */ step) => step.events);
  const lost = (/** @type {string[]} */ ...what) => events.filter((/** @type {any} */ event) => what.includes(event.what) && event.seat !== won[0]).reduce((/** @type {number} */ sum, /** @type {any} */ event) => sum + event.amount, 0);
  const merits = await page.locator("#ending .merits li").evaluateAll((rows) => rows.map((row) => ({ name: row.querySelector("span b")?.textContent, note: row.querySelector("small")?.textContent ?? "", value: Number(row.lastElementChild?.textContent) })));
  const dealt = merits.filter(({ note }) => note.startsWith("damage")).reduce((sum, { value }) => sum + value, 0);
  assert.ok(merits.length > 0 && dealt > 0 && dealt <= lost("damage", "lose_life"), JSON.stringify(merits));
  assert.deepEqual(merits.map(({ value }) => value), merits.map(({ value }) => value).toSorted((a, b) => b - a));

  assert.equal(await page.locator("#ending .turning .mark + circle").count(), 1);
  await checkFirstScreen(visitor, ["#ending h2 + p", "#ending .turning > p", "#ending .turning .chart svg", "#options li:first-child > *", "#options li:last-child > *"]);
  await page.locator("#ending summary", { hasText: "Life, Hand, Elements" }).click();
  await page.locator("#ending .score tr", { hasText: "Life" }).waitFor();
  const link = await page.locator("#ending .turning a").getAttribute("href") ?? "";
  const n = Number(link.split("/").at(-1));
  assert.ok(n > 0 && n <= steps, link);
  await check(visitor, "ending of a duel");
  await page.locator("#ending .turning a").click();
  await page.locator(".table.replay #prompt").waitFor();
  assert.match(page.url(), new RegExp(`replay/${id}/${n}`));
  await visitor.close();
});

test("the loser's tokens stay on the table", async () => {
  const { cards } = await fixture.server.request("/api/rules/elements");
  const { visitor, page, update } = await sitAt(fixture, cards, { seats: 2, fill: { tokens: 3, hand: 2 } });
  const view = fullView(cards, 2, { tokens: 3, hand: 2 });
  const [dead, ...others] = view.sides[0].present;
  Object.assign(view.sides[0], { present: [], out: true, life: 0 });
  const leave = ({ id, card }, what) => ({ what, card, by: id, seat: 0, text: `${card} ${what}` });
  update(view, [leave(dead, "die"), { what: "eliminate", seat: 0, text: "seat 0 is out" }, ...others.map((token) => leave(token, "leave")), { what: "end", text: "the game is over: seat 1 wins" }], null, { awaiting: [] });
  await page.locator("#log", { hasText: "The game is over" }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".own .present .token").count(), others.length);
  await visitor.close();
});

test("Dominion: points by card for each player", async () => {
  const { visitor, page } = await resigned("dominion");
  await page.locator("#ending .score tr", { hasText: "Estate" }).waitFor();
  const rows = await page.locator("#ending .score tr").evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
  const points = rows.slice(1, -2).reduce((sum, [, mine]) => sum + Number(mine.split(" = ")[1] ?? 0), 0);
  assert.equal(points, Number(rows.at(-2)[1]), JSON.stringify(rows));
  assert.match(await visitor.text("#ending p"), /^You resigned\.$/);
  await visitor.close();
});

test("an offer covers part of the table and moves none of it", async () => {
  const { id } = await fixture.server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}] });
  const [ann, ben] = await Promise.all([0, 1].map(() => fixture.open()));
  for (const [i, visitor] of [ann, ben].entries()) await visitor.go(`#/play/${id}/${i}`);
  await openOptions(ann.page);
  const places = () => ann.page.locator("#action, #prompt, .own .card").evaluateAll((nodes) => nodes.map((node) => JSON.stringify(node.getBoundingClientRect())));
  const before = await places();
  await openPanel(ben.page, "more");
  await ben.page.getByRole("button", { name: "Offer draw" }).click();
  await ann.page.locator(".offer").waitFor();
  assert.deepEqual(await places(), before);
  await ann.page.getByRole("button", { name: "Accept" }).click();
  await ann.page.locator("#ending").waitFor();
  assert.equal(await ann.text("#ending h2"), "Draw");
  assert.equal(await ann.text("#ending p"), "The players agreed on a draw.");
  await ann.close();
  await ben.close();
});

test("the first rated game ends with the rating, also after a reload", async () => {
  const [ann, ben] = await Promise.all([0, 1].map(() => fixture.open()));
  const id = await rated(ann, ben);
  await resign(ben.page);
  for (const { page } of [ann, ben]) await page.locator("#ending dl", { hasText: /\d+, first rated game/ }).waitFor();
  await ann.page.reload();
  await ann.page.locator("#ending dl", { hasText: /\d+, first rated game/ }).waitFor();

  await rated(ann, ben);
  await resign(ben.page);
  await ann.page.locator("#ending dl", { hasText: /\d+ → \d+/ }).waitFor();
  await ann.go(`#/play/${id}/0`, "#ending");
  await ann.page.locator("#ending dl", { hasText: /\d+ now/ }).waitFor();
  for (const visitor of [ann, ben]) await visitor.close();
});

/** Begins a rated game. @param {any} host @param {any} guest @returns {Promise<string>} its id */
async function rated(host, guest) {
  await host.go("#/", "#invite-friend");
  await host.page.locator("#people-rated").check();
  await host.page.locator("#invite-friend").click();
  await host.page.locator("#invite").waitFor();
  const id = await host.game();
  await guest.go(`#/play/${id}`, "#accept");
  await guest.page.locator("#accept").click();
  for (const { page } of [host, guest]) await openOptions(page);
  return id;
}

test("a player claims the win a minute after the opponent has left, and all see it", async () => {
  const { id, stays, leaves } = claimed;
  const watcher = await fixture.open();
  await watcher.page.route("**/replay?*", () => {}); // the cause does not wait for the replay
  await watcher.go(`#/watch/${id}`, "#prompt");
  await stays.page.getByRole("button", { name: "Claim victory" }).click({ timeout: CLAIM });
  await stays.page.locator("#ending h2", { hasText: "Victory" }).waitFor();
  await stays.page.locator("#ending p", { hasText: "You claimed the win." }).waitFor();
  assert.match(await stays.text("#ending p"), /^(?!You).+ left the game before the first turn\. You claimed the win\.$/);
  await stays.page.locator("#ending .score tr", { hasText: "Life" }).waitFor();
  assert.doesNotMatch(await stays.page.locator("#ending").innerText(), /\(away\)/);
  await leaves.page.goto(`${fixture.server.url}/#/play/${id}/1`);
  await leaves.page.locator("#ending h2", { hasText: "Defeat" }).waitFor();
  await leaves.page.locator("#ending p", { hasText: "claimed the win." }).waitFor();
  assert.match(await leaves.text("#ending p"), /^You left the game before the first turn\. (?!You).+ claimed the win\.$/);
  await watcher.page.locator("#ending p").waitFor();
  assert.match(await watcher.text("#ending p"), /^.+ left the game before the first turn\. .+ claimed the win\.$/);
  const { steps } = await fixture.server.request(`/api/games/${id}/replay?seat=all&from=0&count=1`);
  await stays.page.goto(`${fixture.server.url}/#/replay/${id}/${steps}`);
  await stays.page.locator("#prompt", { hasText: "left the game" }).waitFor();
  for (const visitor of [stays, leaves, watcher]) await visitor.close();
});
