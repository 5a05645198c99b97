// Five turns, from seven Coppers to the first Province.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "dominion",
  title: "The first Province",
  about: "Buy cards for your deck, play Actions, and buy your first Province, the card that wins games.",
  points: [
    { glyph: "cards", text: "All players start with the same 10 cards: 7 Coppers and 3 Estates. You draw a hand of 5 each turn." },
    { glyph: "action", text: "A turn has three steps: play one Action, play Treasures, buy one card. Then you discard everything and draw 5 cards." },
    { glyph: "treasure", text: "Cards you buy go to your discard pile. When your deck is empty, the pile is shuffled into a new, better deck." },
    { glyph: "victory", text: "Victory cards score points and do nothing else. The game ends when the Provinces run out. The most points win." },
  ],
  steps: [
    { take: "play all Treasures", say: "You have no Actions yet, so play all your Treasures. Each Copper gives $1 this turn." },
    { take: "buy Smithy", say: "You have $4. Buy a Smithy, an Action that draws 3 cards. It goes to your discard pile." },
    { take: "play all Treasures", say: "Your opponent has played, and you have 5 new cards. Play your Treasures." },
    { take: "buy Village", say: "$3 buys a Village. It draws a card and gives 2 more Actions, so you can play several Actions in one turn." },
    { take: "play Smithy", say: "Your discard pile was reshuffled and you drew the Smithy. Play it in your Action phase to draw 3 cards." },
    { take: "play all Treasures", say: "Play all these Treasures. The Village must wait: you have one Action per turn, and the Smithy used it." },
    { take: "buy Gold", say: "$6 buys a Gold, which gives $3 every time you draw it." },
    { take: "play all Treasures", say: "A weak hand: 3 Estates score points but buy nothing. Play your Treasures." },
    { take: "end the turn", say: "Nothing good costs $2. A weak card in your deck is a weak card in a later hand, so end your turn without buying." },
    { take: "play Village", say: "Village and Smithy in one hand. Play the Village first: it draws a card and gives 2 Actions." },
    { take: "play Smithy", say: "Now play the Smithy. It draws 3 cards, perhaps the Gold." },
    { take: "play all Treasures", say: "You drew the Gold. Play all your Treasures." },
    { take: "buy Province", say: "$8 buys a Province, worth 6 points. You got it on turn 5." },
  ],
  between: "You have nothing to do here. Continue.",
  end: "You bought your first Province. Keep playing if you like, until the Provinces or three other piles run out. Not covered here: Attacks, Reactions, and cards that trash cards.",
};
