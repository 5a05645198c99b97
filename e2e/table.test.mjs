// The table of Elements as a fixed screen: full boards at every size, and play on the board
// without the list of options.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, settled } from "./check.mjs";
import { sitAt } from "./fulltable.mjs";
import { CREATES, PASS, PLAYS } from "./positions.mjs";
import { setup } from "./setup.mjs";

const SIZES = [[1280, 720], [1366, 768], [1920, 1080], [2560, 1440], [360, 740], [740, 360], [412, 915], [640, 360]]; // the last one is 1280 × 720 at 200 %
let cards = [];
const fixture = setup({ prepare: async () => { ({ cards } = await fixture.server.request("/api/rules/elements")); } });

/** Lists the elements that do not fit. Runs in the page. */
function misfits() {
  const root = document.documentElement;
  const found = [];
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push(`the page scrolls: ${root.scrollWidth} × ${root.scrollHeight}`);
  const isHidden = (node) => node.closest(".pointed, .skip") !== null || !node.checkVisibility();
  const inside = (box, room) => box.left >= room.left - 1 && box.top >= room.top - 1 && box.right <= room.right + 1 && box.bottom <= room.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const node of document.querySelectorAll("#table :is(button, a, .present, .hand, .life)")) {
    if (!isHidden(node) && !inside(node.getBoundingClientRect(), screen)) found.push(`off screen: ${node.className} ${node.textContent.slice(0, 30)}`);
  }
  for (const node of document.querySelectorAll(".present .card")) {
    if (!inside(node.getBoundingClientRect(), node.closest(".side").getBoundingClientRect()) && !node.matches(".asleep")) found.push(`clipped: ${node.textContent.slice(0, 30)}`);
  }
  for (const node of document.querySelectorAll("#seats .card, .own .who, #action")) {
    const box = node.getBoundingClientRect();
    if (box.width < 24 || box.height < 24) found.push(`too small: ${node.textContent.slice(0, 30)} ${box.width} × ${box.height}`);
  }
  for (const [name, n] of [[".own .present .card", 8], [".own .hand .card", 12]]) if (document.querySelectorAll(name).length !== n) found.push(`${name}: ${document.querySelectorAll(name).length}`);
  return found;
}

for (const seats of [2, 3, 4]) {
  test(`a full table of ${seats} fits every screen`, async () => {
    for (const [width, height] of SIZES) {
      const { visitor, page } = await sitAt(fixture, cards, { seats, fill: { stack: 8 }, visitor: { size: { width, height }, touch: width < 960 } });
      assert.deepEqual(await page.evaluate(misfits), [], `${width} × ${height}`);
      assert.equal(await page.locator(".others > .side:not(.folded-side) .present .card").count(), width < 960 ? 8 : 8 * (seats - 1));
      await visitor.close();
    }
  });
}

test("a full table is accessible", async () => {
  const { visitor } = await sitAt(fixture, cards, { seats: 4, fill: { stack: 8 } });
  await check(visitor, "table-full");
  await visitor.close();
});

test("on a phone another side opens by touch", async () => {
  const { visitor, page } = await sitAt(fixture, cards, { seats: 3, visitor: { size: { width: 360, height: 740 }, touch: true } });
  assert.equal(await page.locator(".others .folded-side").count(), 1);
  const name = await page.locator(".folded-side .who").innerText();
  await page.locator(".strip-open").tap();
  await page.locator(".others > .side:not(.folded-side) .who", { hasText: name }).waitFor();
  assert.equal(await page.locator(".others .folded-side").count(), 1);
  await visitor.close();
});

test("the seven elements have fixed keys and need one click", async () => {
  const options = () => ["red", "black", "white"].map((element) => ({ do: "create", text: `create ${element}` }));
  const ring = await sitAt(fixture, cards, { seats: 2, fill: { phase: "sunrise" }, options });
  assert.deepEqual(await ring.page.locator(".ring kbd").allTextContents(), ["1", "2", "7"]);
  await ring.page.locator(".ring button.black").click();
  assert.deepEqual(ring.sent.filter(({ type }) => type === "choose").map(({ option }) => option), [1]);
  await ring.visitor.close();
  const keys = await sitAt(fixture, cards, { seats: 2, fill: { phase: "sunrise" }, options });
  await keys.page.keyboard.press("1");
  assert.deepEqual(keys.sent.filter(({ type }) => type === "choose").map(({ option }) => option), [2], "1 is white");
  await keys.visitor.close();
});

test("the board, the column beside it, the wheel of elements, the phases and the player's piles have the size and place of the design", async () => {
  for (const [width, height] of [[1280, 720], [1440, 900], [1920, 1080]]) {
    const unit = Math.min(width / 128, height / 72); // the unit of the design
    const { visitor, page } = await sitAt(fixture, cards, { seats: 2, fill: { phase: "sunrise", tokens: 5, hand: 6 }, options: () => CREATES, visitor: { size: { width, height } } });
    await page.evaluate(settled);
    const [wheel, pile, strip, tokens, phases, column] = await page.evaluate(() => [".ring", ".own .stock", ".turn-line", ".own .present", ".track", "#side"].map((part) => ({ ...document.querySelector(part).getBoundingClientRect().toJSON(), opacity: getComputedStyle(document.querySelector(part)).opacity })));
    const near = (/** @type {number} */ length, /** @type {number} */ units, /** @type {string} */ what) => assert.ok(Math.abs(length / unit - units) < 1, `${what} is ${length / unit} instead of ${units} units at ${width} × ${height}`);
    near(wheel.width, 34, "the width of the wheel");
    near(wheel.top + wheel.height / 2, 36.6, "the middle of the wheel");
    near(pile.top, 32.4, "the top of the piles");
    near(phases.width, 44.5, "the width of the phases");
    near(column.width, 18.6, "the width of the column");
    near((tokens.left + tokens.right) / 2, 64, "the middle of the board");
    assert.deepEqual([strip.opacity, tokens.opacity], ["0.4", "0.4"], "the phases and the tokens behind the wheel are dim");
    await visitor.close();
  }
});

test("a card that cannot be played says why, at the card", async () => {
  for (const touch of [false, true]) {
    const { visitor, page } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 5, tokens: 2 }, visitor: touch ? { size: { width: 360, height: 740 }, touch } : {} });
    const card = page.locator(".own .hand .card").first();
    await card[touch ? "tap" : "click"]({ force: true }); // it is marked as disabled
    assert.match(await page.locator(".zoom .why").innerText(), /\.$/);
    const [box, why] = [await card.boundingBox(), await page.locator(".zoom").boundingBox()];
    assert.ok(touch || Math.abs(why.x + why.width / 2 - box.x - box.width / 2) < 200, "the reason is far from the card");
    await visitor.close();
  }
});

test("the large card closes when the player leaves the game", async () => {
  const { visitor, page } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 5 }, visitor: { size: { width: 360, height: 740 }, touch: true } });
  const address = page.url();
  await page.locator(".own .hand .card").first().tap({ force: true }); // it is marked as disabled
  await page.locator(".zoom").waitFor();
  await page.evaluate(() => { location.hash = "#/settings"; });
  await page.locator("#table").waitFor({ state: "detached" });
  await page.evaluate((url) => { location.href = url; }, address);
  await page.locator("#choices.yours").waitFor();
  assert.equal(await page.locator(".zoom").count(), 0);
  await visitor.close();
});

test("on a phone a tap opens a card, and its button plays it", async () => {
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, visitor: { size: { width: 360, height: 740 }, touch: true }, options: (view) => [{ do: "pass", text: "pass" }, { do: "play", card: view.sides[0].cards[1], text: `play ${view.sides[0].cards[1]}` }] });
  await page.locator(".own .hand .can").tap();
  assert.equal(sent.filter(({ type }) => type === "choose").length, 0);
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(sent.filter(({ type }) => type === "choose").map(({ option }) => option), [1]);
  await visitor.close();
});

test("the list is hidden until the player or the keyboard asks for it", async () => {
  const { visitor, page } = await sitAt(fixture, cards, { seats: 2 });
  const width = () => page.locator("#options li").first().evaluate((line) => line.getBoundingClientRect().width);
  assert.ok(await width() <= 1);
  await page.locator("#choices .fold").click();
  assert.ok(await width() > 100);
  await visitor.close();
});

/** The piles that the column of the prompt or an open panel covers. Runs in the page. */
function coveredPiles() {
  const covers = [...document.querySelectorAll("#choices > *, #side-panel")].map((node) => node.getBoundingClientRect());
  return [...document.querySelectorAll(".stock .badge > *")].filter((node) => node.checkVisibility()).map((node) => ({ node, box: node.getBoundingClientRect() }))
    .filter(({ box }) => covers.some((cover) => cover.left < box.right && box.left < cover.right && cover.top < box.bottom && box.top < cover.bottom)).map(({ node }) => node.className || node.textContent);
}

test("the prompt covers no pile at the deal, in the lessons, and at a table of four", async () => {
  const { id } = await fixture.server.request("/api/games", { rules: "elements", private: true, seats: [{}, { bot: "random" }] });
  const visitor = await fixture.open();
  const { page } = visitor;
  const covered = async (/** @type {string} */ where) => {
    for (const [width, height] of SIZES.filter(([width]) => width > 960)) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await page.evaluate(coveredPiles), [], `${where}: ${width} × ${height}`);
    }
  };
  await visitor.go(`#/play/${id}/0`, "#choices.yours");
  await page.locator("#prompt", { hasText: "mulligan" }).waitFor();
  await covered("the deal");
  for (const name of ["Elements pay for cards", "Respond"]) {
    await visitor.go("#/learn/elements", "#begin");
    await page.locator(".lanterns button", { hasText: name }).click();
    await page.locator("#begin").click();
    await page.locator("#options .advised:enabled").first().waitFor();
    await covered(name);
  }
  await visitor.close();
  for (const [width, height] of SIZES.filter(([width]) => width > 960)) {
    const four = await sitAt(fixture, cards, { seats: 4, visitor: { size: { width, height } } });
    assert.deepEqual(await four.page.evaluate(coveredPiles), [], `a table of four: ${width} × ${height}`);
    await four.visitor.close();
  }
});

test("an open panel or list moves no card, covers no token and no pile, and clips no button", async () => {
  for (const seats of [2, 4]) {
    for (const [width, height] of [[1280, 720], [1920, 1080]]) {
      const { visitor, page } = await sitAt(fixture, cards, { seats, fill: { tokens: 8, hand: 6 }, options: () => [PASS, ...PLAYS], visitor: { size: { width, height } } });
      const places = () => page.evaluate(() => [...document.querySelectorAll("#seats .card")].map((card) => { const { x, y } = card.getBoundingClientRect(); return [x, y]; }));
      await page.evaluate(settled);
      const before = await places();
      for (const opener of ["#tab-chat", "#choices .fold"]) {
        await page.locator(opener).click();
        await page.mouse.move(0, 0);
        await page.evaluate(settled);
        assert.deepEqual(await places(), before, `${opener}, ${seats} seats, ${width} × ${height}`);
        assert.deepEqual(await page.evaluate(coveredPiles), [], `${opener}, ${seats} seats, ${width} × ${height}`);
        if (opener === "#tab-chat") {
          const [send, panel] = await Promise.all([".chat form button", "#side-panel"].map((part) => page.locator(part).boundingBox()));
          assert.ok(send.x + send.width <= panel.x + panel.width, `Send is clipped: ${seats} seats, ${width} × ${height}`);
          const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".present .card")].map((card) => card.getBoundingClientRect().right)));
          assert.ok(right <= panel.x, `the panel covers a token: ${seats} seats, ${width} × ${height}`);
        }
        await page.locator(opener).click();
      }
      await visitor.close();
    }
  }
});
