// The screens of beginner.mjs, each as a new player comes to it.

import { fullView, sitAt } from "./fulltable.mjs";
import { begin, openOptions } from "./play.mjs";
import { ATTACKED, BLOCKS, CORNER, CREATES, PASS, PLAYED, PLAYS, TARGETS, answer, duel, ended } from "./positions.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./browser.mjs").Visitor} Visitor */

/**
 * @typedef {object} Stage
 * @property {import("./server.mjs").Server} server
 * @property {(options?: object) => Promise<Visitor>} open
 */

const SIZE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const CLOCK = { bank_ms: 300_000, per_decision_ms: 10_000, increment_ms: 0, absent: "forfeit" };

/** A visitor with a name, which no other visitor of the server may have. @param {Stage} stage @param {string} name @param {object} [options] */
async function person(stage, name, options) {
  const visitor = await stage.open({ size: SIZE, ...options });
  await visitor.go("#/", "#player-name");
  await visitor.page.locator("#player-name").fill(name);
  await visitor.page.getByRole("button", { name: "Save" }).click();
  await visitor.page.locator(".me b", { hasText: name }).waitFor();
  return visitor;
}

/** Two people at a new duel. @param {Stage} stage @param {[string, string]} names @param {object} [options] of the first one's browser @returns {Promise<[Visitor, Visitor]>} */
async function pair(stage, names, options) {
  const { id } = await stage.server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}] });
  const both = /** @type {[Visitor, Visitor]} */ (await Promise.all([person(stage, names[0], options), person(stage, names[1])]));
  for (const [seat, visitor] of both.entries()) await visitor.go(`#/play/${id}/${seat}`);
  for (const { page } of both) await openOptions(page);
  return both;
}

/** A duel with the boards of the design. @param {Stage} stage @param {(cards: any[]) => Partial<Parameters<typeof sitAt>[2]>} how @param {object} [options] of the browser */
async function sit(stage, how, options) {
  const { cards } = await stage.server.request("/api/rules/elements");
  return sitAt(/** @type {any} */ (stage), cards, { seats: 2, fill: { tokens: 5, hand: 6 }, change: duel(cards), ...how(cards), visitor: { size: SIZE, ...options } });
}

/** Changes a position further. @param {(view: any) => void} change @param {(view: any) => void} more @returns {(view: any) => void} */
const and = (change, more) => (view) => {
  change(view);
  more(view);
};

/** @param {{page: Page}} sat */
const pageOf = ({ page }) => page;

/** Opens a screen. @type {Object<string, (stage: Stage) => Promise<Page>>} */
const SCREENS = {
  async lobby({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/", ".face");
    await visitor.page.locator("#queue").waitFor();
    return visitor.page;
  },
  async looking({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/", "#queue");
    await visitor.page.locator("#find").click();
    await visitor.page.locator(".looking").waitFor();
    return visitor.page;
  },
  async invitation(stage) {
    const { server, open } = stage;
    const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}], clock: CLOCK });
    await (await person(stage, "Ann")).go(`#/play/${id}/0`, "#invite");
    const guest = await open({ size: SIZE });
    await guest.go(`#/play/${id}`, "#own-deck");
    return guest.page;
  },
  async waiting(stage) {
    const { id } = await stage.server.request("/api/games", { rules: "elements", private: true, seats: [{}, {}] });
    const host = await person(stage, "Gina");
    await host.go(`#/play/${id}/0`, "#invite");
    return host.page;
  },
  hand: (stage) => sit(stage, () => ({
    fill: { tokens: 0, hand: 3 },
    change: (view) => {
      for (const side of view.sides) Object.assign(side, { life: 7, hand: 3, past: [], karma: {}, active: {} });
      Object.assign(view.sides[0], { cards: ["Pyre Imp", "Spark", "Tomb Giant"] });
      Object.assign(view, { turn: 0, stack: [{ id: "f1", phase: "start", seat: 0 }] });
    },
    options: () => [{ do: "keep", text: "keep" }, { do: "mulligan", text: "mulligan" }],
  })).then(pageOf),
  sunrise: (stage) => sit(stage, (cards) => ({ fill: { phase: "sunrise" }, change: and(duel(cards), (view) => { view.turn = 1; }), options: () => CREATES })).then(pageOf),
  main: (stage) => sit(stage, () => ({ options: () => [PASS, ...PLAYS] })).then(pageOf),
  block: (stage) => sit(stage, (cards) => ({ change: answer(cards, ATTACKED), options: () => [PASS, ...BLOCKS] })).then(pageOf),
  respond: (stage) => sit(stage, (cards) => ({ change: answer(cards, PLAYED), options: () => [PASS, ...PLAYS.filter(({ card }) => ["Spark", "Ashes Speak"].includes(card))] })).then(pageOf),
  async target(stage) {
    const { page } = await sit(stage, () => ({ options: () => [PASS, ...TARGETS] }));
    await page.locator(".own .hand .can").first().click({ position: CORNER });
    await page.locator(".own .hand .picked").waitFor();
    return page;
  },
  async turn(stage) {
    const { page, update } = await sit(stage, () => ({ options: () => [PASS] }));
    const { cards } = await stage.server.request("/api/rules/elements");
    const view = fullView(cards, 2);
    answer(cards, [{ id: "f1", phase: "main", seat: 1 }])(view);
    update(view, [
      { what: "sunrise", seat: 1, amount: 9, text: "turn 9 of seat 1" }, { what: "create", seat: 1, text: "seat 1 creates green" },
      { what: "play", seat: 1, card: "Moss Hare", text: "seat 1 plays Moss Hare" },
    ], null);
    await page.locator("#choices:not(.yours)").waitFor();
    return page;
  },
  async clock(stage) {
    const { page, update } = await sit(stage, () => ({ clock: CLOCK }));
    const { cards } = await stage.server.request("/api/rules/elements");
    const view = fullView(cards, 2);
    duel(cards)(view);
    update(view, [], [PASS, ...PLAYS], { left_ms: [9_000, 240_000], ends_ms: [9_000, -1], now_ms: Date.now() });
    await page.locator(".own .clock.short").waitFor();
    return page;
  },
  async offers(stage) {
    const [asks, answers] = await pair(stage, ["Cleo", "Ben"]);
    for (const { page } of [asks, answers]) await page.locator("#action", { hasText: "Keep" }).click();
    await asks.page.locator(".turn-of b").waitFor();
    await asks.page.getByRole("button", { name: "Undo", exact: true }).click();
    await asks.page.locator(".offer").waitFor();
    return asks.page;
  },
  async away(stage) {
    const [stays, leaves] = await pair(stage, ["Dora", "Finn"], { disconnects: true });
    await stays.page.locator("#action", { hasText: "Keep" }).click();
    await leaves.close();
    await stays.page.locator("#seats", { hasText: "(away)" }).waitFor();
    await stays.page.routeWebSocket("**/ws", (socket) => { // as if five minutes had passed
      const far = socket.connectToServer();
      far.onMessage((text) => {
        const message = JSON.parse(String(text));
        for (const seat of message.seats ?? []) if (seat.exit_ms !== undefined) Object.assign(seat, { asked_ms: 300_000, away_ms: 300_000, exit_ms: 300_000 });
        socket.send(JSON.stringify(message));
        if (["update", "patch"].includes(message.type)) far.send(JSON.stringify({ type: "who" }));
      });
    });
    await stays.page.reload();
    await stays.page.locator(".waits").waitFor();
    return stays.page;
  },
  async lost({ server, open }) {
    const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{}, { bot: "random" }] });
    const visitor = await open({ size: SIZE, disconnects: true });
    let cut = () => {};
    let down = false;
    await visitor.page.routeWebSocket("**/ws", (socket) => {
      cut = () => socket.close({ code: 1001 });
      if (down) cut();
      else socket.connectToServer();
    });
    await visitor.go(`#/play/${id}/0`);
    await openOptions(visitor.page);
    down = true;
    cut();
    await visitor.page.locator("#connection.lost").waitFor();
    return visitor.page;
  },
  async ending(stage) {
    const end = await ended(stage.server, 1, (view) => view.sides[0].life <= 0);
    const sat = await sit(stage, () => end, { refused: true });
    await end.act(sat.page, sat);
    return sat.page;
  },
  async replay({ server, open }) {
    const game = await server.between("elements", ["greedy", "greedy"]);
    const visitor = await open({ size: SIZE });
    await visitor.watchToEnd(game);
    const { steps } = await server.request(`/api/games/${game}/replay?count=1`);
    await visitor.go(`#/replay/${game}/${Math.round(steps * 0.6)}`, "#scrubber");
    await visitor.page.locator("#play-from:enabled").waitFor();
    return visitor.page;
  },
  async learn({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/learn", "#begin");
    return visitor.page;
  },
  async puzzle({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/learn", "#next-puzzle");
    await visitor.page.locator("#next-puzzle").click();
    await visitor.page.locator(".puzzle").waitFor();
    await openOptions(visitor.page);
    return visitor.page;
  },
  async deck({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/decks", "#new-deck");
    await visitor.page.locator("#new-deck").click();
    for (const card of ["Spark", "Ember Adept", "Furnace Ox"]) await visitor.page.locator(`[data-ref="${card}"]`).click();
    await visitor.page.locator("#legal", { hasText: "3 cards" }).waitFor();
    return visitor.page;
  },
  async watch({ server, open }) {
    const { id } = await server.request("/api/games", { rules: "elements", seats: [{}, { bot: "easy" }] });
    const [player, spectator] = await Promise.all([open({ size: SIZE }), open({ size: SIZE })]);
    await player.go(`#/play/${id}/0`);
    await openOptions(player.page);
    await spectator.go(`#/watch/${id}`, "#seats .side");
    return spectator.page;
  },
  async dominion({ open }) {
    const visitor = await open({ size: SIZE });
    const { page } = visitor;
    await visitor.go("#/", ".pick-game");
    await begin(page, "Dominion", /^Easy/);
    const treasures = page.locator("#action", { hasText: "Play all Treasures" });
    await treasures.click();
    await page.locator(':is([data-ref="supply/Silver"], [data-ref="supply/Estate"]).can').first().click(); // two Coppers pay for no Silver
    await treasures.click(); // the next turn
    await page.locator('[data-ref="supply/Estate"].can').waitFor();
    return page;
  },
  async polity({ open }) {
    const visitor = await open({ size: SIZE });
    const { page } = visitor;
    for (;;) { // until the second quarter is a usual one: three matters, none urgent
      await visitor.go("#/", ".pick-game");
      await begin(page, "Polity", /^Play$/);
      await page.locator(".matter .way.can").first().click();
      await page.getByText("Quarter 2 of 80").waitFor();
      await openOptions(page);
      if (/^Answer one/.test(await visitor.prompt()) && await page.locator(".ledger .causes dd").count() > 0 && await page.locator(".ledger .cannot").count() > 0) return page;
    }
  },
  async four(stage) {
    const attacks = ["s1", "s2"].map((on) => ({ do: "attack", by: "t1", on, text: `attack ${on} with t1` }));
    const { page } = await sit(stage, () => ({
      seats: 4, fill: { phase: "attack", tokens: 5, hand: 5 },
      change: (view) => Object.assign(view.sides[3], { out: true, life: 0, present: [], hand: 0 }), options: () => [PASS, ...attacks],
    }));
    await page.locator('[data-ref="t1"]').click({ position: CORNER });
    await page.locator("#action", { hasText: "Choose" }).waitFor();
    return page;
  },
  phone: (stage) => sit(stage, () => ({ options: () => [PASS, ...PLAYS] }), { size: PHONE, touch: true }).then(pageOf),
  async settings({ open }) {
    const visitor = await open({ size: SIZE });
    await visitor.go("#/settings", ".settings-page");
    return visitor.page;
  },
};

/** Opens a screen, and closes all its visitors on leaving. @param {Stage} stage @param {string} name */
export async function enter({ server, open }, name) {
  /** @type {Visitor[]} */
  const visitors = [];
  const page = await SCREENS[name]({ server, open: async (options) => {
    const visitor = await open(options);
    visitors.push(visitor);
    return visitor;
  } });
  return { page, leave: async () => { for (const visitor of visitors) if (!visitor.page.isClosed()) await visitor.close(); } };
}

/** Does what the player does before the answer. @param {Page} page @param {import("./beginner.mjs").Question} question */
export async function act(page, { act: gesture }) {
  await page.mouse.move(0, 0);
  if (await page.locator(".sheet-of").count() > 0) await page.keyboard.press("Escape");
  if (!gesture) return;
  const [how, , selector] = gesture;
  const item = page.locator(selector).first();
  if (how === "Click") await item.click();
  else if (how === "Touch") await item.tap();
  else await item.hover({ position: await item.evaluate((node) => node.matches(".card")) ? CORNER : undefined });
}
