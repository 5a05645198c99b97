import { Closed } from "./errors.js";

/**
 * @typedef {object} Option a legal answer; references are those of the view
 * @property {number} id its place on the list
 * @property {string} do the ruleset's word for it: play, attack, pass, …
 * @property {string} text the whole option in words
 * @property {string} [card] name of the card
 * @property {string} [by] reference to the object that acts
 * @property {string} [on] reference to what it is aimed at
 * @property {string} [also] reference to the second aim
 *
 * @typedef {object} Game a game that the bot sits at
 * @property {string} id
 * @property {string} rules the name of the ruleset
 * @property {number} seat the bot's own
 * @property {object[]} seats who sits where
 * @property {object} [clock] absent when nobody is timed
 * @property {number} [seed] what a bot draws its own chance from; absent on a server
 * @property {{worlds: number, steps: number}} [budget] of the forward model; absent when there is none
 *
 * @typedef {object} Result the end of a game
 * @property {number[]} won the seats that have won
 * @property {boolean} draw
 * @property {string} reason
 * @property {object} view the last that the bot was shown
 * @property {object[]} events since its last decision
 */

/** What a bot is asked. options[0] is the default, which is played for it when its time is up. */
export class Decision {
  #client;
  #came = performance.now();

  /**
   * @param {import("./client.js").Client} client
   * @param {Game} game
   * @param {object} update
   * @param {object[]} events
   * @param {boolean} gap
   */
  constructor(client, game, update, events, gap) {
    this.#client = client;
    this.game = game;
    this.seat = game.seat;
    this.id = /** @type {number} */ (update.decision.id);
    /** @type {Option[]} */
    this.options = update.decision.options;
    this.view = update.view;
    /** What has happened since the last decision, in order. */
    this.events = events;
    /** Some events before these are left out. */
    this.gap = gap;
    this.turn = /** @type {number} */ (update.turn);
    this.awaiting = /** @type {number[]} */ (update.awaiting);
    /** @type {number | undefined} */
    this.endsMs = update.decision.ends_ms;
    /** How many forks and applies are left. */
    this.steps = game.budget?.steps ?? 0;
    this.open = true;
  }

  /** Milliseconds until the default is played; infinite when it is not timed. */
  timeLeft() {
    return this.endsMs === undefined ? Infinity : this.endsMs - (performance.now() - this.#came);
  }

  /**
   * Returns a world that looks to the seat as the game does now. What the seat
   * cannot know is drawn from seed, 0 to 2**53-1: equal seeds draw equal worlds.
   *
   * @param {number} [seed]
   * @param {{view?: boolean}} [ask] for what the seat would see
   * @returns {Promise<World>}
   */
  async fork(seed = 0, { view = false } = {}) {
    return new World(this, await this.call({ type: "fork", seed, view }));
  }

  /** Sends a fork or an apply of this decision. @param {object} message @returns {Promise<object>} */
  async call(message) {
    if (!this.open) throw new Closed("this decision has been answered: its worlds are gone");
    if (!this.game.budget) throw new Closed("there is no forward model here: decision.game.budget is not there");
    const world = await this.#client.call(message);
    this.steps--;
    return world;
  }

  /** Sends what is not answered. @param {object} message */
  tell(message) {
    if (this.open) this.#client.send(message);
  }
}

/**
 * A game made up from what the seat may know: what it shows of other seats is a
 * guess. All worlds of a decision are gone when it has been answered.
 */
export class World {
  /** @param {Decision} decision @param {object} message */
  constructor(decision, message) {
    this.decision = decision;
    this.#set(message);
  }

  #set(message) {
    /** @type {number} */
    this.id = message.fork;
    /** @type {number} */
    this.turn = message.turn;
    /** Who is asked first; -1 when it is over. @type {number} */
    this.seat = message.seat;
    /** @type {Option[]} */
    this.options = message.options;
    /** How each seat stands, from 0, lost, to 1000, won. @type {number[]} */
    this.values = message.values;
    /** @type {boolean} */
    this.over = message.over;
    /** @type {number[]} */
    this.won = message.won;
    /** Absent unless it was asked for. @type {object | undefined} */
    this.view = message.view;
    return this;
  }

  /** How the bot's own seat stands, from 0, lost, to 1000, won. */
  get value() {
    return this.values[this.decision.seat];
  }

  /**
   * Takes an option for the seat that is asked, and returns this world as it is
   * then.
   *
   * @param {Option | number} option
   * @param {{seed?: number, view?: boolean}} [ask] seed is mixed into its chance first, unless it is 0
   */
  async apply(option, { seed = 0, view = false } = {}) {
    const id = typeof option === "object" ? option.id : option;
    return this.#set(await this.decision.call({ type: "apply", fork: this.id, option: id, seed, view }));
  }

  /** Returns another world that is as this one. @param {{view?: boolean}} [ask] */
  async copy({ view = false } = {}) {
    return new World(this.decision, await this.decision.call({ type: "fork", from: this.id, view }));
  }

  /** Forgets the world, which makes room for another. */
  release() {
    this.decision.tell({ type: "release", fork: this.id });
  }
}
