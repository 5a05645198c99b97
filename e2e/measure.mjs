// Figures of the page, for people to read: nothing is asserted, as a busy machine
// makes each of them worse.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Visitor, launch } from "./browser.mjs";
import { Server } from "./server.mjs";

const VISITS = 7; // the figure is the one in the middle
const TOKENS = 20;
const SECONDS = 5;

const middle = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1];

const server = await new Server().start();
const browser = await launch();
console.log(`${browser.version()}, load ${loadavg()[0].toFixed(1)} as it began`);
await paint();
await size();
await frames();
await browser.close();
await server.stop();

/** How long it takes until something is seen, and until the lobby is there, for who comes for the first time. */
async function paint() {
  const first = [];
  const whole = [];
  let bytes = 0;
  for (let i = 0; i < VISITS; i++) {
    const visitor = await Visitor.come(browser, server.url);
    await visitor.go("#/", ".tile");
    const seen = await visitor.page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      now: performance.now(),
      bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter(({ name }) => !name.includes("/api/")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }));
    first.push(seen.paint);
    whole.push(seen.now);
    bytes = seen.bytes;
    await visitor.context.close();
  }
  console.log(`first paint ${middle(first).toFixed(0)} ms, the lobby with its games ${middle(whole).toFixed(0)} ms (${VISITS} first visits, the middle one)`);
  console.log(`the lobby loads ${(bytes / 1000).toFixed(0)} KB, compressed as they come`);
}

/** What all pages together weigh. */
async function size() {
  const folder = new URL("../web/static/", import.meta.url).pathname;
  let all = 0;
  let art = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(name));
    if (!statSync(path).isFile() || !/\.(js|css|html|svg)$/.test(path) || /types\.js$|\.d\.ts$/.test(path)) continue;
    const zipped = gzipSync(readFileSync(path), { level: 9 }).length;
    if (/kit\/(art|glyph)|\.svg$/.test(path)) art += zipped;
    else all += zipped;
  }
  console.log(`every page and game together ${(all / 1000).toFixed(0)} KB gzipped, and ${(art / 1000).toFixed(0)} KB of art`);
}

/** How many frames a second are drawn while tokens change places. */
async function frames() {
  const visitor = await Visitor.come(browser, server.url, { still: false });
  await visitor.go("#/settings", ".settings-page");
  const { rate, worst, idle, most } = await visitor.page.evaluate(move, { TOKENS, SECONDS });
  console.log(`${rate.toFixed(1)} frames a second while ${most} tokens move, the longest took ${worst.toFixed(0)} ms; ${idle.toFixed(1)} a second when nothing does`);
  await visitor.leave();
}

/** In the page: two Presents, and every token goes to the other one twice a second. */
async function move({ TOKENS, SECONDS }) {
  const [{ html, render, signal }, { Card }, { useMotion }, { shelf }] = await Promise.all(["vendor/preact.js", "kit/card.js", "kit/motion.js", "pages/cards/scene.js"].map((path) => import(`${location.origin}/${path}`)));
  const scene = shelf(() => {});
  const turn = signal(0);
  const Table = () => {
    const ref = useMotion();
    const side = (which) => html`<div class="present" style=${{ display: "grid", gridTemplateColumns: "repeat(10, 1fr)", minHeight: "14rem" }}>
      ${Array.from({ length: TOKENS }, (_, i) => i).filter((i) => (i + turn.value) % 2 === which)
        .map((i) => html`<${Card} key=${i} scene=${scene} it=${`t${i}`} flip=${`t${i}`} face=${{ name: `Token ${i}`, kind: "Being", text: "It wanders." }} tints=${["red"]} glyph="being" />`)}</div>`;
    return html`<div class="seats" ref=${ref}>${side(0)}${side(1)}</div>`;
  };
  const root = document.getElementById("app");
  render(null, root);
  document.documentElement.dataset.motion = "on";
  render(html`<${Table} />`, root);
  const count = (each) => new Promise((resolve) => {
    const times = [];
    const frame = (now) => {
      each(now);
      times.push(now);
      if (now - times[0] < SECONDS * 1000) requestAnimationFrame(frame);
      else resolve({ rate: (times.length - 1) * 1000 / (now - times[0]), worst: Math.max(...times.slice(1).map((time, i) => time - times[i])) });
    };
    requestAnimationFrame(frame);
  });
  const { rate: idle } = await count(() => {});
  let last = 0;
  let most = 0;
  const moving = await count((now) => {
    most = Math.max(most, document.getAnimations().filter((animation) => animation.playState === "running").length);
    if (now - last < 500) return;
    last = now;
    turn.value++;
  });
  return { ...moving, idle, most };
}
