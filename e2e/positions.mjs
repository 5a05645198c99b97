// Positions of a duel of Elements with tokens on both boards. The page shows them in place of the positions of
// a real game: see sitAt.

const HAND = ["Tomb Giant", "Pyre Imp", "Spark", "Wild Salamander", "Ashes Speak", "Backdraft"];
const OWN = ["Furnace Ox", "Ember Adept", "Grave Rat", "Ember Kiln", "Bone Box"];
const OTHER = ["Old Oak", "Stag Captain", "Shield Bearer", "Moss Hare", "Sprout"];

export const PASS = { do: "pass", text: "pass" };
export const PLAYS = ["Pyre Imp", "Spark", "Wild Salamander", "Ashes Speak"].map((card) => ({ do: "play", card, text: `play ${card}` }));
export const CREATES = ["black", "red", "white", "yellow", "green", "blue", "violet"].map((element) => ({ do: "create", text: `create ${element}` }));
export const TARGETS = ["t20", "t21", "t22", "t24", "s1"].map((on) => ({ do: "play", card: "Spark", on, text: `play Spark on ${on}` }));
export const BLOCKS = [["t10", "Furnace Ox"], ["t11", "Ember Adept"]].map(([by, name]) => ({ do: "block", by, text: `block with ${name} ${by}` }));

export const CORNER = { x: 24, y: 40 }; // of a card, which other cards overlap

/** The tokens of a seat. @param {any[]} cards of the rules @param {string[]} names @param {number} owner */
const tokens = (cards, names, owner) => names.map((name, i) => {
  const { type, stats = "" } = cards.find((card) => card.name === name);
  const [attack = 0, health = 0] = stats.split("/").map(Number);
  return { id: `t${10 * (owner + 1) + i}`, card: name, type, owner, attack, health, hurt: 0, awake: i % 4 !== 2 };
});

/** Gives both seats of a duel their cards. @param {any[]} cards of the rules @returns {(view: any) => void} */
export const duel = (cards) => (view) => {
  const [own, other] = view.sides;
  Object.assign(own, { life: 5, cards: HAND, hand: HAND.length, present: tokens(cards, OWN, 0), karma: { red: 4, black: 1 }, active: { red: 3, black: 1 }, past: ["Spark"] });
  Object.assign(other, { life: 6, hand: 5, present: tokens(cards, OTHER, 1), karma: { green: 3, white: 2 }, active: { green: 1 }, past: ["Seed Keeper"] });
};

/** Makes it the opponent's turn, with these frames on the stack. @param {any[]} cards @param {object[]} frames @returns {(view: any) => void} */
export const answer = (cards, frames) => (view) => {
  duel(cards)(view);
  view.active = 1;
  view.stack = frames;
};

export const PLAYED = [{ id: "f1", phase: "main", seat: 1 }, { id: "f2", phase: "play", seat: 1, card: "Trial of Horns", on: "t21", also: "t10" }];
export const ATTACKED = [{ id: "f1", phase: "attack", seat: 1 }, { id: "f2", phase: "defend", seat: 1, by: "t21", foe: 0 }];

/**
 * A finished duel of bots, as if the player had sat at seat 0.
 * @param {import("./server.mjs").Server} server @param {number} winner
 * @param {(view: any) => boolean} [wanted] whether its last position fits
 */
export async function ended(server, winner, wanted = () => true) {
  const ask = (/** @type {string} */ path) => server.request(`/api/games/${path}`);
  for (;;) {
    const { id } = await server.request("/api/games", { rules: "elements", private: true, seats: [{ bot: "greedy" }, { bot: "greedy" }] });
    while ((await ask(id)).status !== "over") await new Promise((done) => setTimeout(done, 100));
    const { list, steps, won } = await ask(`${id}/replay?seat=all&from=0&count=500`);
    if (won?.[0] !== winner || list.length <= steps || !wanted(list.at(-1).view)) continue;
    const { view } = list.at(-1);
    return {
      change: (/** @type {any} */ now) => Object.assign(now, view, { seat: 0 }), options: () => [PASS], events: list.flatMap((/** @type {any} */ step) => step.events),
      act: async (/** @type {import("playwright-core").Page} */ page, /** @type {any} */ { push }) => {
        await page.route(/games\/\w+\/(replay|chances)/, (route) => route.continue({ url: route.request().url().replace(/games\/\w+/, `games/${id}`) }));
        push({ type: "over", n: 1, won: [winner], draw: false, reason: "end" });
        await page.locator("#ending .turning").waitFor();
      },
    };
  }
}
