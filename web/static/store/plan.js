// Several attackers in one gesture. The player marks them, and the page then declares the
// attacks one after another, passing the phases between them. A new turn drops the remaining attacks.

import { computed, signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../games/index.js").Scene} Scene */
/** @typedef {{pass?: boolean, by?: string, on?: string}} Step the end of the turn, or an attack of one token on a seat */
/** @typedef {{by: string[], on: string[]}} Attackers the tokens that can attack, and the seats that they can attack */

const NONE = /** @type {never[]} */ ([]);

export class Plan {
  /** @param {() => Scene | null} scene @param {(scene: Scene) => Attackers | null | undefined} attackers of the open decision @param {(scene: Scene, step: Step) => Option | "done" | null | undefined} next the option that leads to a step, "done" if the step is no longer possible, or null while another decision is open */
  constructor(scene, attackers, next) {
    this.scene = scene;
    this.next = next;
    this.state = signal({ turn: 0, marked: /** @type {string[]} */ (NONE), steps: /** @type {Step[]} */ (NONE) });
    this.attackers = computed(() => {
      const now = scene();
      return (now?.decision && this.steps.value.length === 0 && attackers(now)) || { by: NONE, on: NONE };
    });
    /** The steps that are left. */
    this.steps = computed(() => (this.state.value.turn === scene()?.view.turn ? this.state.value.steps : NONE));
    /** The marked attackers, in order. */
    this.marked = computed(() => (this.state.value.turn === scene()?.view.turn ? this.state.value.marked.filter((ref) => this.attackers.value.by.includes(ref)) : NONE));
  }

  /** Reports whether a click on an item marks it, or attacks it. @param {string} ref */
  offers(ref) {
    const { by, on } = this.attackers.value;
    return by.includes(ref) || (this.marked.value.length > 0 && on.includes(ref));
  }

  /** @param {string} ref @returns {boolean} whether the item was part of the plan */
  pick(ref) {
    if (!this.offers(ref)) return false;
    if (!this.attackers.value.by.includes(ref)) return this.attack(ref);
    const marked = this.marked.value;
    this.set({ marked: marked.includes(ref) ? marked.filter((other) => other !== ref) : [...marked, ref] });
    return true;
  }

  /** Removes the last mark. @returns {boolean} whether there was one */
  back() {
    if (this.marked.value.length === 0) return false;
    this.set({ marked: this.marked.value.slice(0, -1) });
    return true;
  }

  /** Attacks a seat with the marked tokens, or with the given ones. @param {string} on @param {string[]} [by] */
  attack(on, by = this.marked.value) {
    this.set({ marked: NONE, steps: by.map((ref) => ({ by: ref, on })) });
    return true;
  }

  /** Passes until the end of the turn. */
  endTurn() {
    this.set({ marked: NONE, steps: [{ pass: true }] });
  }

  /** Drops the steps that are left. */
  stop() {
    this.set({ steps: NONE });
  }

  /** @param {{marked?: string[], steps?: Step[]}} change */
  set(change) {
    this.state.value = { marked: this.marked.value, steps: this.steps.value, ...change, turn: this.scene()?.view.turn };
  }

  /** The option that the plan chooses now, or null. @returns {Option | null} */
  choice() {
    const scene = this.scene();
    if (!scene?.decision) return null;
    for (let steps = this.steps.value; steps.length > 0; steps = steps.slice(1)) {
      const option = this.next(scene, steps[0]);
      if (option === "done") continue;
      const taken = option && (steps[0].by ? option.by === steps[0].by : option.do === "pass" && this.last(scene));
      if (option || steps !== this.steps.value) this.set({ steps: taken ? steps.slice(1) : steps });
      return option ?? null;
    }
    if (this.steps.value.length > 0) this.stop();
    return null;
  }

  /** Reports whether a pass now ends the turn. @param {Scene} scene */
  last({ view }) {
    return view.stack.at(-1)?.phase === "attack";
  }
}
