// The command line. It accepts an option by number or text, a question about the table,
// or a player command. The answer is shown and announced.

import { html, useState } from "../vendor/preact.js";
import { respond } from "./command/respond.js";
import { announce } from "./live.js";

/** @param {{table: import("../store/table.js").Table}} props */
export function CommandLine({ table }) {
  const [answer, setAnswer] = useState("Type “help” for a list of commands.");
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
