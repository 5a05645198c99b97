// What has happened, nested by what it follows from. The list stays at its end
// unless somebody has scrolled it back.

import { nested } from "../store/history.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

const GESTURE = 2000; // for so long, in milliseconds, a scroll may come of what somebody did
const NEAR = 40; // pixels from the end

/**
 * @param {{lines: import("../store/history.js").Line[], words: (text: string) => string}} props
 */
export function Log({ lines, words }) {
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
  return html`<div id="log" class="log" role="log" aria-live="off" tabindex="0" aria-label="What happened" ref=${list}
    onWheel=${touched} onTouchMove=${touched} onPointerDown=${touched} onKeyDown=${touched} onScroll=${scrolled}>
    <ol>${nested(lines).map((line) => html`<${Entry} key=${line.n} line=${line} words=${words} />`)}</ol>
  </div>`;
}

/** @param {{line: import("../store/history.js").Tree, words: (text: string) => string}} props */
function Entry({ line, words }) {
  return html`<li class=${line.what}>
    <p>${words(line.text)}${line.times > 1 && html` <small>(${line.times} times)</small>`}</p>
    ${line.below.length > 0 && html`<ol>${line.below.map((part) => html`<${Entry} key=${part.n} line=${part} words=${words} />`)}</ol>`}
  </li>`;
}
