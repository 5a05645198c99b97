// Passing by itself. The game asks everybody about everything, so that nobody
// learns from a pause what a hand holds; that the page answers some of it for
// you is a setting of this page alone.

import { byId, h } from "./dom.js";

const SETTING = "gamed.passing";

/** How long the page goes on passing: "" not at all. */
let until = /** @type {"" | "something" | "turn"} */ ("");
let single = readSetting();
/** @type {import("./looks.js").Look} of the game that is played */
let look;
let changed = () => {};
let resign = () => {};

function readSetting() {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return true;
  }
}

/**
 * Draws the settings.
 * @param {import("./looks.js").Look} ofGame knows which events count
 * @param {() => void} onchange is called when a setting may answer the open decision
 * @param {() => void} onresign is called when the player gives up
 */
export function open(ofGame, onchange, onresign) {
  look = ofGame;
  changed = onchange;
  resign = onresign;
  until = "";
  byId("passing").hidden = byId("settings").hidden = false;
  render();
}

/** Takes the settings away: the game is over. */
export function close() {
  until = "";
  byId("passing").hidden = byId("settings").hidden = true;
}

/** Stops passing: the player wants to be asked. */
export function stop() {
  until = "";
  render();
}

/**
 * Answers a decision if a setting does.
 * @param {import("./types.js").Update} update
 * @param {number} seat the player's own
 * @returns {import("./types.js").Option | null} the option to take
 */
export function answer(update, seat) {
  const options = update.decision?.options ?? [];
  const pass = options[0]?.do === "pass" ? options[0] : null;
  if (until && (!pass || interrupts(update, seat))) stop();
  if (!pass) return null;
  if (until || (single && options.length === 1)) return pass;
  return null;
}

/** Whether something has happened that the player will want to see. */
function interrupts(update, seat) {
  const mine = update.view.active === seat;
  if (until === "turn" && mine) return true;
  if (look.alarms?.(update)) return true;
  return until === "something" && update.events.some((e) => !look.quiet?.has(e.what) && e.seat !== seat);
}

function render() {
  const toggle = h("input", { type: "checkbox", checked: single, onchange: (event) => {
    single = event.target.checked;
    try {
      localStorage.setItem(SETTING, single ? "on" : "off");
    } catch {
      // Storage is switched off: the setting lasts as long as the page.
    }
    changed();
  } });
  const button = (name, text) => h("button", {
    type: "button",
    "aria-pressed": until === name,
    onclick: () => {
      until = until === name ? "" : name;
      render();
      changed();
    },
  }, text);
  byId("passing").replaceChildren("Pass until ", button("something", "something happens"), button("turn", "my turn"));
  byId("settings").replaceChildren(h("label", {}, toggle, "Pass by itself when nothing else is possible"), leaving());
}

/** A button that gives up the game, at the second click. */
function leaving() {
  const button = h("button", { type: "button", id: "resign", onclick: () => {
    if (button.dataset.sure) resign();
    button.dataset.sure = "yes";
    button.textContent = "Really resign?";
  }, onblur: () => {
    delete button.dataset.sure;
    button.textContent = "Resign";
  } }, "Resign");
  return button;
}
