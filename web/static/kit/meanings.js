// Words with their meanings.

import { html } from "../vendor/preact.js";

/** @param {{words: import("../types.js").Word[]}} props */
export const Meanings = ({ words }) => words.length > 0 && html`<dl class="meanings">${words.map(({ word, means }) => html`<div key=${word}><dt>${word}</dt><dd>${means}</dd></div>`)}</dl>`;
