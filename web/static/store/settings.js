// What the player has set, on the settings page or at the table. It holds for
// this browser.

import { computed, effect } from "../vendor/preact.js";
import { kept } from "./storage.js";

/** @typedef {"on" | "off"} Switch */

/** "system" follows the browser. */
export const theme = kept("gamed.theme", /** @type {"system" | "light" | "dark"} */ ("system"));

/** Cards that move to where they go. "system" follows the browser's wish for less motion. */
export const motion = kept("gamed.motion", /** @type {"system" | Switch} */ ("system"));

export const sound = kept("gamed.sound", /** @type {Switch} */ ("off"));

/** In percent. */
export const volume = kept("gamed.volume", "60");

/**
 * Whether the page passes when there is nothing else to do. Who sees it pass at once
 * may guess a hand from that: "bots" does it where only bots look on.
 */
export const single = kept("gamed.passing", /** @type {"bots" | Switch} */ ("bots"));

/** Whether the table has a line for commands in words. */
export const commands = kept("gamed.commands", /** @type {Switch} */ ("off"));

/** Whether the list of choices is unfolded where there is little room for it. */
export const unfolded = kept("gamed.unfolded", /** @type {Switch} */ ("off"));

/** Whether the table has a panel for whoever looks for faults. */
export const debug = kept("gamed.debug", /** @type {Switch} */ ("off"));

/** How much is spoken of what happens: "all", what the player is "asked" alone, or nothing. */
export const speech = kept("gamed.speech", /** @type {"all" | "asked" | "off"} */ ("all"));

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move now. */
export const moves = () => motion.peek() === "on" || (motion.peek() === "system" && !still.matches);

/** How loud a sound is, from 0 to 1; 0 when sounds are off. */
export const loudness = computed(() => (sound.value === "on" ? Math.min(100, Math.max(0, Number(volume.value) || 0)) / 100 : 0));

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  document.documentElement.dataset.motion = motion.value;
});
