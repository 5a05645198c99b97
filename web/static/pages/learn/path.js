// The lessons of a game as lanterns on a path.

import { Art, Land } from "../../kit/art.js";
import { useRoving } from "../../kit/rove.js";
import { finished } from "../../store/lesson.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { looksOf } from "../cards/look.js";

/** @typedef {import("../../types.js").Lesson} Lesson */

const STEP = 22; // seconds to read a step and to move, and until the next step

/** The minutes that lessons usually take, at least one. @param {Lesson[]} lessons */
const minutesOf = (lessons) => Math.max(1, Math.round(lessons.reduce((sum, { steps }) => sum + steps.length * STEP, 0) / lessons.length / 60));

/** @param {{rules: string, lessons: Lesson[]}} props */
export function Progress({ rules, lessons }) {
  const done = finished(rules);
  const n = lessons.filter(({ id }) => done.includes(id)).length;
  return html`<p class="path-progress"><b>${n}</b> of ${lessons.length} played · about ${minutesOf(lessons)} min${lessons.length > 1 && " each"}</p>`;
}

/** The landscape behind the lanterns of a game. @type {Object<string, string>} */
const LANDS = { elements: "violet", dominion: "green", polity: "white", tortoise: "blue" };

/** @param {{lessons: Lesson[], info: import("../../types.js").Rules, chosen?: string, busy: boolean, begin: (id: string) => void}} props chosen: the lesson of the address */
export function Path({ lessons, info, chosen, busy, begin }) {
  const done = finished(info.name);
  const next = lessons.find(({ id }) => !done.includes(id));
  const wanted = lessons.find(({ id }) => id === chosen);
  const [at, choose] = useState((wanted ?? next ?? lessons[0]).id);
  const rove = useRoving();
  const looks = looksOf(info);
  const n = lessons.findIndex(({ id }) => id === at);
  const { title, about, steps } = lessons[n];
  useEffect(() => { if (wanted) document.getElementById("begin")?.scrollIntoView({ block: "center" }); }, []); // a link from the words, which may be far below
  return html`<div class="path-scene"><${Land} tint=${LANDS[info.name] ?? "any"} />
    <ol class="lanterns" aria-label="Lessons" ...${rove}>${lessons.map((one, i) => {
      const look = looks.find(({ name }) => name === one.card);
      const state = done.includes(one.id) ? "done" : one === next ? "next" : "";
      return html`<li key=${one.id} class=${state}><button type="button" aria-pressed=${one.id === at} onClick=${() => choose(one.id)}>
        <span class="visually-hidden">Lesson ${i + 1}: </span>
        <span class="lantern">${look && html`<${Art} name=${look.name} title=${look.face.name} tints=${look.tints} glyph=${look.glyph} />`}</span>
        ${state === "done" && html`<span class="lantern-done"><span aria-hidden="true">✓</span><span class="visually-hidden">done: </span></span>`}
        <span class="lantern-name">${state === "next" && html`<b>Next </b>`}${one.title}</span>
      </button></li>`;
    })}</ol></div>
    <footer><p><b>Lesson ${n + 1}, ${title}.</b> ${about}</p>
      <button id="begin" type="button" class="primary" disabled=${busy} onClick=${() => begin(at)}>${done.includes(at) ? "Play again" : "Start"}<small>${minutesOf([lessons[n]])} min, ${steps.length} moves</small></button></footer>`;
}
