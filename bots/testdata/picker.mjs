// A bot that plays all its cards and answers with the last cards first. It appends a line to the
// file PICKED for each pick: what happens to the cards, and the least and the greatest number.
import { appendFileSync } from "node:fs";

import { random, run } from "../javascript/gamed.js";

const wanted = ["Chapel", "Cellar", "Warehouse", "Secret Passage"];
let chance;

run({
  repeats: true,
  begin(game) {
    chance = random(game.seed);
  },
  choose({ options, pick }) {
    if (pick) {
      appendFileSync(process.env.PICKED, `${pick.does} ${pick.min} ${pick.max}\n`);
      const count = pick.min + Math.floor(chance() * (pick.max - pick.min + 1));
      return pick.cards.slice(pick.cards.length - count).reverse();
    }
    const played = options.filter((o) => o.do === "play" || o.do === "use");
    const bought = options.filter((o) => o.text === "create black" || (o.do === "buy" && wanted.includes(o.card)));
    const from = [played, bought, options].find((list) => list.length > 0);
    return from[Math.floor(chance() * from.length)];
  },
});
