// What people do at a table besides playing: they invite each other by a link, talk,
// do not want to hear somebody, take choices back, agree on a draw, and play again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { look } from "./look.mjs";
import { asked } from "./play.mjs";
import { Server } from "./server.mjs";

let server, browser, ann, ben, game;

before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const press = ({ page }, name) => page.getByRole("button", { name, exact: true }).click();

/** The line that begins so, while it can be chosen. @param {Visitor} visitor @param {string} start */
const line = ({ page }, start) => page.locator("#choices.yours #options button:enabled", { hasText: new RegExp(`^\\W*\\d?\\s*${start}`, "i") }).first();
const take = (visitor, start) => line(visitor, start).click();

/** The one who is on turn, and the other one: chance says who begins. @returns {Promise<[Visitor, Visitor]>} */
const onTurn = () => Promise.any([[ann, ben], [ben, ann]].map(([one, other]) => line(one, "create").waitFor().then(() => [one, other])));

/** The server is killed and started again, and somebody loads the page anew. @param {Visitor} visitor */
async function again(visitor) {
  const others = [ann, ben].filter((other) => other !== visitor);
  await server.stop("SIGKILL");
  for (const { page } of others) await page.locator("#connection.lost").waitFor();
  await server.start();
  for (const { page } of others) await page.locator("#connection.open").waitFor();
  await visitor.page.reload();
  await visitor.page.locator("#connection.open").waitFor();
}

test("a private table is found by its link alone", async () => {
  ann = await Visitor.come(browser, server.url, { loses: true });
  ben = await Visitor.come(browser, server.url, { loses: true });
  const stranger = await Visitor.come(browser, server.url);
  await ann.go("#/", "#player-1");
  await ann.page.locator("#player-1").selectOption({ label: "a friend, by a link" });
  await ann.page.getByLabel("Name of the table").fill("Kitchen");
  await ann.page.locator("#best").selectOption("3");
  await ann.page.getByLabel("Found by its link alone").check();
  await press(ann, "Start the game");
  game = await ann.game();
  const link = await ann.page.getByLabel("Link to join").inputValue();

  await server.ask("/api/games", { rules: "polity", name: "Open to all", seats: [{}] });
  await stranger.go("#/", "#games li a");
  await stranger.page.getByText("Open to all").waitFor();
  assert.equal(await stranger.page.getByText("Kitchen").count(), 0);
  await stranger.page.getByLabel("Search by name").fill("Kitchen");
  await stranger.page.getByText("None at the moment").waitFor();
  await stranger.leave();

  await ben.page.goto(link);
  await asked(ben.page);
  await asked(ann.page);
});

test("they talk, and who is muted is not heard, a restart later neither", async () => {
  const say = async ({ page }, text) => {
    await page.getByRole("textbox", { name: "Say something" }).fill(text);
    await page.getByRole("button", { name: "Say", exact: true }).click();
  };
  const sayings = ({ page }) => page.locator(".sayings");
  for (const { page } of [ann, ben]) await page.locator("#tab-chat").click();
  await say(ann, "good luck");
  await sayings(ben).getByText("good luck").waitFor();
  await say(ben, "the same to you");
  await sayings(ann).getByText("the same to you").waitFor();
  await look(ann, "chat");

  const mute = ann.page.locator(".mutes button").first();
  await mute.click();
  await ann.page.locator(".mutes [aria-pressed=true]", { hasText: "Hear" }).waitFor();
  await say(ben, "can you hear me");
  await sayings(ben).getByText("can you hear me").waitFor();
  await again(ann);
  await ann.page.locator("#tab-chat").click();
  await ann.page.locator(".mutes [aria-pressed=true]", { hasText: "Hear" }).waitFor();
  await say(ben, "and now");
  await sayings(ben).getByText("and now").waitFor();
  await mute.click();
  await ann.page.locator(".mutes button[aria-pressed=false]").first().waitFor();
  await say(ben, "at last");
  await sayings(ann).getByText("at last").waitFor();
  assert.equal(await sayings(ann).getByText(/can you hear me|and now/).count(), 0);
});

test("a choice is taken back: at once by the rule, and by consent once the other has chosen", async () => {
  const offer = ({ page }) => page.locator(".offer", { hasText: "last choice back" });
  await take(ann, "keep");
  await ann.page.locator("#choices:not(.yours)").waitFor();
  await press(ann, "Take back");
  await line(ann, "mulligan").waitFor();
  assert.equal(await offer(ben).count(), 0, "nobody had to be asked");

  await take(ann, "keep");
  await take(ben, "keep");
  await onTurn();
  await press(ann, "Take back");
  await offer(ben).waitFor();
  await look(ben, "offer");
  await press(ben, "Agree");
  for (const visitor of [ann, ben]) await line(visitor, "mulligan").waitFor();
  await offer(ann).waitFor({ state: "detached" });
  for (const visitor of [ann, ben]) await take(visitor, "keep");
});

test("what is set for a seat is kept: over another page, and another process of the server", async () => {
  const [one] = await onTurn();
  const until = one.page.locator("#passing [aria-pressed=true]", { hasText: "my turn" });
  const standing = one.page.locator("#standing li", { hasText: /create/i });
  await one.page.locator("#always").click();
  await take(one, "create");
  await one.page.locator("#passing").getByRole("button", { name: "my turn" }).click();
  await until.waitFor();
  await one.page.reload();
  await until.waitFor();
  await one.page.locator("#tab-more").click();
  await standing.waitFor();
  await look(one, "table-settings");
  await again(one);
  await one.page.locator("#tab-more").click();
  await standing.waitFor();
  await one.page.locator("#forget").click();
  await standing.waitFor({ state: "detached" });
});

test("a draw is offered, declined, and agreed on", async () => {
  const offer = ({ page }) => page.locator(".offer", { hasText: "a draw" });
  await press(ann, "Offer a draw");
  await offer(ben).waitFor();
  await press(ben, "Decline");
  await offer(ann).waitFor({ state: "detached" });
  await press(ben, "Offer a draw");
  await offer(ann).waitFor();
  await press(ann, "Agree");
  for (const { page } of [ann, ben]) await page.locator("#prompt", { hasText: "A draw, as agreed." }).waitFor();
});

test("the best of three: on to the next game, until one of them has won two", async () => {
  for (const [winner, loser] of [[ann, ben], [ben, ann], [ann, ben]]) {
    const before = await ann.game();
    for (const { page } of [ann, ben]) await page.getByRole("link", { name: "On to the next game" }).click();
    for (const { page } of [ann, ben]) {
      await page.waitForFunction((before) => !location.hash.includes(before), before);
      await asked(page);
    }
    assert.equal(await ben.game(), await ann.game());
    await press(loser, "Resign");
    await press(loser, "Really resign?");
    await winner.page.locator("#prompt", { hasText: "You have won!" }).waitFor();
  }
});

test("they play again, by one click of each", async () => {
  const before = await ann.game();
  await press(ben, "Play them again");
  await ben.page.waitForFunction((before) => !location.hash.includes(before), before);
  await ann.page.getByRole("link", { name: "On to the next game" }).click();
  for (const visitor of [ann, ben]) await asked(visitor.page);
  assert.equal(await ben.game(), await ann.game());
});

test("one of them has gone, and the other is told of the way out", async () => {
  await ben.leave();
  await ann.page.locator("#seats", { hasText: "(away)" }).waitFor();
  // Nobody waits here for the ten minutes that it takes: the page is told that they are over.
  await ann.page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => {
      const message = JSON.parse(text);
      for (const seat of message.seats ?? []) if (seat.exit_ms !== undefined) Object.assign(seat, { asked_ms: 600_000, away_ms: 600_000, exit_ms: 0 });
      socket.send(JSON.stringify(message));
      if (message.type === "update") far.send(JSON.stringify({ type: "who" }));
    });
  });
  await ann.page.reload();
  for (const way of ["let a bot play on", "call it a draw", "claim the game"]) await ann.page.getByRole("button", { name: way }).waitFor();
  await look(ann, "away");
  await ann.leave();
});
