// The card browser.
//
//   #/cards             choose a game
//   #/cards/RULES       the cards of a game
//   #/cards/RULES/CARD  the same with a card open

import * as api from "../api.js";
import { Card } from "../kit/card.js";
import { Notice } from "../kit/notice.js";
import { useRoving } from "../kit/rove.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { ANY, Filter, wantedOf } from "./cards/filter.js";
import { looksOf } from "./cards/look.js";
import { One, addressOf } from "./cards/one.js";
import { shelf } from "./cards/scene.js";
import { Cover, titleOf } from "./cards/title.js";

export const title = "Cards";

/** @param {{args: string[]}} props */
export default ({ args: [rules, card] }) => (rules ? html`<${Browser} name=${rules} card=${card} />` : html`<${Shelves} />`);

function Shelves() {
  const [all, setAll] = useState(/** @type {import("../types.js").Rules[]} */ ([]));
  const [problem, setProblem] = useState("");
  useEffect(() => { api.allRules().then(({ rules }) => setAll(rules), (error) => setProblem(error.message)); }, []);
  return html`<section class="lobby" aria-labelledby="cards-title">
    <h2 id="cards-title">Cards</h2>
    <${Notice} text=${problem} />
    <ul class="tiles">${all.map(({ name, about }) => html`<li key=${name}><article class="tile staged">
      <${Cover} rules=${name} />
      <h3>${titleOf(name)}</h3><p>${about}</p>
      <div class="tile-ways"><a class="button primary" href=${`#/cards/${name}`}>View cards<span class="visually-hidden"> of ${titleOf(name)}</span></a></div>
    </article></li>`)}</ul>
  </section>`;
}

/** @param {{name: string, card?: string}} props */
function Browser({ name, card }) {
  const [rules, setRules] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  const [problem, setProblem] = useState("");
  const [wanted, setWanted] = useState(ANY);
  const [open, setOpen] = useState(card ?? "");
  useEffect(() => { api.rules(name).then(setRules, (error) => setProblem(error.message)); }, []);
  const looks = useMemo(() => (rules ? looksOf(rules) : []), [rules]);
  const show = (which) => {
    setOpen(which);
    history.replaceState(null, "", which ? addressOf(name, which) : `#/cards/${name}`); // the address always links to the open card
  };
  const scene = useMemo(() => shelf(show), []);
  const rove = useRoving();
  const found = wantedOf(looks, wanted);
  const one = looks.find((look) => look.name === open);
  return html`<section class="shelf" aria-labelledby="cards-title">
    <div class="page-head"><h2 id="cards-title">${titleOf(name)} cards</h2>
      <p class="page-ways">${rules?.decks?.length && html`<a class="button" href=${`#/decks/${name}`}>Decks</a>`}<a class="button" href=${`#/learn/${name}`}>Learn</a><a class="button" href="#/cards">Other games</a></p></div>
    <${Notice} text=${problem} />
    ${rules && html`<${Filter} looks=${looks} wanted=${wanted} set=${setWanted} found=${found.length} />`}
    <ul class=${`shelf-cards of-${name}`} aria-label="Cards" ...${rove}>${found.map((look) => html`<li key=${look.name}>
      <${Card} scene=${scene} it=${look.name} face=${look.face} tints=${look.tints} glyph=${look.glyph} corner=${look.corner} /></li>`)}</ul>
    ${rules && found.length === 0 && html`<p class="about">No cards found.</p>`}
    ${one && rules && html`<${One} key=${one.name} look=${one} rules=${rules} close=${() => show("")} />`}
  </section>`;
}
