// Plays fixed duels of Elements by mouse and Space, or by keyboard alone, and counts the
// inputs. The player always takes the option that a judge values most: see internal/test/duels. Report:
//
//   inputs   per real decision, that is a decision with two options at least 5 points of
//            winning chances apart, and per prompt with two options or more
//   prompts  at which the page waited for the player, and those where only a pass makes sense
//   missed   decisions that the server answered at least 5 points below the best option
//
// A click, a key and a drag from a card to its target are one input each.
//
//   e2e/run.sh inputs [DUELS [FIRST [keyboard]]]    50 duels by default

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Visitor, launch } from "./browser.mjs";
import { END, state } from "./play.mjs";

const DUELS = Number(process.argv[2] ?? 50);
const FIRST = Number(process.argv[3] ?? 0);
const BY_KEYBOARD = process.argv[4] === "keyboard";
const CORNER = { x: 24, y: 24 }; // of a card that others overlap
const SOON = 5000; // milliseconds for a click to count
const MOST = 600; // prompts in a duel

/** Starts the server. @returns {Promise<{page: string, judge: string, stop: () => void}>} */
async function serve() {
  const server = spawn(process.env.DUELS ?? "", ["--judgements", new URL("judgements.json", import.meta.url).pathname], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(server.stdout)) {
    const [, page, judge] = /^duels (\S+) (\S+)/.exec(line) ?? [];
    if (judge) return { page, judge, stop: () => server.kill() };
  }
  throw new Error("the server did not start");
}

const { page: address, judge, stop } = await serve();
/** @param {string} path @param {string} [method] */
async function ask(path, method = "GET") {
  const response = await fetch(judge + path, { method });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

/** A player of one duel. */
class Player {
  /** @param {Visitor} visitor @param {string} game */
  constructor(visitor, game) {
    this.page = visitor.page;
    this.visitor = visitor;
    this.game = game;
    this.count = { inputs: 0, drags: 0, prompts: 0, choices: 0, passes: 0, unfolds: 0 };
    /** The prompts by situation. @type {Record<string, {prompts: number, real: number, passes: number, inputs: number}>} */
    this.kinds = {};
    this.attacked = 0; // the last turn in which the player attacked
  }

  /** The last update that arrived. */
  update() {
    return this.visitor.received.map((text) => (text.includes('"update"') ? JSON.parse(text) : null)).findLast((message) => message?.type === "update");
  }

  /** @param {string} key */
  async press(key) {
    this.count.inputs++;
    await this.page.keyboard.press(key);
  }

  /** @param {import("playwright-core").Locator} what */
  async click(what) {
    this.count.inputs++;
    await what.click({ position: await this.grip(what), timeout: SOON });
  }

  /** @param {import("playwright-core").Locator} from @param {import("playwright-core").Locator} to */
  async drag(from, to) {
    this.count.inputs++;
    this.count.drags++;
    await from.dragTo(to, { sourcePosition: await this.grip(from), targetPosition: await this.grip(to), timeout: SOON });
  }

  /** A point of an item that nothing covers. @param {import("playwright-core").Locator} what */
  async grip(what) {
    const token = await what.evaluate((node) => node.classList.contains("token")).catch(() => false);
    return token ? { x: CORNER.x, y: ((await what.boundingBox())?.height ?? 0) - CORNER.y } : CORNER; // the ring of elements covers the upper edge
  }

  /** Waits until the page asks. @returns {Promise<boolean>} false at the end of the game */
  async asked() {
    const what = await this.page.waitForFunction((end) => {
      if (document.querySelector(end)) return "over";
      const action = document.querySelector("#action span")?.textContent ?? "";
      return document.querySelector("#choices.yours") && !/^(Stop attacking|Skip|Waiting|…)/.test(action) ? "asked" : null;
    }, END).catch(async ({ message }) => { throw new Error(`not asked: ${message.split("\n")[0]} ${await state(this.page)}`); });
    return await what.jsonValue() === "asked";
  }

  /** The item with a reference on the table. @param {string} ref */
  item(ref) {
    const own = this.page.locator(`#seats .own .hand [data-ref="${ref}"]`);
    return this.page.locator(`#seats [data-ref="${ref}"].can, #seats [data-ref="${ref}"]`).or(own).first();
  }

  /** Plays the duel. */
  async play() {
    for (let n = 0; n < MOST && await this.asked(); n++) {
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
      const now = await ask(`/decision/${this.game}`);
      const { decision, view } = this.update();
      if (decision?.id !== now.number || decision.auto_ms !== undefined) {
        await this.page.waitForTimeout(10);
        continue;
      }
      this.count.prompts++;
      this.count.choices += Number(decision.options.length > 1);
      const phase = view.stack.at(-1)?.phase;
      const again = phase === "main" && view.active === 0 && this.attacked === view.turn ? " again" : "";
      const kind = this.kinds[`${view.active === 0 ? "own" : "other"} ${phase}${again}`] ??= { prompts: 0, real: 0, passes: 0, inputs: 0 };
      kind.prompts++;
      kind.real += Number(now.real);
      kind.passes += Number(now.passes);
      this.count.passes += Number(now.passes);
      if (now.attack?.length > 0) this.attacked = view.turn;
      const before = this.count.inputs;
      if (process.env.TRACE && !now.real) console.log(view.turn, phase, JSON.stringify(decision.options.map(({ text }, i) => `${text} ${now.values[i]}`)));
      await this.answer(decision, now, phase).catch((error) => { if (process.env.TRACE) console.log(error.message.split("\n")[0]); });
      if (!await this.answered(decision.id)) await this.fall(decision, now.best);
      if (process.env.TRACE && this.count.inputs - before > 1) console.log("  ", this.count.inputs - before, "inputs for", decision.options[now.best].text);
      kind.inputs += this.count.inputs - before;
    }
  }

  /** Reports whether a decision closes soon. @param {number} id */
  async answered(id) {
    for (const end = Date.now() + SOON; Date.now() < end;) {
      if (this.update().decision?.id !== id || await this.page.locator(END).count() > 0) return true;
      await this.page.waitForTimeout(10);
    }
    return false;
  }

  /** Chooses in the list. @param {any} decision @param {number} best */
  async fall({ id, options }, best) {
    this.count.unfolds++;
    if (process.env.TRACE) console.log("  in the list:", options[best].text, JSON.stringify(options[best]), await this.page.locator("#prompt").textContent());
    await this.page.keyboard.press("Escape");
    const fold = this.page.locator("#choices .fold[aria-expanded=false]");
    if (await fold.count() > 0) await this.click(fold);
    const words = options[best].text.split(" ").slice(0, 2).join(" ");
    await this.click(this.page.locator("#options button:enabled", { hasText: new RegExp(words, "i") }).first()).catch(() => {});
    if (!await this.answered(id)) {
      await this.press("1");
      await this.answered(id);
    }
  }

  /** @param {any} decision @param {any} now @param {string} phase */
  async answer(decision, now, phase) {
    const option = decision.options[now.best];
    if (decision.pick && (decision.pick.min !== 1 || decision.pick.max !== 1)) return this.choose(decision, option);
    if (option.do === "pass" || option.do === "attack") return this.pass(now, phase, decision);
    if (BY_KEYBOARD) return this.type(decision, option);
    const button = this.page.locator(`#action[data-option="${option.id}"], .actions [data-option="${option.id}"], .ring [data-option="${option.id}"]`).first();
    if (await button.count() > 0) return this.click(button);
    const first = option.by ?? option.card;
    const leads = decision.options.filter(({ by, card }) => (by ?? card) === first).length > 1;
    if (leads && option.on && option.on !== first && !option.also && await this.item(first).count() > 0 && await this.item(option.on).count() > 0) {
      await this.drag(this.item(first), this.item(option.on));
      return undefined;
    }
    for (const ref of [first, option.on, option.also].filter(Boolean)) {
      if (ref !== first && this.update().decision?.id !== decision.id) return undefined;
      const pile = this.page.locator(`dialog[open] [data-ref="${option.on}/${option.also}"]`).first(); // opens by itself
      const inPile = ref !== first && await pile.count() > 0;
      const item = inPile ? pile : this.item(ref);
      if (await item.count() === 0) continue;
      await this.click(item);
      await this.page.waitForTimeout(30);
      if (inPile) return undefined;
    }
    const action = this.page.locator(`#action[data-option="${option.id}"]`); // as for a block with a token that also has a power
    return this.update().decision?.id === decision.id && await action.count() > 0 ? this.press("Space") : undefined;
  }

  /** Presses the keys of an option: its digit, or that of its card and then that of its target. @param {any} decision @param {any} option */
  async type({ id, options }, option) {
    const first = option.by ?? option.card;
    const same = options.filter(({ by, card }) => (by ?? card) === first);
    const targets = [...new Set(same.map(({ on }) => on))];
    for (let n = 0; n < 3 && this.update().decision?.id === id; n++) {
      const key = await this.page.evaluate(({ text, card, at, of, target, targets }) => {
        const plain = (/** @type {string} */ words) => words.toLowerCase().replace(/…$/, "").replace(/ t\d+\b/g, "").trim();
        const wanted = plain(text);
        const list = [...document.querySelectorAll("#options button:enabled")].map((button) => ({ key: button.querySelector("kbd")?.textContent ?? "", words: plain(button.querySelector("span")?.firstChild?.textContent ?? "") })).filter(({ key }) => key !== "Esc");
        if (document.querySelector("#options.narrowed") && list.length === of) return list[at].key;
        if (document.querySelector("#options.narrowed") && list.length === targets) return list[target].key;
        const fits = list.filter(({ key, words }) => key && words && (wanted.startsWith(words) || wanted.endsWith(words) || words === `attack with ${plain(card)}`));
        return fits.sort((a, b) => b.words.length - a.words.length)[0]?.key ?? "";
      }, { text: option.text, card: option.card ?? "", at: same.indexOf(option), of: same.length, target: targets.indexOf(option.on), targets: targets.length });
      if (!key) return;
      await this.press(key);
      await this.page.waitForTimeout(30);
    }
  }

  /** Chooses cards, the given one first. @param {any} decision @param {any} option */
  async choose({ pick }, option) {
    if (BY_KEYBOARD) {
      for (let n = option.do === "done" ? 1 : 0; n < Math.max(pick.min, 1); n++) await this.press(String(n + 1));
    } else if (option.do !== "done" && pick.max > 0) {
      const { on, card } = option;
      await this.click(this.page.locator([on, `${on}/${card}`, card].filter(Boolean).map((ref) => `[data-ref="${ref}"].can`).join()).first());
    }
    for (let n = 1; n < pick.min && !BY_KEYBOARD; n++) await this.click(this.page.locator("#seats [data-ref].can:not(.picked)").first());
    await this.press("Space");
  }

  /** Attacks with one gesture, or passes. @param {{attack?: string[]}} now @param {string} phase @param {any} decision */
  async pass({ attack = [] }, phase, decision) {
    const all = this.page.locator(".actions .aside", { hasText: /^Attack/ });
    if (await all.count() === 0) return this.press("Space");
    if (attack.length === 0) return this.press(phase === "main" ? "e" : "Space");
    const names = await all.innerText();
    if (attack.length >= Number(/\d+/.exec(names)?.[0] ?? 1)) return this.press("a");
    const one = decision.options.find(({ do: what, by }) => what === "attack" && attack.includes(by));
    if (BY_KEYBOARD) return one ? this.type(decision, one) : this.press("Space");
    for (const ref of attack) await this.click(this.item(ref));
    return this.press("Space");
  }
}

const browser = await launch();
const total = { duels: 0, inputs: 0, drags: 0, prompts: 0, choices: 0, passes: 0, unfolds: 0, decisions: 0, real: 0, missed: 0, automatic: 0 };
/** @type {Player["kinds"]} */
const kinds = {};
for (let n = FIRST; n < FIRST + DUELS; n++) {
  const { id } = await ask(`/duel/${n}`, "POST");
  const visitor = await Visitor.open(browser, address, {});
  await visitor.page.addInitScript(() => { crypto.getRandomValues = (/** @type {any} */ list) => list.fill(7); }); // a fixed nonce, so that the cards are fixed
  await visitor.go(`#/play/${id}/0`, "#choices");
  const player = new Player(visitor, id);
  await player.play();
  const list = await ask(`/decisions/${id}`);
  const own = list.filter(({ auto }) => !auto);
  total.duels++;
  for (const [name, count] of Object.entries(player.count)) total[name] += count;
  for (const [name, kind] of Object.entries(player.kinds)) {
    kinds[name] ??= { prompts: 0, real: 0, passes: 0, inputs: 0 };
    for (const key of /** @type {const} */ (["prompts", "real", "passes", "inputs"])) kinds[name][key] += kind[key];
  }
  total.decisions += list.length;
  total.automatic += list.length - own.length;
  total.real += own.filter(({ real }) => real).length;
  total.missed += list.filter(({ auto, lost }) => auto && lost).length;
  await visitor.context.close();
  console.log(`duel ${n}: ${JSON.stringify(player.count)}, ${(total.inputs / total.real).toFixed(2)} inputs per real decision so far`);
}
console.table(kinds);
const misses = await ask("/save", "POST");
const percent = (/** @type {number} */ part) => `${(100 * part / total.prompts).toFixed(1)} %`;
console.log(`${total.duels} duels: ${total.decisions} decisions, ${total.automatic} answered by the server, ${total.real} real ones of the player
inputs   ${total.inputs}, ${total.drags} of them drags, ${(total.inputs / total.real).toFixed(2)} per real decision (target 1.3), ${(total.inputs / total.choices).toFixed(2)} per prompt with two options or more
prompts  ${total.prompts}, only a pass makes sense at ${total.passes} (${percent(total.passes)}, target 10 %)
missed   ${total.missed} decisions that the server answered at least 5 points below the best
${total.unfolds} choices needed the list; ${misses} judgements were not stored before`);
await browser.close();
stop();
