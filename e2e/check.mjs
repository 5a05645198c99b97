// Checks a page on a desktop and on phones, in light and dark: no horizontal scrolling and
// no axe findings. It saves screenshots.

import { mkdirSync } from "node:fs";
import axe from "axe-core";

const SHOTS = new URL("shots/", import.meta.url).pathname;
const DESKTOP = { width: 1280, height: 850 };
const MODES = [
  { name: "light", size: DESKTOP, colors: "light", axe: true },
  { name: "dark", size: DESKTOP, colors: "dark", axe: true },
  { name: "phone-dark", size: { width: 360, height: 740 }, colors: "dark", axe: true },
  { name: "phone", size: { width: 360, height: 740 }, colors: "light" },
  { name: "small", size: { width: 320, height: 640 }, colors: "light", axe: true },
];

/**
 * Checks the current page. The visitor collects the findings and fails the test on close.
 * @param {import("./browser.mjs").Visitor} visitor
 * @param {string} name of the screenshots
 */
export async function check({ page, context, faults }, name) {
  mkdirSync(SHOTS, { recursive: true });
  await inject(page, context);
  for (const { name: mode, size, colors, axe: accessible } of MODES) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: colors });
    await page.evaluate(settled);
    const wide = await page.evaluate(overflow);
    if (wide) faults.push(`${name} scrolls sideways at ${size.width} px: ${wide}`);
    if (accessible) faults.push(...(await page.evaluate(violations)).map((text) => `${name}, ${mode}: ${text}`));
    if (mode !== "small") await page.screenshot({ path: `${SHOTS}${name}-${mode}.png` });
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Checks that the text of the current page has a contrast of 7:1, in light and dark.
 * @param {import("./browser.mjs").Visitor} visitor @param {string} name of the page
 */
export async function checkContrast({ page, context, faults }, name) {
  await inject(page, context);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settled);
    faults.push(...(await page.evaluate(violations, "color-contrast-enhanced")).map((text) => `${name}, ${colorScheme}: ${text}`));
  }
}

/**
 * Checks that parts of the current page are whole in the window without scrolling, on a desktop, a laptop and a phone in both directions.
 * @param {import("./browser.mjs").Visitor} visitor @param {string[]} parts selectors
 */
export async function checkFirstScreen({ page, faults }, parts) {
  for (const [width, height] of [[1280, 720], [1440, 900], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(settled);
    faults.push(...(await page.evaluate(hiddenParts, parts)).map((part) => `${part} is not in the first screen of ${width} × ${height}`));
  }
  await page.setViewportSize(DESKTOP);
}

/** Runs in the page: the parts outside the window, or with a covered upper or lower edge. @param {string[]} parts */
function hiddenParts(parts) {
  return parts.filter((part) => {
    const node = document.querySelector(part);
    const { left, right, top, bottom } = node?.getBoundingClientRect() ?? new DOMRect();
    const shows = (/** @type {number} */ y) => node?.contains(document.elementFromPoint((left + right) / 2, y));
    return left < 0 || right > innerWidth || !shows(top + 3) || !shows(bottom - 3);
  });
}

/** Loads axe. @param {import("playwright-core").Page} page @param {import("playwright-core").BrowserContext} context */
async function inject(page, context) {
  const session = await context.newCDPSession(page); // the page's policy blocks every other way to inject a script
  await session.send("Runtime.evaluate", { expression: `window.axe || (() => { ${axe.source} })()` });
  await session.detach();
}

/** Runs in the page: waits for fonts to load and animations to end. */
export function settled() {
  const running = () => document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  return document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(resolve))).then(() => Promise.allSettled(running().map((animation) => animation.finished)));
}

/** Runs in the page: the axe findings. @param {string} [rule] the only rule to check @returns {Promise<string[]>} */
async function violations(rule) {
  const found = await window.axe.run({ resultTypes: ["violations"], ...(rule && { runOnly: [rule] }) });
  return found.violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 3).map((node) => `${node.target} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

/** Runs in the page: the elements that cause horizontal scrolling, or "". */
function overflow() {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return "";
  const out = [...document.querySelectorAll("main *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
  return `${over} px too wide: ${out.slice(-3).map((node) => `${node.tagName.toLowerCase()}#${node.id}.${node.className}`).join(", ")}`;
}
