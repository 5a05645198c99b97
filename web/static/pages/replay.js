// The replay of a finished game.
//
//   #/replay/GAME[/STEP[/VIEWPOINT]]   VIEWPOINT is all, watcher, or a seat number

import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { ReadOnlyBoard } from "../kit/readonly.js";
import { Stage } from "../kit/stage.js";
import { Zoom } from "../kit/zoom.js";
import { Replay } from "../store/replay.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { Bar, useKeys } from "./replay/bar.js";
import { Chances } from "./replay/chances.js";
import { PlayFrom } from "./replay/from.js";
import { StepLog } from "./replay/log.js";
import { More } from "./replay/more.js";
import { Choice } from "./replay/choice.js";

export const title = "Replay";

const SETTLED = 300; // milliseconds until the address follows the current step

/** @param {{args: string[]}} props */
export default function ReplayPage({ args: [game, step = "0", viewpoint = "all"] }) {
  const [from, setFrom] = useState(viewpoint);
  const [start, setStart] = useState(Number(step) || 0);
  const replay = useMemo(() => new Replay(game, from, start), [from]);
  useEffect(() => () => replay.close(), [replay]);
  useAddress(replay);
  useKeys(replay);
  const look = (/** @type {string} */ other) => {
    setStart(replay.step.peek());
    setFrom(other);
  };
  const facts = replay.facts.value;
  const now = replay.now.value;
  useEffect(() => {
    if (facts) document.title = `${replay.roster.seats.map(({ seat }) => replay.roster.called(seat)).join(" – ")}, replay – gamed`;
  }, [facts]);
  useEffect(() => {
    if (now && now.n === replay.step.peek() && !(document.activeElement instanceof HTMLInputElement) && (!replay.playing.peek() || replay.speed.peek() <= 1)) announce(told(replay, now));
  }, [now]);
  return html`<div class="replay" id="replay">
    <${Head} replay=${replay} look=${look} />
    <${Notice} id="replay-error" text=${replay.problem.value} />
    ${replay.problem.value && !facts && html`<p><a class="button" href="#/">Back to lobby</a></p>`}
    <div class="replay-board">${facts?.source ? html`<${OtherRules} facts=${facts} />` : facts && now ? html`<${ReadOnlyBoard} roster=${replay.roster} position=${now} />` : !replay.problem.value && html`<p class="about" role="status">Loading…</p>`}</div>
    ${facts && html`<div class="replay-side"><${Choice} replay=${replay} /><${Zoom} /><${Tabs} replay=${replay} /></div><${Bar} replay=${replay} /><${Stage} beat=${replay.pace.now.value} words=${(text) => replay.roster.words(text)} />`}
  </div>`;
}

/** @param {Replay} replay @param {import("../types.js").Step} step */
function told(replay, step) {
  const texts = step.events.slice(-6).map((event) => replay.roster.words(event.text));
  return `Step ${step.n}. ${texts.join(". ")}`;
}

/** Keeps the address at the current step, so that it can be shared. @param {Replay} replay */
function useAddress(replay) {
  const step = replay.step.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (location.hash.startsWith(`#/replay/${replay.game}`)) history.replaceState(null, "", replay.address(step));
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [replay, step]);
}

/** Says why a game of other rules has no board. @param {{facts: import("../types.js").ReplayPage}} props */
const OtherRules = ({ facts }) => html`<${Notice} calm id="other-rules" text=${facts.source === "transcript"
  ? "The rules have changed since this game. The log shows the moves as spectators saw them, without the board."
  : `The rules have changed since this game, and its moves were not saved. To see them, open its log with ${facts.program} (version ${facts.version} of ${facts.rules}).`} />`;

/** The players, the result, and the viewpoint. @param {{replay: Replay, look: (viewpoint: string) => void}} props */
function Head({ replay, look }) {
  const [asking, setAsking] = useState(false);
  const facts = replay.facts.value;
  if (!facts) return html`<header class="replay-head"><h2>Replay</h2></header>`;
  const { roster } = replay;
  const views = [["all", "all cards"], ["watcher", "spectator view"], ...roster.seats.map(({ seat }) => [String(seat), `${roster.called(seat)}’s view`])];
  return html`<header class="replay-head">
    <div><h2>${roster.seats.map(({ seat }) => roster.called(seat)).join(" – ")}</h2>
      <p class="about">${[facts.rules, replay.result(), facts.source !== "log" && lengthOf(facts), new Date(facts.at_ms).toLocaleDateString(undefined, { dateStyle: "medium" })].filter(Boolean).join(" · ")}</p></div>
    ${!facts.source && html`<label class="viewpoint"><span>Show</span>
      <select id="viewpoint" value=${replay.viewpoint} onChange=${(event) => look(event.target.value)}>${views.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === replay.viewpoint}>${text}</option>`)}</select></label>
    <button type="button" id="play-from" class="primary" disabled=${replay.step.value >= facts.steps} onClick=${() => setAsking(true)}>Play from here</button>`}
    ${asking && html`<${PlayFrom} replay=${replay} close=${() => setAsking(false)} />`}
  </header>`;
}

/** How long a game was. Two players take turns, so a round has two. @param {import("../types.js").ReplayPage} facts */
function lengthOf({ turns, seats }) {
  const n = turns.at(-1)?.turn ?? 0;
  return seats.length === 2 ? `${Math.ceil(n / 2)} rounds (${n} turns)` : `${n} turns`;
}

/** @param {{replay: Replay}} props */
function Tabs({ replay }) {
  const [tab, setTab] = useState("log");
  const pick = (name, text) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="side-panel" aria-selected=${String(tab === name)} onClick=${() => setTab(name)}>${text}</button>`;
  return html`<section class="side-tabs">
    <div role="tablist" aria-label="Game details">${pick("log", "Log")}${!replay.facts.value?.source && pick("chances", "Winning chances")}${pick("more", "Share")}</div>
    <div id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "log" && html`<${StepLog} replay=${replay} />`}
      ${tab === "chances" && html`<${Chances} replay=${replay} />`}
      ${tab === "more" && html`<${More} replay=${replay} />`}
    </div>
  </section>`;
}
