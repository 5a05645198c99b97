// The table: a game from the view of one seat or of a spectator.

import { ActionButton } from "../kit/action.js";
import { Offers, Waits } from "../kit/agree.js";
import { Arrow } from "../kit/arrow.js";
import { duration } from "../kit/clock.js";
import { CommandLine } from "../kit/command.js";
import { Debug } from "../kit/debug.js";
import { Ending } from "../kit/ending.js";
import { useKeptFocus } from "../kit/focus.js";
import { announce, sentence } from "../kit/live.js";
import { useMotion } from "../kit/motion.js";
import { Notice } from "../kit/notice.js";
import { Options } from "../kit/options.js";
import { looked } from "../kit/pick.js";
import { small } from "../kit/screen.js";
import { Share, ShareDialog } from "../kit/share.js";
import { play } from "../kit/sound.js";
import { SoundOffer } from "../kit/soundoffer.js";
import { Stage } from "../kit/stage.js";
import { Zoom } from "../kit/zoom.js";
import { status } from "../shell.js";
import { Connection } from "../store/connection.js";
import { rememberedSeat } from "../store/session.js";
import { commands, debug, speech } from "../store/settings.js";
import { Table } from "../store/table.js";
import { html, useCallback, useEffect, useMemo, useSignalEffect, useState } from "../vendor/preact.js";
import { Invitation, Waiting } from "./invitation.js";
import { again, decline, rematch } from "./newgame.js";
import { Corner, Panel, Passing } from "./tableside.js";

export { Connection, play }; // the lobby uses them while the player waits for an opponent

/** @param {{args: string[], page: string, Coach?: any, puzzle?: boolean}} props Coach: the coach of a lesson or a puzzle */
export default function TableRoute(props) {
  const [game, seat] = props.args;
  const [accepted, accept] = useState(props.page !== "play" || seat !== undefined || props.Coach !== undefined);
  if (!game) return html`<${NoGame} />`;
  return accepted ? html`<${TablePage} ...${props} />` : html`<${Invitation} game=${game} accept=${() => accept(true)} />`;
}

/** Says that the address names no game. */
const NoGame = () => html`<section class="sheet"><h2>No game in this link</h2><p>Choose a game in the lobby.</p><p><a class="button" href="#/">Back to lobby</a></p></section>`;

/** @param {{args: string[], page: string, Coach?: any, puzzle?: boolean}} props puzzle: its panel shows the result */
function TablePage({ args: [game, seat], page, Coach, puzzle = false }) {
  const table = useMemo(() => new Table({ game, watch: page === "watch", seat: seat ? Number(seat) : undefined, lesson: Coach !== undefined }), []);
  useEffect(() => () => {
    table.close();
    looked.value = null; // a card of this game
    status.value = { state: "closed", why: "" };
    document.title = "gamed";
  }, []);
  useSignalEffect(() => { status.value = table.link.value; });
  useSignalEffect(() => {
    document.title = `${table.over.value ? "Game over" : table.open.value ? "Your move" : "Playing"} – gamed`;
  });
  useSignalEffect(() => {
    const events = table.news.value;
    for (const event of events.slice(-6)) play(table.game.value.sound?.(event) ?? "");
  });
  const news = useCallback(() => table.history.untold().map(({ text, times }) => sentence(`${table.words(text)}${times > 1 ? ` (${times} times)` : ""}`)).join(" "), []);
  useSignalEffect(() => {
    if (table.lines.value.length === 0) return;
    if (speech.value === "all") announce(news);
    else table.history.untold();
  });
  const [panel, show] = useState("");
  const { Trail } = table.game.value;
  const scene = table.shown.value;
  if (table.joined.value && !table.update.value && !table.over.value && table.seats.value.some(({ kind }) => kind === "open")) return html`<${Waiting} table=${table} />`;
  return html`<div id="table" class=${`table ${panel ? "opened" : ""}`} data-rules=${table.joined.value?.rules}>
    <h2 class="visually-hidden">Game</h2>
    ${commands.value === "off" && html`<button type="button" class="skip" onClick=${openCommands}>Use command line</button>`}
    <${Board} table=${table} />
    ${Trail && !small.value && scene && html`<${Trail} scene=${scene} lines=${table.lines.value} open=${() => show("log")} />`}
    <div id="side">
      <${Choices} table=${table} Coach=${Coach} />
      ${commands.value === "on" && (!small.value || panel) && html`<${CommandLine} table=${table} />`}
      <${Panel} table=${table} panel=${panel} />
      <${SeriesScore} table=${table} />
      <${Corner} table=${table} panel=${panel} show=${show} />
    </div>
    <div class="bar-of"><${Offers} table=${table} /><${Waits} table=${table} /></div>
    ${table.update.value && !table.watching.value && !table.over.value && !Coach && html`<${SoundOffer} />`}
    ${!puzzle && html`<${Ending} table=${table} />`}<${ShareDialog} table=${table} />
    ${debug.value === "on" && html`<${Debug} table=${table} />`}
    <${Arrow} picker=${table.picker} />
    <${Zoom} scene=${table.shown.value} />
    <${Show} table=${table} />
  </div>`;
}

/** The step on the screen. A click anywhere skips the steps. @param {{table: Table}} props */
function Show({ table }) {
  const busy = table.pace.busy.value;
  return html`${busy && html`<div class="curtain" onPointerDown=${() => table.pace.skip()}></div>`}<${Stage} beat=${table.pace.now.value} words=${(text) => table.words(text)} />`;
}

/** Shows the command line and focuses it. */
function openCommands() {
  commands.value = "on";
  requestAnimationFrame(() => document.getElementById("command")?.focus());
}

/** The score of the series. @param {{table: Table}} props */
function SeriesScore({ table }) {
  const series = table.series.value;
  if (!series) return null;
  const score = (series.names ?? []).map((name, i) => `${name} ${series.score[i]}`).join(", ") || "game 1";
  return html`<p class="standing-of about">Best of ${series.of}${series.over ? ", finished" : ""}: ${score}</p>`;
}

/** @param {{table: Table}} props */
function Board({ table }) {
  const scene = table.shown.value;
  const then = table.past.seen.value;
  const ref = useMotion();
  const { Sides } = table.game.value;
  return html`<div id="seats" class=${`seats ${then ? "glance" : ""}`} ref=${ref}>${then && html`<p class="notice calm glanced">Position after event ${then.n}.</p>`}${scene && html`<${Sides} scene=${scene} />`}</div>`;
}

const FIRST = 2; // the number of turns of each player in which the table shows the goal of the game

/** What follows when a player runs out of time at three moves in a row, by the clock's rule. @type {Object<string, string>} */
const MISSED = { forfeit: " After three times in a row, you lose.", bot: " After three times in a row, a bot plays for you.", wait: "" };

/** The prompt and the options. @param {{table: Table, Coach?: any}} props */
function Choices({ table, Coach }) {
  const scene = table.scene.value;
  const decision = table.decision.value;
  const yours = table.open.value !== null;
  const { icon, hint, goal, key } = table.game.value;
  const [, title, mark = "", rest = ""] = /^(.*?)([:?]) (\S.*)$/.exec(table.prompt.value) ?? ["", table.prompt.value];
  useKeptFocus("#table");
  useEffect(() => { if (small.value) looked.value = null; }, [decision?.id]); // small screens need the room for the prompt
  return html`<section id="choices" class=${yours ? "yours" : ""} aria-labelledby="prompt" tabindex="-1">
    ${Coach && html`<${Coach} table=${table} />`}
    <p class=${`eyebrow ${(yours && !table.control.value) || table.over.value ? "visually-hidden" : ""}`}>${eyebrow(table)}</p>
    <h2 id="prompt" aria-live=${speech.value === "off" || table.pace.busy.value ? "off" : "polite"}>${title}${mark === ":" ? html`<span class="visually-hidden">: </span>` : `${mark} `}${rest && html`<small>${rest}</small>`}<span aria-live="off">${table.picker.selection.tally()}</span></h2>
    ${goal && decision && (table.update.value?.turn ?? 0) <= FIRST * table.seats.value.length && html`<p class="goal">${goal}</p>`}
    ${yours && table.update.value?.left_ms && html`<p class="about at-zero">At 0:00 the game chooses for you.${MISSED[table.joined.value?.clock?.absent ?? ""]}</p>`}
    <${Notice} text=${table.problem.value} />
    ${table.held.value && html`<${Notice} calm text="Clocks are stopped. The game resumes automatically." />`}
    ${table.link.value.state === "refused" ? html`<${Leave} />` : table.over.value ? html`<${Leave} table=${table} />`
      : decision && scene && html`<${Options} picker=${table.picker} icon=${icon} fixed=${key} unfold=${Coach !== undefined && !small.value} hint=${hint && ((option) => hint(scene, option))} sent=${yours ? [] : decision.options} words=${(text) => table.words(text)} />`}
    ${scene && !table.over.value && !table.watching.value && html`<${Passing} table=${table} />`}
    ${!table.over.value && table.link.value.state !== "refused" && html`<${ActionButton} table=${table} />`}
  </section>`;
}

/** The line above the prompt: whose move it is. @param {Table} table */
function eyebrow(table) {
  if (table.over.value || table.link.value.state === "refused") return "Game over";
  if (!table.update.value) return "Joining";
  if (table.control.value) return "Full control";
  if (table.open.value) return "Your move";
  if (!table.watching.value) return "Opponent’s move";
  const late = table.joined.value?.delay_ms;
  return late ? `Spectating, ${duration(late)} behind` : "Spectating";
}

/** Links to leave a finished or refused game. @param {{table?: Table}} props table: of a finished game */
function Leave({ table }) {
  const game = table?.joined.value?.game ?? "";
  const people = table && !table.watching.value && table.seats.value.some((seat) => seat.kind === "person" && seat.seat !== table.me.value);
  const goesOn = table?.series.value && !table.series.value.over;
  return html`<div class="answers folded onward"><ol id="options" class="options">
    ${table?.next.value && html`<li><a class="button primary" href=${`#/play/${table.next.value}`}>${goesOn ? "Next game" : "Accept rematch"}</a></li>`}
    ${people && table?.next.value && !goesOn && html`<li><${Decline} game=${table.next.value} /></li>`}
    ${people && !table?.next.value && html`<li><button type="button" class="primary" onClick=${() => rematch(game, rememberedSeat(game)?.key)}>Rematch</button></li>`}
    ${table && !table.watching.value && html`<li><button type="button" class=${people ? "" : "primary"} onClick=${again}>New game</button></li>`}
    ${table && html`<li><a class="button" href=${`#/replay/${game}`}>Review</a></li><li><${Share} table=${table} /></li>`}
    <li><a class="button" href="#/">Back to lobby</a></li>
  </ol></div>`;
}

/** Declines a rematch. @param {{game: string}} props game: the rematch */
function Decline({ game }) {
  const [done, setDone] = useState(false);
  const act = () => {
    decline(game);
    setDone(true);
  };
  return html`<button type="button" disabled=${done} onClick=${act}>${done ? "Rematch declined" : "Decline rematch"}</button>`;
}
