// Shares a finished game: a picture of the result, and the link to the replay.

import { html, signal, useEffect, useRef, useState } from "../vendor/preact.js";
import { capital } from "../store/words.js";
import { faceOf } from "./art.js";
import { percent } from "./chart.js";
import { Copyable } from "./copy.js";
import { Dialog } from "./dialog.js";
import { resultOf } from "./ending.js";
import { draw } from "./picture.js";
import { levelOf } from "./seat.js";

/** @typedef {import("../store/table.js").Table} Table */

/** The table whose dialog is open. */
const opened = signal(/** @type {Table | null} */ (null));

/** The button that opens the dialog. @param {{table: Table}} props */
export const Share = ({ table }) => html`<button type="button" onClick=${() => { opened.value = table; }}>Share</button>`;

/** The dialog. It is not inside the button's list, whose style would apply to it. @param {{table: Table}} props */
export const ShareDialog = ({ table }) => opened.value === table && html`<${Sheet} table=${table} close=${() => { opened.value = null; }} />`;

/** @param {{table: Table, close: () => void}} props */
function Sheet({ table, close }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const [address, setAddress] = useState("");
  const course = table.course.value;
  const { word, cause } = resultOf(table);
  useEffect(() => {
    const drawn = /** @type {HTMLCanvasElement} */ (canvas.current);
    draw(drawn, pictureOf(table));
    drawn.toBlob((blob) => blob && setFile(new File([blob], "gamed-result.png", { type: "image/png" })));
  }, [course]);
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const link = `${location.origin}/#/replay/${table.joined.value?.game}`;
  const data = file && { files: [file], url: link };
  return html`<${Dialog} title="Share this game" close=${close}>
    <canvas ref=${canvas} class="share-picture" role="img" aria-label=${`${word}. ${cause}`}></canvas>
    <p class="people-ways">
      ${data && navigator.canShare?.(data) && html`<button type="button" class="primary" onClick=${() => navigator.share(data).catch(() => {}) /* the player has closed the menu */}>Share picture</button>`}
      ${address && html`<a class="button" href=${address} download="gamed-result.png">Download picture</a>`}</p>
    <${Copyable} text=${link} label="Link to the replay" />
  </${Dialog}>`;
}

/** What the picture shows. Everyone has a name in it, since others will see it. @param {Table} table @returns {import("./picture.js").Result} */
function pictureOf(table) {
  const { word, cause, winners, tint, tintOf, score } = resultOf(table);
  const point = table.course.value?.point;
  const me = table.me.value;
  const named = (/** @type {string} */ text) => (me < 0 ? text : text.replace(/\bYou\b/g, table.called(me)));
  return {
    game: capital(table.joined.value?.rules ?? ""), word, cause: named(cause), tint,
    players: table.seats.value.map(({ seat, kind, name = "", face = faceOf(name) }) => ({ name: table.called(seat), level: levelOf(kind, table.called(seat)), face, tint: tintOf(seat), won: winners.includes(seat) })),
    rows: score?.rows ?? [],
    point: point ? `Turning point: turn ${point.turn}, ${percent(point.before)} → ${percent(point.after)}` : "",
  };
}
