import { Closed, GamedError, Refused } from "./errors.js";

/** The maximum number of seeds, and of paths, in one message. */
const MOST_ROLLOUTS = 1024;

/** Returns a number if it is a valid seed, or else throws GamedError with the field. */
function seedOf(number, field = "seed") {
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new GamedError(`${field}: ${String(number)} is not a seed; use an integer from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

/** Returns the id of an option, which may be the id itself. */
const idOf = (option) => (typeof option === "object" ? option?.id : option);

/** Returns the id of an option, or throws Refused if options does not have it. */
function optionOf(option, options) {
  const id = idOf(option);
  if (Number.isInteger(id) && id >= 0 && id < options.length) return id;
  throw new Refused("illegal", `${String(option?.text ?? option)} is not an option of this position, whose ids are 0 to ${options.length - 1}`);
}

/**
 * @typedef {object} Option a legal answer; references name objects of the view
 * @property {number} id the index in the list
 * @property {string} do the ruleset's verb: play, attack, pass, …
 * @property {string} text the option as text
 * @property {string} [card] name of the card
 * @property {string} [by] reference to the acting object
 * @property {string} [on] reference to the target
 * @property {string} [also] reference to the second target
 *
 * @typedef {object} Pick a request for cards; a bot answers with an array of the cards, or of their ids
 * @property {number} min the fewest cards
 * @property {number} max the most cards
 * @property {string} does what happens to a picked card, such as "discard"
 * @property {string} from where the cards are, such as "hand"
 * @property {boolean} [ordered] whether the order of the answer counts
 * @property {Option[]} cards one for each copy of a card
 *
 * @typedef {object} Game a game the bot plays
 * @property {string} id
 * @property {string} rules the name of the ruleset
 * @property {number} seat the bot's seat
 * @property {object[]} seats the players by seat
 * @property {object} [clock] absent without a clock
 * @property {number} [seed] the seed for the bot's own randomness; absent if the bot has connected to a server
 * @property {{worlds: number, steps: number}} [budget] of the forward model; absent without a forward model
 *
 * @typedef {object} Result the result of a game
 * @property {number[]} won the winning seats
 * @property {boolean} draw
 * @property {string} reason
 * @property {object} view the bot's last view
 * @property {object[]} events the events since the bot's last decision
 */

/** A decision. options[0] is the default, which the server plays on timeout. */
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
    /** Present when the decision asks for cards. @type {Pick | undefined} */
    this.pick = update.decision.pick;
    this.view = update.view;
    /** The events since the last decision, in order. */
    this.events = events;
    /** Whether some earlier events are missing. */
    this.gap = gap;
    this.turn = /** @type {number} */ (update.turn);
    this.awaiting = /** @type {number[]} */ (update.awaiting);
    /** @type {number | undefined} */
    this.endsMs = update.decision.ends_ms;
    /** The steps of the forward model that are left for this decision. */
    this.steps = game.budget?.steps ?? 0;
    this.open = true;
  }

  /** Returns the milliseconds until the timeout, or Infinity without a clock. */
  timeLeft() {
    return this.endsMs === undefined ? Infinity : this.endsMs - (performance.now() - this.#came);
  }

  /**
   * Returns a world that matches the seat's view. The seed, an integer from 0 to 2**53-1, fixes
   * everything the seat cannot see: equal seeds give equal worlds.
   *
   * @param {number} [seed]
   * @param {{view?: boolean}} [options] view: include the seat's view
   * @returns {Promise<World>}
   */
  async fork(seed = 0, { view = false } = {}) {
    return new World(this, await this.call({ type: "fork", seed: seedOf(seed), view }));
  }

  /**
   * Plays ahead in one world for each seed and path, with one message. A path is an option,
   * its id, or an array of ids to apply one after another. Without paths there is one empty path.
   * Returns an array for each path, with an estimate for each seed from 0 (lost) to 1000 (won).
   * The last estimates are missing when the steps are spent.
   *
   * @param {number[]} seeds
   * @param {(Option | number | number[])[]} [paths]
   * @param {{until?: "now" | "turn" | "game", play?: "default" | "random", seat?: number}} [how] until: the
   *   end of each rollout; play: the options after the path; seat: whose estimates to return
   * @returns {Promise<number[][]>}
   */
  rollouts(seeds, paths, how) {
    return this.roll({}, this.options, seeds, paths, how);
  }

  /** Sends rollouts from a world, or from the decision. @returns {Promise<number[][]>} */
  async roll(from, options, seeds, paths, { until = "turn", play = "default", seat = this.seat } = {}) {
    for (const [field, value, allowed] of [["until", until, ["now", "turn", "game"]], ["play", play, ["default", "random"]]]) {
      if (!allowed.includes(value)) throw new GamedError(`${field}: ${String(value)} is not allowed; use one of ${allowed.join(", ")}`);
    }
    const lists = paths?.map((path) => {
      if (!Array.isArray(path)) return [optionOf(path, options)];
      return path.map((option, i) => {
        const id = idOf(option);
        if (i === 0) return optionOf(option, options);
        if (Number.isInteger(id) && id >= 0) return id; // the arena or the server checks whether it is legal
        throw new Refused("illegal", `${String(id)} in a path is not an option; use options, or their ids`);
      });
    }) ?? [[]];
    const checked = seeds.map((seed) => seedOf(seed, "seeds"));
    for (const [field, { length }] of Object.entries({ seeds, paths: lists })) {
      if (length > MOST_ROLLOUTS) {
        throw new GamedError(`${field}: ${length} ${field}, and a message has at most ${MOST_ROLLOUTS}; call rollouts more than once`);
      }
    }
    if (seeds.length === 0 || lists.length === 0) return lists.map(() => []);
    const { values, steps } = await this.send({ type: "rollouts", ...from, seeds: checked, paths: lists, until, play });
    this.steps -= steps;
    return lists.map((_, i) => values.filter((_, n) => n % lists.length === i).map((all) => all[seat]));
  }

  /**
   * Returns the ids of the cards in an answer to the pick, or throws if the answer is
   * not valid.
   *
   * @param {(Option | number)[]} answer
   * @returns {number[]}
   */
  ids(answer) {
    const { min, max, cards } = /** @type {Pick} */ (this.pick);
    const returned = `choose returned [${answer.map((card) => card?.text ?? String(card)).join(", ")}]`;
    const ids = answer.map((card) => (typeof card === "number" ? card : cards.indexOf(card)));
    if (!ids.every((id) => id in cards)) {
      throw new GamedError(`${returned}; pick from decision.pick.cards, or their ids from 0 to ${cards.length - 1}`);
    }
    if (new Set(ids).size < ids.length) throw new GamedError(`${returned}; pick each card once`);
    if (ids.length < min || ids.length > max) throw new GamedError(`${returned}; pick ${min} to ${max} cards`);
    return ids;
  }

  /** Sends a fork or an apply of this decision. @param {object} message @returns {Promise<object>} */
  async call(message) {
    const world = await this.send(message);
    this.steps--;
    return world;
  }

  /** Sends a message about worlds and returns the answer. @param {object} message @returns {Promise<any>} */
  async send(message) {
    if (!this.open) throw new Closed("this decision is answered; its worlds no longer exist");
    if (!this.game.budget) {
      throw new Refused("no_forks", "this game has no forward model: start the match with --worlds 64, or create the " +
        'game with "forks":{"worlds":64,"steps":10000}; a bot that needs the forward model sets forks: true');
    }
    return this.#client.call(message);
  }

  /** Sends a message without a reply. @param {object} message */
  tell(message) {
    if (this.open) this.#client.send(message);
  }
}

/**
 * A possible game that matches the seat's view; hidden cards are a guess. Answering the
 * decision releases all its worlds.
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
    /** The seat that the world asks; -1 when the game is over. @type {number} */
    this.seat = message.seat;
    /** @type {Option[]} */
    this.options = message.options;
    /** An estimate for each seat, from 0 (lost) to 1000 (won). @type {number[]} */
    this.values = message.values;
    /** @type {boolean} */
    this.over = message.over;
    /** @type {number[]} */
    this.won = message.won;
    /** Absent unless requested. @type {object | undefined} */
    this.view = message.view;
    return this;
  }

  /** The estimate for the bot's seat, from 0 (lost) to 1000 (won). */
  get value() {
    return this.values[this.decision.seat];
  }

  /**
   * Applies an option of the world's seat, and returns this world.
   *
   * @param {Option | number} option
   * @param {{seed?: number, view?: boolean}} [options] seed: a value other than 0 changes later random events
   */
  async apply(option, { seed = 0, view = false } = {}) {
    const id = optionOf(option, this.options);
    return this.#set(await this.decision.call({ type: "apply", fork: this.id, option: id, seed: seedOf(seed), view }));
  }

  /**
   * Plays ahead from this world, as Decision.rollouts does. This world does not change.
   *
   * @param {number[]} seeds
   * @param {(Option | number | number[])[]} [paths]
   * @param {{until?: "now" | "turn" | "game", play?: "default" | "random", seat?: number}} [how]
   */
  rollouts(seeds, paths, how) {
    return this.decision.roll({ from: this.id }, this.options, seeds, paths, how);
  }

  /** Returns a copy of this world. @param {{view?: boolean}} [options] */
  async copy({ view = false } = {}) {
    return new World(this.decision, await this.decision.call({ type: "fork", from: this.id, view }));
  }

  /** Releases the world, which frees its slot in the budget. */
  release() {
    this.decision.tell({ type: "release", fork: this.id });
  }
}
