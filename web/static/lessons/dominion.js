// Five turns, from seven Coppers to the first Province.

/** @type {import("../pages/learn/coach.js").Lesson} */
export default {
  rules: "dominion",
  title: "The first Province",
  about: "You buy cards for a deck of your own, play Actions, and come to the Province that games are won by.",
  points: [
    { glyph: "cards", text: "Everybody begins with the same ten cards: seven Coppers and three Estates. Five are in your hand each turn." },
    { glyph: "action", text: "A turn is three steps: play one Action, play Treasures, buy one card. Then all cards of the turn are discarded, and you draw five." },
    { glyph: "treasure", text: "What you buy goes to your discard pile. When your deck is empty the pile is shuffled: so it all comes back, and your deck grows better." },
    { glyph: "victory", text: "Victory cards are points and do nothing else. When the Provinces are gone the game ends, and most points win." },
  ],
  steps: [
    { take: "play all Treasures", say: "You have no Action yet, so begin with the Treasures: play all your Coppers. Each gives $1 for this turn." },
    { take: "buy Smithy", say: "$4. A Smithy is an Action that draws three cards. Buy it from the supply: it goes to your discard pile." },
    { take: "play all Treasures", say: "Your turn is over, the other has played, and you have five new cards. Play the Treasures." },
    { take: "buy Village", say: "$3 buys a Village: it draws a card and gives two more Actions. It is what lets you play several in a turn." },
    { take: "play Smithy", say: "Your deck was empty, so your discard pile was shuffled and the Smithy has come. It is the Action phase: play it, and draw three cards." },
    { take: "play all Treasures", say: "Now all of these Treasures at once. The Village must wait: a turn has one Action, and the Smithy was it." },
    { take: "buy Gold", say: "$6 is a Gold, which gives $3 each time that you draw it. The best Treasure for the price." },
    { take: "play all Treasures", say: "A poor hand: three Estates. They are points, but buy nothing. That happens. Play what you have." },
    { take: "end the turn", say: "$2 buys nothing that would help. A weak card in your deck is a weak card in your hand later on: end the turn without buying." },
    { take: "play Village", say: "Village and Smithy in one hand. The Village first: it draws a card and gives you two Actions for more." },
    { take: "play Smithy", say: "And now the Smithy with one of them. It draws three cards, with luck the Gold among them." },
    { take: "play all Treasures", say: "There it is. Play all Treasures." },
    { take: "buy Province", say: "$8 and more buys a Province: six points. You have it in your fifth turn." },
  ],
  between: "There is nothing to do for you here: go on.",
  end: "You have bought your first Province. The game goes on: play on if you like, until the Provinces or three other piles are gone. What you have not met: Attacks, Reactions, and cards that trash others.",
};
