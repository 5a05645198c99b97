// Words with their meanings.

import { glossary, wordsOf } from "../store/glossary.js";
import { html } from "../vendor/preact.js";

/** @param {{words: import("../types.js").Word[]}} props */
export const Meanings = ({ words }) => words.length > 0 && html`<dl class="meanings">${words.map(({ word, means }) => html`<div key=${word}><dt>${word}</dt><dd>${means}</dd></div>`)}</dl>`;

/** The first words of a card's text with their meanings. @param {{face: import("./pick.js").Face, most: number}} props */
export const Explained = ({ face, most }) => html`<${Meanings} words=${wordsOf(glossary.value, face).slice(0, most)} />`;
