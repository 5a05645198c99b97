// The coach of a tutorial: it tracks the step, suggests a move and explains it.

import { Glyph } from "../../kit/glyph.js";
import { announce } from "../../kit/live.js";
import { ALONE, keepPlace, placeIn } from "../../store/lesson.js";
import { computed, effect, html, signal, useEffect, useMemo } from "../../vendor/preact.js";

/** @typedef {import("../../store/table.js").Table} Table */
/** @typedef {import("../../types.js").Option} Option */

/**
 * @typedef {object} Step
 * @property {string} take the beginning of the suggested option's text
 * @property {string} say the explanation
 *
 * @typedef {object} Lesson
 * @property {string} rules
 * @property {string} title
 * @property {string} about a summary
 * @property {{glyph: string, text: string}[]} points the introduction
 * @property {Step[]} steps
 * @property {string} between the text when the only move is to pass
 * @property {string} end the closing text
 */

export class Coach {
  /** @param {Table} table @param {Lesson} lesson */
  constructor(table, lesson) {
    this.table = table;
    this.lesson = lesson;
    const place = placeIn(table.target.game);
    keepPlace(table.target.game, place);
    this.alone = signal(place === ALONE);
    this.step = signal(Number(place) || 0);
    this.done = computed(() => this.step.value >= lesson.steps.length);
    /** The current suggestion. @type {import("../../vendor/preact.js").ReadonlySignal<{option: Option, say: string, goes: boolean} | null>} */
    this.advice = computed(() => {
      const decision = table.open.value;
      const step = lesson.steps[this.step.value];
      if (!decision || !step || this.alone.value) return null;
      const option = decision.options.find(({ text }) => text.startsWith(step.take));
      if (option) return { option, say: step.say, goes: true };
      const pass = decision.options.find((one) => one.do === "pass");
      return pass ? { option: pass, say: lesson.between, goes: false } : null;
    });
    const choose = table.choose.bind(table);
    table.choose = (option) => {
      this.took(option);
      choose(option);
    };
    const pick = table.pick.bind(table);
    table.pick = (cards) => {
      this.took(table.decision.peek()?.options.find((option) => table.picker.selection.is(option)));
      pick(cards);
    };
    this.stop = effect(() => {
      table.picker.advised.value = this.advice.value?.option ?? null;
      if (table.news.value.some((event) => event.what === "undo")) this.leave();
    });
  }

  /** @param {Option | undefined} option the choice; undefined for several cards at once */
  took(option) {
    const advice = this.advice.peek();
    if (this.alone.peek() || this.done.peek()) return;
    if (!advice || option !== advice.option) return this.leave();
    if (!advice.goes) return;
    this.step.value++;
    keepPlace(this.table.target.game, String(this.step.value));
  }

  /** Ends the tutorial after a move that leaves its path. */
  leave() {
    if (this.done.peek()) return;
    this.alone.value = true;
    keepPlace(this.table.target.game, ALONE);
  }
}

/** @param {{table: Table, lesson: Lesson, again: () => void}} props */
export function CoachPanel({ table, lesson, again }) {
  const coach = useMemo(() => new Coach(table, lesson), []);
  useEffect(() => coach.stop, []);
  const { steps, title, end } = lesson;
  const at = Math.min(coach.step.value, steps.length);
  const over = table.over.value !== null;
  const said = coach.done.value ? end
    : over ? "The game ended before the tutorial did. Start again, or play a game."
      : coach.alone.value ? "You left the tutorial. Keep playing freely, or start again."
        : coach.advice.value?.say ?? (table.open.value ? "The tutorial does not cover this position. Keep playing freely, or start again." : "");
  useEffect(() => {
    announce(said);
    const [list, advised] = [document.getElementById("options"), document.querySelector("#options .advised")];
    if (list && advised) list.scrollTop += advised.getBoundingClientRect().top - list.getBoundingClientRect().top - 4; // scrolls to the suggestion
  }, [said, table.picker.picked.value]);
  return html`<aside class=${`coach ${coach.done.value ? "done" : ""}`} aria-label="Tutorial">
    <p class="coach-head"><${Glyph} name=${coach.done.value ? "points" : "spell"} /><b>${coach.done.value ? "Tutorial complete" : title}</b>
      <span class="coach-at">${coach.alone.value ? "left" : html`<span class="visually-hidden">step </span>${Math.min(at + 1, steps.length)} of ${steps.length}`}</span></p>
    <progress max=${steps.length} value=${at} aria-label="Progress"></progress>
    <p class="coach-say">${said || "…"}</p>
    ${(coach.done.value || coach.alone.value || over) && html`<p class="coach-ways">
      <button type="button" onClick=${again}>${coach.done.value ? "Repeat tutorial" : "Start again"}</button>
      <a class="button" href="#/learn">Other tutorials</a>
      ${coach.done.value && html`<a class="button primary" href="#/">Play a game</a>`}
    </p>`}
  </aside>`;
}
