// Looks at a page on a desk and on telephones, by day and by night: it never
// scrolls sideways, axe finds nothing in it, and a picture of it is kept.

import { mkdirSync } from "node:fs";
import axe from "axe-core";

const SHOTS = new URL("shots/", import.meta.url).pathname;
const DESK = { width: 1280, height: 850 };
const LOOKS = [
  { name: "light", size: DESK, colors: "light", axe: true },
  { name: "dark", size: DESK, colors: "dark", axe: true },
  { name: "phone-dark", size: { width: 360, height: 740 }, colors: "dark", axe: true },
  { name: "phone", size: { width: 360, height: 740 }, colors: "light" },
  { name: "small", size: { width: 320, height: 640 }, colors: "light", axe: true },
];

/**
 * What it finds is among the visitor's faults, which fail the test when it leaves.
 * @param {import("./browser.mjs").Visitor} visitor
 * @param {string} name of the page
 */
export async function look({ page, context, faults }, name) {
  mkdirSync(SHOTS, { recursive: true });
  const debuggers = await context.newCDPSession(page); // the page's policy lets no script in by any other way
  await debuggers.send("Runtime.evaluate", { expression: `window.axe || (() => { ${axe.source} })()` });
  await debuggers.detach();
  for (const { name: how, size, colors, axe: check } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: colors });
    await page.evaluate(settled);
    const wide = await page.evaluate(tooWide);
    if (wide) faults.push(`${name} scrolls sideways at ${size.width} px: ${wide}`);
    if (check) faults.push(...(await page.evaluate(violations)).map((text) => `${name}, ${how}: ${text}`));
    if (how !== "small") await page.screenshot({ path: `${SHOTS}${name}-${how}.png` });
  }
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
}

/** In the page: waits until nothing changes its colour or its place any more. */
function settled() {
  const under = () => document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  return new Promise((resolve) => requestAnimationFrame(resolve)).then(() => Promise.allSettled(under().map((animation) => animation.finished)));
}

/** In the page: what axe finds. @returns {Promise<string[]>} */
async function violations() {
  const found = await window.axe.run({ resultTypes: ["violations"] });
  return found.violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 3).map((node) => `${node.target} ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

/** In the page: what sticks out, "" if nothing does. */
function tooWide() {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return "";
  const out = [...document.querySelectorAll("main *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
  return `${over} px too much, as in ${out.slice(-3).map((node) => `${node.tagName.toLowerCase()}#${node.id}.${node.className}`).join(", ")}`;
}
