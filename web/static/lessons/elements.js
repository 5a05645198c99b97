// A short duel: red against green, from the first card to the last Spark.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "elements",
  title: "A short duel",
  about: "You create elements, play Beings with them, attack, and end the duel with a Spell.",
  points: [
    { glyph: "life", text: "Each of you has 7 life. Who has none left is out, and the last one wins." },
    { glyph: "any", text: "Each turn you create one element, for good. Elements pay for cards, and wake again at your next sunrise." },
    { glyph: "being", text: "Beings attack and block. They arrive asleep, and only who is awake can attack or block." },
    { glyph: "spell", text: "Spells happen once, in anybody's turn. What is played waits on a stack, so that it can be answered." },
  ],
  steps: [
    { take: "keep", say: "These are your first three cards. Spark, Ash Imp and Furnace Ox are a good start: keep them. Who dislikes a hand may change it once, by a mulligan." },
    { take: "create red", say: "Sunrise: you create an element. All the cards in your hand ask for red, so create red. It stays yours for the whole game." },
    { take: "play Ash Imp", say: "One red pays for an Ash Imp. Play it: most Beings arrive asleep, but this one enters awake." },
    { take: "attack seat 1 with Ash Imp", say: "Attack phase. The Imp is awake and nobody is there to block it: attack. Attacking puts it to sleep until your next sunrise." },
    { take: "create red", say: "Your opponent has created green and had nothing to play. Your Imp is awake again. Create a second red." },
    { take: "play Torch Runner", say: "Torch Runner costs two red and hits for 3. It is destroyed at your sunset, so it is only good if it attacks at once." },
    { take: "attack seat 1 with Ash Imp", say: "You may attack with one Being after the other. First the Imp." },
    { take: "attack seat 1 with Torch Runner", say: "Now the Torch Runner, for 3. At sunset it burns out and goes to your Past, face up for all to see." },
    { take: "create red", say: "Look at their life: 2 left. The Torch Runner lies in your Past. Create a third red." },
    { take: "play Furnace Ox", say: "Furnace Ox costs two red and one of any element; the third red pays for that. It is asleep: it cannot attack this turn." },
    { take: "attack seat 1 with Ash Imp", say: "The Imp goes on alone, and leaves them with 1 life." },
    { take: "create red", say: "Your opponent has an Old Oak now. It would block you, and a Being that is blocked does not hurt the player. You need another way." },
    { take: "play Spark on seat 1", say: "Spark deals 2 damage to a Being or to a player, and nobody can block it. Pick Spark, then your opponent." },
    { take: "pass", say: "The Spark is on the stack and has not happened yet: everybody may answer it, you too. You are content, so pass, and it happens." },
  ],
  between: "There is nothing to do for you here: pass.",
  end: "You have won a duel. You have seen sunrise, main phase, attack and sunset, and the stack. What you have not met: blocking, Items, and the six other elements.",
};
