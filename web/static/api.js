// The server's HTTP surface. See docs/protocol.md.

/** What the server answers when it refuses, with its own words. */
class ApiError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Asks the server, and throws what it says if it refuses. @param {string} path @param {RequestInit} [how] @returns {Promise<Response>} */
async function ask(path, how) {
  let response;
  try {
    response = await fetch(path, how);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("unreachable", "The server cannot be reached. Is it still running?");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new ApiError(answer.code ?? "failed", answer.text ?? `The server answered ${response.status}.`);
}

/**
 * @param {string} path
 * @param {object} [body] sent with POST
 * @param {string} [method] GET, or POST with a body, unless it is said
 * @param {Record<string, string>} [headers] more of them
 * @returns {Promise<any>}
 */
export async function call(path, body, method = body ? "POST" : "GET", headers = {}) {
  const response = await ask(path, { method, headers: { ...(body && { "Content-Type": "application/json" }), ...headers }, ...(body && { body: JSON.stringify(body) }) });
  return response.json().catch(() => ({}));
}

/** @returns {Promise<{rules: import("./types.js").Rules[]}>} without cards and decks */
export const allRules = () => call("/api/rules");

/** @param {string} name @returns {Promise<import("./types.js").Rules>} */
export const rules = (name) => call(`/api/rules/${encodeURIComponent(name)}`);

/** @returns {Promise<{bots: import("./types.js").Bot[], levels: import("./types.js").Level[]}>} */
export const bots = () => call("/api/bots");

/** @param {{rules?: string, clock?: string, text?: string}} filter @returns {Promise<{games: import("./types.js").GameInfo[], waiting?: ?number}>} those that are not over, the newest first; waiting are not back yet after a restart, and not listed (null: it is not known yet how many) */
export const games = (filter) => call(`/api/games?${new URLSearchParams({ status: "open,live", limit: "30", ...filter })}`);

/** @param {string} rules @param {string} by @returns {Promise<{games: import("./types.js").Ranked[]}>} */
export const rankings = (rules, by) => call(`/api/rankings?limit=10&rules=${encodeURIComponent(rules)}&by=${encodeURIComponent(by)}`);

/** @param {string} id @returns {Promise<import("./types.js").GameInfo>} */
export const game = (id) => call(`/api/games/${encodeURIComponent(id)}`);

/** @param {object} spec @returns {Promise<import("./types.js").GameInfo>} */
export const create = (spec) => make("/api/games", spec);

/**
 * Makes one game, however often it has to ask: an answer may be lost.
 *
 * @param {string} path @param {object} spec @returns {Promise<import("./types.js").GameInfo>}
 */
async function make(path, spec) {
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
 * @typedef {object} Self who somebody is to the server
 * @property {"guest" | "bot" | "operator" | "anonymous"} kind
 * @property {string} [id]
 * @property {string} [name]
 */

/** Makes a guest of this browser, unless it is one. @returns {Promise<Self>} */
export const openSession = () => call("/api/session", undefined, "POST");

/** @typedef {import("./types.js").GameInfo & {mine: number[], since_ms: number}} OwnGame */

/** @returns {Promise<{games: OwnGame[]}>} the games in which this browser has a seat, the newest first */
export const ownGames = () => call("/api/me/games?limit=20");

/** A game with whoever wants one on the same terms; ask again while waiting. @param {import("./types.js").Quick & {bot?: string}} terms with a bot: a game with that one instead @returns {Promise<import("./types.js").Match>} */
export const quick = (terms) => call("/api/quick", terms);

/** A game like one that is over, with the same players. @param {string} id @param {string} [key] of the seat, for who has no session @returns {Promise<{game: string, seat: number}>} */
export const rematch = (id, key) => call(`/api/games/${encodeURIComponent(id)}/rematch`, key ? { key } : {});

const ofGame = (id, what) => `/api/games/${encodeURIComponent(id)}/${what}`;

/** Some steps of a game that is over. @param {string} id @param {string} viewpoint "all", "watcher", or the number of a seat @param {number} from @param {number} count @returns {Promise<import("./types.js").ReplayPage>} */
export const replay = (id, viewpoint, from, count) => call(ofGame(id, `replay?seat=${viewpoint}&from=${from}&count=${count}`));

/** @param {string} id @returns {Promise<import("./types.js").Proof>} */
export const proof = (id) => call(ofGame(id, "proof"));

/** A new game from a step of one that is over. @param {string} id @param {number} step @param {{bot?: string}[]} seats @param {boolean} hidden @returns {Promise<import("./types.js").GameInfo>} */
export const playFrom = (id, step, seats, hidden) => make(ofGame(id, "play-from"), { step, seats, private: hidden });

/** The address of the log of a game. @param {string} id */
export const logOf = (id) => ofGame(id, "log");

/** A Go test that plays a game up to a step. @param {string} id @param {number} step @returns {Promise<string>} */
export const testOf = async (id, step) => (await ask(ofGame(id, `test?step=${step}`))).text();

/** @typedef {{n: number, bot: string, chances: number[]}} Stood how the seats stood after a step */

/**
 * How the seats of a game stood, step by step, as it is worked out.
 * @param {string} id @param {string} viewpoint @param {AbortSignal} signal ends it
 * @returns {AsyncGenerator<Stood>}
 */
export async function* chances(id, viewpoint, signal) {
  const { body } = await ask(ofGame(id, `chances?seat=${viewpoint}`), { signal });
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
 * @typedef {{at_ms: number, decision: number, text: string}} Output what a process has written on its standard error
 * @typedef {{at_ms: number, decision: number, kind: string, text?: string}} Fault
 * @typedef {{shown: boolean, stderr: Output[], faults: Fault[]}} Process of a bot that the server runs from a command
 * @typedef {{game: string, seat: number, name?: string, kind: string, over: boolean, steps: number, list: Decided[], process?: Process}} Decisions
 */

/**
 * What a seat was asked, knew and chose.
 * @param {string} id @param {number} seat
 * @param {{from?: number, count?: number, views?: "no", key?: string}} [which] key: that of the seat, for who has no session
 * @returns {Promise<Decisions>}
 */
export function decisions(id, seat, { key, ...which } = {}) {
  const query = new URLSearchParams(Object.entries({ seat, ...which }).map(([name, value]) => [name, String(value)]));
  return call(ofGame(id, `decisions?${query}`), undefined, "GET", key ? { "Seat-Key": key } : {});
}

/** @returns {Promise<{tokens: import("./types.js").BotToken[]}>} those of the player's own bots */
export const tokens = () => call("/api/tokens");

/** @param {string} name of the bot @param {string[]} scopes @returns {Promise<import("./types.js").BotToken & {token: string}>} with the token, which is told this once */
export const newToken = (name, scopes) => call("/api/tokens", { name, scopes });

/** @param {string} id */
export const revokeToken = (id) => call(`/api/tokens/${encodeURIComponent(id)}`, undefined, "DELETE");

/** The games of a bot of this server, the newest first. @param {string} name @returns {Promise<{games: import("./types.js").GameInfo[]}>} */
export const gamesWith = (name) => call(`/api/games?${new URLSearchParams({ status: "live,over", text: name, limit: "100" })}`);

/** The games of a bot of the player's own. @param {string} id of the bot @returns {Promise<{games: OwnGame[]}>} */
export const gamesOfBot = (id) => call(`/api/me/games?limit=100&bot=${encodeURIComponent(id)}`);

/** @typedef {{name: string, kind: string, rating: number, deviation: number, provisional?: boolean, games: number, won: number, drawn: number, lost: number, you?: boolean}} Rated */

/** @param {string} rules @returns {Promise<{players: Rated[]}>} */
export const ratings = (rules) => call(`/api/ratings?limit=200&rules=${encodeURIComponent(rules)}`);

/** The game that a ruleset is learned by. @param {string} rules @returns {Promise<import("./types.js").GameInfo>} */
export const lesson = (rules) => call(`/api/learn/${encodeURIComponent(rules)}`, {});

/** Whether a deck may be played. @param {string} rules @param {string} deck the text of a deck file @returns {Promise<{ok: boolean, problems: string[]}>} */
export const checkDeck = (rules, deck) => call(`/api/rules/${encodeURIComponent(rules)}/deck`, { deck });

/**
 * @typedef {{value: number, interval: [number, number]}} Estimate
 * @typedef {object} Report of a match or a tournament
 * @property {string} title @property {string} rules @property {number} games
 * @property {{name: string, elo?: Estimate, games: number, wins: number, draws: number, score: Estimate, faults: number, answers: number, p50_ms: number, p99_ms: number}[]} bots
 * @property {{name: string, text: string}[]} facts
 * @property {{elo0: number, elo1: number, lower: number, upper: number, llr: number, state: "continue" | "accept H0" | "accept H1"}} [sprt]
 * @property {string} [first] whose course it is
 * @property {{games: number, score: number, low: number, high: number, llr: number}[]} [curve]
 * @property {{id: string, title: string, about?: string, head: string[], rows: {cells: string[], kept?: string}[]}[]} tables
 * @typedef {{name: string, changed_ms: number, bytes: number, planned?: number, running: boolean, over: boolean, problem?: string, summary?: Report}} Match
 */

/** @param {string} name @param {string} [what] of a match: csv, file, kept/FILE; its report without */
export const ofMatch = (name, what) => `/api/matches/${encodeURIComponent(name)}${what ? `/${what}` : ""}`;

/** @param {string} [bot] whose alone @returns {Promise<{matches: Match[]}>} the latest first */
export const matches = (bot) => call(`/api/matches${bot ? `?bot=${encodeURIComponent(bot)}` : ""}`);

/** @param {string} name @returns {Promise<Match>} */
export const match = (name) => call(ofMatch(name));
