// A short duel: red against green, from the first card to the last Spark.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "elements",
  title: "A short duel",
  about: "Create elements, play Beings, attack, and finish the duel with a Spell.",
  points: [
    { glyph: "life", text: "Each player starts with 7 life. At 0 life you are out. The last player left wins." },
    { glyph: "any", text: "Each turn you create one permanent element. Elements pay for cards and wake at your next Sunrise." },
    { glyph: "being", text: "Beings attack and block. They arrive asleep; only awake Beings can attack or block." },
    { glyph: "spell", text: "Spells have a one-time effect, on any player's turn. Cards wait on the stack, so players can respond." },
  ],
  steps: [
    { take: "keep", say: "Your first 3 cards. Spark, Ash Imp and Furnace Ox are a good start: keep them. You may redraw your hand once with a mulligan." },
    { take: "create red", say: "Sunrise: create an element. All cards in your hand cost red, so create red. You keep it for the whole game." },
    { take: "play Ash Imp", say: "Ash Imp costs 1 red. Play it: most Beings arrive asleep, but this one arrives awake." },
    { take: "attack seat 1 with Ash Imp", say: "Attack phase. The Imp is awake, and no Being can block it: attack. Attacking puts it to sleep until your next Sunrise." },
    { take: "create red", say: "Your opponent created green and played nothing. Your Imp is awake again. Create a second red." },
    { take: "play Torch Runner", say: "Torch Runner costs 2 red and hits for 3. It is destroyed at your Sunset, so attack with it at once." },
    { take: "attack seat 1 with Ash Imp", say: "You can attack with several Beings, one after another. Start with the Imp." },
    { take: "attack seat 1 with Torch Runner", say: "Now the Torch Runner, for 3. At Sunset it is destroyed and goes to your Past, face up." },
    { take: "create red", say: "Your opponent has 2 life left. The Torch Runner is in your Past. Create a third red." },
    { take: "play Furnace Ox", say: "Furnace Ox costs 2 red and 1 of any element; your third red pays for that. It arrives asleep and cannot attack this turn." },
    { take: "attack seat 1 with Ash Imp", say: "Attack with the Imp. Your opponent is left with 1 life." },
    { take: "create red", say: "Your opponent now has an Old Oak to block with. A blocked Being does not damage the player. You need another way." },
    { take: "play Spark on seat 1", say: "Spark deals 2 damage to a Being or a player and cannot be blocked. Pick Spark, then your opponent. All players may respond before it resolves." },
  ],
  between: "You have nothing to do here: pass.",
  end: "You won a duel. You have seen Sunrise, Main, Attack and Sunset, and the stack. Not covered here: blocking, Items, and the 6 other elements.",
};
