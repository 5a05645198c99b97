// A large card beside the item under the mouse or focus, with the reason why the item cannot
// be used. After a touch, a sheet with a button to play the item takes its place.

import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { capital } from "../store/words.js";
import { refsOf } from "../store/picker.js";
import { Art } from "./art.js";
import { Explained } from "./meanings.js";
import { looked, whyNot } from "./pick.js";
import { Printed } from "./print.js";

const GAP = 10; // pixels between the item and its large card
const WORDS = 220; // pixels beside a printed card for the explained words
const EXPLAINED = 4; // words that fit beside a card at the lower edge of the window
const EDGE = 6; // pixels to the window's edge

/** @param {{scene?: import("../games/index.js").Scene | null}} props scene: of a table at which the item may be picked */
export function Zoom({ scene: table }) {
  const seen = looked.value;
  const scene = seen?.named ? null : table;
  const ref = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => { if (seen && ref.current && !seen.touch) place(ref.current, seen.node.getBoundingClientRect(), seen.node.closest(".log")?.getBoundingClientRect()); });
  useEffect(() => {
    if (!seen) return;
    const close = () => { looked.value = null; };
    const down = (/** @type {PointerEvent} */ event) => { if (seen.touch && event.target instanceof Element && !event.target.closest(".zoom, [data-ref]")) close(); };
    const key = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); };
    const gone = new MutationObserver(() => { if (!seen.node.isConnected) close(); });
    gone.observe(document.body, { childList: true, subtree: true });
    addEventListener("pointerdown", down);
    addEventListener("keydown", key);
    return () => {
      gone.disconnect();
      removeEventListener("pointerdown", down);
      removeEventListener("keydown", key);
    };
  }, [seen]);
  if (!seen) return null;
  const { it, face, touch } = seen;
  if (!touch && scene && scene.picker.picked.value.length > 0 && scene.picker.concerns(it)) return null; // a large card would cover the other targets
  const chosen = scene?.picker.selection.mark(it) !== "";
  const why = scene ? whyNot(scene, it) : "";
  return html`<div key=${touch} ref=${ref} class=${`detail zoom ${face.frame ? "printed" : ""} ${face.tints?.[0] ?? ""} ${touch ? "sheet-of" : ""}`} role="group" aria-label="Details">
    ${face.frame ? html`<${Printed} face=${face} />${face.note && html`<p class="about">${face.note}</p>`}` : html`
      <p class="detail-head"><b>${face.name}</b> ${face.price}</p>
      ${face.glyph && html`<${Art} name=${face.art ?? face.name} title=${face.name} tints=${face.tints ?? []} glyph=${face.glyph} />`}
      ${(face.kind || face.stats || face.note) && html`<p class="about">${[face.kind, face.stats, face.note].filter(Boolean).join(" · ")}</p>`}
      ${face.text && html`<p>${face.text}</p>`}`}
    <${Explained} face=${face} most=${EXPLAINED} />
    ${scene && html`<p class=${why && !chosen ? "why" : "why can-now"}>${why || "You can choose this now."}</p>`}
    ${touch && html`<p class="sheet-ways">${scene && !why && html`<button type="button" id="sheet-play" class="primary" onClick=${() => { looked.value = null; scene.picker.pick(it); }}>${verb(scene, it)}</button>`}
      <button type="button" onClick=${() => { looked.value = null; }}>Close</button></p>`}
  </div>`;
}

/** The verb of the options of an item, as in "Play". @param {import("../games/index.js").Scene} scene @param {string} it */
const verb = ({ picker }, it) => capital(picker.options.value.find((option) => refsOf(option).includes(it))?.text.split(" ")[0] ?? "Choose");

/**
 * Places the large card of an item above the item if there is room, else at the item's side. If the item is a line of a list, the card stands at the list's side, where it covers no other line.
 * @param {HTMLElement} card @param {DOMRect} box @param {DOMRect} [list]
 */
function place(card, box, list) {
  const { offsetWidth: width, offsetHeight: height } = card;
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(EDGE, Math.min(at, room - size - EDGE));
  const { left, right } = list ?? box;
  const above = list ? 0 : box.top - height - GAP;
  const side = right + GAP + width < innerWidth ? right + GAP : left - width - GAP;
  const at = within(above >= EDGE ? box.left + box.width / 2 - width / 2 : side, width, innerWidth);
  card.style.left = `${at}px`;
  card.classList.toggle("at-right", at > WORDS && at + width + WORDS > innerWidth * 0.75); // the prompt is on the right
  card.style.top = `${within(above >= EDGE ? above : box.top + box.height / 2 - height / 2, height, innerHeight)}px`;
}
