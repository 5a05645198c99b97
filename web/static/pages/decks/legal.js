// The server's verdict on a deck.

import * as api from "../../api.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

const CALM = 250; // milliseconds after the last change before the check

/** @param {{rules: string, text: string, size: number}} props */
export function Legal({ rules, text, size }) {
  const [said, setSaid] = useState(/** @type {{ok: boolean, problems: string[]} | null} */ (null));
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(async () => {
      const answer = await api.checkDeck(rules, text).catch((error) => ({ ok: false, problems: [error.message] }));
      if (!gone) setSaid(answer);
    }, CALM);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  const words = !said ? "…" : said.ok ? "Legal." : `Not legal: ${said.problems.join("; ")}.`;
  return html`<p id="legal" role="status" class=${`legal ${said ? (said.ok ? "may" : "not") : ""}`}><b>${size} ${size === 1 ? "card" : "cards"}.</b> ${words}</p>`;
}
