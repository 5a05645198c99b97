// Players: they pick options by preference, with mouse, touch or keyboard.

/** Opens a panel of the table. @param {import("playwright-core").Page} page @param {"log" | "chat" | "decks" | "more"} name */
export async function openPanel(page, name) {
  const button = page.locator(`#tab-${name}`);
  if (!await button.isVisible()) await page.locator(".drawer-open").click(); // on a phone
  if (await button.getAttribute("aria-expanded") !== "true") await button.click();
}

/**
 * Starts a game from the lobby.
 * @param {import("playwright-core").Page} page
 * @param {string} title of the game @param {string | RegExp} way the name of the button @param {"click" | "tap"} [gesture]
 */
export async function begin(page, title, way, gesture = "click") {
  await page.locator(".pick-game", { hasText: title })[gesture]();
  await page.getByRole("region", { name: `Play ${title}` }).getByRole("button", { name: way })[gesture]();
}

/** Resigns the game. @param {import("playwright-core").Page} page */
export async function resign(page) {
  await openPanel(page, "more");
  await page.locator("#resign").click();
  await page.getByRole("button", { name: "Really resign?" }).click();
}

const LINES = "#choices.yours #options button:enabled:not([aria-pressed=true], [aria-disabled])";
export const END = '#options a[href^="#/replay/"]';

export const CORNER = { x: 24, y: 24 }; // of a card, which other cards overlap
const SOON = 5_000; // milliseconds for a click on a visible element

/**
 * Waits for an open decision.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[] | null>} the options, without cards already chosen, or null when the game is over
 */
export async function openOptions(page) {
  const handle = await page.waitForFunction(([lines, end]) => {
    const open = [...document.querySelectorAll(lines)];
    if (open.length > 0) return open.map((button) => { // includes folded options, which innerText would skip
      const text = button.querySelector(":scope > span")?.cloneNode(true) ?? button;
      text.querySelector("small")?.remove();
      return text.textContent;
    });
    return document.querySelector(end) ? "over" : null;
  }, [LINES, END]).catch(async ({ message }) => {
    const pages = [page, ...(page.context().browser()?.contexts() ?? []).flatMap((context) => context.pages()).filter((other) => other !== page)];
    throw new Error(`no options: ${message.split("\n")[0]} ${(await Promise.all(pages.map(state))).join("; ")}`);
  });
  const found = await handle.jsonValue();
  return found === "over" ? null : found;
}

/** What a page shows, in one line. @param {import("playwright-core").Page} page @returns {Promise<string>} */
export async function state(page) {
  const shown = await page.evaluate(() => {
    const texts = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());
    return {
      prompt: texts("#prompt")[0], yours: document.querySelector("#choices.yours") !== null, options: texts("#options button"), connection: texts("#connection")[0],
      notices: texts(".notice:not([hidden])"), dialogs: texts("dialog[open] h2"), logged: texts("#log li").at(-1),
    };
  }).catch(({ message }) => message);
  return `${new URL(page.url()).hash} ${JSON.stringify(shown)}`;
}

const CHOSEN = / [1-9]\d* cards?\b/; // answers with the chosen cards

/**
 * @param {string[]} lines @param {RegExp[]} preferences best first
 * @returns {number} the option to choose: the first that fits a preference, else the answer with the chosen cards, because a further click could replace a chosen card, else the first option
 */
export function best(lines, preferences) {
  for (const preference of [...preferences, CHOSEN]) {
    const i = lines.findIndex((line) => preference.test(line));
    if (i >= 0) return i;
  }
  return 0;
}

/** The card an option names. @param {string} line @param {string} words the verbs before a card, as in "play|buy" */
const named = (line, words) => new RegExp(`^(${words}) ([^…]+?)( on | and |…|$)`, "i").exec(line)?.[2].trim() ?? "?";

/** Reports whether a line of the list is on the screen: the folded list hides the lines that have a control on the table. @param {import("playwright-core").Locator} line */
const isShown = async (line) => ((await line.boundingBox())?.width ?? 0) > 2 && line.evaluate((button) => button.closest("li").getBoundingClientRect().width > 2);

/** Waits until the page has marked the decision as answered, or has opened the pile of the next target. @param {import("playwright-core").Page} page */
export const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/**
 * Chooses in the open pile of cards, else on the card, else in the list, which it unfolds if the
 * line is not on the screen.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 * @param {import("playwright-core").Locator} card @param {"click" | "tap"} gesture
 */
async function point(page, lines, i, card, gesture) {
  const line = page.locator(LINES).nth(i);
  const pile = page.locator("dialog[open] .can").first(); // a Past that the page has opened for the next target
  try {
    if (await pile.count() > 0) {
      await pile[gesture]({ timeout: SOON, position: CORNER });
    } else if (await card.count() > 0 && await page.locator(".ring").count() === 0) { // the ring of elements covers corners of the hand
      await page.mouse.move(0, 0); // a card under the mouse rises over its neighbours
      await card[gesture]({ timeout: SOON, position: CORNER });
      const play = page.locator("#sheet-play");
      if (gesture === "tap" && await play.isVisible()) await play.tap({ timeout: SOON });
    } else {
      if (!await isShown(line)) await page.locator("#choices .fold")[gesture]({ timeout: SOON });
      await line[gesture]({ timeout: SOON });
    }
  } catch (error) {
    if (String(await openOptions(page)) === String(lines)) throw error; // otherwise the server auto-passed meanwhile
  }
  await settled(page);
}

/**
 * Chooses by mouse, on the card in hand if possible.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export const click = (page, lines, i) => point(page, lines, i, page.locator("#seats .own .hand .can", { has: page.getByText(named(lines[i], "play"), { exact: true }) }).first(), "click");

/**
 * Chooses by touch, on the card if possible.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export const tap = (page, lines, i) => point(page, lines, i, page.locator("#seats :is(.hand, .supply, .rack) .can", { has: page.getByText(named(lines[i], "play|buy"), { exact: true }) }).first(), "tap");

/**
 * Chooses by keyboard: with a digit, or with arrows inside the list or the open pile of cards.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export async function press(page, lines, i) {
  const line = page.locator(LINES).nth(i);
  if (i < 9 && lines.length % 2 === 0) {
    await page.keyboard.press((await line.locator("kbd").textContent()) ?? "");
    return settled(page);
  }
  const pile = page.locator("dialog[open] .can").first(); // while it is open, Tab does not lead to the list
  const piled = await pile.count() > 0;
  const list = piled ? "dialog[open] .hand" : "#options";
  await tabTo(page, list);
  await page.keyboard.press("Home");
  const stops = await page.locator(`${list} button:enabled`).count();
  for (let at = 0; at < stops; at++) {
    if (await (piled ? pile : line).evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Enter");
  return settled(page);
}

/** Presses Tab until the focus is inside an element. @param {import("playwright-core").Page} page @param {string} selector */
export async function tabTo(page, selector) {
  const led = [];
  for (let presses = 0; presses < 60; presses++) {
    const at = await page.evaluate((selector) => {
      const { activeElement: focus } = document;
      return focus?.closest(selector) ? "" : `${focus?.tagName} ${focus?.id || focus?.className}`;
    }, selector);
    if (at === "") return;
    led.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}, but to ${led.join(", ")}; ${await state(page)}`);
}

/**
 * Plays to the end of the game, or for a number of choices.
 * @param {import("playwright-core").Page} page
 * @param {RegExp[]} preferences
 * @param {(page: import("playwright-core").Page, lines: string[], i: number) => Promise<void>} choose
 * @param {{choices?: number, before?: (made: number, lines: string[]) => Promise<void>}} [options] before: called before each choice
 * @returns {Promise<number>} the number of choices made
 */
export async function play(page, preferences, choose, { choices = 3000, before } = {}) {
  for (let made = 0; made < choices; made++) {
    const lines = await openOptions(page);
    if (!lines) return made;
    await before?.(made, lines);
    await choose(page, lines, best(lines, preferences));
  }
  return choices;
}
