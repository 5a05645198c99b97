// A browser and those who visit the page with it. Each has a context of its own, as
// on another machine: cookies, storage, and what went wrong on the page.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { END } from "./play.mjs";

const LIMIT = 30_000; // milliseconds, for whatever is waited for
const LOST = /^WebSocket connection to .* failed|net::ERR_/; // what Chromium says of a connection that is gone

/** @returns {Promise<import("playwright-core").Browser>} */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

export class Visitor {
  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} url of the server
   * @param {{still?: boolean, loses?: boolean, touch?: boolean, size?: {width: number, height: number}, scale?: number}} [options] still: who wants no motion; loses: its connection will break; touch: a telephone; scale: pixels of a picture for one of the page
   */
  static async come(browser, url, { still = true, loses = false, touch = false, size = { width: 1280, height: 850 }, scale = 1 } = {}) {
    const visitor = new Visitor();
    visitor.url = url;
    visitor.loses = loses;
    visitor.context = await browser.newContext({ viewport: size, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch, reducedMotion: still ? "reduce" : "no-preference", colorScheme: "light" });
    visitor.page = await visitor.context.newPage();
    visitor.page.setDefaultTimeout(LIMIT);
    visitor.faults = [];
    visitor.heard = []; // every message of a server on a socket, as it came
    visitor.page.on("pageerror", (error) => visitor.faults.push(String(error)));
    visitor.page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") visitor.faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    visitor.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => visitor.heard.push(String(payload))));
    return visitor;
  }

  /** @param {string} hash as in #/settings @param {string} [there] a selector of what is there when the page is whole */
  async go(hash, there = "main > *") {
    await this.page.goto(`${this.url}/${hash}`);
    await this.page.locator(there).first().waitFor().catch((error) => {
      throw new Error([error.message, ...this.faults].join("\n"));
    });
  }

  /** Watches a game until it is over. @param {string} game */
  async over(game) {
    await this.go(`#/watch/${game}`, END);
  }

  /** The game at whose table one is, by the address. */
  async game() {
    await this.page.waitForURL(/#\/(play|watch)\/[^/]+/);
    return new URL(this.page.url()).hash.split("/")[2];
  }

  /** Fails if the page has said on its console that something is wrong, or look has found a fault. */
  quiet() {
    const faults = this.faults.filter((text) => !this.loses || !LOST.test(text.replace(/^(error|warning): /, "")));
    assert.equal(faults.join("\n"), "");
  }

  async leave() {
    this.quiet();
    await this.context.close();
  }
}
