// The puzzle of the day: a picture of its position, with the opponent above and the player below.

import * as api from "../../api.js";
import { Art } from "../../kit/art.js";
import { percent } from "../../kit/chart.js";
import { Glyph } from "../../kit/glyph.js";
import { capital, plural } from "../../store/words.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { looksOf } from "../cards/look.js";

/** @typedef {import("../cards/look.js").Look} Look */

const MANY = 20; // a share of fewer players would say too much

/** The share of the players of a puzzle who solved it, or "" without players. @param {import("../../api.js").PuzzleCount} count */
export const shareOf = ({ tried = 0, solved = 0 }) => tried === 0 ? "" : tried < MANY ? `${solved} of ${tried} player${tried === 1 ? "" : "s"}` : percent(solved / tried);

/** @param {{info: import("../../types.js").Rules, puzzle: import("../../types.js").Puzzle, n: number, level: string, solved: boolean, busy: boolean, begin: (id: string) => void}} props n: its index */
export function Today({ info, puzzle, n, level, solved, busy, begin }) {
  const { id, solution } = puzzle;
  const share = shareOf(puzzle);
  const [found, setFound] = useState(/** @type {import("../../api.js").PuzzlePosition | null} */ (null));
  useEffect(() => { api.puzzle(info.name, id).then(setFound, () => {}); }, [id]); // the puzzle works without its picture
  const looks = looksOf(info);
  const [own, other] = found?.view.sides ?? [];
  return html`<button id="puzzle-of-day" type="button" disabled=${busy} onClick=${() => begin(id)}>
    <${Row} looks=${looks} side=${other}>${other && html`<span class="today-life"><${Glyph} name="life" />${other.life}</span>`}</${Row}>
    <${Row} looks=${looks} side=${own}>${own?.cards.map((name, i) => html`<${Piece} key=${i} look=${looks.find((one) => one.name === name)} class="in-hand" />`)}</${Row}>
    <span class="today-words"><b>${other ? `Today: ${other.life} life, ${plural(other.hand, "card")} in hand` : "Puzzle of the day"}</b>${solved && html`<em>✓ Solved</em>`}
      <small>Puzzle ${n + 1}, ${level.toLowerCase()}${share && `, solved by ${share}`}</small>
      <small>${solution.length} moves${found && `, from ${found.decks.map(capital).join(" against ")}`}</small></span>
  </button>`;
}

/** The cards in play of a side, before the children. @param {{looks: Look[], side: any, children?: any}} props */
const Row = ({ looks, side, children }) => html`<span class="today-side" aria-hidden="true">
  ${side?.present.map(({ id, card, type, awake, attack, health }) => html`<${Piece} key=${id} look=${looks.find(({ name }) => name === card)} class=${`${type} ${awake ? "" : "asleep"}`} figures=${type === "being" && `${attack}/${health}`} />`)}${children}</span>`;

/** A small card. @param {{look?: Look, class: string, figures?: string | false}} props */
const Piece = ({ look, class: classes, figures = false }) => look && html`<span class=${`piece ${classes} ${look.tints[0]}`}><${Art} name=${look.name} title="" tints=${look.tints} glyph=${look.glyph} />${figures && html`<i>${figures}</i>`}</span>`;
