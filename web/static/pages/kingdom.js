// The kingdom of Dominion: a part of the new game form.

import { html, useMemo, useState } from "../vendor/preact.js";
import { Curve, Ten, Tile, kingdomOf } from "./kingdom/chosen.js";
import { SETS, SIZE, filledUp } from "./kingdom/sets.js";

const RANDOM = "random";

/**
 * @param {object} props
 * @param {import("../types.js").Rules} props.rules
 * @param {Object<string, string>} props.table
 * @param {(table: Object<string, string>) => void} props.set
 */
export function Kingdom({ rules, table, set }) {
  const cards = useMemo(() => kingdomOf(rules), [rules]);
  const names = table.kingdom ?? "";
  const random = names.trim() === RANDOM;
  const chosen = random ? [] : names.split(",").map((name) => name.trim()).filter(Boolean);
  const looks = filledUp(chosen).flatMap((name) => cards.get(name) ?? []).sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0) || a.name.localeCompare(b.name));
  const put = (kingdom) => {
    const { kingdom: _, answers, ...rest } = table;
    set(kingdom.trim() ? { ...rest, kingdom, ...(kingdom.trim() === RANDOM && answers && { answers }) } : rest);
  };
  const toggle = (name) => put([...chosen.filter((other) => other !== name), ...(chosen.includes(name) ? [] : [name])].join(", "));
  const flag = (option) => (event) => {
    const { [option]: _, ...rest } = table;
    set(event.target.checked ? { ...rest, [option]: "yes" } : rest);
  };
  const sets = SETS.filter(([, list]) => list.split(", ").every((name) => cards.has(name)));
  const preset = (text, kingdom) => html`<button type="button" key=${text} aria-pressed=${String(names.trim() === kingdom)} onClick=${() => put(kingdom)}>${text}</button>`;
  return html`<div class="kingdom">
    <label>Kingdom <input id="kingdom" value=${names} maxlength="400" placeholder="First game" autocomplete="off" spellcheck="false"
      aria-describedby="kingdom-about" onInput=${(event) => put(event.target.value)} /></label>
    <p class="about" id="kingdom-about">${random ? "10 random cards, new in every game." : chosen.length > SIZE ? `${chosen.length} cards chosen; a kingdom has 10.` : chosen.length === SIZE || chosen.length === 0 ? "10 kinds of cards to buy besides the basic ones." : `${chosen.length} of 10 chosen; First game fills the rest.`}</p>
    <div class="presets" role="group" aria-label="Preset kingdoms">${preset("Random", RANDOM)}${preset("First game", "")}${sets.map(([text, list]) => preset(text, list))}</div>
    <div class="presets">
      <label><input id="colony" type="checkbox" checked=${table.colony === "yes"} onChange=${flag("colony")} /> Platinum and Colony</label>
      ${random && html`<label><input id="answers" type="checkbox" checked=${table.answers === "yes"} onChange=${flag("answers")} /> Attacks only with a defence</label>`}
    </div>
    ${!random && html`<${Ten} looks=${looks} picked=${chosen} toggle=${toggle} /><${Curve} looks=${looks} />`}
    <${Choose} cards=${[...cards.values()]} chosen=${chosen} toggle=${toggle} />
  </div>`;
}

/** All kingdom cards with a search field. @param {{cards: import("./cards/look.js").Look[], chosen: string[], toggle: (name: string) => void}} props */
function Choose({ cards, chosen, toggle }) {
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState("");
  const asked = word.trim().toLowerCase();
  const found = cards.filter(({ name, face, group }) => [name, face.kind, face.text, group].some((text) => text?.toLowerCase().includes(asked)));
  return html`<details open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>Choose cards</summary>
    ${open && html`<label class="king-search">Search <input type="search" maxlength="40" placeholder="name, type or text" value=${word} onInput=${(event) => setWord(event.target.value)}
        onKeyDown=${(event) => event.key === "Enter" && event.preventDefault()} /></label>
      <p class="about" role="status">${found.length === 1 ? "1 card" : `${found.length} cards`}, ${chosen.length} chosen</p>
      <ul class="ten all">${found.map((look) => html`<li key=${look.name}><${Tile} look=${look} on=${chosen.includes(look.name)} toggle=${toggle} /></li>`)}</ul>`}
  </details>`;
}
