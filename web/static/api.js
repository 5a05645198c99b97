// The server's HTTP API. See docs/protocol.md.

/** The error of a request: the server's code and text, or the code unreachable if the server did not respond. */
class ApiError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Sends a request and throws an ApiError unless the server accepts it, or an AbortError if its signal stops it. @param {string} path @param {RequestInit} [how] @returns {Promise<Response>} */
async function request(path, how) {
  let response;
  try {
    response = await fetch(path, how);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("unreachable", "Server not reachable. Check your connection.");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new ApiError(answer.code ?? "failed", answer.text ?? `Server error ${response.status}.`);
}

/**
 * @param {string} path
 * @param {object} [body] sent with POST
 * @param {string} [method] by default POST with a body and GET without
 * @param {Record<string, string>} [headers] additional headers
 * @returns {Promise<any>}
 */
async function call(path, body, method = body ? "POST" : "GET", headers = {}) {
  const response = await request(path, { method, headers: { ...(body && { "Content-Type": "application/json" }), ...headers }, ...(body && { body: JSON.stringify(body) }) });
  return response.json().catch(() => ({}));
}

/** @returns {Promise<{rules: import("./types.js").Rules[], notice?: string}>} without cards and decks; the notice during maintenance */
export const allRules = () => call("/api/rules");

const ofGame = (id, what) => `/api/games/${encodeURIComponent(id)}/${what}`;

/** Reports a player to the server's operator. @param {string} game @param {number} seat @param {string} text */
export const report = (game, seat, text) => call(ofGame(game, "reports"), { seat, text });

/** @param {string} name @returns {Promise<import("./types.js").Rules>} */
export const rules = (name) => call(`/api/rules/${encodeURIComponent(name)}`);

/** @returns {Promise<{bots: import("./types.js").Bot[], levels: import("./types.js").Level[]}>} */
export const bots = () => call("/api/bots");

/** @param {{rules?: string, clock?: string, text?: string, status?: string}} filter @returns {Promise<{games: import("./types.js").GameInfo[], waiting?: ?number}>} games, newest first; without a status, the open and running games. The field waiting counts the games not loaded yet after a restart; null means unknown. */
export const games = (filter) => call(`/api/games?${new URLSearchParams({ status: "open,live", limit: "30", ...filter })}`);

/** @param {string} rules @param {string} by @returns {Promise<{games: import("./types.js").RankedSeat[]}>} */
export const rankings = (rules, by) => call(`/api/rankings?limit=10&rules=${encodeURIComponent(rules)}&by=${encodeURIComponent(by)}`);

/** @param {string} id @returns {Promise<import("./types.js").GameInfo>} */
export const game = (id) => call(`/api/games/${encodeURIComponent(id)}`);

/** @param {object} spec @returns {Promise<import("./types.js").GameInfo>} */
export const create = (spec) => createOnce("/api/games", spec);

/**
 * Creates one game. The idempotency key makes it safe to retry after a lost response.
 *
 * @param {string} path @param {object} spec @returns {Promise<import("./types.js").GameInfo>}
 */
async function createOnce(path, spec) {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  for (let tries = 1; ; tries++) {
    try {
      return await call(path, spec, "POST", { "Idempotency-Key": key });
    } catch (why) {
      if (tries === 4 || !(why instanceof ApiError && ["unreachable", "unavailable"].includes(why.code))) throw why;
      await new Promise((done) => setTimeout(done, 500 * tries));
    }
  }
}

/**
 * @typedef {object} Self the player's identity on the server
 * @property {"guest" | "bot" | "operator" | "anonymous"} kind
 * @property {string} [id]
 * @property {string} [name]
 * @property {string} [face] one of FACES in kit/art.js, absent before the first choice
 * @property {boolean} [hidden] whether the guest hides from others
 */

/** Opens a guest session unless this browser has one. @returns {Promise<Self>} */
export const openSession = () => call("/api/session", undefined, "POST");

/** Changes the guest's name, face or visibility. @param {{name?: string, face?: string, hidden?: boolean}} wish @returns {Promise<Self>} */
export const introduce = (wish) => call("/api/session", wish, "PATCH");

/** @typedef {import("./types.js").GameInfo & {mine: number[], since_ms: number, results: Result[]}} OwnGame results by seat */

/** @typedef {{game: string, rules: string, name: string, face?: string, since_ms: number}} Invitation name and face: of the host */

/** @returns {Promise<{games: OwnGame[], invitations?: Invitation[]}>} the player's own games and the open invitations to the player, newest first */
export const ownGames = () => call("/api/me/games?limit=20");

/** @typedef {{name: string, face?: string, state?: "here" | "playing" | "away", seen?: string, invited?: string}} Person seen: a day in UTC; invited: the game of the player's open invitation */

/** @returns {Promise<{people: Person[], muted: string[]}>} the people of the player's games, most recent first */
export const people = () => call("/api/me/people");

/** Mutes or unmutes a person. @param {string} name @param {boolean} muted */
export const mute = (name, muted) => call(`/api/me/people/${encodeURIComponent(name)}`, { muted }, "PATCH");

/** Creates a private game and invites a person to it. @param {object} spec as for a game, with the person's name in "to" @returns {Promise<import("./types.js").GameInfo>} */
export const invite = (spec) => createOnce("/api/me/invitations", spec);

/** Declines or withdraws an invitation. @param {string} game */
export const endInvitation = (game) => call(`/api/me/invitations/${encodeURIComponent(game)}`, undefined, "DELETE");

/** Finds an opponent who accepts the given terms. Repeat the request while waiting. @param {import("./types.js").Quick & {bot?: string}} terms bot: play this bot instead @returns {Promise<import("./types.js").FoundGame>} */
export const quick = (terms) => call("/api/quick", terms);

/** The number of players who wait for the given terms, and how long such a wait usually lasts. @param {import("./types.js").Quick} terms @returns {Promise<import("./types.js").Queue>} */
export const lookQuick = (terms) => call("/api/quick", { ...terms, look: true });

/** Stops waiting for an opponent. @param {import("./types.js").Quick} terms @param {string} [ticket] of a player without a session @returns {Promise<void>} */
export const cancelQuick = (terms, ticket) => call("/api/quick", { ...terms, cancel: true, ...(ticket && { ticket }) });

/** Creates a rematch of a finished game. @param {string} id @param {string} [key] the seat's key, for players without a session @returns {Promise<{game: string, seat: number}>} */
export const rematch = (id, key) => call(ofGame(id, "rematch"), key ? { key } : {});

/** Steps of a finished game. @param {string} id @param {string} viewpoint "all", "watcher", or the number of a seat @param {number} from @param {number} count @returns {Promise<import("./types.js").ReplayPage>} */
export const replay = (id, viewpoint, from, count) => call(ofGame(id, `replay?seat=${viewpoint}&from=${from}&count=${count}`));

/** @param {string} id @returns {Promise<import("./types.js").Proof>} */
export const proof = (id) => call(ofGame(id, "proof"));

/** Creates a game that starts from a step of a finished game. @param {string} id @param {number} step @param {{bot?: string}[]} seats @param {boolean} hidden @returns {Promise<import("./types.js").GameInfo>} */
export const playFrom = (id, step, seats, hidden) => createOnce(ofGame(id, "play-from"), { step, seats, private: hidden });

/** The URL of a game's log. @param {string} id */
export const logOf = (id) => ofGame(id, "log");

/** A Go test that replays a game up to a step. @param {string} id @param {number} step @returns {Promise<string>} */
export const testOf = async (id, step) => (await request(ofGame(id, `test?step=${step}`))).text();

/** @typedef {{n: number, bot: string, chances: number[]}} Evaluation each seat's winning chances after a step */

/**
 * Streams the winning chances of each step while the server computes them.
 * @param {string} id @param {string} viewpoint @param {AbortSignal} signal stops the computation
 * @returns {AsyncGenerator<Evaluation>}
 */
export async function* chances(id, viewpoint, signal) {
  const { body } = await request(ofGame(id, `chances?seat=${viewpoint}`), { signal });
  const reader = /** @type {ReadableStream} */ (body).pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value = "" } = await reader.read();
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) return;
  }
}

/**
 * @typedef {import("./types.js").ReplayDecision & {info?: string, refused?: {at_ms: number, option: number, code: string, info: string}[]}} Decided
 * @typedef {{at_ms: number, decision: number, text: string}} Output text from a process's standard error
 * @typedef {{at_ms: number, decision: number, kind: string, text?: string}} Fault
 * @typedef {{shown: boolean, stderr: Output[], faults: Fault[]}} Process a bot process run by the server
 * @typedef {{game: string, seat: number, name?: string, kind: string, over: boolean, steps: number, list: Decided[], process?: Process}} Decisions
 */

/**
 * The decisions of a seat, with the views and options it had.
 * @param {string} id @param {number} seat
 * @param {{from?: number, count?: number, key?: string}} [which] key: the seat's key, for players without a session
 * @returns {Promise<Decisions>}
 */
export function decisions(id, seat, { key, ...which } = {}) {
  const query = new URLSearchParams(Object.entries({ seat, ...which }).map(([name, value]) => [name, String(value)]));
  return call(ofGame(id, `decisions?${query}`), undefined, "GET", key ? { "Seat-Key": key } : {});
}

/** @returns {Promise<{tokens: import("./types.js").BotToken[]}>} tokens of the player's bots */
export const tokens = () => call("/api/tokens");

/** @param {string} name of the bot @param {string[]} scopes @returns {Promise<import("./types.js").BotToken & {token: string}>} the only response that contains the token itself */
export const newToken = (name, scopes) => call("/api/tokens", { name, scopes });

/** @param {string} id */
export const revokeToken = (id) => call(`/api/tokens/${encodeURIComponent(id)}`, undefined, "DELETE");

/**
 * @typedef {"won" | "lost" | "drawn" | "running" | "aborted"} Result of a game for a seat
 * @typedef {import("./types.js").GameInfo & {seat: number, result: Result}} BotGame
 * @typedef {{value: number, interval: [number, number]}} Estimate with its 95% interval
 * @typedef {object} BotRecord
 * @property {string} name
 * @property {string} [about]
 * @property {boolean} [command] whether the server runs the bot as a command
 * @property {boolean} [own] whether the player owns the bot
 * @property {string[]} [scopes] of the player's own bot
 * @property {Record<Result, number>} results
 * @property {Estimate} [won] the share of the finished games that the bot won
 * @property {{rules: string, seats: number, games: number, won: Estimate}[]} groups
 * @property {{rules: string, rating: number, deviation: number, provisional?: boolean}[]} ratings
 * @property {{games: number, timed: number, late: number, refused: number, failed: number, median_ms: number, p99_ms: number, longest_ms: number, times: {below_ms?: number, n: number}[]}} answers in its newest games
 * @property {BotGame[]} games newest first
 */

/** The record of a bot. @param {string} name of a server bot, or the id of the player's own bot @returns {Promise<BotRecord>} */
export const record = (name) => call(`/api/bots/${encodeURIComponent(name)}/record`);

/** @typedef {{name: string, kind: string, rating: number, deviation: number, provisional?: boolean, games: number, won: number, drawn: number, lost: number, you?: boolean}} Rated */

/** @param {string} rules @param {string} [against] a player's name @returns {Promise<{players: Rated[], stake?: {win: number, lose: number}}>} stake: the change of the player's own rating by a duel with that player */
export const ratings = (rules, against = "") => call(`/api/ratings?limit=200&rules=${encodeURIComponent(rules)}${against && `&against=${encodeURIComponent(against)}`}`);

/** @param {string} rules @returns {Promise<{lessons: import("./types.js").Lesson[], puzzles: import("./types.js").Puzzle[] | null}>} the lessons and puzzles of a ruleset, in order */
export const lessons = (rules) => call(`/api/learn/${encodeURIComponent(rules)}`);

/** @typedef {{decks: string[], view: any}} PuzzlePosition the decks by seat, and the view of seat 0 */

/** @typedef {{tried?: number, solved?: number}} PuzzleCount the numbers of players who tried and solved a puzzle */

const puzzlePath = (/** @type {string} */ rules, /** @type {string} */ id) => `/api/learn/${encodeURIComponent(rules)}/puzzles/${encodeURIComponent(id)}`;

/** The position of a puzzle, without a game. @param {string} rules @param {string} id @returns {Promise<PuzzlePosition>} */
export const puzzle = (rules, id) => call(puzzlePath(rules, id));

/** Adds the player to the number of players who solved the puzzle. @param {string} rules @param {string} id @param {string} game that the player has won @returns {Promise<PuzzleCount>} */
export const solvePuzzle = (rules, id, game) => call(puzzlePath(rules, id), { game });

/** Starts the game of a lesson or a puzzle. @param {string} rules @param {{lesson: string} | {puzzle: string}} wish its id @returns {Promise<import("./types.js").GameInfo>} */
export const learn = (rules, wish) => call(`/api/learn/${encodeURIComponent(rules)}`, wish);

/** Checks whether a deck is legal. @param {string} rules @param {string} deck the text of a deck file @returns {Promise<{ok: boolean, problems: string[]}>} */
export const checkDeck = (rules, deck) => call(`/api/rules/${encodeURIComponent(rules)}/deck`, { deck });

/**
 * @typedef {{games: number, won: number, drawn: number}} Tally of finished games
 * @typedef {Tally & {name?: string}} Opponent results against a ready deck, or against all other decks
 * @typedef {Tally & {cards: Object<string, number>, against: Opponent[]}} DeckResults
 */

/** The player's results with each deck in their newest games. @param {string} rules @returns {Promise<{decks: DeckResults[]}>} */
export const deckResults = (rules) => call(`/api/me/decks?rules=${encodeURIComponent(rules)}`);

/**
 * @typedef {object} Report of a match or a tournament
 * @property {string} title @property {string} rules @property {number} games
 * @property {{name: string, elo?: {value: number, interval: [number | null, number | null]}, games: number, wins: number, draws: number, score: Estimate, faults: number, answers: number, p50_ms: number, p99_ms: number}[]} bots
 * @property {{name: string, text: string}[]} facts
 * @property {{elo0: number, elo1: number, lower: number, upper: number, llr: number, state: "continue" | "accept H0" | "accept H1", verdict: string}} [sprt]
 * @property {string} [first] the bot whose score the curve shows
 * @property {{games: number, score: number, low: number, high: number, llr: number}[]} [curve]
 * @property {{id: string, title: string, about?: string, head: string[], rows: {cells: string[], kept?: string}[]}[]} tables
 * @typedef {{name: string, changed_ms: number, bytes: number, planned?: number, running: boolean, over: boolean, problem?: string, replays?: boolean, summary?: Report}} Match
 */

/** The URL of a match report, or of one of its files. @param {string} name @param {string} [what] csv, file, or kept/FILE */
export const ofMatch = (name, what) => `/api/matches/${encodeURIComponent(name)}${what ? `/${what}` : ""}`;

/** @param {string} [bot] only matches of this bot @returns {Promise<{matches: Match[]}>} newest first */
export const matches = (bot) => call(`/api/matches${bot ? `?bot=${encodeURIComponent(bot)}` : ""}`);

/** @param {string} name @returns {Promise<Match>} */
export const match = (name) => call(ofMatch(name));
