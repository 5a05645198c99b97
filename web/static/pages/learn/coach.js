// What goes along with a lesson: which step it has come to, what to take now and why.

import { Glyph } from "../../kit/glyph.js";
import { announce } from "../../kit/live.js";
import { ALONE, keepPlace, placeIn } from "../../store/lesson.js";
import { computed, effect, html, signal, useEffect, useMemo } from "../../vendor/preact.js";

/** @typedef {import("../../store/table.js").Table} Table */
/** @typedef {import("../../types.js").Option} Option */

/**
 * @typedef {object} Step
 * @property {string} take how the text of the option begins that is to be taken
 * @property {string} say why
 *
 * @typedef {object} Lesson
 * @property {string} rules
 * @property {string} title
 * @property {string} about what is learned
 * @property {{glyph: string, text: string}[]} points what to know before
 * @property {Step[]} steps
 * @property {string} between what to say where there is nothing to do but pass
 * @property {string} end
 */

export class Coach {
  /** @param {Table} table @param {Lesson} lesson */
  constructor(table, lesson) {
    this.table = table;
    this.lesson = lesson;
    const place = placeIn(table.aim.game);
    keepPlace(table.aim.game, place);
    this.alone = signal(place === ALONE);
    this.step = signal(Number(place) || 0);
    this.done = computed(() => this.step.value >= lesson.steps.length);
    /** What is advised now. @type {import("../../vendor/preact.js").ReadonlySignal<{option: Option, say: string, goes: boolean} | null>} */
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
    this.stop = effect(() => {
      table.picker.advised.value = this.advice.value?.option ?? null;
      if (table.news.value.some((event) => event.what === "undo")) this.leave();
    });
  }

  /** @param {Option} option */
  took(option) {
    const advice = this.advice.peek();
    if (this.alone.peek() || this.done.peek()) return;
    if (option !== advice?.option) return this.leave();
    if (!advice.goes) return;
    this.step.value++;
    keepPlace(this.table.aim.game, String(this.step.value));
  }

  /** The player goes another way. */
  leave() {
    if (this.done.peek()) return;
    this.alone.value = true;
    keepPlace(this.table.aim.game, ALONE);
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
    : over ? "The game has ended before the lesson has. Begin it again, or play a game of your own."
      : coach.alone.value ? "You have gone another way than the lesson, and may go on as you like: nothing here counts. Or begin it again."
        : coach.advice.value?.say ?? (table.open.value ? "The lesson does not know this position. Go on as you like, or begin it again." : "");
  useEffect(() => {
    announce(said);
    const [list, advised] = [document.getElementById("options"), document.querySelector("#options .advised")];
    if (list && advised) list.scrollTop += advised.getBoundingClientRect().top - list.getBoundingClientRect().top - 4; // what is advised is in sight
  }, [said, table.picker.picked.value]);
  return html`<aside class=${`coach ${coach.done.value ? "done" : ""}`} aria-label="The lesson">
    <p class="coach-head"><${Glyph} name=${coach.done.value ? "points" : "spell"} /><b>${coach.done.value ? "The lesson is over" : title}</b>
      <span class="coach-at">${coach.alone.value ? "left" : html`<span class="visually-hidden">step </span>${Math.min(at + 1, steps.length)} of ${steps.length}`}</span></p>
    <progress max=${steps.length} value=${at} aria-label="How far the lesson is"></progress>
    <p class="coach-say">${said || "…"}</p>
    ${(coach.done.value || coach.alone.value || over) && html`<p class="coach-ways">
      <button type="button" onClick=${again}>${coach.done.value ? "The lesson once more" : "Begin again"}</button>
      <a class="button" href="#/learn">Other lessons</a>
      ${coach.done.value && html`<a class="button primary" href="#/">Play a game</a>`}
    </p>`}
  </aside>`;
}
