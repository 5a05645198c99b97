// One server and one browser for the tests of a file.

import { after, before } from "node:test";
import { Visitor, launch } from "./browser.mjs";
import { Server } from "./server.mjs";

/**
 * Starts a server and a browser before the tests of the calling file and stops them after it.
 * @param {object} [options]
 * @param {string[]} [options.flags] further flags of gamed serve
 * @param {() => Promise<void>} [options.prepare] runs before the first test; a separate hook would not wait, since Node starts all hooks of a file at once
 */
export function setup({ flags, prepare } = {}) {
  const fixture = {
    /** @type {Server} */ server: new Server(flags),
    /** @type {import("playwright-core").Browser | undefined} */ browser: undefined,
    /** Opens a separate browser context. @param {Parameters<typeof Visitor.open>[2] & {url?: string}} [options] url: in place of the server's own */
    open: ({ url, ...options } = {}) => Visitor.open(fixture.browser, url ?? fixture.server.url, options),
  };
  before(async () => {
    await fixture.server.start();
    fixture.browser = await launch();
    await prepare?.();
  });
  after(async () => {
    await fixture.browser?.close();
    await fixture.server.stop();
  });
  return fixture;
}
