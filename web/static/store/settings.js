// The settings of this browser.

import { computed, effect, signal } from "../vendor/preact.js";
import { kept } from "./storage.js";

/** @typedef {"on" | "off"} Switch */

/** "system" follows the browser. */
export const theme = kept("gamed.theme", /** @type {"system" | "light" | "dark"} */ ("system"));

/** "system" follows the browser's setting of more contrast. */
export const contrast = kept("gamed.contrast", /** @type {"system" | "normal" | "high"} */ ("system"));

/** Animations. "system" follows the browser's reduced-motion setting. */
export const motion = kept("gamed.motion", /** @type {"system" | Switch} */ ("system"));

/** The speed of the steps that the table shows: see store/pace.js. */
export const pace = kept("gamed.pace", /** @type {"slow" | "normal" | "fast" | "off"} */ ("normal"));

export const sound = kept("gamed.sound", /** @type {Switch} */ ("off"));

/** Whether the player has answered the offer of sounds. */
export const soundAsked = kept("gamed.soundasked", /** @type {"" | "yes"} */ (""));

/** The volume in percent. */
export const volume = kept("gamed.volume", "60");

/**
 * Whether to pass automatically when no other move is possible. Such a pass reveals
 * information about the hand, so "bots" limits it to games against bots.
 */
export const autoPass = kept("gamed.passing", /** @type {"bots" | Switch} */ ("bots"));

/** Whether the page chooses how to pay for a card, except under full control and in lessons and puzzles. */
export const autoPay = kept("gamed.pay", /** @type {Switch} */ ("on"));

/** Whether the table has a command line. */
export const commands = kept("gamed.commands", /** @type {Switch} */ ("off"));

/** Whether the list of options at a table shows every option. */
export const unfolded = kept("gamed.unfolded", /** @type {Switch} */ ("off"));

/** Whether the table has a developer panel, and the form of a custom game lists all bots. */
export const debug = kept("gamed.debug", /** @type {Switch} */ ("off"));

/** Screen reader announcements: events and prompts, prompts ("asked"), or none. */
export const speech = kept("gamed.speech", /** @type {"all" | "asked" | "off"} */ ("all"));

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Reports whether animations are on. */
export const moves = () => motion.peek() === "on" || (motion.peek() === "system" && !still.matches);

/** The volume from 0 to 1; 0 when sounds are off. */
export const loudness = computed(() => (sound.value === "on" ? Math.min(100, Math.max(0, Number(volume.value) || 0)) / 100 : 0));

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
const more = matchMedia("(prefers-contrast: more)");
const wantsMore = signal(more.matches);
more.addEventListener("change", () => { wantsMore.value = more.matches; });
effect(() => {
  document.documentElement.dataset.contrast = contrast.value === "system" && wantsMore.value ? "high" : contrast.value;
});
effect(() => {
  document.documentElement.dataset.motion = motion.value;
});
