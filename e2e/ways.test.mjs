// The three games by the ways to play that the other files leave out: Dominion by keyboard,
// Polity by keyboard and by touch, and each game by the accessibility tree alone, as a screen
// reader shows it, where every event is announced once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin as beginIn, best, openOptions, play, press, tap } from "./play.mjs";
import { setup } from "./setup.mjs";

const TURNS = 10;
const PHONE = { width: 360, height: 740 };
const QUIET = 400; // milliseconds, more than the live region waits to join sentences
const SOME = 40; // decisions
const GAMES = {
  Elements: { start: /^Easy/, wants: [/^attack with/i, /^no block/i, /^play/i, /^create/i, /^keep/i] },
  Dominion: { start: /^Easy/, wants: [/^play all/i, /^buy (province|gold|duchy|silver)/i, /^end/i] },
  Polity: { start: /^Play$/, wants: [] },
};
const fixture = setup();

/** Starts a game from the lobby. @param {keyof typeof GAMES} title @param {object} [options] of the visitor @param {(page: import("playwright-core").Page) => Promise<void>} [prepare] */
async function begin(title, options, prepare) {
  const visitor = await fixture.open(options);
  await prepare?.(visitor.page);
  await visitor.go("#/", ".pick-game");
  await beginIn(visitor.page, title, GAMES[title].start);
  await visitor.game();
  return visitor;
}

test("Dominion by keyboard", async () => {
  const visitor = await begin("Dominion");
  assert.ok(await play(visitor.page, GAMES.Dominion.wants, press) > 0, "no decision came");
  assert.match(await visitor.prompt(), /won|draw/i);
  await visitor.close();
});

for (const [way, choose, options] of /** @type {const} */ ([["keyboard", press, {}], ["touch", tap, { size: PHONE, touch: true }]])) {
  test(`ten turns of Polity by ${way}`, async () => {
    const visitor = await begin("Polity", options);
    const game = await visitor.game();
    const turn = async () => (await fixture.server.request(`/api/games/${game}`)).turn;
    for (let made = 0; await turn() < TURNS; made++) {
      const lines = await openOptions(visitor.page);
      assert.ok(lines, "the game ended early");
      await choose(visitor.page, lines, made % lines.filter((line) => line !== "Cancel").length); // a mix, since any single option would fail
    }
    await visitor.close();
  });
}

/** Records what the live regions say. @param {import("playwright-core").Page} page */
const listen = (page) => page.addInitScript(() => {
  const said = /** @type {any} */ (globalThis).said = [];
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const text = document.getElementById("spoken")?.textContent;
    if (text && text !== said.at(-1)) said.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true }));
});

const NAME = /(region|button) "((?:[^"\\]|\\.)*)"(.*)/;

/**
 * What a screen reader finds in the page: its text, and the answers to the decision in the region of that name.
 * @param {import("playwright-core").Page} page
 */
async function read(page) {
  const text = (await page.getByRole("main").ariaSnapshot()).replaceAll("''", "'");
  const lines = text.split("\n").map((line) => ({ depth: line.search(/\S/), line, name: NAME.exec(line) }));
  const at = lines.findIndex(({ line }) => line.includes("- paragraph: Your move"));
  if (at < 0) return { text, region: "", answers: [] };
  const { depth } = lines[at];
  const region = lines.slice(0, at).findLast((one) => one.depth < depth)?.name?.[2] ?? "";
  const rest = lines.slice(at).filter((one, i, all) => all.slice(0, i + 1).every((before) => before.depth >= depth));
  const answers = rest.filter(({ line, name, depth: deep }) => deep > depth + 2 && name?.[1] === "button" && !/\[(disabled|pressed)/.test(name[3]) && !/"Cancel"|automatic/i.test(line)).map(({ name }) => JSON.parse(`"${name?.[2]}"`));
  return { text, region: JSON.parse(`"${region}"`), answers };
}

/** Requires that the live region said each line of the log as often as its event came. @param {import("playwright-core").Page} page */
async function saidOnce(page) {
  await openOptions(page);
  await page.waitForTimeout(QUIET);
  const plain = (/** @type {string} */ text) => text.replace(/([A-Z]\w+) \d+/g, "$1"); // "Sprout 2" was "Sprout" while only one Sprout was in play
  const lines = await page.locator("#log p").allTextContents();
  const said = plain((await page.evaluate(() => /** @type {any} */ (globalThis).said)).join(" "));
  const times = (/** @type {string | undefined} */ text) => Number(/ \((\d+) times\)$/.exec(text ?? "")?.[1] ?? 1);
  const counts = /** @type {Map<string, number>} */ (new Map());
  for (const line of lines) {
    const text = plain(line.replace(/ \(\d+ times\)$/, ""));
    counts.set(text, (counts.get(text) ?? 0) + times(line));
  }
  const wrong = [...counts].map(([text, count]) => {
    const heard = [...said.matchAll(new RegExp(`(?<=^|[.!?:”] )${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}( \\(\\d+ times\\))?${/[.!?:”]$/.test(text) ? "" : "\\."}(?= |$)`, "g"))].reduce((sum, [, more]) => sum + times(more), 0);
    return { text, count, heard };
  }).filter(({ count, heard }) => count !== heard);
  assert.deepEqual(wrong, [], said);
}

for (const [title, { wants }] of Object.entries(GAMES)) {
  test(`${title} by the accessibility tree alone`, async () => {
    const visitor = await begin(/** @type {keyof typeof GAMES} */ (title), {}, listen);
    const { page } = visitor;
    const over = (/** @type {string} */ text) => (title === "Polity" ? Number(/Quarter (\d+)/.exec(text)?.[1]) > TURNS : /heading "(You won|.* won|Draw|You lost)/.test(text));
    let seen = await read(page);
    for (let made = 0; !over(seen.text); made += seen.answers.length > 0 ? 1 : 0) {
      if (seen.answers.length > 0) {
        const { answers } = seen;
        const name = answers[title === "Polity" ? made % answers.length : best(answers, wants)];
        const button = page.getByRole("region", { name: seen.region, exact: true }).getByRole("list").getByRole("button", { name, exact: true });
        await button.first().evaluate((node) => node.click()).catch(() => {}); // answered meanwhile by the server
      }
      if (title === "Dominion" && made === SOME) await saidOnce(page); // before the log drops its first lines
      seen = await read(page);
    }
    if (title !== "Dominion") await saidOnce(page);
    await visitor.close();
  });
}
