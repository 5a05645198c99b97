package dominion

import (
	"strings"

	"gamed/state"
)

// smallKingdoms lists sets of two or three cards that interact: Attacks and Reactions, cards that play
// a card again, Durations, Possession, and cards that move between seats.
var smallKingdoms = []string{
	"Militia, Moat", "Throne Room, Cellar, Village", "Witch, Trader", "Bandit, Watchtower", "Haven, Lighthouse, Swindler",
	"Possession, Island", "Minion, Secret Chamber", "King's Court, Caravan", "Black Cat, Fool's Gold", "Masquerade, Tunnel",
	"Pirate Ship, Horse Traders", "Native Village, Doctor",
}

// smallGames returns games in which each seat has seven or eight cards and at most three turns, and each
// pile has one card.
func smallGames() map[string][]Position {
	games := make(map[string][]Position)
	for _, kingdom := range smallKingdoms {
		games[kingdom] = []Position{smallDeal(kingdom)}
	}
	return games
}

// smallDeal returns a game of two seats. Each seat has the first kingdom card, three Coppers and an
// Estate in hand, and the other kingdom cards and a Copper in the discard pile.
func smallDeal(kingdom string) Position {
	dealt, err := Rules.Deal(state.Setup{Seats: 2, Table: map[string]string{"kingdom": kingdom, "turns": "3"}})
	if err != nil {
		panic(err)
	}
	s := *dealt.(*state.Game[Position]).Position()
	names := strings.Split(kingdom, ", ")
	for p := pile(1); p < maxPiles && s.Kinds[p] != 0; p++ {
		s.Supply[p] = min(s.Supply[p], 1)
	}
	for seat := range s.Seats {
		d := &s.Sides[seat]
		*d = Side{Turns: d.Turns}
		for range 3 {
			d.Hand.add(s.pileOf(Copper))
		}
		d.Hand.add(s.pileOf(Estate))
		for i, name := range names {
			p := s.pileOf(kindOf[name])
			if i == 0 {
				d.Hand.add(p)
			} else {
				d.Discard.add(p)
			}
		}
		d.Discard.add(s.pileOf(Copper))
	}
	return s
}
