// The server's HTTP surface. See docs/protocol.md.

/** What the server answers when it refuses, with its own words. */
export class ApiError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {object} [body] sent with POST
 * @returns {Promise<any>}
 */
async function call(path, body) {
  let response;
  try {
    response = await fetch(path, body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ApiError("unreachable", "The server cannot be reached. Is it still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(answer.code ?? "failed", answer.text ?? `The server answered ${response.status}.`);
  return answer;
}

/** @returns {Promise<{rules: import("./types.js").Rules[]}>} without cards and decks */
export const allRules = () => call("/api/rules");

/** @param {string} name @returns {Promise<import("./types.js").Rules>} */
export const rules = (name) => call(`/api/rules/${encodeURIComponent(name)}`);

/** @returns {Promise<{bots: import("./types.js").Bot[]}>} */
export const bots = () => call("/api/bots");

/** @returns {Promise<{games: import("./types.js").GameInfo[]}>} */
export const games = () => call("/api/games?status=open,live&limit=20");

/** @param {string} rules @param {string} by @returns {Promise<{games: import("./types.js").Ranked[]}>} */
export const rankings = (rules, by) => call(`/api/rankings?limit=10&rules=${encodeURIComponent(rules)}&by=${encodeURIComponent(by)}`);

/** @param {string} id @returns {Promise<import("./types.js").GameInfo>} */
export const game = (id) => call(`/api/games/${encodeURIComponent(id)}`);

/** @param {object} spec @returns {Promise<import("./types.js").GameInfo>} */
export const create = (spec) => call("/api/games", spec);
