// A line to play by words: an option by its number or in words, a question about the
// table, or what else a player can do. The answer is shown and spoken.

import { html, useState } from "../vendor/preact.js";
import { respond } from "./command/respond.js";
import { announce } from "./live.js";

/** @param {{table: import("../store/table.js").Table}} props */
export function CommandLine({ table }) {
  const [answer, setAnswer] = useState("Type help for what can be said.");
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.command;
    const text = respond(field.value.trim(), table);
    field.value = "";
    setAnswer(text);
    announce(text, true);
  };
  return html`<form class="command" onSubmit=${submit}>
    <label for="command">Command</label>
    <input id="command" name="command" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="400" placeholder="play Spark on Ann" />
    <output for="command">${answer}</output>
  </form>`;
}
