// A puzzle at its table: win before the turn ends. The panel follows the solution and tells whether the player has won.

import * as api from "../../api.js";
import { Glyph } from "../../kit/glyph.js";
import { announce } from "../../kit/live.js";
import { ALONE, finish, keepPlace, placeIn, shownIn, solvedOf, watchChoices } from "../../store/lesson.js";
import { capital } from "../../store/words.js";
import { computed, effect, html, signal, useEffect, useMemo } from "../../vendor/preact.js";
import { levelOf } from "./puzzles.js";
import { shareOf } from "./today.js";

/** @typedef {import("../../store/table.js").Table} Table */
/** @typedef {import("../../types.js").Option} Option */
/** @typedef {import("../../types.js").Puzzle} Puzzle */

let revealed = ""; // the id of the puzzle that starts again to show its solution

/** A try at a puzzle. */
class Attempt {
  /** @param {Table} table @param {Puzzle} puzzle */
  constructor(table, puzzle) {
    this.table = table;
    this.puzzle = puzzle;
    const { game } = table.target;
    const place = placeIn(game);
    this.shows = signal(revealed === puzzle.id || shownIn(game));
    revealed = "";
    this.keep(place);
    /** The number of choices of the solution that the player has made, or -1 after any other choice. */
    this.step = signal(place === ALONE ? -1 : Number(place) || 0);
    this.hint = signal(false);
    /** The share of the players who solved the puzzle, once the server has counted this solution. */
    this.share = signal("");
    /** The step before each choice, for undo. @type {number[]} */
    this.before = [];
    this.won = computed(() => table.over.value?.won?.includes(table.me.value) ?? false);
    this.failed = computed(() => !this.won.value && (table.over.value !== null || (table.update.value?.turn ?? puzzle.turn) !== puzzle.turn));
    /** The next choice of the solution, or the only option. @type {import("../../vendor/preact.js").ReadonlySignal<Option | null>} */
    this.next = computed(() => {
      const options = table.open.value?.options ?? [];
      if (this.step.value < 0) return null;
      return (options.length === 1 ? options[0] : options.find((option) => option.text === puzzle.solution[this.step.value])) ?? null;
    });
    watchChoices(table, (option) => this.took(option));
    const stops = [
      effect(() => { table.picker.advised.value = this.hint.value || this.shows.value ? this.next.value : null; }),
      effect(() => { if (table.news.value.some((event) => event.what === "undo")) this.back(); }),
      effect(() => { // sets every stop, because a winning move may answer one's own play or come after a block
        const all = table.stops.value.map(({ name }) => name);
        if (table.update.value && all.length > table.kept.peek().stops.length) table.send({ type: "settings", stops: all });
      }),
      effect(() => { if (this.failed.value) queueMicrotask(() => this.end()); }),
      effect(() => { if (this.won.value && !this.shows.value) this.solved(); }),
    ];
    this.stop = () => stops.forEach((stop) => stop());
  }

  /** Marks the puzzle as solved in this browser and on the server. */
  solved() {
    const rules = this.table.joined.peek()?.rules ?? "";
    finish(solvedOf(rules), this.puzzle.id);
    api.solvePuzzle(rules, this.puzzle.id, this.table.target.game).then((count) => { this.share.value = shareOf(count); }, () => {});
  }

  /** Shows the solution, also after a reload. */
  show() {
    this.shows.value = true;
    this.go(0);
  }

  /** @param {Option | undefined} option */
  took(option) {
    if ((this.table.decision.peek()?.options.length ?? 0) < 2) return; // no choice
    this.hint.value = false;
    this.before.push(this.step.peek());
    this.go(option && option === this.next.peek() ? this.step.peek() + 1 : -1);
  }

  /** Returns to the step before an undone choice, or to -1 if a reload has cleared `before`. */
  back() {
    this.go(this.before.pop() ?? -1);
  }

  /** Ends the game, which would otherwise stay in the list of the player's unfinished games. The position stays in view. */
  end() {
    if (this.table.over.peek()) return;
    this.table.send({ type: "resign" });
    this.table.close();
  }

  /** @param {number} step */
  go(step) {
    this.step.value = step;
    this.keep(step < 0 ? ALONE : String(step));
  }

  /** @param {string} place */
  keep(place) {
    keepPlace(this.table.target.game, this.puzzle.id, place, this.shows.peek());
  }
}

/** @param {{table: Table, rules: string, puzzles: Puzzle[], id: string, begin: (id: string) => void}} props id: of the puzzle */
export function PuzzlePanel({ table, rules, puzzles, id, begin }) {
  const n = puzzles.findIndex((one) => one.id === id);
  const one = puzzles[n];
  const attempt = useMemo(() => new Attempt(table, one), []);
  useEffect(() => attempt.stop, []);
  const [won, failed, shows, step] = [attempt.won.value, attempt.failed.value, attempt.shows.value, attempt.step.value];
  const over = won || failed;
  const next = puzzles[(n + 1) % puzzles.length];
  const said = won ? (shows ? "This is the solution." : "Solved!")
    : failed ? `Not this way: ${table.update.value?.turn === one.turn ? "you lost" : "your turn ended"}.`
      : attempt.hint.value && attempt.next.value ? `Hint: ${textOf(table, attempt.next.value.text)}.`
        : "Win before your turn ends.";
  useEffect(() => announce(said), [said]);
  useEffect(() => document.querySelector(".solution [aria-current]")?.scrollIntoView({ block: "nearest" }), [shows, step]);
  const again = () => {
    attempt.end();
    begin(id);
  };
  const show = () => {
    if (step === 0 && !over) attempt.show();
    else {
      revealed = id;
      again();
    }
  };
  return html`<aside class=${`coach puzzle ${won ? "done" : failed ? "failed" : ""}`} aria-label="Puzzle">
    <p class="coach-head"><${Glyph} name=${won ? "points" : "spell"} /><b>Win this turn</b><span class="coach-at">Puzzle ${n + 1}, ${levelOf(n, puzzles).toLowerCase()}</span></p>
    <p class="coach-say">${said}${attempt.share.value && ` ${attempt.share.value} solved it.`}</p>
    ${!over && !shows && html`<${TheirHand} table=${table} />`}
    ${shows && !won && html`<ol class="solution" tabindex="0">${one.solution.map((text, i) => html`<li key=${i} aria-current=${i === step && !over ? "step" : undefined}>${textOf(table, text)}</li>`)}</ol>`}
    <p class="coach-ways">
      ${over && html`<button type="button" class=${won ? "primary" : ""} onClick=${() => begin(next.id)}>Next puzzle</button>`}
      ${(over || step !== 0) && html`<button type="button" class=${failed ? "primary" : ""} onClick=${again}>Try again</button>`}
      ${!over && !shows && html`<button type="button" disabled=${!attempt.next.value || attempt.hint.value} onClick=${() => { attempt.hint.value = true; }}>Hint</button>`}
      ${!won && !shows && html`<button type="button" onClick=${show}>Solution</button>`}
      <a class="button" href=${`#/learn/${rules}`}>All puzzles</a>
    </p>
  </aside>`;
}

/** The opponent's cards, which a puzzle shows. @param {{table: Table}} props */
function TheirHand({ table }) {
  const cards = table.update.value?.view.sides?.find(({ seat }) => seat !== table.me.value)?.cards ?? [];
  if (cards.length === 0) return null;
  return html`<details class="their-hand"><summary>Their hand: ${cards.join(", ")}</summary>
    <ul tabindex="0">${[...new Set(cards)].map((name) => html`<li key=${name}><b>${name}</b> ${aboutCard(table.cards.get(name))}</li>`)}</ul></details>`;
}

/** @param {import("../../types.js").CardInfo | undefined} card */
const aboutCard = (card) => [card?.cost, card?.stats, card?.text].filter(Boolean).join(" · ");

/** A choice in words. The objects of later choices have no name yet. @param {Table} table @param {string} text */
const textOf = (table, text) => capital(table.words(text).replace(/ [tf]\d+\b/g, ""));
