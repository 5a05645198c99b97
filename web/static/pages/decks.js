// The ready decks of a game, and the player's own.
//
//   #/decks             all decks of the default game
//   #/decks/RULES       all decks of a game
//   #/decks/RULES/DECK  a deck: the name of a ready deck, or the id of the player's own

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { readResults } from "../store/decks.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { looksOf } from "./cards/look.js";
import { titleOf } from "./cards/title.js";
import { OneDeck } from "./decks/deck.js";
import { DeckList } from "./decks/list.js";

export const title = "Decks";

const FIRST = "elements"; // the default game

/** @param {{args: string[]}} props */
export default function Decks({ args: [name = FIRST, which] }) {
  const [rules, setRules] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    api.rules(name).then(setRules, (error) => setProblem(error.message));
    readResults(name);
  }, []);
  const looks = useMemo(() => (rules ? looksOf(rules) : []), [rules]);
  if (!rules) return html`<${Notice} text=${problem} />`;
  if (!rules.decks?.length) return html`<section class="sheet"><h2>${titleOf(name)} has no decks</h2><p>All players use the same cards. <a href=${`#/cards/${name}`}>View cards</a></p></section>`;
  if (which) return html`<${OneDeck} rules=${rules} looks=${looks} which=${which} />`;
  return html`<div class="decks"><div class="page-head"><h2>${titleOf(name)} decks</h2><p class="page-ways"><a class="button" href=${`#/cards/${name}`}>View cards</a></p></div><${DeckList} rules=${rules} looks=${looks} /></div>`;
}
