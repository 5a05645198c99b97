// The replay of a finished game.
//
//   #/replay/GAME[/STEP[/VIEWPOINT]]   VIEWPOINT is all, watcher, or a seat number

import { Glyph } from "../kit/glyph.js";
import { announce } from "../kit/live.js";
import { Notice } from "../kit/notice.js";
import { Seats } from "../kit/readonly.js";
import { low, small } from "../kit/screen.js";
import { Select } from "../kit/select.js";
import { Stage } from "../kit/stage.js";
import { Zoom } from "../kit/zoom.js";
import { Replay } from "../store/replay.js";
import { ALL } from "../store/scene.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { Bar, useKeys } from "./replay/bar.js";
import { Chances, useChances } from "./replay/chances.js";
import { PlayFrom } from "./replay/from.js";
import { StepLog } from "./replay/log.js";
import { More } from "./replay/more.js";
import { Choice, sentence } from "./replay/choice.js";
import { Knobs } from "./tableside.js";

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
  useChances(replay);
  const look = (/** @type {string} */ other) => {
    setStart(replay.step.peek());
    setFrom(other);
  };
  const facts = replay.loaded.value > 0 ? replay.facts.value : null; // each chunk may change the numbers of tokens
  const now = replay.now.value;
  useEffect(() => {
    if (facts) document.title = `${replay.roster.seats.map(({ seat }) => replay.roster.called(seat)).join(" – ")}, replay – gamed`;
  }, [facts]);
  useEffect(() => {
    if (now && now.n === replay.step.peek() && !(document.activeElement instanceof HTMLInputElement) && (!replay.playing.peek() || replay.speed.peek() <= 1)) announce(announcementOf(replay, now));
  }, [now]);
  const { Trail } = replay.roster.game;
  const [panel, show] = useState(/** @type {string | null} */ (null));
  const open = panel ?? (facts?.source ? "log" : small.value ? "" : "chances"); // without a board, the log is all there is
  const scene = facts && !facts.source && now && { ...replay.roster.scene({ ...now, view: facing(now.view) }), deal: replay.deal.value, caption: small.value ? "" : sentence(replay, now) };
  const wide = scene && !small.value; // the button Share then stands beside "Play from here"
  const button = facts && !facts.source && html`<${From} replay=${replay} />`;
  const framed = !small.value && !low.value; // by the navigation bar, for which a phone has no room
  const below = small.value && !low.value; // an upright phone has the button beside the others
  return html`<div id="table" class=${`table replay ${open ? "opened" : ""} ${framed ? "framed" : ""}`} data-rules=${replay.roster.rules}>
    <h2 class="visually-hidden">Replay</h2>
    ${scene ? html`<${Seats} game=${replay.roster.game} scene=${scene} />` : html`<div class="seats"><div class="sheet">
      <${Notice} text=${replay.problem.value} />
      ${facts?.source ? html`<${Head} replay=${replay} /><${OtherRules} facts=${facts} />` : replay.problem.value ? html`<p><a class="button" href="#/">Back to lobby</a></p>` : html`<p class="about" role="status">Loading…</p>`}
    </div></div>`}
    ${scene && Trail && !small.value && html`<${Trail} scene=${scene} lines=${replay.recent(now.n)} open=${() => show("log")} />`}
    ${facts && html`<div id="side">
      <${Choice} replay=${replay}>${!below && button}${wide && html`<${Share} panel=${open} show=${show} />`}</${Choice}>
      <${Panel} replay=${replay} panel=${open} look=${look} />
      <${Knobs} panels=${PANELS.filter(([name]) => (name === "chances" ? !facts.source : name !== SHARE[0] || !wide))} panel=${open} show=${show} />
    </div><${Bar} replay=${replay}>${below && button}</${Bar}><${Zoom} /><${Stage} beat=${replay.pace.now.value} words=${(text) => replay.roster.words(text)} />`}
  </div>`;
}

/** Turns a view of everything towards the seat that decides, in games whose table has one main seat. @param {any} view */
const facing = (view) => (view.seat === ALL && view.decider !== undefined ? { ...view, seat: view.decider } : view);

/** The panels: name, title, glyph. Without positions, the panel of winning chances is missing. @type {[string, string, string][]} */
const PANELS = [["chances", "Winning chances", "chart"], ["log", "Log", "lines"], ["more", "Share", "share"]];
const SHARE = PANELS[2];

/** @param {{replay: Replay, panel: string, look: (viewpoint: string) => void}} props */
const Panel = ({ replay, panel, look }) => panel && html`<div id="side-panel" class="drawer" role="region" aria-label=${PANELS.find(([name]) => name === panel)?.[1]}>
  ${panel === "log" && html`<${StepLog} replay=${replay} />`}
  ${panel === "chances" && html`<${Chances} replay=${replay}><${Viewpoint} replay=${replay} look=${look} /></${Chances}>`}
  ${panel === "more" && html`<div class="settings">${!replay.facts.value?.source && html`<${Head} replay=${replay} />`}<${More} replay=${replay} /></div>`}
</div>`;

/** @param {{replay: Replay}} props */
function From({ replay }) {
  const [asking, setAsking] = useState(false);
  return html`<button type="button" id="play-from" disabled=${replay.step.value >= replay.last} onClick=${() => setAsking(true)}>Play from here</button>
    ${asking && html`<${PlayFrom} replay=${replay} close=${() => setAsking(false)} />`}`;
}

/** @param {{panel: string, show: (panel: string) => void}} props panel: the open one */
const Share = ({ panel, show }) => html`<button type="button" id=${`tab-${SHARE[0]}`} aria-controls="side-panel" aria-expanded=${String(panel === SHARE[0])} onClick=${() => show(panel === SHARE[0] ? "chances" : SHARE[0])}><${Glyph} name=${SHARE[2]} />${SHARE[1]}</button>`;

/** @param {Replay} replay @param {import("../types.js").Step} step */
function announcementOf(replay, step) {
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

/** The players and the result. @param {{replay: Replay}} props */
function Head({ replay }) {
  const { roster, facts: { value: facts } } = replay;
  return facts && html`<header class="replay-head"><h2>${roster.seats.map(({ seat }) => roster.called(seat)).join(" – ")}</h2>
    <p class="about">${[facts.rules, replay.result(), facts.source !== "log" && lengthOf(facts), new Date(facts.at_ms).toLocaleDateString(undefined, { dateStyle: "medium" })].filter(Boolean).join(" · ")}</p></header>`;
}

/** @param {{replay: Replay, look: (viewpoint: string) => void}} props */
function Viewpoint({ replay, replay: { roster }, look }) {
  const views = [["all", "all cards"], ["watcher", "spectator view"], ...roster.seats.map(({ seat }) => [String(seat), `${roster.called(seat)}’s view`])];
  return html`<label><span class="visually-hidden">Show</span>
    <${Select} id="viewpoint" options=${views} value=${replay.viewpoint} set=${look} /></label>`;
}

/** The length of a game. With two players, a round has two turns. @param {import("../types.js").ReplayPage} facts */
function lengthOf({ turns, seats }) {
  const n = turns.at(-1)?.turn ?? 0;
  return seats.length === 2 ? `${Math.ceil(n / 2)} rounds (${n} turns)` : `${n} turns`;
}
