// What the command line answers, and does.

import { capital } from "../../store/words.js";
import { whyNot } from "../pick.js";
import { matching, wordsOf } from "./matching.js";

/** @typedef {import("../../store/table.js").Table} Table */

const HELP = [
  "Choose by number or in words: 2, pass, play Spark on Ann; back takes a pick back.",
  "Ask: options, what, log, who, or look with a word of the game, such as look hand, look table, look karma, look supply, or the name of a card.",
  "Also: say and some words, until something, until turn, stop, always and a choice, forget, undo, draw, agree, decline, resign.",
].join(" ");

const LINES = 8; // of the log, unless a number is said
const ASKING = /^(?:look(?: at)?|show|read|list|describe|what is|why)\s+(?:the |my |your )?/;

/** What can be said besides options and topics. @type {Object<string, (table: Table, rest: string) => string>} */
const COMMANDS = {
  help: () => HELP,
  what: (table) => table.prompt.value,
  options: (table) => listed(table) || `Nothing to choose. ${table.prompt.value}`,
  log: (table, rest) => table.lines.value.slice(-(Number(rest) || LINES)).map((line) => table.words(line.text)).join(". ") || "Nothing has happened.",
  who: (table) => table.seats.value.map(({ seat, kind }) => `Seat ${seat + 1}: ${table.nameOf(seat)}${kind === "bot" ? ", a bot" : ""}${table.update.value?.awaiting.includes(seat) ? ", to choose" : ""}`).join(". "),
  back: (table) => (table.picker.back() ? `Taken back. ${table.prompt.value}` : "Nothing has been picked."),
  say: (table, rest) => sent(table, { type: "chat", text: rest }, rest ? "Said." : "Say what?"),
  until: (table, rest) => (!table.passes.value ? "Nobody passes in this game." : ["something", "turn", "stack"].includes(rest) ? sent(table, { type: "settings", until: /** @type {any} */ (rest) }, `You pass until ${rest === "turn" ? "your turn" : rest === "stack" ? "the stack is empty" : "something happens"}.`) : "Say until something, until turn, or until stack."),
  stop: (table) => sent(table, { type: "settings", until: "off" }, "You are asked again."),
  forget: (table) => sent(table, { type: "settings", forget: true }, "Nothing is answered by itself any more."),
  undo: (table) => sent(table, { type: "offer", kind: "undo" }, "You ask to take your last choice back."),
  draw: (table) => sent(table, { type: "offer", kind: "draw" }, "You offer a draw."),
  agree: (table) => answered(table, true),
  decline: (table) => answered(table, false),
  resign: (table, rest) => (rest === "yes" ? sent(table, { type: "resign" }, "You resign.") : "To give the game up say resign yes."),
};

const SYNONYMS = new Map([["", "help"], ["?", "help"], ["choices", "options"], ["prompt", "what"], ["seats", "who"], ["take back", "undo"]]);

/** @param {string} word */
const commandOf = (word) => (Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined);

/**
 * Does what a line says. An option in all its words comes before a command, and a command
 * before an option in some of its words.
 * @param {string} line @param {Table} table @returns {string} the answer
 */
export function respond(line, table) {
  const said = SYNONYMS.get(line.toLowerCase()) ?? line;
  const { word, rest } = said.match(/^(?<word>\S+)\s*(?<rest>.*)$/)?.groups ?? { word: "", rest: "" };
  if (/^\d+$/.test(said)) return number(Number(said), table);
  const found = matching(said, table.picker.options.value, (text) => table.words(text));
  if (found.length === 1 && wordsOf(found[0].text).length === wordsOf(said).length) return taken(found[0], table);
  if (word.toLowerCase() === "always") return always(rest, table);
  const asked = said.toLowerCase().replace(ASKING, "");
  const command = commandOf(word.toLowerCase()) ?? commandOf(asked);
  if (command) return command(table, rest);
  const told = topic(asked, table);
  if (told) return told;
  if (found.length === 1) return taken(found[0], table);
  if (found.length > 1) return `Which one? ${found.map((option) => table.words(option.text)).join(". ")}`;
  return table.open.value ? `No option is called that. ${listed(table)}` : `Nothing to choose, and nothing is called that. ${table.prompt.value}`;
}

/** The lines of the list with their numbers. @param {Table} table */
const listed = (table) => table.picker.choices.value.map(({ text }, i) => `${i + 1}: ${table.words(text)}`).join(". ");

/** Takes a line of the list. @param {number} n from 1 @param {Table} table @returns {string} */
function number(n, table) {
  const choice = table.picker.choices.value[n - 1];
  if (!choice) return `There is no choice ${n}. ${listed(table) || table.prompt.value}`;
  if (choice.option) return taken(choice.option, table);
  table.picker.pick(choice.ref ?? "");
  return table.open.value ? `${table.prompt.value} ${listed(table)}` : `${table.words(choice.text)}.`;
}

/** @param {import("../../types.js").Option} option @param {Table} table */
function taken(option, table) {
  table.choose(option);
  return `${table.words(option.text)}.`;
}

/** @param {string} line @param {Table} table */
function always(line, table) {
  const found = matching(line, table.picker.options.value, (text) => table.words(text));
  if (found.length !== 1) return `Always what? ${listed(table)}`;
  table.always.value = true;
  return `${taken(found[0], table)} From now on the same choices are answered so.`;
}

/** @param {Table} table @param {import("../../types.js").ClientMessage} message @param {string} text */
function sent(table, message, text) {
  if (table.watching.value && message.type !== "chat") return "You are watching.";
  if (table.over.value && message.type !== "chat") return "The game is over.";
  if (message.type !== "chat" || message.text) table.send(message);
  return text;
}

/** @param {Table} table @param {boolean} accept */
function answered(table, accept) {
  const offer = table.offers.value.find(({ asked }) => asked.includes(table.me.value));
  return offer ? sent(table, { type: "respond", kind: offer.kind, accept }, accept ? "You agree." : "You decline.") : "Nothing is offered to you.";
}

/** What is known about a word of the game, "" for nothing. @param {string} asked @param {Table} table @returns {string} */
function topic(asked, table) {
  const scene = table.scene.value;
  if (!scene) return "";
  const told = table.game.value.tell?.(scene, asked);
  if (told) return told;
  const card = [...table.cards.values()].find(({ name, title }) => [name, title].some((text) => text?.toLowerCase() === asked));
  if (!card) return "";
  const there = (/** @type {HTMLElement[]} */ ([...document.querySelectorAll("#seats [data-ref]")]));
  const node = there.find((one) => one.dataset.ref === card.name || one.dataset.ref?.endsWith(`/${card.name}`) || one.querySelector(".name")?.textContent === card.name);
  const why = node?.dataset.ref ? whyNot(scene, node.dataset.ref) || "You can choose it now." : "";
  return [`${card.title ?? card.name}: ${capital(card.type)}`, card.cost && `costs ${card.cost}`, card.stats].filter(Boolean).join(", ") + [".", card.text, why].filter(Boolean).join(" ");
}
