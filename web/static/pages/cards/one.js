// The dialog of one card.

import { Art } from "../../kit/art.js";
import { Dialog } from "../../kit/dialog.js";
import { Meanings } from "../../kit/meanings.js";
import { wordsOf } from "../../store/glossary.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** @param {{look: import("./look.js").Look, rules: import("../../types.js").Rules, close: () => void}} props */
export function One({ look, rules, close }) {
  const { face } = look;
  const decks = (rules.decks ?? []).filter((deck) => deck.cards[look.name] > 0);
  const facts = [face.kind, look.costs && `costs ${look.costs}`, face.stats, look.group && `set: ${look.group}`].filter(Boolean);
  return html`<${Dialog} title=${face.name} close=${close}>
    <div class="one-card">
      <${Art} name=${face.art ?? face.name} title=${face.name} tints=${look.tints} glyph=${look.glyph} />
      <p class="facts">${facts.join(" · ")} ${face.price}</p>
      ${face.text ? html`<p class="words">${face.text}</p>` : html`<p class="about">${look.glyph === "matter" ? "You see the text of this card when you draw it." : "No text."}</p>`}
      <${Meanings} words=${wordsOf(rules.words ?? [], face)} />
      ${decks.length > 0 && html`<p>In ready ${decks.length > 1 ? "decks" : "deck"} ${decks.map((deck, i) => html`${i > 0 && ", "}<a href=${`#/decks/${rules.name}/${encodeURIComponent(deck.name)}`}>${capital(deck.name)}</a> (${deck.cards[look.name]})`)}.</p>`}
      <p class="about">Link to this card: <a href=${addressOf(rules.name, look.name)}>${look.face.name}</a>${rules.words && html`. <a href=${`#/learn/${rules.name}/words`}>All words</a>`}</p>
    </div>
  </${Dialog}>`;
}

/** @param {string} rules @param {string} card */
export const addressOf = (rules, card) => `#/cards/${rules}/${encodeURIComponent(card)}`;
