// A line to play by words: an option by its number or in words, or a question about
// the table. The answer is shown and spoken.

import { html, useState } from "../vendor/preact.js";
import { announce } from "./live.js";

const HELP = "Type an option by its number or in words, as in: play Spark on Ann. Ask with: options, what, log, hand, table, or another word of the game, such as life, karma, stack, supply.";

/** The words of a text that count, in small letters. */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The options that a line may mean: those that have all its words, the ones that
 * begin like it first.
 * @param {string} line
 * @param {import("../types.js").Option[]} options
 * @param {(text: string) => string} words
 */
export function matching(line, options, words) {
  if (/^\d+$/.test(line.trim())) return options.filter((_, i) => i + 1 === Number(line));
  const asked = wordsOf(line);
  if (asked.length === 0) return [];
  const named = options.map((option) => ({ option, texts: [words(option.text), option.text].map((text) => wordsOf(text)) }));
  const exact = named.filter(({ texts }) => texts.some((text) => text.join(" ") === asked.join(" ")));
  if (exact.length > 0) return exact.map(({ option }) => option);
  return named.filter(({ texts }) => texts.some((text) => asked.every((word) => text.some((other) => other.startsWith(word))))).map(({ option }) => option);
}

/** @param {{table: import("../store/table.js").Table}} props */
export function CommandLine({ table }) {
  const [answer, setAnswer] = useState("Type help for what can be said.");
  const tell = (text) => {
    setAnswer(text);
    announce(text, true);
  };
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.command;
    const text = respond(field.value.trim(), table);
    field.value = "";
    if (text) tell(text);
  };
  return html`<form class="command" onSubmit=${submit}>
    <label for="command">Command</label>
    <input id="command" name="command" autocomplete="off" spellcheck="false" maxlength="200" placeholder="play Spark on Ann" />
    <output for="command">${answer}</output>
  </form>`;
}

/** @param {string} line @param {import("../store/table.js").Table} table @returns {string} */
function respond(line, table) {
  const scene = table.scene.value;
  const options = table.open.value?.options ?? [];
  const words = (text) => table.words(text);
  const list = (of) => of.map((option) => `${options.indexOf(option) + 1}: ${words(option.text)}`).join(". ");
  const topic = line.toLowerCase();
  if (topic === "help" || topic === "") return HELP;
  if (topic === "what" || topic === "who") return table.prompt.value;
  if (topic === "options") return options.length ? list(options) : `Nothing to choose. ${table.prompt.value}`;
  if (topic === "log") return table.lines.value.slice(-8).map((entry) => words(entry.text)).join(". ") || "Nothing has happened.";
  const told = scene && table.game.value.tell?.(scene, topic);
  if (told) return told;
  const found = matching(line, options, words);
  if (found.length === 0) return options.length ? `No option is called that. ${list(options)}` : `Nothing to choose. ${table.prompt.value}`;
  if (found.length > 1) return `Which one? ${list(found)}`;
  table.choose(found[0]);
  return `${words(found[0].text)}.`;
}
