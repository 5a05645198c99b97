// Words with their meanings.

import { glossary, wordsOf } from "../store/glossary.js";
import { html } from "../vendor/preact.js";

const SOME = 2; // words that the details of a card explain

/** @param {{words: import("../types.js").Word[]}} props */
export const Meanings = ({ words }) => words.length > 0 && html`<dl class="meanings">${words.map(({ word, means }) => html`<div key=${word}><dt>${word}</dt><dd>${means}</dd></div>`)}</dl>`;

/** The first words of a card's text with their meanings. @param {{face: import("./pick.js").Face}} props */
export const Explained = ({ face }) => html`<${Meanings} words=${wordsOf(glossary.value, face).slice(0, SOME)} />`;
