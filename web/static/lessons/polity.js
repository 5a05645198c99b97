// Five quarters of a year in the Chancellor's chair.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "polity",
  title: "Your first year and a quarter",
  about: "Decide the matters on the Chancellor's desk, and learn to read their effects.",
  points: [
    { glyph: "cards", text: "Three matters lie on your desk. Each quarter you decide one of them or take another action. The others wait." },
    { glyph: "points", text: "Four gauges lead your desk. A Liberties, Prosperity or Order of 20 or less, or of 86 or more, ends your term." },
    { glyph: "treasure", text: "The fourth gauge is the Treasury, which pays for everything. Open All stats for the other figures." },
    { glyph: "clock", text: "A term lasts 20 years. This lesson covers 5 quarters." },
  ],
  steps: [
    { take: "A Child Named Tax: Pim Dray", say: "Each option comes from an adviser and lists the stats it changes and by how much, but not in which direction. Pim Dray wants to leave people alone: take his advice and watch Liberties." },
    { take: "The Price of Greek: Tobias Fenn", say: "A quarter has passed. Each stat shows its change and the cause. Now money: Fenn would charge students. That changes the Treasury a lot; expect a cost elsewhere." },
    { take: "Speak to the people from the balcony", say: "Open All stats and look at Treasury and Learning: every option has a cost. You can also act without a card. Speak from the balcony: your desk stays as it is, but a quarter passes." },
    { take: "The Puppet with Your Nose: Your nephew Nils", say: "A puppeteer mocks you. Prison would raise Order and lower Liberties; laughing along does the opposite. Ratings in the middle are safest. Neither of yours is in danger, so laugh along." },
    { take: "The Spoon Thief: Judge Amaury Stoat", say: "Some matters are small. The judge's sentence changes almost nothing and clears your desk. Take it." },
  ],
  between: "Nothing is urgent: end the turn.",
  end: "You finished your first 5 quarters. Keep playing if you like: nearly 19 years remain. Not covered here: elections, debts, wars, the mountain, and late effects of early decisions.",
};
