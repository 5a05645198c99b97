// The lessons, along their path and off it, and the glossary. TestLessons in server plays every lesson.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./check.mjs";
import { setup } from "./setup.mjs";

/** Lessons of each kind: from the deal and from the middle of a game. */
const LESSONS = [
  ["elements", "Elements pay for cards"], ["elements", "Block"], ["elements", "Respond"],
  ["dominion", "A turn"], ["dominion", "Reactions"], ["dominion", "Trash"], ["polity", "Your first year"], ["tortoise", "Her first days"],
];
const CHECKED = new Set(["Block", "Reactions", "Your first year", "Her first days"]);
const fixture = setup();

for (const [rules, name] of LESSONS) {
  test(`the lesson ${name} of ${rules} leads to its end, across a reload`, async () => {
    const visitor = await fixture.open();
    const { page } = visitor;
    await visitor.go(`#/learn/${rules}`, "#begin");
    if (CHECKED.has(name)) await check(visitor, `learn-${rules}`);
    await page.locator(".lanterns button", { hasText: name }).click();
    await page.locator("#begin").click();
    const advised = page.locator("#options .advised:enabled");
    const done = page.locator(".coach.done");
    const texts = new Set();
    const buttons = new Set();
    for (let presses = 0; presses < 60; presses++) {
      await advised.or(done).first().waitFor();
      if (await done.count() > 0) break;
      const text = await visitor.text(".coach-say");
      if (texts.size === 1 && !texts.has(text)) {
        await page.reload();
        await advised.first().waitFor();
        assert.equal(await visitor.text(".coach-say"), text);
      }
      if (texts.size === 2 && !texts.has(text) && CHECKED.has(name)) await check(visitor, `learn-${rules}-table`);
      texts.add(text);
      buttons.add((await page.locator("#action").allInnerTexts()).join());
      await advised.first().click();
    }
    await done.waitFor();
    assert.ok(texts.size >= 4, `only ${texts.size} steps`);
    await page.locator("#prompt").waitFor({ state: "hidden" }); // a lesson at its end asks for nothing
    if (rules === "tortoise") assert.match([...buttons].join("; "), /Cancel\s+or choose an answer/);
    if (CHECKED.has(name)) await check(visitor, `learn-${rules}-end`);
    await page.locator(".coach-ways a", { hasText: "All lessons" }).click();
    await page.locator(".lanterns .done", { hasText: name }).waitFor();
    await visitor.close();
  });
}

test("a finished lesson lights the next one, which one button starts", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn", "#begin");
  assert.match(await visitor.text(".lanterns .next"), /Elements pay for cards/);
  assert.match(await visitor.text(".path-progress"), /^0 of 9 played · about \d+ min each$/);
  await page.evaluate(() => localStorage.setItem("gamed.lessons", JSON.stringify({ elements: ["elements"] })));
  await page.reload();
  await page.locator(".lanterns .done").waitFor();
  assert.match(await visitor.text(".lanterns .next"), /Attack/);
  assert.match(await visitor.text(".path-progress"), /^1 of 9 played/);
  assert.match(await visitor.text(".path footer"), /^Lesson 2, Attack\. .+\?\s+Start\s+\d+ min, 6 moves$/);
  await page.locator("#begin", { hasText: "Start" }).click();
  await page.locator(".coach-head", { hasText: "Attack" }).waitFor();
  await visitor.go("#/", "#own-title");
  await page.locator(".return").first().click();
  await page.locator(".coach-head", { hasText: "Attack" }).waitFor();
  await page.locator("#options .advised").first().waitFor(); // connected

  // The lobby names the newest lesson that is not finished, and no other one.
  await visitor.go("#/learn/elements/block", "#begin");
  await page.locator("#begin").click();
  await page.locator(".coach-head", { hasText: "Block" }).waitFor();
  await page.locator("#options .advised").first().waitFor(); // connected
  await visitor.go("#/", "#own-title");
  await page.locator(".return", { hasText: "Lesson: Block" }).waitFor();
  assert.equal(await page.locator(".return").count(), 1);
  await page.evaluate(() => localStorage.setItem("gamed.lessons", JSON.stringify({ elements: ["elements", "block"] })));
  await page.reload();
  await page.locator(".return", { hasText: "Lesson: Attack" }).waitFor();
  assert.equal(await page.locator(".return").count(), 1);
  await visitor.close();
});

for (const name of ["Attack", "Spells and the stack", "Items and powers"]) {
  test(`the lesson ${name} can be played with the cards and the large button alone`, async () => {
    const visitor = await fixture.open();
    const { page } = visitor;
    await visitor.go("#/learn/elements", "#begin");
    await page.locator(".lanterns button", { hasText: name }).click();
    await page.locator("#begin").click();
    const done = page.locator(".coach.done");
    const button = page.locator("#action.primary");
    const card = page.locator("#seats .advised");
    for (let presses = 0; presses < 80; presses++) {
      await done.or(button).or(card).first().waitFor();
      if (await done.count() > 0) break;
      assert.equal(await page.locator(".coach-at", { hasText: "left" }).count(), 0);
      const marked = /^Attack with/.test(await visitor.text("#action"));
      await (await card.count() > 0 && !marked ? card : button).first().click({ timeout: 3000 }).catch(() => {}); // a step may replace it
    }
    await done.waitFor();
    await visitor.close();
  });
}

test("another move ends the lesson, and it can start again", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn/elements", "#begin");
  await page.locator("#begin").click();
  await page.locator("#options .advised").waitFor();
  await page.locator("#options li:not(:has(.advised)) button").first().click();
  await page.locator(".coach-say", { hasText: "You left the lesson." }).waitFor();
  assert.equal(await page.locator(".advised").count(), 0);
  await page.locator(".coach-ways button").click();
  await page.locator("#options .advised").waitFor();
  await visitor.close();
});

test("the glossary explains a word, and each card explains its words", async () => {
  const visitor = await fixture.open();
  const { page } = visitor;
  await visitor.go("#/learn/elements", ".word-list");
  await page.locator(".word-list button", { hasText: "Karma" }).click();
  assert.match(await visitor.text(".word-of"), /elements that you have created/);
  assert.equal(await page.locator(".word-signs .glyph").count(), 3);
  await page.locator(".word-topics button", { hasText: "Fights" }).click();
  await page.locator(".word-list button", { hasText: "Block" }).click();
  assert.match(await visitor.text(".word-of"), /In lessons: 3, Block/);
  await page.locator(".word-of a", { hasText: "3, Block" }).click();
  await page.locator(".path footer", { hasText: "Lesson 3, Block." }).waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const topic of await page.locator(".word-topics button").all()) {
    await topic.click();
    for (const word of await page.locator(".word-list button").all()) {
      await word.click();
      const name = await word.innerText();
      assert.ok(await page.locator(".word-of").evaluate((box) => box.getBoundingClientRect().bottom) <= 720, `${name} needs scrolling`);
    }
  }
  await page.locator(".word-topics button", { hasText: "In play" }).click();
  await page.locator(".word-list button", { hasText: "Untouchable" }).click();
  await page.locator(".word-of a", { hasText: "Safe Passage" }).click();
  assert.match(await visitor.text("dialog .meanings"), /Untouchable.*target/);
  await check(visitor, "learn-card");
  await page.locator("dialog a", { hasText: "All words" }).click();
  await page.locator(".glossary dt", { hasText: "Mulligan" }).waitFor();
  await check(visitor, "learn-words");
  await visitor.go("#/learn/dominion", ".word-list");
  assert.equal(await page.locator(".word-lists h3").count(), 3, "all topics of few words are in view");
  await page.locator("#begin").click();
  await page.locator("#options .advised").first().waitFor();
  await page.locator(".supply .card, .pile").filter({ hasText: "Moat" }).first().hover();
  assert.match(await visitor.text(".zoom .meanings"), /Reveal|Attack/);
  await visitor.close();
});
