// The dialog to start a game from a step of a replay.

import * as api from "../../api.js";
import { Dialog } from "../../kit/dialog.js";
import { Notice } from "../../kit/notice.js";
import { Select } from "../../kit/select.js";
import { open } from "../../store/session.js";
import { html, useEffect, useState } from "../../vendor/preact.js";

const ME = "*me"; // bot names never begin with an asterisk
const FRIEND = "";

/** @param {{replay: import("../../store/replay.js").Replay, close: () => void}} props */
export function PlayFrom({ replay, close }) {
  const { roster } = replay;
  const step = replay.step.peek();
  const asked = replay.steps[step]?.awaiting?.[0] ?? 0;
  const own = roster.me >= 0 ? roster.me : asked;
  const [bots, setBots] = useState(/** @type {string[][]} */ ([]));
  const before = (/** @type {number} */ seat) => (roster.seats[seat].kind === "bot" ? roster.seats[seat].name ?? "easy" : "easy");
  const [who, setWho] = useState(roster.seats.map(({ seat }) => (seat === own ? ME : before(seat))));
  const [problem, setProblem] = useState("");
  const [making, setMaking] = useState(false);
  useEffect(() => {
    api.bots().then(({ bots: all, levels = [] }) => setBots([
      ...levels.filter((level) => level.rules === roster.rules).map(({ name, title }) => [name, `${title} bot`]),
      ...all.filter((bot) => !bot.rules || bot.rules === roster.rules).map(({ name }) => [name, name]),
    ]), (error) => setProblem(error.message));
  }, []);
  const sit = (/** @type {number} */ seat, /** @type {string} */ wish) => setWho(who.map((one, i) => (i === seat ? wish : wish === ME && one === ME ? before(i) : one)));
  const start = async (event) => {
    event.preventDefault();
    setMaking(true);
    try {
      await open();
      const made = await api.playFrom(replay.game, step, who.map((one) => (one === ME || one === FRIEND ? {} : { bot: one })), !who.includes(FRIEND));
      location.hash = who.includes(ME) ? `#/play/${made.id}/${who.indexOf(ME)}` : `#/watch/${made.id}`;
    } catch (error) {
      setProblem(error.message);
      setMaking(false);
    }
  };
  return html`<${Dialog} title=${`Play from step ${step}`} close=${close}>
    <form class="play-from" onSubmit=${start}>
      <p class="about">The new game starts from this position with new randomness.</p>
      ${roster.seats.map(({ seat }) => html`<label class="choice" key=${seat}><span>Seat ${seat + 1}<small class="about"> ${roster.seats[seat].name ? `originally ${roster.seats[seat].name}` : ""}</small></span>
        <${Select} id=${`from-${seat}`} value=${who[seat]} set=${(to) => sit(seat, to)} options=${[[ME, "You"], [FRIEND, "Friend (by link)"], ...(bots.some(([key]) => key === before(seat)) ? bots : [...bots, [before(seat), before(seat)]])]} /></label>`)}
      <${Notice} text=${problem} />
      <p><button class="primary" disabled=${making}>Play</button></p>
    </form>
  </${Dialog}>`;
}
