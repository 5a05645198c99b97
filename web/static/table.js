// The table: one game as one seat sees it.

import * as api from "./api.js";
import * as choices from "./choices.js";
import { Connection } from "./connection.js";
import { byId, h } from "./dom.js";
import * as lobby from "./lobby.js";
import { lookOf } from "./looks.js";
import * as passing from "./passing.js";
import { personal } from "./words.js";

const LOG_LINES = 400;

/** Errors after which the same answer may be sent again a moment later. */
const MOMENTARY = new Set(["too_fast", "busy", "unavailable"]);
const RETRY = 1000; // milliseconds

/** @type {Connection | null} */
let connection = null;
/** @type {import("./types.js").Update | null} */
let update = null;
let joined = null;
let look = lookOf("");
let over = null;
let answered = 0; // the decision that an answer is under way to
let lastEvent = 0;
let following = true; // the log shows its end, unless somebody has scrolled it back
let touched = -Infinity; // when somebody last did something to the log, in milliseconds

const GESTURE = 2000; // for so long a scroll may come of it; others come of what changes around the log

for (const gesture of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  byId("log").addEventListener(gesture, () => { touched = performance.now(); }, { passive: true });
}
byId("log").addEventListener("scroll", (event) => {
  const log = /** @type {HTMLElement} */ (event.target);
  if (performance.now() - touched < GESTURE) following = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
});
new ResizeObserver(() => {
  if (following) byId("log").scrollTop = byId("log").scrollHeight;
}).observe(byId("log"));

/** @param {import("./connection.js").Aim} aim */
export function open(aim) {
  close();
  joined = update = over = null;
  lastEvent = answered = 0;
  for (const id of ["log", "stack", "seats", "options"]) byId(id).replaceChildren();
  byId("invite").hidden = true;
  complain("");
  choices.show(null, "Taking a seat…", () => {});
  connection = new Connection(aim, hear, report);
}

/** Leaves the table; the seat is kept. */
export function close() {
  connection?.close();
  connection = null;
}

function hear(message) {
  switch (message.type) {
    case "joined":
      joined = message;
      answered = 0; // what was on its way when the connection broke may be lost
      look = lookOf(joined.rules);
      byId("table").dataset.rules = joined.rules;
      api.rules(joined.rules).then((rules) => {
        look.learn(rules);
        draw();
      }, (error) => complain(error.message));
      invite();
      if (!update) choices.show(null, prompt(), () => {});
      break;
    case "table":
      if (joined) joined.seats = message.seats;
      invite();
      draw();
      break;
    case "update":
      if (!update && !watching()) passing.open(look, decide, () => connection?.send({ type: "resign" }));
      update = message;
      complain("");
      byId("invite").hidden = true;
      note(message.events ?? []);
      draw();
      decide();
      break;
    case "over":
      over = message;
      decide();
      break;
    case "error":
      complain(message.text);
      answered = 0;
      if (MOMENTARY.has(message.code)) setTimeout(decide, RETRY);
      else passing.stop();
      choices.show(update?.decision ?? null, prompt(), answer, words);
      break;
    case "bye":
      complain(message.reason);
      break;
  }
}

function report(state, why) {
  const node = byId("connection");
  node.classList.toggle("lost", state === "lost");
  node.textContent = {
    connecting: "Connecting…",
    open: "Connected",
    lost: `Connection lost${why ? ` (${why})` : ""}; trying again…`,
    refused: "",
    closed: "",
  }[state];
  if (state === "refused") {
    choices.show(null, why, () => {});
    leave();
  }
}

/** Shows the open decision, or answers it if a setting does. */
function decide() {
  if (!update) return;
  if (over) return finish();
  if (update.decision?.id === answered) return; // others have spoken in the meantime
  const option = watching() ? null : passing.answer(update, joined.seat);
  if (option) {
    answer(option);
    choices.show(null, "Passing…", answer);
  } else {
    choices.show(update.decision ?? null, prompt(), answer, words);
  }
  draw();
}

function answer(option) {
  answered = update?.decision?.id ?? 0;
  connection?.send({ type: "choose", decision: answered, option: option.id });
}

const watching = () => joined?.seat == null || joined.seat < 0;

function prompt() {
  if (update?.decision) return look.question(scene(), update.decision);
  if (!update) return "Waiting for somebody to join…";
  const who = (update?.awaiting ?? []).map(nameOf).join(", ");
  return watching() ? `You are watching. ${who} to choose.` : `Waiting for ${who}…`;
}

/** @param {number} seat */
function nameOf(seat) {
  if (seat === joined?.seat) return "You";
  const seats = joined?.seats ?? [];
  const { name, here, kind } = seats[seat] ?? {};
  const namesakes = seats.filter((other) => other.name === name && other.seat !== joined.seat);
  const called = !name ? `Seat ${seat + 1}` : namesakes.length > 1 ? `${name} ${namesakes.findIndex((other) => other.seat === seat) + 1}` : name;
  return called + (kind === "person" && !here ? " (away)" : "");
}

/** @param {string} text of the server, which counts the seats */
const words = (text) => personal(text, watching() ? -1 : joined.seat, nameOf);

/** @returns {import("./looks.js").Scene} */
const scene = () => ({ view: update.view, nameOf, words, picker: choices });

function draw() {
  if (!update) return;
  byId("stack").replaceChildren(look.stack(scene()));
  byId("seats").replaceChildren(...look.sides(scene()));
  const title = over ? "Game over" : update.decision ? "Your choice" : "gamed";
  document.title = title === "gamed" ? title : `${title} – gamed`;
}

/** Appends what happened to the log, each event once. */
function note(events) {
  const log = byId("log");
  for (const event of events) {
    if (event.n <= lastEvent) continue;
    lastEvent = event.n;
    const last = log.lastElementChild;
    if (last instanceof HTMLElement && last.dataset.text === event.text) {
      last.dataset.times = String(Number(last.dataset.times) + 1);
      last.textContent = `${words(event.text)} (${last.dataset.times} times)`;
    } else {
      log.append(h(`li.${event.what}`, { "data-text": event.text, "data-times": 1 }, words(event.text)));
    }
  }
  while (log.childElementCount > LOG_LINES) log.firstElementChild?.remove();
  if (following) log.scrollTop = log.scrollHeight;
}

function finish() {
  const won = over.won ?? [];
  const names = won.map(nameOf).join(" and ");
  const text = won.length === 0 ? "A draw." : won.includes(joined.seat) ? "You have won!" : `${names} won.`;
  connection?.close();
  passing.close();
  choices.show(null, over.reason === "fault" ? "The game was set aside after a fault in its rules." : text, () => {});
  leave(h("button.primary", { type: "button", onclick: () => lobby.again() }, "Play again"));
  draw();
}

/** Offers ways to go on from here. @param {...Node} ways */
function leave(...ways) {
  byId("options").replaceChildren(...[...ways, h("a.button", { href: "#/" }, "Back to the lobby")].map((way) => h("li", {}, way)));
}

/** While seats are open: links for the others. */
function invite() {
  const open = joined?.seats.some((seat) => seat.kind === "open");
  const node = byId("invite");
  node.hidden = !open;
  if (!open) return;
  const link = (screen) => `${location.origin}/#/${screen}/${joined.game}`;
  node.replaceChildren(
    h("p", {}, "Send this link to whom you want to play with:"),
    copyable(link("play"), "Link to join"),
    h("p", {}, "and this one to those who want to watch:"),
    copyable(link("watch"), "Link to watch"));
}

function copyable(text, label) {
  const field = /** @type {HTMLInputElement} */ (h("input", { readonly: true, value: text, "aria-label": label, onfocus: () => field.select() }));
  const button = h("button", { type: "button", onclick: async () => {
    field.select();
    await navigator.clipboard?.writeText(text);
    button.textContent = "Copied";
  } }, "Copy");
  return h("div.copyable", {}, field, button);
}

function complain(text) {
  const node = byId("table-error");
  node.textContent = text;
  node.hidden = !text;
}
