// A picture of a result for a message or a post: the players, the result with its cause, the score and the turning point.

import { likeness, sign } from "./art.js";
import { RIDGES } from "./art/ground.js";
import { numbers } from "./art/chance.js";
import { paletteOf } from "./art/scenes.js";

const [WIDE, HIGH] = [1200, 630]; // the size of link previews
const ROWS = 6; // of the score
const LONGEST = 20; // letters of a cell that fit beside a face
const GOLD = "#ffd98a";
const TEXT = "#f4ead6";

/**
 * @typedef {object} Result
 * @property {string} game its title @property {string} word such as Victory @property {string} cause
 * @property {string} tint the colour of the scene
 * @property {{name: string, level: string, face: string, tint: string, won: boolean}[]} players
 * @property {string[][]} rows the score: a name and a value for each player
 * @property {string} point the turning point, or ""
 */

/** Draws a result. @param {HTMLCanvasElement} canvas @param {Result} result */
export function draw(canvas, { game, word, cause, tint, players, rows, point }) {
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const fade = (/** @type {string[]} */ colours, high = HIGH) => {
    const all = c.createLinearGradient(0, 0, 0, high);
    colours.forEach((colour, i) => all.addColorStop(i / (colours.length - 1), colour));
    return all;
  };
  const say = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ font, /** @type {number} */ most, colour = TEXT, align = /** @type {CanvasTextAlign} */ ("center")) => {
    Object.assign(c, { font: `${font} "Alegreya Sans", sans-serif`, fillStyle: colour, textAlign: align });
    c.fillText(text, x, y, most);
  };
  const { sky, ridges, forms } = paletteOf(tint);
  c.fillStyle = fade(sky);
  c.fillRect(0, 0, WIDE, HIGH);
  c.save();
  c.scale(WIDE / 200, HIGH / 160);
  for (const [i, y] of [100, 122].entries()) {
    c.fillStyle = ridges[i];
    c.fill(new Path2D(RIDGES[forms[i]](numbers(tint), y, 30, 7)));
  }
  c.restore();
  c.fillStyle = fade(["#0d071033", "#0d0710cc", "#0d0710f2"]);
  c.fillRect(0, 0, WIDE, HIGH);
  say(word, WIDE / 2, 118, "800 92px Alegreya,", 1100, GOLD);
  say(cause, WIDE / 2, 172, "800 30px", 1100);
  const few = players.length < 3;
  players.forEach(({ name, level, face, tint: own, won }, i) => {
    const x = few ? 200 + 800 * i : WIDE * (i + 0.5) / players.length;
    const [y, r] = few ? [350, 105] : [350, 70];
    const scene = paletteOf(own);
    const icon = (/** @type {string} */ path, /** @type {number} */ size) => {
      c.save();
      c.translate(x - size / 2, y - size / 2);
      c.scale(size / 512, size / 512);
      c.fill(new Path2D(path));
      c.restore();
    };
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    Object.assign(c, { fillStyle: scene.sky[2], strokeStyle: "#d9a445", lineWidth: 6 });
    c.fill();
    c.stroke();
    c.fillStyle = scene.subject[0];
    icon(likeness(level, face), r * 1.3);
    c.fillStyle = GOLD;
    if (won) icon(sign("laurels"), r * 3.1);
    say(name, x, y + r + 72, "800 36px", few ? 330 : WIDE / players.length - 20, won ? GOLD : TEXT);
  });
  rows.filter((row) => few && row.every((cell) => cell.length <= LONGEST)).slice(0, ROWS).forEach(([name, ...cells], i) => {
    const y = 262 + 38 * i;
    say(name, WIDE / 2, y, "500 24px", 160, "#c8c0b4");
    cells.slice(0, 2).forEach((cell, n) => say(cell, WIDE / 2 + (n === 0 ? -90 : 90), y, "800 28px", 150, TEXT, n === 0 ? "right" : "left"));
  });
  say(point, WIDE / 2, 562, "500 26px", 1100, "#ffc56b");
  say(`${game} on gamed`, WIDE / 2, 605, "500 24px", 1100, "#c8c0b4");
}
