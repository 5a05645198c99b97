// Measures the page: first paint, size and frame rate. It asserts nothing, since the
// machine's load affects every figure.

import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { Visitor, launch } from "./browser.mjs";
import { Server } from "./server.mjs";

const VISITS = 7; // the result is the median
const TOKENS = 20;
const SECONDS = 5;
const ART = /^\/art\/|\.svg$/;

const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1];

const server = await new Server().start();
const browser = await launch();
console.log(`${browser.version()}, load average ${loadavg()[0].toFixed(1)}`);
await paint();
await tables();
await size();
await frames();
await browser.close();
await server.stop();

/** The time to the first paint and to the complete lobby, for a first visit. */
async function paint() {
  const first = [];
  const whole = [];
  let bytes = 0;
  for (let i = 0; i < VISITS; i++) {
    const visitor = await Visitor.open(browser, server.url);
    await visitor.go("#/", ".face");
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
  console.log(`first paint ${median(first).toFixed(0)} ms, complete lobby ${median(whole).toFixed(0)} ms (median of ${VISITS} first visits)`);
  console.log(`the lobby loads ${(bytes / 1000).toFixed(0)} KB compressed`);
}

/** The bytes that a browser transfers to open a table, in a first visit. */
async function tables() {
  for (const [rules, bots] of /** @type {const} */ ([["elements", 1], ["dominion", 1], ["polity", 0]])) {
    const { id } = await server.request("/api/games", { rules, private: true, seats: [{}, ...Array(bots).fill({ bot: "random" })] });
    const visitor = await Visitor.open(browser, server.url);
    await visitor.go(`#/play/${id}/0`, "#choices.yours");
    const list = await visitor.page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })));
    const sum = (part) => (list.filter(part).reduce((all, { bytes }) => all + bytes, 0) / 1000).toFixed(0);
    const isArt = ({ name }) => ART.test(name);
    const isData = ({ name }) => name.startsWith("/api/");
    console.log(`a table of ${rules} loads ${sum((file) => !isArt(file) && !isData(file))} KB compressed in ${list.length} requests, plus ${sum(isArt)} KB of art and ${sum(isData)} KB of card texts and other data`);
    if (process.env.FILES) console.table(list.sort((a, b) => b.bytes - a.bytes));
    await visitor.close();
  }
}

/** The compressed size of all scripts, style sheets and HTML. */
async function size() {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const read = async (url) => {
    if (sizes.has(url)) return;
    const text = await (await fetch(url)).text();
    sizes.set(url, gzipSync(text, { level: 9 }).length);
    for (const [, name] of text.matchAll(/"([\w./-]+\.(?:js|css))"/g)) await read(new URL(name, url).href);
  };
  await read(`${server.url}/`);
  const sum = (/** @type {RegExp} */ kind) => ([...sizes].reduce((all, [url, bytes]) => all + (kind.test(url) ? bytes : 0), 0) / 1000).toFixed(1);
  console.log(`all pages and games ${sum(/^/)} KB gzipped in ${sizes.size} files: scripts ${sum(/js$/)}, styles ${sum(/css$/)}`);
}

/** The frame rate while tokens move. */
async function frames() {
  const sources = await new Server(["--dev", new URL("../web/static", import.meta.url).pathname]).start(); // it imports modules by their names
  const visitor = await Visitor.open(browser, sources.url, { animated: true });
  await visitor.go("#/settings", ".settings-page");
  const { rate, worst, idle, most } = await visitor.page.evaluate(move, { TOKENS, SECONDS });
  console.log(`${rate.toFixed(1)} frames per second while ${most} tokens move, longest frame ${worst.toFixed(0)} ms; idle ${idle.toFixed(1)} frames per second`);
  await visitor.close();
  await sources.stop();
}

/** Runs in the page: every token switches between two Presents twice a second. */
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
