// Takes screenshots of the table of Elements in the states of its design, in dark and light.

import { mkdirSync } from "node:fs";
import { Visitor, launch } from "./browser.mjs";
import { sitAt } from "./fulltable.mjs";
import { Server } from "./server.mjs";

const FOLDER = process.argv[2] ?? new URL("shots/states/", import.meta.url).pathname;
const PASS = { do: "pass", text: "pass" };
const CORNER = { x: 24, y: 40 }; // of a card, which other cards overlap
const HAND = ["Tomb Giant", "Pyre Imp", "Spark", "Wild Salamander", "Ashes Speak", "Backdraft"];
const OWN = ["Furnace Ox", "Ember Adept", "Grave Rat", "Ember Kiln", "Bone Box"];
const OTHER = ["Old Oak", "Stag Captain", "Shield Bearer", "Moss Hare", "Sprout"];

const server = await new Server().start();
const browser = await launch();
const fixture = { server, open: (/** @type {any} */ options) => Visitor.open(browser, server.url, options) };
const { cards } = await server.request("/api/rules/elements");

/** The tokens of a seat. @param {string[]} names @param {number} owner */
const tokens = (names, owner) => names.map((name, i) => {
  const { type, stats = "" } = cards.find((/** @type {any} */ card) => card.name === name);
  const [attack = 0, health = 0] = stats.split("/").map(Number);
  return { id: `t${10 * (owner + 1) + i}`, card: name, type, owner, attack, health, hurt: 0, awake: i % 4 !== 2 };
});

/** Gives both seats of a duel the cards of the design. @param {any} view */
function duel(view) {
  const [own, other] = view.sides;
  Object.assign(own, { life: 5, cards: HAND, hand: HAND.length, present: tokens(OWN, 0), karma: { red: 4, black: 1 }, active: { red: 3, black: 1 }, past: ["Spark"] });
  Object.assign(other, { life: 6, hand: 5, present: tokens(OTHER, 1), karma: { green: 3, white: 2 }, active: { green: 1 }, past: ["Seed Keeper"] });
}

/** Makes it the opponent's turn, with these frames on the stack. @param {any} view @param {object[]} frames */
function answer(view, frames) {
  duel(view);
  view.active = 1;
  view.stack = frames;
}

/** A duel of bots that this seat won, as if the player had sat at seat 0. @param {number} winner */
async function ended(winner) {
  const ask = (/** @type {string} */ path) => server.request(`/api/games/${path}`);
  for (;;) {
    const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{ bot: "greedy" }, { bot: "greedy" }] });
    while ((await ask(id)).status !== "over") await new Promise((done) => setTimeout(done, 100));
    const { list, steps, won } = await ask(`${id}/replay?seat=all&from=0&count=500`);
    if (won?.[0] !== winner || list.length <= steps) continue;
    const { view } = list.at(-1);
    return {
      change: (/** @type {any} */ now) => Object.assign(now, view, { seat: 0 }), options: () => [PASS], events: list.flatMap((/** @type {any} */ step) => step.events),
      act: async (/** @type {import("playwright-core").Page} */ page, /** @type {any} */ { push }) => {
        await page.route(/games\/\w+\/(replay|chances)/, (route) => route.continue({ url: route.request().url().replace(/games\/\w+/, `games/${id}`) }));
        push({ type: "over", n: 1, won: [winner], draw: false, reason: "end" });
        await page.locator("#ending .turning").waitFor();
      },
    };
  }
}

const PLAYS = ["Pyre Imp", "Spark", "Wild Salamander", "Ashes Speak"].map((card) => ({ do: "play", card, text: `play ${card}` }));

/** @type {Object<string, Partial<Parameters<typeof sitAt>[2]> & {act?: (page: import("playwright-core").Page, sat: Awaited<ReturnType<typeof sitAt>>) => Promise<void>, phones?: boolean}>} */
const STATES = {
  sunrise: { fill: { phase: "sunrise" }, change: duel, options: () => ["black", "red", "white", "yellow", "green", "blue", "violet"].map((element) => ({ do: "create", text: `create ${element}` })) },
  main: { change: duel, options: () => [PASS, ...PLAYS] },
  respond: {
    change: (view) => answer(view, [{ id: "f1", phase: "main", seat: 1 }, { id: "f2", phase: "play", seat: 1, card: "Trial of Horns", on: "t21", also: "t10" }]),
    options: () => [PASS, { do: "play", card: "Spark", text: "play Spark" }, { do: "play", card: "Ashes Speak", text: "play Ashes Speak" }],
  },
  block: {
    change: (view) => answer(view, [{ id: "f1", phase: "attack", seat: 1 }, { id: "f2", phase: "defend", seat: 1, by: "t20", foe: 0 }]),
    options: () => [PASS, { do: "block", by: "t10", text: "block with Furnace Ox t10" }, { do: "block", by: "t11", text: "block with Ember Adept t11" }],
  },
  target: {
    change: duel, options: () => [PASS, ...["t20", "t21", "t22", "t24", "s1"].map((on) => ({ do: "play", card: "Spark", on, text: `play Spark on ${on}` }))],
    act: async (page) => {
      await page.locator(".own .hand .can").first().click({ position: CORNER });
      await page.locator('[data-ref="t21"]').hover({ position: CORNER });
    },
  },
  defeat: await ended(1),
  victory: await ended(0),
  sheet: {
    phones: true, change: duel, options: () => [PASS, ...PLAYS],
    act: async (page) => {
      await page.locator(".own .hand .card", { hasText: "Spark" }).tap({ position: CORNER });
      await page.locator("#sheet-play").waitFor();
    },
  },
  four: { seats: 4, fill: { tokens: 8, hand: 7 }, options: () => [PASS] },
};
const SIZES = [["", 1280, 720], ["-wide", 1920, 1080], ["-phone", 360, 740], ["-low", 740, 360]];

mkdirSync(FOLDER, { recursive: true });
for (const [state, { seats = 2, fill = { tokens: 5, hand: 6 }, change, options, events, act, phones = false }] of Object.entries(STATES)) {
  for (const [suffix, width, height] of SIZES) {
    if (phones && width >= 960) continue;
    for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
      const sat = await sitAt(fixture, cards, { seats, fill, change, options, events, visitor: { size: { width, height }, touch: width < 960, refused: true } }); // the server refuses the replay of a game that only the page takes for over
      await sat.page.emulateMedia({ colorScheme });
      await act?.(sat.page, sat);
      await sat.page.waitForFunction(() => [...document.querySelectorAll(".aims path")].every((path) => path.getAttribute("d") !== "")); // the lines come last
      await sat.page.screenshot({ path: `${FOLDER}/${state}${suffix}-${colorScheme}.png` });
      await sat.visitor.close();
    }
  }
  console.log(`${FOLDER}/${state}-*.png`);
}
await browser.close();
await server.stop();
