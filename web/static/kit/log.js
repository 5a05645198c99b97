// The game log, nested by cause. It follows new entries unless the user has scrolled up.

import { nested } from "../store/history.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { useRoving } from "./rove.js";

const GESTURE = 2000; // milliseconds after an input in which a scroll counts as the user's
const NEAR = 40; // pixels from the end
const REST = 120; // milliseconds of hover before the board shows the earlier position

/**
 * @param {object} props
 * @param {import("../store/history.js").Line[]} props.lines
 * @param {(text: string) => string} props.words
 * @param {(n: number) => void} [props.glance] shows the position after an event, 0 for the current one; without it lines are plain text
 */
export function Log({ lines, words, glance }) {
  const rove = useRoving("button.line");
  const timer = useRef(0);
  const look = (/** @type {number} */ n, wait = 0) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => glance?.(n), wait);
  };
  useEffect(() => () => {
    clearTimeout(timer.current);
    glance?.(0);
  }, []);
  const list = useRef(null);
  const state = useRef({ following: true, touched: -Infinity });
  const touched = () => { state.current.touched = performance.now(); };
  const scrolled = () => {
    const log = list.current;
    if (performance.now() - state.current.touched < GESTURE) state.current.following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  };
  const follow = () => {
    if (state.current.following && list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  useEffect(follow);
  useEffect(() => {
    const size = new ResizeObserver(follow);
    size.observe(list.current);
    return () => size.disconnect();
  }, []);
  return html`<div id="log" class="log" role="log" aria-live="off" tabindex="0" aria-label="Game log" ref=${list}
    onWheel=${touched} onTouchMove=${touched} onPointerDown=${touched} onKeyDown=${touched} onScroll=${scrolled}>
    <ol ...${rove} onPointerLeave=${() => look(0)} onFocusOut=${() => look(0)}>${nested(lines).map((line) => html`<${Entry} key=${line.n} line=${line} words=${words} look=${glance && look} />`)}</ol>
  </div>`;
}

/** @param {{line: import("../store/history.js").Tree, words: (text: string) => string, look?: (n: number, wait?: number) => void}} props */
function Entry({ line, words, look }) {
  const text = html`${words(line.text)}${line.times > 1 && html` <small>(${line.times} times)</small>`}`;
  return html`<li class=${line.what}>
    ${look ? html`<button type="button" class="line" onFocus=${() => look(line.last)} onPointerEnter=${(event) => event.pointerType === "mouse" && look(line.last, REST)}>${text}</button>` : html`<p>${text}</p>`}
    ${line.below.length > 0 && html`<ol>${line.below.map((part) => html`<${Entry} key=${part.n} line=${part} words=${words} look=${look} />`)}</ol>`}
  </li>`;
}
