// Five quarters of a year in the Chancellor's chair.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "polity",
  title: "Your first year and a quarter",
  about: "You settle what lies on the Chancellor's desk, and learn to read what comes of it.",
  points: [
    { glyph: "cards", text: "Three matters lie on your desk. Each quarter you settle one of them, or do something unasked; the others wait." },
    { glyph: "points", text: "Four ratings matter most: Approval, Liberties, Order and Prosperity. Each can end your office when it is very low, and when it is very high." },
    { glyph: "treasure", text: "The Treasury pays for all of it. Balance is what comes in or goes out each quarter." },
    { glyph: "clock", text: "Twenty years are a term. This lesson is five quarters of them." },
  ],
  steps: [
    { take: "A Child Named Tax: Pim Dray", say: "Somebody advises you with each choice, and under it stands what it will move, and how much, though not which way. Pim Dray is for letting people be: take his advice and see what becomes of Liberties." },
    { take: "The Price of Greek: Tobias Fenn", say: "A quarter has gone by. Beside each figure stands how it has changed, and by what. Now money: Fenn would let students pay. That moves the Treasury greatly; expect it to cost something elsewhere." },
    { take: "Speak to the people from the balcony", say: "Look at the Treasury, and at Learning: every choice has two sides. You may also do something unasked. Speak from the balcony: it does not settle what is on your desk, and a quarter passes all the same." },
    { take: "The Puppet with Your Nose: Your nephew Nils", say: "The man with the puppet makes fun of you. Prison would raise Order and cost Liberties; laughing with him does the opposite. A rating in the middle is safest: neither of yours is in danger, so be a good sport." },
    { take: "The Spoon Thief: Judge Amaury Stoat", say: "Not every matter is great. The judge's sentence moves almost nothing, and the matter is off your desk. Settle it." },
  ],
  between: "Nothing presses: let the country be.",
  end: "That was your first year and a quarter. Go on if you like: you have nearly nineteen years left. What you have not met: elections, debts, wars, the mountain, and the cards that come of what you did years ago.",
};
