// The table: one game as one seat sees it.

import { Offers, Waits } from "../kit/agree.js";
import { Arrow } from "../kit/arrow.js";
import { duration } from "../kit/clock.js";
import { Copyable } from "../kit/copy.js";
import { Debug } from "../kit/debug.js";
import { useKeptFocus } from "../kit/focus.js";
import { announce } from "../kit/live.js";
import { useMotion } from "../kit/motion.js";
import { Notice } from "../kit/notice.js";
import { Options } from "../kit/options.js";
import { Detail, looked } from "../kit/pick.js";
import { play } from "../kit/sound.js";
import { Breadcrumb } from "../kit/stack.js";
import { status } from "../shell.js";
import { rememberedSeat } from "../store/session.js";
import { commands, debug, speech } from "../store/settings.js";
import { Table } from "../store/table.js";
import { html, useEffect, useMemo, useSignalEffect } from "../vendor/preact.js";
import { again, giveUpMeeting, meeting, rematch } from "./newgame.js";
import { Passing, Side } from "./tableside.js";

/** @param {{args: string[], page: string, Coach?: any}} props Coach: of a lesson */
export default function TablePage({ args: [game, seat], page, Coach }) {
  const table = useMemo(() => new Table({ game, watch: page === "watch", seat: seat ? Number(seat) : undefined, lesson: Coach !== undefined }), []);
  useEffect(() => () => {
    table.close();
    status.value = { state: "closed", why: "" };
    document.title = "gamed";
  }, []);
  useSignalEffect(() => { status.value = table.link.value; });
  useSignalEffect(() => {
    document.title = `${table.over.value ? "Game over" : table.open.value ? "Your choice" : "At the table"} – gamed`;
  });
  useSignalEffect(() => {
    const events = table.news.value;
    for (const event of events.slice(-6)) play(table.game.value.sound?.(event) ?? "");
    if (speech.value === "all") announce(events.map((event) => table.words(event.text)).join(". "));
  });
  return html`<div id="table" class="table" data-rules=${table.joined.value?.rules}>
    <h2 class="visually-hidden">The table</h2>
    ${commands.value === "off" && html`<button type="button" class="skip" onClick=${byWords}>Play by words</button>`}
    <${Invite} table=${table} />
    <nav id="stack" aria-label="What is happening"><${Steps} table=${table} /><${Standing} table=${table} /></nav>
    <${Board} table=${table} />
    <div id="side">
      <${Choices} table=${table} Coach=${Coach} />
      <${Side} table=${table} />
    </div>
    ${debug.value === "on" && html`<${Debug} table=${table} />`}
    <${Arrow} picker=${table.picker} />
  </div>`;
}

/** Opens the line for commands, and goes there. */
function byWords() {
  commands.value = "on";
  requestAnimationFrame(() => document.getElementById("command")?.focus());
}

/** @param {{table: Table}} props */
function Steps({ table }) {
  const scene = table.shown.value;
  return scene && html`<${Breadcrumb} scene=${scene} steps=${table.game.value.stack(scene)} />`;
}

/** How the series stands. @param {{table: Table}} props */
function Standing({ table }) {
  const series = table.series.value;
  if (!series) return null;
  const score = (series.names ?? []).map((name, i) => `${name} ${series.score[i]}`).join(", ") || "this is the first game";
  return html`<p class="standing-of about">Best of ${series.of}${series.over ? ", over" : ""}: ${score}</p>`;
}

/** @param {{table: Table}} props */
function Board({ table }) {
  const scene = table.shown.value;
  const then = table.past.seen.value;
  const ref = useMotion();
  const { Sides } = table.game.value;
  return html`<div id="seats" class=${`seats ${then ? "glance" : ""}`} ref=${ref}>${then && html`<p class="notice calm glanced">Looking back: as it stood after event ${then.n}.</p>`}${scene && html`<${Sides} scene=${scene} />`}</div>`;
}

const SMALL = "(max-width: 60rem)"; // as in the style sheets
const FIRST = 2; // until this turn the table says what the game is about

/** The prompt, and what may be answered. @param {{table: Table, Coach?: any}} props */
function Choices({ table, Coach }) {
  const scene = table.scene.value;
  const decision = table.over.value ? null : table.update.value?.decision;
  const yours = table.open.value !== null;
  const { icon, hint, goal } = table.game.value;
  useKeptFocus("#table");
  useEffect(() => { if (matchMedia(SMALL).matches) looked.value = null; }, [decision?.id]); // the room is for what is asked
  return html`<section id="choices" class=${yours ? "yours" : ""} aria-labelledby="prompt" tabindex="-1">
    ${Coach && html`<${Coach} table=${table} />`}
    <p class="eyebrow">${eyebrow(table)}</p>
    <h2 id="prompt" aria-live=${speech.value === "off" ? "off" : "polite"}>${table.prompt.value}</h2>
    ${goal && decision && (table.update.value?.turn ?? FIRST) < FIRST && html`<p class="goal">${goal}</p>`}
    <${Notice} id="table-error" text=${table.problem.value} />
    <${Offers} table=${table} /><${Waits} table=${table} />
    ${table.held.value && html`<${Notice} calm text="Nobody's time runs. The game goes on by itself." />`}
    ${table.link.value.state === "refused" ? html`<${Leave} />` : table.over.value ? html`<${Leave} table=${table} />`
      : decision && scene && html`<${Options} picker=${table.picker} icon=${icon} hint=${hint && ((option) => hint(scene, option))} sent=${yours ? [] : decision.options} words=${(text) => table.words(text)} />`}
    ${scene && !table.over.value && !table.watching.value && html`<${Passing} table=${table} />`}
    ${scene && html`<${Detail} scene=${scene} />`}
  </section>`;
}

/** Whose move it is. @param {Table} table */
function eyebrow(table) {
  if (table.over.value || table.link.value.state === "refused") return "The end";
  if (!table.update.value) return "Almost there";
  if (table.open.value) return "Your move";
  if (!table.watching.value) return "Not your move";
  const late = table.joined.value?.delay_ms;
  return late ? `You are watching, ${duration(late)} late` : "You are watching";
}

/** Ways to go on from here. @param {{table?: Table}} props table: of a game that is over */
function Leave({ table }) {
  const game = table?.joined.value?.game ?? "";
  const people = table && !table.watching.value && table.seats.value.some((seat) => seat.kind === "person" && seat.seat !== table.me.value);
  return html`<div class="answers folded"><ol id="options" class="options">
    ${table?.next.value && html`<li><a class="button primary" href=${`#/play/${table.next.value}`}>On to the next game</a></li>`}
    ${people && !table?.next.value && html`<li><button type="button" class="primary" onClick=${() => rematch(game, rememberedSeat(game)?.key)}>Play them again</button></li>`}
    ${table && !table.watching.value && html`<li><button type="button" class=${people ? "" : "primary"} onClick=${again}>Play again</button></li>`}
    ${table && html`<li><a class="button" href=${`#/replay/${game}`}>Look at the replay</a></li>`}
    <li><a class="button" href="#/">Back to the lobby</a></li>
  </ol></div>`;
}

/** While seats are open: links for the others. @param {{table: Table}} props */
function Invite({ table }) {
  const joined = table.joined.value;
  if (!joined || table.update.value || !table.seats.value.some((seat) => seat.kind === "open")) return null;
  const link = (screen) => `${location.origin}/#/${screen}/${joined.game}`;
  return html`<div id="invite" class="invite sheet">
    ${meeting.value.game === joined.game && html`<p>Somebody who wants to play sits down here. <button type="button" onClick=${giveUpMeeting}>Play a bot instead</button></p>`}
    <p>Send this link to whom you want to play with:</p><${Copyable} text=${link("play")} label="Link to join" />
    <p>and this one to those who want to watch:</p><${Copyable} text=${link("watch")} label="Link to watch" />
  </div>`;
}
