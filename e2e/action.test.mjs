// The action button, several attacks in one gesture, stops, and the paced steps of a fast
// opponent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fullView, sitAt } from "./fulltable.mjs";
import { openOptions, openPanel, press, settled } from "./play.mjs";
import { setup } from "./setup.mjs";

const PASS = { do: "pass", text: "pass" };
const CORNER = { x: 12, y: 12 }; // of a card that others overlap
let cards = [];
const fixture = setup({ prepare: async () => { ({ cards } = await fixture.server.request("/api/rules/elements")); } });

/** The attacks of every awake Being. @param {any} view */
const attacks = (view) => view.sides[0].present.filter(({ awake }) => awake).map(({ id, card }) => ({ do: "attack", card, by: id, on: "s1", text: `attack seat 1 with ${card} ${id}` }));
const chosen = (sent) => sent.filter(({ type }) => type === "choose").map(({ option }) => option);
const action = (page) => page.locator("#action span").first().innerText();

test("the button names its action, and Space presses it", async () => {
  const block = (view) => {
    view.active = 1;
    view.stack = [{ id: "f1", phase: "attack", seat: 1 }, { id: "f2", phase: "defend", seat: 1, foe: 0, by: view.sides[1].present[1].id }];
  };
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, change: block, options: (view) => [PASS, { do: "block", by: "t1", card: view.sides[0].present[0].card, text: "block with it" }] });
  assert.equal(await action(page), "No block");
  assert.match(await page.locator("#action small").innerText(), /^take 4: /);
  assert.equal(await page.locator(".own .present .card .outcome").first().innerText(), "Dies");
  await page.locator(".own .present .can").first().hover();
  assert.match(await visitor.text(".zoom"), /Furnace Ox survives with \d, Sprout dies/);
  await page.mouse.move(0, 0);
  const [was, before] = [await page.locator("#action").boundingBox(), await page.locator(".own .card").first().boundingBox()];
  assert.ok(was.width > 180 && was.y + was.height > 850 - 100, "large, near the bottom");
  await page.keyboard.press("Space");
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent), [0]);
  assert.deepEqual(await page.locator("#action").boundingBox(), was, "it keeps its place");
  assert.deepEqual(await page.locator(".own .card").first().boundingBox(), before, "nothing moves");
  await visitor.close();
});

test("each target shows its outcome, and a play on the stack shows it too", async () => {
  const tokens = [["Old Oak", 2, 6], ["Sprout", 1, 1]].map(([card, attack, health], i) => ({ id: `t2${i}`, card, type: "being", owner: 1, attack, health, hurt: 0, awake: true }));
  const change = (view) => {
    Object.assign(view.sides[0], { life: 5, cards: ["Spark", "Trial of Horns"], hand: 2, present: [{ id: "t10", card: "Furnace Ox", type: "being", owner: 0, attack: 4, health: 3, hurt: 0, awake: true }] });
    Object.assign(view.sides[1], { life: 2, present: tokens });
  };
  const { visitor, page, update } = await sitAt(fixture, cards, {
    seats: 2, fill: { tokens: 1 }, change,
    options: () => [PASS, ...["t20", "t21", "t10", "s0", "s1"].map((on) => ({ do: "play", card: "Spark", on, text: `play Spark on ${on}` })), ...["t20", "t21"].map((also) => ({ do: "play", card: "Trial of Horns", on: "t10", also, text: `play Trial of Horns on t10 and ${also}` }))],
  });
  const outcomes = () => page.locator(".seats .outcome").allInnerTexts();
  assert.deepEqual(await outcomes(), []);
  await page.locator(".own .hand .can", { hasText: "Spark" }).click();
  assert.deepEqual(await outcomes(), ["Lethal", "−2, 4 left", "Dies", "−2 → 3", "−2, 1 left"]);
  await page.locator('[data-ref="t20"]').hover();
  assert.equal(await page.locator(".zoom").count(), 0, "no large card covers the other targets");
  await page.keyboard.press("Escape");
  await page.locator(".own .hand .can", { hasText: "Trial of Horns" }).click();
  assert.deepEqual(await outcomes(), [], "the first of two targets decides nothing yet");
  await page.locator('[data-ref="t10"]').click();
  assert.deepEqual(await outcomes(), ["−5, 1 left", "Dies"]);
  const view = fullView(cards, 2, { tokens: 1, hand: 1 });
  change(view);
  view.stack.push({ id: "f2", phase: "play", seat: 1, card: "Trial of Horns", on: "t20", also: "t10" });
  update(view, [], [PASS, { do: "play", card: "Spark", on: "s1", text: "play Spark on s1" }]);
  await page.locator(".pile-of .print").waitFor();
  assert.deepEqual(await outcomes(), ["−4, 3 left", "Dies"]);
  await page.waitForFunction(() => [...document.querySelectorAll(".aims path")].map((path) => path.getAttribute("d") !== "" && path.classList.contains("own-aim")).join() === "true,false", null);
  await visitor.close();
});

test("a play on the stack moves no card of the hand, and covers none", async () => {
  const play = { id: "f2", phase: "play", seat: 1, card: "Grave Rat" };
  const { visitor, page, update } = await sitAt(fixture, cards, { seats: 2, fill: { tokens: 2, hand: 9 }, options: () => [PASS] });
  /** @type {Object<number, number>} the left edge of the first card, by the number of cards */
  const lefts = {};
  for (const [plays, hand] of [[0, 9], [0, 4], [0, 1], [1, 9], [2, 9], [4, 9], [1, 6], [4, 6], [1, 5], [4, 5], [1, 4], [4, 4], [1, 3], [4, 3], [4, 2], [4, 1]]) {
    const view = fullView(cards, 2, { tokens: 2, hand });
    for (let n = 0; n < plays; n++) view.stack.push({ ...play, id: `f${n + 2}` });
    update(view, [], [PASS]);
    await page.waitForFunction((plays) => document.querySelectorAll(".pile-of > li").length === plays, plays);
    const covered = await page.locator(".own .hand .card").evaluateAll((all, { x, y }) => all.filter((card) => {
      const { left, top } = card.getBoundingClientRect();
      return document.elementFromPoint(left + x, top + y)?.closest(".pile-of");
    }).length, CORNER);
    assert.equal(covered, 0, `${plays} plays, ${hand} cards`);
    const left = await page.locator(".own .hand .card").first().evaluate((card) => Math.round(card.getBoundingClientRect().left));
    assert.equal(left, lefts[hand] ??= left, `${plays} plays move a hand of ${hand} cards`);
  }
  await visitor.close();
});

test("sunrise names an element for Space; Shift and Space pass until the player's turn", async () => {
  const change = (view) => Object.assign(view.sides[0], { cards: ["Tomb Giant", "Spark"], hand: 2, karma: { red: 1, black: 1 }, active: { red: 1, black: 1 } });
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { phase: "sunrise" }, change, options: () => ["red", "green", "black"].map((element) => ({ do: "create", text: `create ${element}` })) });
  assert.equal(await action(page), "Create black");
  assert.match(await page.locator("#action").innerText(), /Tomb Giant becomes playable/);
  assert.equal(await page.locator(".ring .first").innerText().then((text) => text.includes("black")), true);
  await page.keyboard.press("Shift+Space");
  await page.locator('#passing [aria-pressed="true"]', { hasText: "Pass until my turn" }).waitFor();
  await page.keyboard.press("Shift+Space");
  await page.locator('#passing [aria-pressed="false"]').first().waitFor();
  const [until, normal] = sent.filter(({ type, stops }) => type === "settings" && stops).map(({ stops }) => stops);
  assert.ok(normal.includes("play") && !until.includes("play"));
  await page.keyboard.press("Space");
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent), [2]);
  await visitor.close();
});

test("three attackers need three clicks and Space, all of them one key", async () => {
  const { visitor, page, sent, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 } });
  assert.equal(await action(page), "Next: Attack");
  const able = page.locator(".own .present .can");
  for (let i = 0; i < 3; i++) await able.nth(i).click();
  assert.equal(await action(page), "Attack with 3");
  await page.keyboard.press("Space");
  const view = fullView(cards, 2, { hand: 3 });
  const names = view.sides[0].present.filter(({ awake }) => awake);
  for (let done = 0; done < 3; done++) {
    const main = structuredClone(view);
    for (const token of main.sides[0].present) token.awake &&= !names.slice(0, done).some(({ id }) => id === token.id);
    if (done > 0) update(main, [], [PASS]);
    await page.waitForFunction(() => document.querySelector("#choices:not(.yours)"));
    const attack = { ...structuredClone(main), stack: [{ id: "f1", phase: "attack", seat: 0 }] };
    update(attack, [], [PASS, ...attacks(main)]);
    await page.waitForFunction(() => document.querySelector("#choices:not(.yours)"));
  }
  assert.deepEqual(chosen(sent), [0, 1, 0, 1, 0, 1], "the page passes the main phase and attacks");
  update({ ...view, stack: [{ id: "f1", phase: "attack", seat: 0 }] }, [], [PASS, ...attacks(view)]);
  await page.locator("#choices.yours").waitFor();
  assert.equal(await action(page), "End turn");
  await page.keyboard.press("a");
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent).slice(6), [1]);
  await visitor.close();
});

test("one press ends the turn, through the attack phase", async () => {
  const { visitor, page, sent, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 } });
  await page.keyboard.press("e");
  await page.locator("#choices:not(.yours)").waitFor();
  const view = fullView(cards, 2, { hand: 3, phase: "attack" });
  update(view, [], [PASS, ...attacks(view)]);
  await page.waitForFunction(() => document.querySelector("#choices:not(.yours)"));
  assert.deepEqual(chosen(sent), [0, 0]);
  update({ ...view, turn: 11, stack: [{ id: "f1", phase: "main", seat: 0 }] }, [], [PASS]);
  await page.locator("#choices.yours").waitFor();
  assert.deepEqual(chosen(sent), [0, 0], "the next turn waits");
  await visitor.close();
});

test("a question during the end of the turn has its own answer", async () => {
  const { visitor, page, sent, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 2 } });
  await page.keyboard.press("e");
  await page.locator("#choices:not(.yours)").waitFor();
  const view = fullView(cards, 2, { hand: 2, phase: "sunset" });
  const choices = view.sides[0].cards.map((card, id) => ({ id, do: "take", card, text: `discard ${card}` }));
  const pick = { min: 0, max: 1, does: "discard", from: "hand", cards: choices };
  update(view, [], null, { awaiting: [0], decision: { id: 120, options: [...choices, { id: 2, do: "done", text: "no more" }], pick } });
  await page.locator("#action", { hasText: "Discard none" }).waitFor();
  await page.keyboard.press("Space");
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(sent.at(-1).cards, []);
  await visitor.close();
});

test("the player's own seat is never a target without a click", async () => {
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 12 }, options: () => [{ do: "play", card: "Mend", on: "s0", text: "play Mend on seat 0" }, PASS] });
  assert.deepEqual(await page.locator("#options li button span:first-of-type").allTextContents().then((texts) => texts.at(-1).includes("Mend")), true, "it comes last");
  await page.locator(".own .hand .can").click({ position: CORNER });
  assert.deepEqual(chosen(sent), []);
  await page.locator(".own .who").click();
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent), [0]);
  await visitor.close();
});

test("the line to a target starts at the card that was clicked, and at the acting token", async () => {
  const change = (view) => { view.sides[0].cards = ["Spark", "Spark"]; };
  const options = (view) => [
    ...view.sides[1].present.slice(0, 2).map(({ id }) => ({ do: "play", card: "Spark", on: id, text: `play Spark on ${id}` })),
    ...view.sides[1].present.slice(0, 2).flatMap(({ id }) => view.sides[1].present.slice(2, 4).map((also) => ({ do: "use", by: "t1", on: id, also: also.id, text: `use t1 on ${id} and ${also.id}` }))),
  ];
  const { visitor, page } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 2 }, change, options });
  const from = async (item) => {
    await settled(page); // a new pick clears the line once
    await page.mouse.move(640, 300);
    const box = await item.boundingBox();
    const [x, y] = /^M([\d.]+) ([\d.]+)/.exec(await page.locator(".arrow path").getAttribute("d")).slice(1).map(Number);
    assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height, `${x} ${y} is outside ${JSON.stringify(box)}`);
  };
  const second = page.locator(".own .hand .card").nth(1);
  await second.click({ position: CORNER });
  await from(second);
  await page.keyboard.press("Escape");
  const acting = page.locator('.own .present [data-ref="t1"]');
  await acting.click({ position: CORNER });
  await page.locator("#seats .aim, #seats .side:not(.own) .present .can").first().click({ position: CORNER });
  await from(acting);
  await visitor.close();
});

test("the page pays by itself with the element that the hand needs least, except under full control", async () => {
  const pay = [{ do: "pay", text: "pay red" }, { do: "pay", text: "pay green" }, { do: "pay", text: "pay black" }];
  const red = cards.filter(({ cost }) => cost?.includes("red") && !cost.includes("black")).map(({ name }) => name);
  const change = (view) => { view.sides[0].cards = [red[0], red[1], cards.find(({ cost }) => cost?.includes("green")).name]; };
  const { visitor, page, sent, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, change });
  const view = fullView(cards, 2, { hand: 3 });
  change(view);
  update(view, [], pay);
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent), [2]);
  await openPanel(page, "more");
  await page.getByLabel("Pay for cards automatically").uncheck();
  update(view, [], pay);
  await page.locator("#choices.yours").waitFor();
  assert.deepEqual(chosen(sent), [2], "with the setting off the player chooses");
  await visitor.close();
});

test("a token that can block or use its power blocks with a click and Space", async () => {
  const block = (view) => {
    view.active = 1;
    view.stack = [{ id: "f1", phase: "attack", seat: 1 }, { id: "f2", phase: "defend", seat: 1, foe: 0, by: view.sides[1].present[1].id }];
  };
  const options = (view) => [PASS, { do: "block", by: "t1", card: view.sides[0].present[0].card, text: "block with it" }, ...view.sides[1].present.slice(0, 2).map(({ id }) => ({ do: "use", by: "t1", on: id, text: `use t1 on ${id}` }))];
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, change: block, options });
  await page.locator('.own .present [data-ref="t1"]').click({ position: CORNER });
  assert.equal(await action(page), "Block with it");
  await page.keyboard.press("Space");
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent), [1]);
  await visitor.close();
});

test("a card that aims at the Past opens it", async () => {
  const change = (view) => { view.sides[0].cards = ["Dig Up"]; };
  const options = (view) => view.sides[0].past.slice(0, 3).map((also) => ({ do: "play", card: "Dig Up", on: "s0", also, text: `play Dig Up on ${also} in the Past of seat 0` }));
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 1 }, change, options: (view) => [...options(view), PASS] });
  await page.locator(".own .hand .can").click({ position: CORNER });
  await page.locator("dialog[open] .can").nth(1).click({ position: CORNER });
  await page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(sent).map((id) => id < 3), [true]);
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await visitor.close();

  const keyed = await sitAt(fixture, cards, { seats: 2, fill: { hand: 1 }, change, options: (view) => [...options(view), PASS] });
  await keyed.page.keyboard.press("1");
  await keyed.page.locator("dialog[open] .can:focus").waitFor();
  const stops = await keyed.page.locator("dialog[open] .hand button").evaluateAll((list) => list.map((card) => [card.tabIndex, card === document.querySelector("dialog[open] .can")]));
  assert.deepEqual(stops.filter(([tab]) => tab === 0), [[0, true]], "the first card to choose is the one stop of the tab key");
  await keyed.page.keyboard.press("2"); // the digits of the list work over the open pile
  await keyed.page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(keyed.sent), [1]);
  await keyed.visitor.close();

  const entered = await sitAt(fixture, cards, { seats: 2, fill: { hand: 1 }, change, options: (view) => [...options(view), PASS] });
  await entered.page.keyboard.press("1");
  await entered.page.locator("dialog[open] .can:focus").waitFor();
  await entered.page.keyboard.press("Enter");
  await entered.page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(entered.sent).map((id) => id < 3), [true]);
  await entered.visitor.close();

  const tabbed = await sitAt(fixture, cards, { seats: 2, fill: { hand: 1 }, change, options: (view) => [...options(view).slice(0, 2), PASS] });
  await tabbed.page.keyboard.press("1");
  await tabbed.page.locator("dialog[open] .can").first().waitFor();
  const lines = await openOptions(tabbed.page);
  assert.equal(lines.length, 3, `press uses digits for even lists: ${lines}`); // two cards and Cancel
  await press(tabbed.page, lines, 0);
  await tabbed.page.locator("#choices:not(.yours)").waitFor();
  assert.deepEqual(chosen(tabbed.sent).map((id) => id < 3), [true]);
  await tabbed.visitor.close();
});

test("the phase strip shows the stops and sets them; F holds full control", async () => {
  const { visitor, page, sent } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 } });
  const settings = () => sent.filter(({ type, stops }) => type === "settings" && stops);
  await page.locator(".track button", { hasText: "Main" }).click();
  const own = page.locator(".stop-menu").getByLabel("on my turn");
  assert.equal(await own.isChecked(), true);
  await page.locator(".stop-menu").getByLabel("on opponents’ turns").check();
  await page.locator(".track button", { hasText: "Main" }).locator(".stop-mark.theirs.set").waitFor();
  assert.ok(settings()[0].stops.includes("others_main") && settings()[0].stops.includes("main"));
  await page.keyboard.press("Escape");
  await page.locator(".stop-menu").waitFor({ state: "detached" });
  await page.keyboard.down("f");
  await page.locator(".eyebrow", { hasText: "Full control" }).waitFor();
  await page.keyboard.up("f");
  await page.locator(".eyebrow", { hasText: "Your move" }).waitFor();
  assert.deepEqual(settings().slice(1).map(({ stops }) => stops), [["*"], settings()[0].stops]);
  await visitor.close();
});

test("no default stop is for the player's own plays", async () => {
  const { passing } = await fixture.server.request("/api/rules/elements");
  assert.deepEqual(passing.stops.filter((stop) => stop.default).map(({ name }) => name), ["block", "play", "main", "attack"]);
});

const EVENTS = (view) => [
  { what: "play", card: "Spark", on: "t1", text: "seat 1 plays Spark on Sprout t1" },
  { what: "attack", card: view.sides[1].present[0].card, by: view.sides[1].present[0].id, on: "s0", text: "seat 1 attacks seat 0" },
  { what: "lose_life", seat: 0, amount: 2, text: "seat 0 loses 2 life" },
];

test("an opponent's steps come one after another, then the prompt", async () => {
  const { visitor, page, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, visitor: { animated: true } });
  const view = fullView(cards, 2, { hand: 3 });
  view.sides[0].life = 5;
  await page.evaluate(() => {
    window.steps = [];
    new MutationObserver(() => {
      const text = document.querySelector(".stage-text")?.textContent;
      if (text && window.steps.at(-1)?.text !== text) window.steps.push({ text, card: document.querySelector(".stage-card .name")?.textContent, floats: [...document.querySelectorAll(".float")].map((float) => float.textContent), open: document.querySelector("#choices.yours") !== null, life: document.querySelector(".own .life b").textContent });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  update(view, EVENTS(view), [PASS]);
  await page.locator(".own .life", { hasText: "5" }).waitFor();
  await page.locator("#choices.yours").waitFor();
  const steps = await page.evaluate(() => window.steps);
  assert.deepEqual(steps.map(({ card, floats }) => card ?? floats.join()), ["Spark", "", "−2"], JSON.stringify(steps));
  assert.ok(steps.every(({ open, life }) => !open && life === "7"), "the prompt and the board wait");

  update(view, EVENTS(view), [PASS]);
  await page.locator(".stage").waitFor();
  await page.keyboard.press("Space");
  await page.locator("#choices.yours").waitFor();
  assert.equal(await page.locator(".stage").count(), 0, "Space skips the steps");
  await page.evaluate(() => { // a busy browser could end the steps before a click from outside
    window.steps = [];
    new MutationObserver((_changes, observer) => {
      const curtain = document.querySelector(".curtain");
      if (curtain) { observer.disconnect(); curtain.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })); }
    }).observe(document.body, { childList: true, subtree: true });
  });
  update(view, EVENTS(view), [PASS]);
  await page.waitForFunction(() => window.steps.length > 0 && !document.querySelector(".stage"));
  await page.locator("#choices.yours").waitFor();
  assert.deepEqual(await page.evaluate(() => window.steps.map(({ card }) => card)), ["Spark"], "so does a click");
  await visitor.close();
});

test("with a clock the prompt opens at once, and the steps follow", async () => {
  const { visitor, page, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, visitor: { animated: true } });
  const view = fullView(cards, 2, { hand: 3 });
  update(view, EVENTS(view), [PASS], { left_ms: [60_000, 60_000] });
  await page.locator(".stage").waitFor();
  assert.equal(await page.locator("#choices.yours").count(), 1);
  assert.equal(await action(page), "Next: Attack");
  await visitor.close();
});

test("reduced motion and the setting turn the steps off", async () => {
  for (const animated of [true, false]) {
    const { visitor, page, update } = await sitAt(fixture, cards, { seats: 2, fill: { hand: 3 }, visitor: { animated } });
    if (animated) {
      await openPanel(page, "more");
      await page.getByLabel("Show moves").selectOption("off");
    }
    const view = fullView(cards, 2, { hand: 3 });
    view.sides[0].life = 4;
    update(view, EVENTS(view), [PASS]);
    await page.locator(".own .life", { hasText: "4" }).waitFor();
    assert.equal(await page.locator(".stage").count(), 0);
    await visitor.close();
  }
});
