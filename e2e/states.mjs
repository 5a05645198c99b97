// Takes screenshots of the table of Elements in the states that the design shows, in dark and light.

import { mkdirSync } from "node:fs";
import { Visitor, launch } from "./browser.mjs";
import { sitAt } from "./fulltable.mjs";
import { ATTACKED, BLOCKS, CORNER, CREATES, PASS, PLAYED, PLAYS, TARGETS, answer, duel, ended } from "./positions.mjs";
import { Server } from "./server.mjs";

const FOLDER = process.argv[2] ?? new URL("shots/states/", import.meta.url).pathname;
const server = await new Server().start();
const browser = await launch();
const fixture = { server, open: (/** @type {any} */ options) => Visitor.open(browser, server.url, options) };
const { cards } = await server.request("/api/rules/elements");
const change = duel(cards);

/** @type {Object<string, Partial<Parameters<typeof sitAt>[2]> & {act?: (page: import("playwright-core").Page, sat: Awaited<ReturnType<typeof sitAt>>) => Promise<void>, phones?: boolean}>} */
const STATES = {
  sunrise: { fill: { phase: "sunrise" }, change, options: () => CREATES },
  main: { change, options: () => [PASS, ...PLAYS] },
  respond: { change: answer(cards, PLAYED), options: () => [PASS, { do: "play", card: "Spark", text: "play Spark" }, { do: "play", card: "Ashes Speak", text: "play Ashes Speak" }] },
  block: { change: answer(cards, ATTACKED), options: () => [PASS, ...BLOCKS] },
  target: {
    change, options: () => [PASS, ...TARGETS],
    act: async (page) => {
      await page.locator(".own .hand .can").first().click({ position: CORNER });
      await page.locator('[data-ref="t21"]').hover({ position: CORNER });
    },
  },
  defeat: await ended(server, 1),
  victory: await ended(server, 0),
  sheet: {
    phones: true, change, options: () => [PASS, ...PLAYS],
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
