// Positions of Elements with full boards, which no test game would reach. The page plays a
// real game, but the first update carries such a position.

/** @typedef {{phase?: string, tokens?: number, hand?: number, stack?: number}} Fill */

/**
 * The view of seat 0 at a full table.
 * @param {any[]} cards of the rules @param {number} seats @param {Fill} [fill]
 */
export function fullView(cards, seats, { phase = "main", tokens = 8, hand = 12, stack = 0 } = {}) {
  const beings = cards.filter(({ type }) => type === "being");
  const names = cards.filter(({ cost }) => cost).map(({ name }) => name);
  const spells = cards.filter(({ type }) => type === "spell");
  let id = 0;
  const sides = Array.from({ length: seats }, (_, seat) => ({
    seat, life: 7 - seat, future: 12, hand: seat === 0 ? hand : 6, top: [], past: names.slice(20, 27),
    karma: { white: 1, red: 3, green: 2, blue: 1, black: 5 }, active: { red: 2, green: 1, black: 4 },
    cards: seat === 0 ? names.slice(3, 3 + hand) : [],
    present: Array.from({ length: tokens }, (_, i) => {
      const { name, type, stats } = beings[(i * 3 + seat * 5) % beings.length];
      const [attack, health] = stats.split("/").map(Number);
      return { id: `t${++id}`, card: name, type, owner: seat, attack, health, hurt: i % 4 === 1 ? 1 : 0, awake: i % 3 !== 2 };
    }),
  }));
  const frames = Array.from({ length: stack }, (_, i) => ({ id: `f${i + 2}`, phase: "play", seat: i % seats, card: spells[i].name, on: i % 2 ? `t${i + 1}` : `s${(i + 1) % seats}` }));
  return { turn: 9, active: 0, seat: 0, asks: "", stack: [{ id: "f1", phase, seat: 0 }, ...frames], sides };
}

/**
 * Opens a new game and replaces its first update; later updates are dropped.
 * @param {ReturnType<typeof import("./setup.mjs").setup>} fixture
 * @param {any[]} cards of the rules
 * @param {object} how
 * @param {number} how.seats @param {Fill} [how.fill]
 * @param {(view: any) => object[]} [how.options] of the open decision, without ids
 * @param {(view: any) => void} [how.change] changes the view
 * @param {object[]} [how.events] of the first update
 * @param {object} [how.clock] of the game
 * @param {Parameters<typeof fixture.open>[0]} [how.visitor]
 */
export async function sitAt(fixture, cards, { seats, fill, options = () => [{ do: "pass", text: "pass" }], change, events = [], clock, visitor: opening }) {
  const { id } = await fixture.server.request("/api/games", { rules: "elements", private: true, seats: [{}, ...Array(seats - 1).fill({ bot: "random" })], clock });
  const visitor = await fixture.open(opening);
  const sent = [];
  /** Sends a message to the page. @type {(message: object) => void} */
  let push = () => {};
  let number = 0;
  let asked = 99;
  await visitor.page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    let shown = false;
    push = (message) => socket.send(JSON.stringify({ game: id, ...message }));
    far.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "patch") return; // the test sends the later updates itself
      if (message.type === "update") {
        if (shown) return;
        shown = true;
        number = message.n;
        const view = fullView(cards, seats, fill);
        change?.(view);
        Object.assign(message, { view, events, awaiting: [0], turn: view.turn, decision: { id: 99, options: options(view).map((option, i) => ({ id: i, ...option })) } });
      }
      socket.send(JSON.stringify(message));
    });
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (["choose", "pick", "settings"].includes(message.type)) sent.push(message);
      if (!["choose", "pick"].includes(message.type)) far.send(text);
    });
  });
  await visitor.go(`#/play/${id}/0`, "#seats .side");
  await visitor.page.locator("#choices.yours").waitFor();
  /** Sends an update. @param {any} view @param {object[]} events @param {object[] | null} answers the options of the next decision @param {object} [more] further fields */
  const update = (view, events, answers, more = {}) => {
    const list = events.map((event) => ({ n: ++number, seat: 1, depth: 0, ...event }));
    push({ type: "update", n: number, turn: view.turn, awaiting: answers ? [0] : [1], view, events: list, ...(answers && { decision: { id: ++asked, options: answers.map((option, i) => ({ id: i, ...option })) } }), ...more });
  };
  return { visitor, page: visitor.page, sent, update, push };
}
