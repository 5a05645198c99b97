// Sharing a deck: its link and its text.

import { Copyable } from "../../kit/copy.js";
import { Dialog } from "../../kit/dialog.js";
import { countsOf, shareOf } from "../../store/decks.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { deckAddress } from "./list.js";

/** @param {{rules: string, name: string, text: string, close: () => void}} props */
export function Share({ rules, name, text, close }) {
  const link = `${location.origin}${location.pathname}${deckAddress(rules, shareOf(name, countsOf(text)))}`;
  return html`<${Dialog} title="Share deck" close=${close}><div class="deck-share">
    <h3>Link</h3><${Copyable} text=${link} label="Link to this deck" />
    <h3>Text</h3><${File} name=${name} text=${text} />
  </div></${Dialog}>`;
}

/** The deck as text, to copy or save. @param {{name: string, text: string}} props */
function File({ name, text }) {
  const [address, setAddress] = useState("");
  const [copied, setCopied] = useState(false);
  const field = useRef(null);
  const file = `# ${name}\n${text}`;
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type: "text/plain" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const copy = async () => {
    field.current.select(); // for manual copying
    await navigator.clipboard?.writeText(file).then(() => setCopied(true), () => {});
  };
  return html`<textarea id="deck-text" readonly rows="8" aria-label="Deck file" ref=${field} value=${file}></textarea>
    <p class="page-ways"><button type="button" onClick=${copy}>${copied ? "Copied" : "Copy"}</button><a class="button" href=${address} download=${`${name.replace(/[^\w-]+/g, "-")}.txt`}>Save file</a></p>`;
}
