// The end of a game: the result and its cause, the turning point, the best cards, the score, and the change of the rating.

import * as api from "../api.js";
import { effectOf, follow, patiently } from "../store/course.js";
import { rememberEnd } from "../store/session.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Art, Land, Sign, colourOf } from "./art.js";
import { Chance, percent } from "./chart.js";
import { duration } from "./clock.js";
import { SeatLikeness, levelOf } from "./seat.js";

/**
 * @typedef {import("../store/table.js").Table} Table
 * @typedef {{head: string[], rows: string[][]}} Score a table whose first column has names
 * @typedef {{name: string, tints: string[], glyph: string, note: string, value: number}} Merit what a card did in the game
 */

const CAUSES = {
  agreed: "The players agreed on a draw.", claimed: "A player was away too long.", loop: "One turn had too many choices.",
  abandoned: "All players left.", rules: "The rules changed during the game.", fault: "A fault in the rules stopped the game.",
};

/** Why a game ended, in sentences, or "". @param {import("../games/index.js").Game} game @param {string} reason @param {import("../games/index.js").End} [end] */
export function causeOf(game, reason, end) {
  const cause = CAUSES[reason] ?? (end && game.cause?.(end)) ?? "";
  return cause && end?.resigned.at(-1)?.by === "exit" ? `${cause} ${end.won.map(end.nameOf).join(" and ")} claimed the win.` : cause;
}

/** The result of a finished game. @param {Table} table */
export function resultOf(table) {
  const [over, scene, game, course] = [table.over.value, table.scene.value, table.game.value, table.course.value];
  const winners = over?.won ?? [];
  const won = winners.includes(table.me.value);
  const draw = winners.length === 0;
  const solo = table.seats.value.length < 2;
  const word = draw ? (!solo && over && (over.reason === "end" || over.reason in CAUSES) ? "Draw" : "Game over") : table.watching.value ? `${winners.map((seat) => table.playerOf(seat)).join(" and ")} won` : won ? "Victory" : "Defeat";
  const face = winners[0] ?? Math.max(table.me.value, 0);
  const tintOf = (/** @type {number} */ seat) => {
    const { kind, name, face } = table.seats.value[seat] ?? {};
    return (scene && game.tint?.(scene.view, seat)) ?? colourOf({ level: levelOf(kind, table.called(seat)), name, face });
  };
  const view = course?.view ?? (game.ownEnding?.(scene) ? scene?.view : null);
  return {
    word, winners, won, draw, face, tintOf, tint: tintOf(face), cause: causeOf(game, over?.reason ?? "", scene ? { view: scene.view, lines: table.lines.value, nameOf: (seat) => table.playerOf(seat), won: winners, resigned: over?.resigned ?? [] } : undefined),
    score: view && game.score?.(view, table.seats.value.map(({ seat }) => table.playerOf(seat))),
  };
}

/** @param {{table: Table}} props */
export function Ending({ table }) {
  const over = table.over.value;
  const [closed, close] = useState(false);
  useCourse(table);
  const { before, after } = useRating(table);
  const scene = table.scene.value;
  if (!over || !scene || closed || table.seats.value.length < 2 || table.game.value.ownEnding?.(scene)) return null;
  const course = table.course.value;
  const turn = table.update.value?.turn ?? 0;
  const { word, winners, won, draw, face, tint, cause, score } = resultOf(table);
  const [first, ...blow] = cause.split(/(?<=\.) /);
  const merits = table.game.value.merits?.(table, draw ? table.seats.value.map(({ seat }) => seat) : winners) ?? [];
  const points = score && score.rows.length > 0 && html`<${Points} score=${score} />`;
  return html`<section id="ending" class=${`ending-of ${draw ? "" : won || table.watching.value ? "won" : "lost"}`} aria-label="Result">
    <${Land} tint=${tint} />
    <div class="medal"><${Sign} name="laurels" /><${SeatLikeness} scene=${scene} seat=${face} tint=${tint} /></div>
    <button type="button" class="quiet" aria-label="Close the result" onClick=${() => close(true)}>✕</button>
    <div class="ending-body" tabindex="0">
      <h2>${word}</h2>
      ${cause && html`<p><b>${first}</b> ${blow.join(" ")}</p>`}
      <div class="halves">
        ${course?.chances && course.chances.length > 1 && html`<${Turning} table=${table} course=${course} />`}
        ${merits.length > 0 ? html`<${Merits} merits=${merits} />` : points}
      </div>
      <dl>
        ${after && html`<${Fact} name="Rating">${before ? html`${before.rating} → ${after.rating} <b class=${after.rating > before.rating ? "plus" : "minus"}>${signed(after.rating - before.rating)}</b>` : `${after.rating}${after.games > 1 ? " now" : ", first rated game"}`}</${Fact}>`}
        ${table.decks.value.length > 0 && html`<${Fact} name="Decks">${table.decks.value.map((deck) => table.deckName(deck)).join(" v ")}</${Fact}>`}
        ${course && html`<${Fact} name="Length">${turn > 0 && `${turn} turns, `}${duration(course.ms)}</${Fact}>`}
      </dl>
      ${merits.length > 0 && points && html`<details><summary>${score.rows.map(([name]) => name).join(", ")}</summary>${points}</details>`}
    </div>
  </section>`;
}

/** @param {{name: string, children?: any}} props */
const Fact = ({ name, children }) => html`<div><dt>${name}</dt><dd>${children}</dd></div>`;

/** A number with its sign. @param {number} n */
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** Loads the course of the game, once it is over and its replay is open. @param {Table} table */
function useCourse(table) {
  const over = table.over.value;
  useEffect(() => {
    if (!over || table.late.value || table.seats.value.length < 2) return undefined;
    const stop = new AbortController();
    const seat = table.watching.value ? over.won?.[0] ?? 0 : table.me.value;
    follow(table.joined.value?.game ?? "", seat, !over.won?.length ? 0 : over.won.includes(seat) ? 1 : -1, (course) => { table.course.value = course; }, stop.signal).catch(() => {}); // the result is complete without it
    return () => stop.abort();
  }, [over]);
}

/** Winning chances by turn, and the step that moved them most. @param {{table: Table, course: import("../store/course.js").Course}} props */
function Turning({ table, course: { turns = [], chances = [], point } }) {
  const step = point?.step;
  return html`<div class="turning">
    <h3>${point ? `Turning point: turn ${point.turn}` : "Winning chances"}</h3>
    ${point && step && html`<p><a href=${`#/replay/${table.joined.value?.game}/${step.n}`}>${table.words(effectOf(step)?.text ?? `seat ${step.seat}: ${step.chosen?.text ?? "hidden choice"}`)}</a>: ${percent(point.before)} → ${percent(point.after)}</p>`}
    <${Chance} caption="chance to win" turns=${turns} values=${chances} mark=${point?.turn} height=${140} />
  </div>`;
}

/** @param {{merits: Merit[]}} props */
function Merits({ merits }) {
  const most = Math.max(...merits.map(({ value }) => value));
  return html`<div class="merits"><h3>Best cards</h3><ol>${merits.map(({ name, tints, glyph, note, value }) => html`<li key=${name}>
    <${Art} name=${name} tints=${tints} glyph=${glyph} /><span><b>${name}</b><small>${note}</small></span><i class=${tints[0]} style=${{ "--part": value / most }}></i><b>${value}</b></li>`)}</ol></div>`;
}

/** @param {{score: Score}} props */
const Points = ({ score: { head, rows } }) => html`<table class="score">
  <thead><tr>${head.map((text, i) => html`<th key=${i} scope="col">${text}</th>`)}</tr></thead>
  <tbody>${rows.map(([name, ...cells]) => html`<tr key=${name}><th scope="row">${name}</th>${cells.map((cell, i) => html`<td key=${i}>${cell}</td>`)}</tr>`)}</tbody>
</table>`;

/** @typedef {{rating: number, games: number}} Rating a rounded rating, and the number of rated games */

/**
 * The player's rating, once the player has played more rated games than `since`. Rejects until then.
 * @param {string} rules @param {number} since @returns {Promise<Rating>}
 */
async function ratingSince(rules, since) {
  const { rating = 0, games = 0 } = (await api.ratings(rules)).players.find(({ you }) => you) ?? {};
  return games > since ? { rating: Math.round(rating), games } : Promise.reject();
}

/** The player's rating before and after a rated game; each is null if unknown. Remembers an end that comes while the table is open. @param {Table} table @returns {{before: Rating | null, after: Rating | null}} */
function useRating(table) {
  const [before, setBefore] = useState(/** @type {Rating | null} */ (null));
  const [after, setAfter] = useState(/** @type {Rating | null} */ (null));
  const seen = useRef(false); // whether the table has been open before the end
  const rated = table.rated.value;
  const over = table.over.value !== null;
  useEffect(() => {
    const { game, rules = "" } = table.joined.value ?? {};
    if (!game || table.watching.value) return undefined;
    if (over && seen.current) rememberEnd({ game, at: Date.now() });
    seen.current = true;
    const stop = new AbortController();
    if (rated && !over && table.info.value?.status !== "over") ratingSince(rules, 0).then(setBefore, () => {}); // there is none before the first rated game
    if (rated && over) patiently(() => ratingSince(rules, before?.games ?? 0), stop.signal).then(setAfter);
    return () => stop.abort();
  }, [rated, over, table.joined.value?.game]);
  useEffect(() => {
    if (before && after) rememberEnd({ game: table.joined.value?.game ?? "", at: Date.now(), before: before.rating, after: after.rating });
  }, [before, after]);
  return { before, after: over && after && after.games > (before?.games ?? 0) ? after : null };
}
