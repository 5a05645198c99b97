// Players: they look at the list of what can be chosen, know what they like, and
// choose by mouse or by keys.

const LINES = "#choices.yours #options button:enabled";
export const END = '#options a[href^="#/replay/"]';

const SOON = 5_000; // milliseconds in which what is there can be clicked at

/**
 * Waits until something can be chosen.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[] | null>} the lines of the list, null when the game is over
 */
export async function asked(page) {
  const handle = await page.waitForFunction(([lines, end]) => {
    const open = [...document.querySelectorAll(lines)];
    if (open.length > 0) return open.map((button) => { // folded lines, too, so by text and not by what is drawn
      const text = button.querySelector(":scope > span")?.cloneNode(true) ?? button;
      text.querySelector("small")?.remove();
      return text.textContent;
    });
    return document.querySelector(end) ? "over" : null;
  }, [LINES, END]);
  const found = await handle.jsonValue();
  return found === "over" ? null : found;
}

/** @param {string[]} lines @param {RegExp[]} likes the best first @returns {number} the line to choose, the first if none is liked */
export function best(lines, likes) {
  for (const like of likes) {
    const i = lines.findIndex((line) => like.test(line));
    if (i >= 0) return i;
  }
  return 0;
}

/** The card that a line is about. @param {string} line @param {string} words of it that come before a card, as in "play|buy" */
const named = (line, words) => new RegExp(`^(${words}) ([^…]+?)( on | and |…|$)`, "i").exec(line)?.[2].trim() ?? "?";

/**
 * Chooses by mouse: a card of the hand where it lies, a target where it lies, or
 * else the line of the list.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export async function click(page, lines, i) {
  const card = page.locator("#seats .own .hand .can", { has: page.getByText(named(lines[i], "play"), { exact: true }) }).first();
  const goal = await card.count() > 0 ? card : page.locator(LINES).nth(i);
  try {
    await goal.click({ timeout: SOON });
  } catch (error) {
    if (String(await asked(page)) === String(lines)) throw error; // else the server has passed for the player meanwhile, as it may
  }
}

/**
 * Chooses by touch: on the list, where the line is in sight, or else where the card
 * lies; where neither can be, all of the list is asked for.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export async function tap(page, lines, i) {
  const line = page.locator(LINES).nth(i);
  const token = / (t\d+)\b/.exec(lines[i])?.[1];
  const card = token ? page.locator(`#seats .can[data-ref="${token}"]`) : page.locator("#seats .can", { has: page.getByText(named(lines[i], "play|buy"), { exact: true }) }).first();
  try {
    if (await line.isVisible()) return await line.tap({ timeout: SOON });
    if (await card.isVisible()) return await card.tap({ timeout: SOON });
    await page.locator("#choices .fold").tap({ timeout: SOON });
    await line.tap({ timeout: SOON });
  } catch (error) {
    if (String(await asked(page)) === String(lines)) throw error; // else the server has passed for the player meanwhile, as it may
  }
}

/**
 * Chooses by keys alone: by its digit, or with the arrows inside the list.
 * @param {import("playwright-core").Page} page @param {string[]} lines @param {number} i
 */
export async function press(page, lines, i) {
  if (i < 9 && lines.length % 2 === 0) {
    await page.keyboard.press(String(i + 1));
    return;
  }
  await tabTo(page, "#options");
  await page.keyboard.press("Home");
  const lists = await page.locator("#options button:enabled").count();
  for (let at = 0; at < lists; at++) {
    if (await page.evaluate((i) => document.querySelectorAll("#options button:enabled")[i] === document.activeElement, i)) break;
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Enter");
}

/** Presses Tab until the focus is in a part of the page. @param {import("playwright-core").Page} page @param {string} selector */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((selector) => document.activeElement?.closest(selector) != null, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/**
 * Plays a game to its end, or until a number of choices has been made.
 * @param {import("playwright-core").Page} page
 * @param {RegExp[]} likes
 * @param {(page: import("playwright-core").Page, lines: string[], i: number) => Promise<void>} choose
 * @param {{choices?: number, before?: (made: number, lines: string[]) => Promise<void>}} [options] before: is called before each choice
 * @returns {Promise<number>} how many choices were made
 */
export async function play(page, likes, choose, { choices = 3000, before } = {}) {
  for (let made = 0; made < choices; made++) {
    const lines = await asked(page);
    if (!lines) return made;
    await before?.(made, lines);
    await choose(page, lines, best(lines, likes));
    await page.evaluate(() => new Promise(requestAnimationFrame)); // by then what has been answered is not asked any more
  }
  return choices;
}
