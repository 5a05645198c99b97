// The browser, and visitors of the page. Each visitor has its own context, so its own cookies
// and storage.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { PatchedTexts } from "../web/static/store/patch.js";
import { END } from "./play.mjs";

const LIMIT = 30_000; // milliseconds for any wait
const DISCONNECTED = /^WebSocket connection to .* failed|net::ERR_/; // Chromium's messages about a lost connection
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** @returns {Promise<import("playwright-core").Browser>} */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

export class Visitor {
  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} url of the server
   * @param {object} [options]
   * @param {boolean} [options.animated] without the reduced-motion setting
   * @param {boolean} [options.disconnects] the test cuts the connection, so network errors are expected
   * @param {boolean} [options.refused] the test sends requests that the server refuses
   * @param {boolean} [options.touch] a phone
   * @param {boolean} [options.offered] the table offers sounds, as to a new player
   * @param {{width: number, height: number}} [options.size]
   * @param {number} [options.scale] screenshot pixels per CSS pixel
   */
  static async open(browser, url, { animated = false, disconnects = false, refused = false, touch = false, offered = false, size = { width: 1280, height: 850 }, scale = 1 } = {}) {
    const visitor = new Visitor();
    visitor.url = url;
    visitor.expected = [...(disconnects ? [DISCONNECTED] : []), ...(refused ? [REFUSED] : [])];
    visitor.context = await browser.newContext({ viewport: size, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch, reducedMotion: animated ? "no-preference" : "reduce", colorScheme: "light" });
    if (!offered) await visitor.context.addInitScript(() => {
      try {
        localStorage.setItem("gamed.soundasked", "yes");
      } catch {
        // a blank page and an error page have no storage
      }
    });
    visitor.page = await visitor.context.newPage();
    visitor.page.setDefaultTimeout(LIMIT);
    visitor.faults = [];
    visitor.received = []; // every WebSocket message, as text, with updates in full
    visitor.page.on("pageerror", (error) => visitor.faults.push(String(error)));
    visitor.page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") visitor.faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    visitor.page.on("websocket", (socket) => {
      const texts = new PatchedTexts();
      socket.on("framereceived", ({ payload }) => visitor.received.push(JSON.stringify(texts.read(String(payload)))));
    });
    return visitor;
  }

  /** @param {string} hash as in #/settings @param {string} [ready] a selector that matches once the page is complete */
  async go(hash, ready = "main > *") {
    await this.page.goto(`${this.url}/${hash}`);
    await this.page.locator(ready).first().waitFor().catch((error) => {
      throw new Error([error.message, ...this.faults].join("\n"));
    });
  }

  /** Watches a game until its end. @param {string} game */
  async watchToEnd(game) {
    await this.go(`#/watch/${game}`, END);
  }

  /** The id of the game at the current address. */
  async game() {
    await this.page.waitForURL(/#\/(play|watch)\/[^/]+/);
    return new URL(this.page.url()).hash.split("/")[2];
  }

  /** The text of an element. @param {string} selector */
  text(selector) {
    return this.page.locator(selector).first().innerText();
  }

  /** The prompt of the table, whose two parts are on separate lines. */
  async prompt() {
    return (await this.page.locator("#prompt").textContent())?.trim() ?? "";
  }

  /** Fails on console errors and on the faults found by check. */
  assertNoFaults() {
    const faults = this.faults.filter((text) => !this.expected.some((pattern) => pattern.test(text.replace(/^(error|warning): /, ""))));
    assert.equal(faults.join("\n"), "");
  }

  async close() {
    this.assertNoFaults();
    await this.context.close();
  }
}
