// People at a table: invitation, disconnect, chat, mute, undo, draw, automatic answers, series, resignation,
// rematch, an invitation by name, and an absent opponent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { openOptions, openPanel, resign } from "./play.mjs";
import { setup } from "./setup.mjs";

const fixture = setup();
let ann, ben, game;

const press = ({ page }, name) => page.getByRole("button", { name, exact: true }).click();

/** The open option whose text begins with start. @param {import("./browser.mjs").Visitor} visitor @param {string} start */
const option = ({ page }, start) => page.locator("#choices.yours #options button:enabled", { hasText: new RegExp(`^\\W*\\d?\\s*${start}`, "i") }).first();

/** Chooses from the list, which the player unfolds once. @param {import("./browser.mjs").Visitor} visitor @param {string} start */
async function take(visitor, start) {
  const line = option(visitor, start);
  await line.waitFor();
  const fold = visitor.page.locator("#choices .fold[aria-expanded=false]");
  if (await fold.count() > 0) await fold.click();
  await line.click();
}

/** The player to move, and the opponent: the first player is random. @returns {Promise<import("./browser.mjs").Visitor[]>} */
const onTurn = () => Promise.any([[ann, ben], [ben, ann]].map(([one, other]) => option(one, "create").waitFor().then(() => [one, other])));

/** Kills and restarts the server, and reloads a visitor's page. @param {import("./browser.mjs").Visitor} visitor */
async function restart(visitor) {
  const { server } = fixture;
  const others = [ann, ben].filter((other) => other !== visitor);
  await server.stop("SIGKILL");
  for (const { page } of others) await page.locator("#connection.lost").waitFor();
  await server.start();
  for (const { page } of others) await page.locator("#connection.open").waitFor();
  await visitor.page.reload();
  await visitor.page.locator("#connection.open").waitFor();
}

test("a private table can be joined only by its link", async () => {
  ann = await fixture.open({ disconnects: true });
  ben = await fixture.open({ disconnects: true });
  const stranger = await fixture.open();
  await ann.go("#/", "#player-1");
  await ann.page.evaluate(() => fetch("/api/session", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: "Ann", face: "fox" }) }));
  await ann.page.reload();
  await ann.page.locator(".me", { hasText: "Ann" }).waitFor();
  await ann.page.locator("#player-1").selectOption({ label: "Friend (by link)" });
  await ann.page.getByLabel("Table name").fill("Kitchen");
  await ann.page.locator("#best").selectOption("3");
  await ann.page.getByLabel("Private (link only)").check();
  await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await press(ann, "Start game");
  game = await ann.game();
  const link = await ann.page.getByLabel("Link to join").inputValue();
  assert.equal(await ann.page.evaluate(() => scrollY), 0, "the invitation is in view");
  await ann.go("#/", "#friend .qr");
  assert.equal(await ann.page.locator("#friend").getByLabel("Link to join").inputValue(), link);
  await check(ann, "lobby-invited");
  await ann.page.getByRole("link", { name: "View invitation" }).click();
  await ann.page.locator("#invite").waitFor();

  await fixture.server.request("/api/games", { rules: "polity", name: "Open to all", seats: [{}] });
  await stranger.go("#/", "#games li a");
  await stranger.page.getByText("Open to all").waitFor();
  assert.equal(await stranger.page.getByText("Kitchen").count(), 0);
  await stranger.page.getByLabel("Search by name").fill("Kitchen");
  await stranger.page.getByText("No games right now").waitFor();
  await stranger.page.goto(link);
  for (const [width, height] of [[768, 500], [1024, 600], [1280, 720]]) { // each size shows a whole deck, and part of another one
    await stranger.page.setViewportSize({ width, height });
    const [list, ways] = await Promise.all([".deck-choice > div", ".invitation-ways"].map((part) => stranger.page.locator(part).boundingBox()));
    const decks = await Promise.all((await stranger.page.locator(".deck-tile").all()).map((deck) => deck.boundingBox()));
    assert.ok(decks[0].y + decks[0].height <= ways.y, `${width}×${height}: the buttons cover no deck`);
    const [right, bottom] = [list.x + list.width, list.y + list.height];
    assert.ok(decks.some(({ x, y, width, height }) => (x < right && x + width > right) || (y < bottom && y + height > bottom)), `${width}×${height}: a cut deck shows that there are more`);
  }
  await press(stranger, "Decline");
  await ann.page.getByText("Your invitation was declined.").waitFor();
  await stranger.page.locator("#people").waitFor();
  await check(ann, "invite-waiting");
  await stranger.close();

  await ben.page.goto(link);
  await ben.page.getByRole("heading", { name: "invites you to Elements" }).waitFor();
  await ann.page.getByRole("img", { name: "QR code of this invitation" }).waitFor(); // the game has not begun
  for (const { page } of [ann, ben]) assert.match(await page.locator(".invitation").innerText(), /Elements, 2 players[^]*no clock[^]*First turn\s+by lot[^]*best of 3[^]*The link expires in \d+ days/i, "both see the terms");
  const colours = await Promise.all([[ann, ".me .portrait"], [ann, ".versus figure:has-text('You') .likeness"], [ben, ".versus figure:has-text('Ann') .likeness"]].map(([{ page }, face]) => page.locator(face).evaluate(({ classList }) => classList[1])));
  assert.equal(new Set(colours).size, 1, `the host has one colour in all places, not ${colours}`);
  await ben.page.getByRole("radio", { name: /^Orchard/ }).check({ force: true });
  await ben.page.setViewportSize({ width: 1280, height: 720 });
  for (const part of ["#accept", ".invitation-ways + p"]) {
    const { y, height } = await ben.page.locator(part).boundingBox();
    assert.ok(y + height <= 720, `${part} ends at ${y + height}`);
  }
  const decks = await ben.page.locator("#own-deck label").evaluateAll((all) => all.map((deck) => {
    const [picture, name, about] = [".emblem", ".deck-name", ".about"].map((part) => deck.querySelector(part).getBoundingClientRect());
    return { top: deck.offsetTop, whole: picture.bottom <= name.top && name.bottom <= about.top && about.bottom <= deck.getBoundingClientRect().bottom };
  }));
  assert.equal(decks.filter(({ top }) => top === decks[0].top).length, 4, "four decks are side by side");
  assert.ok(decks.every(({ whole }) => whole), "each deck has its name and its whole sentence below its picture");
  await ben.page.getByRole("radio", { name: /^Orchard/ }).focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"]) {
    await ben.page.keyboard.press(key); // from the first row to the last deck, and back
    const inside = await ben.page.locator("#own-deck label:has(:checked)").evaluate((deck) => {
      const [box, room] = [deck, deck.parentElement].map((node) => node.getBoundingClientRect());
      return box.top >= room.top && box.bottom <= room.bottom && deck.scrollLeft === 0;
    });
    assert.ok(inside, `${key} scrolls to the chosen deck`);
  }
  for (const [width, height] of [[390, 844], [844, 390], [360, 740]]) {
    await ben.page.setViewportSize({ width, height });
    const ways = await ben.page.locator(".invitation-ways").boundingBox();
    const name = await ben.page.locator("#own-deck label:has(:checked) .deck-name").boundingBox();
    assert.ok(name.y + name.height <= ways.y && ways.y + ways.height <= height, `the chosen deck and Accept are in the first screen at ${width}×${height}`);
    const hidden = await ben.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.ok(hidden < 240, `${hidden} pixels of the invitation are below the screen at ${width}×${height}`);
    const clipped = await ben.page.locator("#own-deck label").evaluateAll((decks) => decks.map((deck) => deck.getBoundingClientRect()).filter(({ left, right }) => left < innerWidth - 30 && right > innerWidth - 30).length);
    assert.equal(clipped, 1, `a cut deck shows that there are more at ${width}×${height}`);
  }
  await ben.page.setViewportSize({ width: 1280, height: 720 });
  await check(ben, "invitation");
  await ben.page.locator("#accept").click();
  await openOptions(ben.page);
  await openOptions(ann.page);
});

test("both see a disconnect, and the return", async () => {
  const away = ann.page.locator("#seats", { hasText: "(away)" });
  await ben.context.setOffline(true);
  await ben.page.reload().catch(() => {}); // cuts the connection
  await away.waitFor();
  await ben.context.setOffline(false);
  await ben.page.goto(`${fixture.server.url}/#/play/${game}`);
  await openOptions(ben.page);
  await away.waitFor({ state: "detached" });
});

test("chat reaches the opponent, and a mute lasts across a restart", async () => {
  const say = async ({ page }, text) => {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.getByRole("button", { name: "Send", exact: true }).click();
  };
  const sayings = ({ page }) => page.locator(".sayings");
  for (const { page } of [ann, ben]) await openPanel(page, "chat");
  await say(ann, "good luck");
  await sayings(ben).getByText("good luck").waitFor();
  await say(ben, "the same to you");
  await sayings(ann).getByText("the same to you").waitFor();
  await check(ann, "chat");

  const mute = ann.page.locator(".mutes button").first();
  await mute.click();
  await ann.page.locator(".mutes [aria-pressed=true]", { hasText: "Unmute" }).waitFor();
  await say(ben, "can you hear me");
  await sayings(ben).getByText("can you hear me").waitFor();
  await restart(ann);
  await openPanel(ann.page, "chat");
  await ann.page.locator(".mutes [aria-pressed=true]", { hasText: "Unmute" }).waitFor();
  await say(ben, "and now");
  await sayings(ben).getByText("and now").waitFor();
  await mute.click();
  await ann.page.locator(".mutes button[aria-pressed=false]").first().waitFor();
  await say(ben, "at last");
  await sayings(ann).getByText("at last").waitFor();
  assert.equal(await sayings(ann).getByText(/can you hear me|and now/).count(), 0);
});

test("undo: at once before the opponent moves, and by consent afterwards", async () => {
  const offer = ({ page }) => page.locator(".offer", { hasText: "undo" });
  await take(ann, "keep");
  await ann.page.locator("#choices:not(.yours)").waitFor();
  await press(ann, "Undo");
  await option(ann, "mulligan").waitFor();
  assert.equal(await offer(ben).count(), 0, "no consent needed");

  await take(ann, "keep");
  await take(ben, "keep");
  await onTurn();
  await press(ann, "Undo");
  await offer(ben).waitFor();
  await check(ben, "offer");
  await press(ben, "Accept");
  for (const visitor of [ann, ben]) await option(visitor, "mulligan").waitFor();
  await offer(ann).waitFor({ state: "detached" });
  for (const visitor of [ann, ben]) await take(visitor, "keep");
});

test("automatic answers last across a reload and a restart", async () => {
  const [one] = await onTurn();
  const until = one.page.locator("#passing [aria-pressed=true]", { hasText: "my turn" });
  const standing = one.page.locator("#standing li", { hasText: /create/i });
  await one.page.locator("#always").click();
  await take(one, "create");
  await one.page.locator("#passing").getByRole("button", { name: "my turn" }).click();
  await until.waitFor();
  await one.page.reload();
  await until.waitFor();
  await openPanel(one.page, "more");
  await standing.waitFor();
  await check(one, "table-settings");
  await restart(one);
  await openPanel(one.page, "more");
  await standing.waitFor();
  await one.page.locator("#forget").click();
  await standing.waitFor({ state: "detached" });
});

test("a draw offer: declined, then accepted", async () => {
  const offer = ({ page }) => page.locator(".offer", { hasText: "a draw" });
  await openPanel(ann.page, "more");
  await press(ann, "Offer draw");
  await offer(ben).waitFor();
  await press(ben, "Decline");
  await ann.page.locator(".notice", { hasText: "declined your draw offer" }).waitFor();
  await offer(ann).waitFor({ state: "detached" });
  for (const { page } of [ann, ben]) {
    await openPanel(page, "decks");
    assert.equal(await page.locator(".decklist").count(), 2, "both deck lists are public");
    assert.match(await page.locator(".decklist").first().innerText(), /^\d /);
  }
  await check(ann, "decks");
  await press(ben, "Offer draw");
  await offer(ann).waitFor();
  await press(ann, "Accept");
  for (const { page } of [ann, ben]) await page.locator("#prompt", { hasText: "Draw by agreement." }).waitFor();
});

test("best of three: games follow until one player has won two", async () => {
  for (const [winner, loser] of [[ann, ben], [ben, ann], [ann, ben]]) {
    const before = await ann.game();
    for (const { page } of [ann, ben]) await page.getByRole("link", { name: "Next game" }).click();
    for (const { page } of [ann, ben]) {
      await page.waitForFunction((before) => !location.hash.includes(before), before);
      await openOptions(page);
    }
    assert.equal(await ben.game(), await ann.game());
    await resign(loser.page);
    await winner.page.locator("#prompt", { hasText: "You won!" }).waitFor();
    await loser.page.locator("#ending", { hasText: "You resigned" }).waitFor();
  }
});

test("a rematch takes one click from each player", async () => {
  const before = await ann.game();
  await press(ben, "Rematch");
  await ben.page.waitForFunction((before) => !location.hash.includes(before), before);
  await ben.page.locator("#reserved").waitFor();
  assert.equal(await ben.page.locator("#invite").count(), 0, "no link for others");
  const { seats } = await fixture.server.request(`/api/games/${before}`);
  const captions = ben.page.locator(".versus figcaption");
  await captions.getByText("(expected)").waitFor();
  const shown = await captions.allInnerTexts();
  const at = 1 - shown.indexOf("You");
  assert.equal(shown[at], `${seats[1 - at].name} (expected)`, "each player has the other seat now");
  const next = await ben.game();
  const stranger = await fixture.open();
  await stranger.go(`#/watch/${next}`, "#reserved");
  assert.equal(await stranger.text("#invitation-title"), "Waiting for Ann", "a spectator sees for whom the seat is reserved");
  await stranger.page.locator(".versus figcaption", { hasText: "Ann (expected)" }).waitFor();
  await stranger.page.route("**/api/games?*", async (route) => route.fulfill({ json: { games: [await fixture.server.request(`/api/games/${next}`)] } })); // a list omits the private game
  await stranger.go("#/", "#games li a");
  assert.match(await stranger.text("#games li"), /Ann \(expected\)[^]+Watch/);
  await stranger.close();
  const lobby = await ann.context.newPage();
  await lobby.route("**/api/games?*", async (route) => route.fulfill({ json: { games: [await fixture.server.request(`/api/games/${next}`)] } }));
  await lobby.goto(`${fixture.server.url}/#/`);
  await lobby.locator("#games li a", { hasText: "Join" }).waitFor(); // the seat is hers
  await lobby.close();
  await ben.go("#/", ".return");
  await ben.page.locator(".return", { hasText: shown[at] }).click();
  await ben.page.locator("#reserved").waitFor();
  await press(ann, "Decline rematch");
  await ben.page.getByText("Your rematch was declined.").waitFor();
  assert.equal(await ben.page.locator("#reserved").count(), 0, "no promise that the game starts");
  assert.equal(await ben.text("#invitation-title"), "Rematch declined");
  await ann.page.getByRole("link", { name: "Accept rematch" }).click(); // she accepts after all
  for (const visitor of [ann, ben]) await openOptions(visitor.page);
  assert.equal(await ben.game(), await ann.game());
});

test("a player invites a known person by name, who declines or accepts", async () => {
  const button = ann.page.locator("#friend .friends li button");
  const asked = ben.page.locator(".invited");
  for (const visitor of [ann, ben]) await visitor.go("#/", "#friend .friends li");
  assert.match(await ann.text("#friend .friends li"), /in a game|here now/);
  await ann.page.locator("#people-clock label", { hasText: /no clock/i }).click();
  await button.click();
  await ann.page.locator("#invite").waitFor();
  await asked.getByRole("link", { name: /invites you to Elements/ }).waitFor();
  await check(ben, "lobby-asked");
  await asked.getByRole("button", { name: /^Decline/ }).click();
  await ann.page.getByText("Your invitation was declined.").waitFor();
  await asked.waitFor({ state: "detached" });

  await ann.go("#/", "#friend .friends li");
  await check(ann, "lobby-friends");
  await button.click();
  await ann.page.locator("#invite").waitFor();
  await ann.go("#/", "#friend .friends li");
  await asked.waitFor();
  await button.getByText("Withdraw").click();
  await asked.waitFor({ state: "detached" });
  await button.getByText(/^Invite|^Leave word/).click();
  await ann.page.locator("#invite").waitFor();
  await asked.getByRole("link").click();
  await ben.page.locator("#accept").click();
  for (const visitor of [ann, ben]) await openOptions(visitor.page);
  assert.equal(await ben.game(), await ann.game());
  game = await ann.game();
});

test("a player hides from another one, and mutes the other one", async () => {
  const row = "#friend .friends li";
  await ben.go("#/settings", ".friends button");
  await check(ben, "settings-people");
  const saved = ben.page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await ben.page.getByLabel("Show others when I am here").uncheck();
  await saved;
  await ann.go("#/", row);
  await ann.page.locator(`${row} small:empty`).waitFor({ state: "attached" });
  await ben.page.getByRole("button", { name: /^Mute/ }).click();
  await ben.page.getByRole("heading", { name: "Muted people" }).waitFor();
  await ann.page.locator(row).waitFor({ state: "detached" });
  await ben.page.getByRole("button", { name: /^Unmute/ }).click();
  await ben.page.getByRole("heading", { name: "Muted people" }).waitFor({ state: "detached" });
  for (const visitor of [ann, ben]) await visitor.go(`#/play/${game}`, "#seats");
});

test("a player can continue without an absent opponent", async () => {
  await ben.close();
  await ann.page.locator("#seats", { hasText: "(away)" }).waitFor();
  // A test cannot wait ten minutes. It changes the messages to the page, as if the time
  // had passed.
  await ann.page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((text) => {
      const message = JSON.parse(text);
      for (const seat of message.seats ?? []) if (seat.exit_ms !== undefined) Object.assign(seat, { asked_ms: 600_000, away_ms: 600_000, exit_ms: 0 });
      socket.send(JSON.stringify(message));
      if (["update", "patch"].includes(message.type)) far.send(JSON.stringify({ type: "who" }));
    });
  });
  await ann.page.reload();
  for (const way of ["Bot plays on", "Call a draw", "Claim victory"]) await ann.page.getByRole("button", { name: way }).waitFor();
  await check(ann, "away");
  await ann.close();
});
