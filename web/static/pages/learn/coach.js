// The coach of a lesson: it tracks the step, suggests a move and explains it.

import { Glyph } from "../../kit/glyph.js";
import { announce } from "../../kit/live.js";
import { ALONE, finish, keepPlace, placeIn, watchChoices } from "../../store/lesson.js";
import { computed, effect, html, signal, useEffect, useMemo } from "../../vendor/preact.js";

/** @typedef {import("../../store/table.js").Table} Table */
/** @typedef {import("../../types.js").Option} Option */

/** @typedef {import("../../types.js").Lesson} Lesson */

export class Coach {
  /** @param {Table} table @param {string} rules @param {Lesson} lesson */
  constructor(table, rules, lesson) {
    this.table = table;
    this.rules = rules;
    this.lesson = lesson;
    const place = placeIn(table.target.game);
    this.keep(place);
    this.alone = signal(place === ALONE);
    this.step = signal(Number(place) || 0);
    this.done = computed(() => this.step.value >= lesson.steps.length);
    /** Whether the player keeps playing after the end of the lesson. */
    this.goesOn = signal(false);
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
    watchChoices(table, (option) => this.took(option));
    this.stop = effect(() => {
      table.picker.advised.value = this.advice.value?.option ?? null;
      if (table.news.value.some((event) => event.what === "undo")) this.leave();
    });
  }

  /** @param {Option | undefined} option the choice; undefined for several cards at once */
  took(option) {
    const advice = this.advice.peek();
    if (this.done.peek()) this.goesOn.value = true;
    if (this.alone.peek() || this.done.peek()) return;
    if (!advice || option !== advice.option) return this.leave();
    if (!advice.goes) return;
    this.step.value++;
    this.keep(String(this.step.value));
    if (this.done.peek()) finish(this.rules, this.lesson.id);
  }

  /** @param {string} place the step, or ALONE */
  keep(place) {
    keepPlace(this.table.target.game, this.lesson.id, place);
  }

  /** Ends the lesson after a move that leaves its path. */
  leave() {
    if (this.done.peek()) return;
    this.alone.value = true;
    this.keep(ALONE);
  }
}

/** @param {{table: Table, rules: string, lessons: Lesson[], id: string, begin: (id: string) => void}} props id: of the lesson */
export function CoachPanel({ table, rules, lessons, id, begin }) {
  const n = lessons.findIndex((one) => one.id === id);
  const coach = useMemo(() => new Coach(table, rules, lessons[n]), []);
  useEffect(() => coach.stop, []);
  const { steps, title, end } = lessons[n];
  const next = lessons[n + 1];
  const at = Math.min(coach.step.value, steps.length);
  const done = coach.done.value;
  const over = table.over.value !== null;
  const said = done ? end
    : over ? "The game ended before the lesson did. Start again."
      : coach.alone.value ? "You left the lesson. Keep playing freely, or start again."
        : coach.advice.value?.say ?? (table.open.value ? "The lesson does not cover this position. Keep playing freely, or start again." : "Wait for your opponent.");
  useEffect(() => {
    announce(said);
    const [list, advised] = [document.getElementById("options"), document.querySelector("#options .advised")];
    if (list && advised) list.scrollTop += advised.getBoundingClientRect().top - list.getBoundingClientRect().top - 4; // scrolls to the suggestion
  }, [said, table.picker.picked.value]);
  return html`<aside class=${`coach ${done ? "done" : ""} ${done && !over && !coach.goesOn.value && table.picker.picked.value.length === 0 ? "ended" : ""}`} aria-label="Lesson">
    <p class="coach-head"><${Glyph} name=${done ? "points" : "spell"} /><b>${done ? "Lesson done" : title}</b>
      <span class="coach-at">${coach.alone.value ? "left" : html`<span class="visually-hidden">step </span>${Math.min(at + 1, steps.length)} of ${steps.length}`}</span></p>
    <progress max=${steps.length} value=${at} aria-label="Progress"></progress>
    <p class="coach-say">${said}</p>
    ${(done || coach.alone.value || over) && html`<p class="coach-ways">
      ${done && next && html`<button type="button" class="primary" onClick=${() => begin(next.id)}>Next lesson</button>`}
      ${done && !next && html`<a class="button primary" href="#/">Play a game</a>`}
      <button type="button" onClick=${() => begin(id)}>${done ? "Play again" : "Start again"}</button>
      <a class="button" href=${`#/learn/${rules}`}>All lessons</a>
    </p>`}
  </aside>`;
}
