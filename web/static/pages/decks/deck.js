// One deck; the player's own decks can be edited.

import { Art } from "../../kit/art.js";
import { Confirm } from "../../kit/confirm.js";
import { announce } from "../../kit/live.js";
import { Notice } from "../../kit/notice.js";
import { Print } from "../../kit/print.js";
import { useRoving } from "../../kit/rove.js";
import { addDeck, changeDeck, countsOf, decksOf, defaultDeck, listsOf, removeDeck, saveDeck, setDefaultDeck, sharedDeck, textOf } from "../../store/decks.js";
import { capital } from "../../store/words.js";
import { html, useMemo, useRef, useState } from "../../vendor/preact.js";
import { ANY, Filter, wantedOf } from "../cards/filter.js";
import { shelf } from "../cards/scene.js";
import { EASY, create, createError, creating } from "../newgame.js";
import { Balance, Curve, sizeOf } from "./balance.js";
import { SampleHand } from "./hand.js";
import { Head } from "./head.js";
import { Legal } from "./legal.js";
import { deckAddress } from "./list.js";
import { Share } from "./share.js";
import { Suggestion, suggest } from "./suggestion.js";

/** @typedef {import("../cards/look.js").Look} Look */

/** @param {{rules: import("../../types.js").Rules, looks: Look[], which: string}} props */
export function OneDeck({ rules, looks, which }) {
  const own = decksOf(rules.name).value.find(({ id }) => id === which);
  const ready = rules.decks?.find(({ name }) => name === which) ?? sharedDeck(which, orderOf(looks));
  if (!own && !ready) return html`<p>Deck not found in this browser. <a href=${`#/decks/${rules.name}`}>All decks</a></p>`;
  return own ? html`<${Own} key=${which} rules=${rules} looks=${looks} deck=${own} />` : html`<${Ready} key=${which} id=${which} rules=${rules} looks=${looks} deck=${ready} />`;
}

const playable = (looks) => looks.filter((look) => look.cost !== undefined);
const orderOf = (looks) => looks.map((look) => look.name);

/** Starts a game against a bot with a deck. @param {string} rules @param {string} deck its text */
const play = (rules, deck) => create(rules, { count: 2, seats: [{ bot: "", deck }, { bot: EASY, deck: "" }], table: {} });

/** A ready deck, or one that is shared by link. @param {{rules: import("../../types.js").Rules, looks: Look[], id: string, deck: {name: string, about?: string, cards: Object<string, number>, unknown?: string[]}}} props */
function Ready({ rules, looks, id, deck: { name, about, cards, unknown = [] } }) {
  const text = textOf(cards, orderOf(looks));
  const mine = () => { location.hash = deckAddress(rules.name, addDeck(rules.name, about ? `My ${name}` : name, text)); };
  return html`<div class="deck-one">
    <${Shelf} looks=${looks.filter((look) => cards[look.name])} counts=${cards} />
    <div class="deck-side sheet">
      <${Head} rules=${rules} looks=${looks} id=${id} name=${capital(name)} counts=${cards} lists=${[cards]} />
      <p class="about">${about ?? "Shared by link."}${unknown.length > 0 && ` Unknown card: ${unknown.join(", ")}.`}</p>
      <${Notice} text=${createError.value} />
      <${Contents} looks=${looks} counts=${cards} />
      <${Ways} rules=${rules.name} looks=${looks} name=${name} text=${text} deck=${about ? name : text}><button type="button" id="make-own" onClick=${mine}>${about ? "Copy deck" : "Save deck"}</button></${Ways}>
    </div>
  </div>`;
}

/** What a player can do with a deck. @param {{rules: string, looks: Look[], name: string, text: string, deck?: string, children?: any}} props deck: for a game, a name or a text */
function Ways({ rules, looks, name, text, deck = text, children }) {
  const [open, setOpen] = useState("");
  const counts = countsOf(text);
  const close = () => setOpen("");
  return html`<p class="deck-ways"><button type="button" class="primary" disabled=${creating.value} onClick=${() => play(rules, deck)}>Play with it</button>${children}
    <button type="button" id="sample" disabled=${sizeOf(counts) === 0} onClick=${() => setOpen("hand")}>Sample hand</button><button type="button" id="share" onClick=${() => setOpen("share")}>Share</button></p>
    ${open === "hand" && html`<${SampleHand} looks=${looks} counts=${counts} close=${close} />`}
    ${open === "share" && html`<${Share} rules=${rules} name=${name} text=${text} close=${close} />`}`;
}

/** The costs and cards of a deck, folded on small screens, where they would push the other cards away. @param {{looks: Look[], counts: Object<string, number>, change?: (card: string, by: number) => void, children?: any}} props */
function Contents({ looks, counts, change, children }) {
  const [wide] = useState(() => matchMedia("(min-width: 60.01rem)").matches);
  const parts = html`<${Curve} looks=${looks} counts=${counts} />
    <div class="deck-scroll"><${Lines} looks=${looks} counts=${counts} change=${change} /><details><summary>More</summary><${Balance} looks=${looks} counts=${counts} />${children}</details></div>`;
  return wide ? parts : html`<details><summary>Contents</summary>${parts}</details>`;
}

/** @param {{rules: import("../../types.js").Rules, looks: Look[], deck: import("../../store/decks.js").Deck}} props */
function Own({ rules, looks, deck }) {
  const pool = useMemo(() => playable(looks), [looks]);
  const [wanted, setWanted] = useState(ANY);
  const counts = countsOf(deck.text);
  const latest = useRef(deck);
  latest.current = deck;
  const put = (/** @type {Object<string, number>} */ more) => changeDeck(rules.name, latest.current, textOf({ ...countsOf(latest.current.text), ...more }, orderOf(looks)));
  const change = (card, by) => {
    const n = Math.max(0, (countsOf(latest.current.text)[card] ?? 0) + by);
    put({ [card]: n });
    announce(`${n} ${card}`);
  };
  const rename = (/** @type {string} */ name) => saveDeck(rules.name, { ...latest.current, name });
  const isDefault = defaultDeck(rules.name).value === deck.id;
  const found = wantedOf(pool, wanted);
  const suggested = suggest(pool, counts, rules.decks ?? []);
  return html`<div class="deck-one">
    <div class="deck-pool"><${Filter} compact looks=${pool} wanted=${wanted} set=${setWanted} found=${found.length} />
      ${found.length === 0 && html`<p>No cards found. <button type="button" onClick=${() => setWanted(ANY)}>Show all</button></p>`}
      <${Shelf} looks=${found} counts=${counts} change=${change} /></div>
    <div class="deck-side sheet">
      <${Head} rules=${rules} looks=${pool} id=${deck.id} name=${deck.name} counts=${counts} of=${suggested?.size} lists=${listsOf(deck)} rename=${rename} />
      <${Legal} rules=${rules.name} text=${deck.text} size=${sizeOf(counts)} />
      <${Notice} text=${createError.value} />
      <${Contents} looks=${pool} counts=${counts} change=${change}>
        <label class="toggle"><input type="checkbox" role="switch" checked=${isDefault} onChange=${() => setDefaultDeck(rules.name, isDefault ? "" : deck.id)} /><span>Default deck</span></label>
        <${Remove} rules=${rules.name} id=${deck.id} />
      </${Contents}>
      ${suggested && html`<${Suggestion} found=${suggested} counts=${counts} add=${put} />`}
      <${Ways} rules=${rules.name} looks=${pool} name=${deck.name} text=${deck.text} />
    </div>
  </div>`;
}

/** Cards with their counts in the deck. @param {{looks: Look[], counts: Object<string, number>, change?: (card: string, by: number) => void}} props */
function Shelf({ looks, counts, change }) {
  const rove = useRoving(".card");
  const scene = useMemo(() => shelf((card) => change?.(card, 1)), [change]);
  return html`<ul class="deck-cards" aria-label="Cards" ...${rove}>${looks.map((look) => {
    const n = counts[look.name] ?? 0;
    return html`<li key=${look.name} class=${n > 0 && change ? "has" : ""}>
      <${Print} scene=${scene} it=${look.name} face=${look.face} cost=${look.costs} />
      ${n > 0 && html`<b class="copies">${n}×<span class="visually-hidden"> in the deck</span></b>`}
      ${change && html`<${Stepper} card=${look.name} n=${n} change=${change} />`}
    </li>`;
  })}</ul>`;
}

/** @param {{card: string, n: number, change: (card: string, by: number) => void}} props */
const Stepper = ({ card, n, change }) => html`<div class="stepper" role="group" aria-label=${`${card} in the deck`}>
  <button type="button" disabled=${n === 0} aria-label=${`Remove one ${card}`} onClick=${() => change(card, -1)}>−</button>
  <output>${n}</output>
  <button type="button" class="more" aria-label=${`Add one ${card}`} onClick=${() => change(card, 1)}>+</button>
</div>`;

/** The cards of the deck, cheapest first. @param {{looks: Look[], counts: Object<string, number>, change?: (card: string, by: number) => void}} props */
function Lines({ looks, counts, change }) {
  const list = looks.filter((look) => counts[look.name] > 0).sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0) || a.name.localeCompare(b.name));
  if (list.length === 0) return html`<p class="about">No cards yet. Click a card to add it.</p>`;
  return html`<ul class="deck-lines" aria-label="Contents">${list.map((look) => html`<li key=${look.name} class=${look.tints[0]}>
    <${Art} name=${look.name} tints=${look.tints} glyph=${look.glyph} /><span>${look.face.name}</span>${look.face.price}
    ${change ? html`<${Stepper} card=${look.name} n=${counts[look.name]} change=${change} />` : html`<b>${counts[look.name]}×</b>`}
  </li>`)}</ul>`;
}

/** @param {{rules: string, id: string}} props */
function Remove({ rules, id }) {
  const remove = () => {
    removeDeck(rules, id);
    location.hash = `#/decks/${rules}`;
  };
  return html`<p><${Confirm} id="remove-deck" ask="Really delete?" act=${remove}>Delete deck</${Confirm}></p>`;
}
