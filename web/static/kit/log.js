// The game log: a heading for each turn, a line for each action, and its consequences after it.
// Card names show their cards. The log of a table follows new lines unless the user has
// scrolled up; that of a replay follows the current step.

import { nested } from "../store/history.js";
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Glyph } from "./glyph.js";
import { looks } from "./pick.js";
import { useRoving } from "./rove.js";

const GESTURE = 2000; // milliseconds after an input in which a scroll counts as the user's
const NEAR = 40; // pixels from the end
const REST = 120; // milliseconds of hover before the board shows the earlier position

/** @typedef {import("../store/history.js").Tree & {at: number, first: boolean, event: {quiet?: number}}} Entry at: its number; first: whether it is the first line with this number */

/**
 * @typedef {object} Jump the numbers of the lines, which lead to earlier positions
 * @property {string} name as in "Step"
 * @property {(line: import("../store/history.js").Line) => number} of
 * @property {(n: number) => void} glance previews a position; 0 ends the preview
 * @property {(n: number) => void} [go]
 * @property {number} [now] the current number
 */

/**
 * @param {object} props
 * @param {import("../store/history.js").Line[]} props.lines
 * @param {import("../games/index.js").Game} props.game
 * @param {(text: string) => string} props.words
 * @param {Jump} [props.jump]
 * @param {any} [props.before] @param {any} [props.after] nodes around the lines
 */
export function Log({ lines, game, words, jump, before, after }) {
  const rove = useRoving(".jump, .card-name");
  const timer = useRef(0);
  const look = (/** @type {number} */ n, wait = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => jump?.glance(n), wait);
  };
  useEffect(() => () => {
    clearTimeout(timer.current);
    jump?.glance(0);
  }, []);
  const list = useRef(null);
  const state = useRef({ following: true, touched: -Infinity });
  const touched = () => { state.current.touched = performance.now(); };
  const scrolled = () => {
    const log = list.current;
    if (performance.now() - state.current.touched < GESTURE) state.current.following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  };
  const tree = nested(lines, game.implied);
  const current = jump && numberLines(tree, jump);
  const follow = () => {
    const log = list.current;
    if (jump?.now === undefined) {
      if (state.current.following && log) log.scrollTop = log.scrollHeight;
      return;
    }
    const item = log?.querySelector('[aria-current="step"]');
    if (!item || log.contains(document.activeElement) || log.matches(":hover")) return;
    const [inner, outer] = [item.getBoundingClientRect(), log.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) log.scrollTop += inner.top - outer.top - outer.height / 3;
  };
  useLayoutEffect(follow, [lines, jump?.now]);
  useEffect(() => {
    const size = new ResizeObserver(follow);
    size.observe(list.current);
    return () => size.disconnect();
  }, []);
  const log = { game, words, jump, look, current };
  return html`<div id="log" class=${`log ${jump?.now === undefined ? "" : "of-steps"}`} role="log" aria-live="off" tabindex="0" aria-label="Game log" ref=${list}
    onWheel=${touched} onTouchMove=${touched} onPointerDown=${touched} onKeyDown=${touched} onScroll=${scrolled}>
    ${before}<ol ...${rove} onPointerLeave=${() => look(0)} onFocusOut=${() => look(0)}>${rows(tree, log)}</ol>${after}
  </div>`;
}

/** Numbers the lines of a tree. @param {any[]} tree @param {Jump} jump @returns {Entry | undefined} the first line with the greatest number that is not above the current one */
function numberLines(tree, { of, now = 0 }) {
  let before = 0;
  /** @type {Entry | undefined} */
  let current;
  const visit = (/** @type {Entry} */ line) => {
    line.at = of(line);
    line.first = line.at !== before && !line.event.quiet;
    if (line.first) before = line.at;
    if (line.at <= now && line.at > (current?.at ?? 0)) current = line;
    for (const part of line.below) visit(/** @type {Entry} */ (part));
  };
  tree.forEach((line) => visit(line));
  return current;
}

/** The beginning that a sentence shares with the one before it, as in "You draw" before two cards, or "". @param {any} before @param {any} line */
function sharedStart(before, line) {
  const start = ({ text, event: { card }, below }) => (card && below.length === 0 && text.endsWith(` ${card}`) ? text.slice(0, -card.length).replace(/\d+ $/, "") : "");
  return before && before.what === line.what && start(before) === start(line) ? start(line) : "";
}

/** The entries of a list. Sentences with the same beginning share a row. @param {any[]} lines @param {any} log */
const rows = (lines, log) => lines.map((line, i) => html`<${Entry} key=${line.n} line=${line} log=${log} same=${sharedStart(lines[i - 1], line)} leads=${lines[i + 1] !== undefined && sharedStart(line, lines[i + 1]) !== ""} />`);

/** @param {{line: any, same: string, leads: boolean, log: {game: import("../games/index.js").Game, words: (text: string) => string, jump?: Jump, look: (n: number, wait?: number) => void, current?: Entry}}} props */
function Entry({ line, same, leads, log, log: { game, words, jump, look, current } }) {
  const { what, event, at, first, below } = line;
  const role = game.role?.(event) ?? "act";
  const heading = role === "turn" && game.heading?.(event);
  const sign = !heading && game.sign?.(event);
  const ways = jump && {
    "aria-current": line === current && jump.now !== undefined ? "step" : undefined,
    onClick: jump.go && (() => jump.go?.(at)),
    onPointerEnter: (/** @type {PointerEvent} */ { pointerType }) => pointerType === "mouse" && look(at, REST),
  };
  const text = words(heading || line.text);
  const known = same && words(same).trim(); // already on the screen, but each line is a whole sentence for screen readers
  const body = html`${(first || (heading && jump)) && html`<button type="button" class="jump" aria-label=${`${jump?.name} ${at}`} onFocus=${(event) => event.target.matches(":focus-visible") && look(at)}>${at}</button> `}${
    sign && !same && html`<${Glyph} name=${sign} />`}<span>${known && html`<span class="visually-hidden">${known}</span>`}${linkCards(known ? text.slice(known.length) : text, game)}${line.times > 1 && html` <small>(${line.times} times)</small>`}</span>`;
  return html`<li class=${[what, role === "effect" && below.length === 0 && "outcome-of", same ? "same" : leads && "leads"].filter(Boolean).join(" ")}>
    ${heading ? html`<h3 ...${ways}>${body}</h3>` : html`<p ...${ways}>${body}</p>`}
    ${below.length > 0 && html`<ol class=${heading ? "" : "after"}>${rows(below, log)}</ol>`}
  </li>`;
}

/** @type {WeakMap<any, RegExp>} the names of each game's cards */
const names = new WeakMap();

/** A sentence whose card names show their cards. @param {string} text @param {import("../games/index.js").Game} game */
function linkCards(text, { cards: known, face }) {
  const cards = known?.();
  if (!cards?.size || !face) return text;
  if (!names.has(cards)) names.set(cards, new RegExp(`\\b(${[...cards.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/\W/g, "\\$&")).join("|")})\\b`));
  return text.split(/** @type {RegExp} */ (names.get(cards))).map((part, i) => (i % 2 ? html`<${CardName} face=${face(part)} />` : part));
}

/** @param {{face: import("./pick.js").Face}} props */
function CardName({ face }) {
  const { onFocus: look, ...ways } = looks("", face, true);
  const click = (/** @type {any} */ event) => {
    event.stopPropagation(); // the line leads elsewhere
    look(event, event.pointerType === "touch");
  };
  return html`<button type="button" class="card-name" aria-description=${[face.kind, face.stats, face.text].filter(Boolean).join(", ")} onFocus=${look} onClick=${click} ...${ways}>${face.name}</button>`;
}
