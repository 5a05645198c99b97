// One deck; the player's own decks can be edited.

import { Art } from "../../kit/art.js";
import { Confirm } from "../../kit/confirm.js";
import { announce } from "../../kit/live.js";
import { Notice } from "../../kit/notice.js";
import { Print } from "../../kit/print.js";
import { useRoving } from "../../kit/rove.js";
import { addDeck, changeDeck, countsOf, decksOf, defaultDeck, listsOf, recordOf, removeDeck, saveDeck, setDefaultDeck, sharedDeck, textOf, wonOf } from "../../store/decks.js";
import { capital } from "../../store/words.js";
import { html, useMemo, useRef, useState } from "../../vendor/preact.js";
import { ANY, Filter, wantedOf } from "../cards/filter.js";
import { shelf } from "../cards/scene.js";
import { EASY, create, createError, creating } from "../newgame.js";
import { Balance, Curve, sizeOf } from "./balance.js";
import { SampleHand } from "./hand.js";
import { Legal } from "./legal.js";
import { deckAddress } from "./list.js";
import { Share } from "./share.js";
import { Suggestion } from "./suggestion.js";

/** @typedef {import("../cards/look.js").Look} Look */

/** @param {{rules: import("../../types.js").Rules, looks: Look[], which: string}} props */
export function OneDeck({ rules, looks, which }) {
  const own = decksOf(rules.name).value.find(({ id }) => id === which);
  const ready = rules.decks?.find(({ name }) => name === which) ?? sharedDeck(which);
  if (!own && !ready) return html`<p>Deck not found in this browser. <a href=${`#/decks/${rules.name}`}>All decks</a></p>`;
  return own ? html`<${Own} rules=${rules} looks=${looks} deck=${own} />` : html`<${Ready} rules=${rules} looks=${looks} deck=${ready} />`;
}

const playable = (looks) => looks.filter((look) => look.cost !== undefined);
const orderOf = (looks) => looks.map((look) => look.name);

/** Starts a game against a bot with a deck. @param {string} rules @param {string} deck its text */
const play = (rules, deck) => create(rules, { count: 2, seats: [{ bot: "", deck }, { bot: EASY, deck: "" }], table: {} });

/** A ready deck, or one that is shared by link. @param {{rules: import("../../types.js").Rules, looks: Look[], deck: {name: string, about?: string, cards: Object<string, number>}}} props */
function Ready({ rules, looks, deck }) {
  const text = textOf(deck.cards, orderOf(looks));
  const mine = () => { location.hash = deckAddress(rules.name, addDeck(rules.name, deck.about ? `My ${deck.name}` : deck.name, text)); };
  return html`<div class="deck-one">
    <div class="page-head"><h2>${capital(deck.name)}</h2><p class="page-ways">
      <button type="button" class="primary" disabled=${creating.value} onClick=${() => play(rules.name, deck.about ? deck.name : text)}>Play a bot</button>
      <button type="button" id="make-own" onClick=${mine}>${deck.about ? "Copy deck" : "Save deck"}</button><${Ways} rules=${rules.name} looks=${looks} name=${deck.name} text=${text} /></p></div>
    <p class="about">${deck.about ?? "Shared by link."} ${sizeOf(deck.cards)} cards.</p><${Record} rules=${rules.name} lists=${[deck.cards]} />
    <div class="deck-columns"><${Shelf} looks=${looks.filter((look) => deck.cards[look.name])} counts=${deck.cards} />
      <div class="deck-side sheet"><${Curve} looks=${looks} counts=${deck.cards} /><${Balance} looks=${looks} counts=${deck.cards} /></div></div>
  </div>`;
}

/** What a deck offers besides a game. @param {{rules: string, looks: Look[], name: string, text: string}} props */
function Ways({ rules, looks, name, text }) {
  const [open, setOpen] = useState("");
  const counts = countsOf(text);
  const close = () => setOpen("");
  return html`<button type="button" id="sample" disabled=${sizeOf(counts) === 0} onClick=${() => setOpen("hand")}>Sample hand</button><button type="button" id="share" onClick=${() => setOpen("share")}>Share</button><a class="button" href=${`#/decks/${rules}`}>All decks</a>
    ${open === "hand" && html`<${SampleHand} looks=${looks} counts=${counts} close=${close} />`}
    ${open === "share" && html`<${Share} rules=${rules} name=${name} text=${text} close=${close} />`}`;
}

/** The results of a deck; opened, by the deck of the opponent. @param {{rules: string, lists: Object<string, number>[]}} props */
function Record({ rules, lists }) {
  const record = recordOf(rules, lists);
  return record && html`<details class="deck-record"><summary>${wonOf(record)}</summary>
    <ul>${record.against.map((other) => html`<li key=${other.name ?? ""}>Against ${other.name ? capital(other.name) : "other decks"}: ${wonOf(other)}</li>`)}</ul>
  </details>`;
}

/** @param {{rules: import("../../types.js").Rules, looks: Look[], deck: import("../../store/decks.js").Deck}} props */
function Own({ rules, looks, deck }) {
  const pool = useMemo(() => playable(looks), [looks]);
  const [wanted, setWanted] = useState(ANY);
  const [wide] = useState(() => matchMedia("(min-width: 60rem)").matches); // on small screens the list would push the cards away
  const counts = countsOf(deck.text);
  const latest = useRef(deck);
  latest.current = deck;
  const put = (/** @type {Object<string, number>} */ more) => changeDeck(rules.name, latest.current, textOf({ ...countsOf(latest.current.text), ...more }, orderOf(looks)));
  const change = (card, by) => {
    const n = Math.max(0, (countsOf(latest.current.text)[card] ?? 0) + by);
    put({ [card]: n });
    announce(`${n} ${card}`);
  };
  const rename = (event) => saveDeck(rules.name, { ...latest.current, name: event.target.value.trim() || "My deck" });
  const isDefault = defaultDeck(rules.name).value === deck.id;
  const found = wantedOf(pool, wanted);
  return html`<div class="deck-one">
    <div class="page-head"><h2><label class="deck-title"><span class="visually-hidden">Deck name</span><input id="deck-name" maxlength="40" value=${deck.name} onChange=${rename} /></label></h2><p class="page-ways">
      <button type="button" id="play-deck" class="primary" disabled=${creating.value} onClick=${() => play(rules.name, deck.text)}>Play a bot</button><${Ways} rules=${rules.name} looks=${pool} name=${deck.name} text=${deck.text} /></p></div>
    <${Notice} text=${createError.value} />
    <div class="deck-columns">
      <div><${Filter} looks=${pool} wanted=${wanted} set=${setWanted} found=${found.length} />
        <p class="about">Click a card to add it.</p>
        <${Shelf} looks=${found} counts=${counts} change=${change} /></div>
      <div class="deck-side sheet">
        <${Legal} rules=${rules.name} text=${deck.text} size=${sizeOf(counts)} />
        <${Record} rules=${rules.name} lists=${listsOf(deck)} />
        <${Suggestion} looks=${pool} counts=${counts} ready=${rules.decks ?? []} add=${put} />
        <details class="deck-contents" open=${wide}><summary>Contents</summary>
          <${Curve} looks=${looks} counts=${counts} />
          <${Lines} looks=${pool} counts=${counts} change=${change} />
          <${Balance} looks=${looks} counts=${counts} />
        </details>
        <label class="toggle"><input type="checkbox" role="switch" checked=${isDefault} onChange=${() => setDefaultDeck(rules.name, isDefault ? "" : deck.id)} /><span>Default deck</span></label>
        <${Remove} rules=${rules.name} id=${deck.id} />
      </div>
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
  <button type="button" class="less" disabled=${n === 0} aria-label=${`Remove one ${card}`} onClick=${() => change(card, -1)}>−</button>
  <output>${n}</output>
  <button type="button" class="more" aria-label=${`Add one ${card}`} onClick=${() => change(card, 1)}>+</button>
</div>`;

/** The contents of the deck, cheapest card first. @param {{looks: Look[], counts: Object<string, number>, change: (card: string, by: number) => void}} props */
function Lines({ looks, counts, change }) {
  const list = looks.filter((look) => counts[look.name] > 0).sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0) || a.name.localeCompare(b.name));
  return html`<ul class="deck-lines" aria-label="Contents">${list.map((look) => html`<li key=${look.name} class=${look.tints[0]}>
    <${Art} name=${look.name} tints=${look.tints} glyph=${look.glyph} /><span>${look.face.name}</span>${look.face.price}
    <${Stepper} card=${look.name} n=${counts[look.name]} change=${change} />
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
