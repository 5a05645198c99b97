// The commands of the command line.

import { capital } from "../../store/words.js";
import { whyNot } from "../pick.js";
import { matching, wordsOf } from "./matching.js";

/** @typedef {import("../../store/table.js").Table} Table */
/** @typedef {import("../../store/picker.js").Choice} Choice */

const HELP = [
  "Choose by number or text: “2”, “pass”, “play Spark on Ann”. “back” cancels a pick. “done” confirms the chosen cards.",
  "Ask “options”, “prompt”, “log”, “players”, or “look” with a topic or a card name, such as “look hand”, “look table”, “look karma” or “look supply”.",
  "“say MESSAGE” sends a chat message. “until something” and “until turn” pass for you until something happens or your turn comes. “stop” ends that. “always CHOICE” repeats a choice automatically. “forget” ends all repeats. “undo” and “draw” ask the other players. “accept” and “decline” answer them. “resign” gives up.",
].join(" ");

const LINES = 8; // default number of log entries
const ASKING = /^(?:look(?: at)?|show|read|list|describe|what is|why)\s+(?:the |my |your )?/;

/** Commands by their first word. @type {Object<string, (table: Table, rest: string) => string>} */
const COMMANDS = {
  help: () => HELP,
  prompt: (table) => table.prompt.value + table.picker.selection.tally(),
  options: (table) => listChoices(table) || `No options. ${table.prompt.value}`,
  log: (table, rest) => table.lines.value.slice(-(Number(rest) || LINES)).map((line) => table.words(line.text)).join(". ") || "The log is empty.",
  players: (table) => table.seats.value.map(({ seat, kind }) => `Seat ${seat + 1}: ${table.nameOf(seat)}${kind === "bot" ? ", a bot" : ""}${table.update.value?.awaiting.includes(seat) ? ", to choose" : ""}`).join(". "),
  back: (table) => (table.picker.back() ? `Cancelled. ${table.picker.selection.summary.value || table.prompt.value}` : "Nothing picked."),
  done: (table) => table.picker.choices.value.filter(({ answers }) => answers).map((choice) => takeChoice(choice, table))[0] ?? "Nothing to confirm.",
  say: (table, rest) => sendMessage(table, { type: "chat", text: rest }, rest ? "Sent." : "Type “say” and your message."),
  until: (table, rest) => (table.stops.value.length === 0 ? "This game has no passes." : rest === "something" || rest === "turn" ? sendMessage(table, { type: "settings", stops: table.stopsUntil(rest) }, `Passing until ${rest === "turn" ? "your turn" : "something happens"}.`) : "Type “until something” or “until turn”."),
  stop: (table) => sendMessage(table, { type: "settings", stops: ["*"] }, "Stopped passing."),
  forget: (table) => sendMessage(table, { type: "settings", forget: true }, "Stopped all auto-repeats."),
  undo: (table) => sendMessage(table, { type: "offer", kind: "undo" }, "You asked to undo your last move."),
  draw: (table) => sendMessage(table, { type: "offer", kind: "draw" }, "You offered a draw."),
  accept: (table) => answerOffer(table, true),
  decline: (table) => answerOffer(table, false),
  resign: (table, rest) => (rest === "yes" ? sendMessage(table, { type: "resign" }, "You resigned.") : "Type “resign yes” to resign."),
};

const SYNONYMS = new Map([["", "help"], ["?", "help"], ["choices", "options"], ["what", "prompt"], ["who", "players"], ["seats", "players"], ["agree", "accept"], ["take back", "undo"]]);

/** @param {string} word */
const commandOf = (word) => (Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined);

/**
 * Executes a line. A full match of an option takes precedence over a command, and a
 * command over a partial match.
 * @param {string} line @param {Table} table @returns {string} the reply
 */
export function respond(line, table) {
  const said = SYNONYMS.get(line.toLowerCase()) ?? line;
  const { word, rest } = said.match(/^(?<word>\S+)\s*(?<rest>.*)$/)?.groups ?? { word: "", rest: "" };
  if (/^\d+$/.test(said)) return number(Number(said), table);
  const found = matching(said, candidates(table), (text) => table.words(text));
  if (found.length === 1 && wordsOf(found[0].text).length === wordsOf(said).length) return takeChoice(found[0], table);
  if (word.toLowerCase() === "always") return always(rest, table);
  const asked = said.toLowerCase().replace(ASKING, "");
  const command = commandOf(word.toLowerCase()) ?? commandOf(asked);
  if (command) return command(table, rest);
  const told = topic(asked, table);
  if (told) return told;
  if (found.length === 1) return takeChoice(found[0], table);
  if (found.length > 1) return `Which? ${found.map(({ text }) => table.words(text)).join(". ")}`;
  return table.open.value ? `Unknown option. ${listChoices(table)}` : `Unknown command. ${table.prompt.value}`;
}

/** Every choice by its text: the options, or the cards not chosen yet, each once. @param {Table} table @returns {Choice[]} */
function candidates({ picker }) {
  if (!picker.selection.question.value) return picker.options.value.map((option) => ({ key: String(option.id), option, text: option.text }));
  const left = picker.choices.value.filter(({ mark }) => !mark);
  return left.filter(({ text }, i) => left.findIndex((other) => other.text === text) === i);
}

/** The numbered choices. @param {Table} table */
const listChoices = (table) => table.picker.choices.value.map(({ text, mark }, i) => `${i + 1}: ${table.words(text)}${mark ? " (chosen)" : ""}`).join(". ");

/** Takes a choice by number. @param {number} n from 1 @param {Table} table @returns {string} */
function number(n, table) {
  const choice = table.picker.choices.value[n - 1];
  if (!choice) return `No choice ${n}. ${listChoices(table) || table.prompt.value}`;
  return takeChoice(choice, table);
}

/** @param {Choice} choice @param {Table} table */
function takeChoice(choice, table) {
  const why = table.picker.act(choice);
  if (why) return why;
  if (!table.open.value) return `${table.words(choice.text)}.`;
  return table.picker.selection.summary.value || `${table.prompt.value} ${listChoices(table)}`;
}

/** @param {string} line @param {Table} table */
function always(line, table) {
  if (table.picker.selection.question.value) return "A choice of cards cannot auto-repeat.";
  const found = matching(line, candidates(table), (text) => table.words(text));
  if (found.length !== 1) return `Which choice? ${listChoices(table)}`;
  table.always.value = true;
  return `${takeChoice(found[0], table)} This choice now auto-repeats.`;
}

/** @param {Table} table @param {import("../../types.js").ClientMessage} message @param {string} text */
function sendMessage(table, message, text) {
  if (table.watching.value && message.type !== "chat") return "You are spectating.";
  if (table.over.value && message.type !== "chat") return "Game over.";
  if (message.type !== "chat" || message.text) table.send(message);
  return text;
}

/** @param {Table} table @param {boolean} accept */
function answerOffer(table, accept) {
  const offer = table.offers.value.find(({ asked }) => asked.includes(table.me.value));
  return offer ? sendMessage(table, { type: "respond", kind: offer.kind, accept }, accept ? "Accepted." : "Declined.") : "No open offers.";
}

/** The answer to a topic or a card name, or "". @param {string} asked @param {Table} table @returns {string} */
function topic(asked, table) {
  const scene = table.scene.value;
  if (!scene) return "";
  const told = table.game.value.tell?.(scene, asked);
  if (told) return told;
  const card = [...table.cards.values()].find(({ name, title }) => [name, title].some((text) => text?.toLowerCase() === asked));
  if (!card) return "";
  const there = (/** @type {HTMLElement[]} */ ([...document.querySelectorAll("#seats [data-ref]")]));
  const node = there.find((one) => one.dataset.ref === card.name || one.dataset.ref?.endsWith(`/${card.name}`) || one.querySelector(".name")?.textContent === card.name);
  const why = node?.dataset.ref ? whyNot(scene, node.dataset.ref) || "You can choose this now." : "";
  return [`${card.title ?? card.name}: ${capital(card.type)}`, card.cost && `costs ${card.cost}`, card.stats].filter(Boolean).join(", ") + [".", card.text, why].filter(Boolean).join(" ");
}
