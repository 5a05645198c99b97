package dominion

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gamed/state"
)

// Rules is the ruleset of Dominion. An init function sets its tables, because the code in the
// tables refers to Rules.
var Rules = &state.Ruleset[Position]{
	Name:     "dominion",
	About:    "The deck-builder: buy cards from ten kingdom piles, play them, and own the most points; 1 to 6 seats.",
	Version:  2,
	MinSeats: 1,
	MaxSeats: state.MaxSeats,
}

// These kinds are the kingdom cards that the Go code refers to.
var kindStash, kindHorseTraders = kindOf["Stash"], kindOf["Horse Traders"]

func init() {
	r := Rules
	r.Core = func(s *Position) *state.Core { return &s.Core }
	r.Phases = phases[:]
	r.Verbs = verbs[:]
	r.Code = func(k state.Kind, slot state.Slot) state.Code { return codesOf[k][slot] }
	r.Choice, r.Ask = ChoicePhase, AskPhase
	r.Candidates, r.Hidden, r.PicksLeft, r.Amount, r.Decides = candidates, hidden, picksLeft, quantity, decider
	r.Picks = pickWords
	r.Derive, r.Derived = (*Position).derive, binary.Size(Derived{})
	r.New, r.Reseed, r.Leave, r.Score = deal, reseed, (*Position).resign, (*Position).standing
	r.Sample, r.Value, r.Measure = sample, value, measure
	r.Features, r.Layout = features, layout
	r.Passing = &passing
	r.View, r.Label, r.Tell, r.Open, r.Draw = appendView, label, tell, telling.Open, positionText
	r.Cards, r.Decks = cardInfos, func() []state.DeckInfo { return nil }
	phases[EffectPhase].Run = r.RunCode
	phases[ChoicePhase], phases[AskPhase] = r.ChoicePhase(), r.AskPhase()
	phases[ChoicePhase].Holds, phases[AskPhase].Holds = true, true
}

// deal sets up the supply and deals seven Coppers and three Estates to each seat. Each seat draws
// five of these cards.
func deal(setup state.Setup) (s Position, err error) {
	if setup.Seats < Rules.MinSeats || setup.Seats > Rules.MaxSeats {
		return s, fmt.Errorf("dominion: %d seats: %d to %d can play", setup.Seats, Rules.MinSeats, Rules.MaxSeats)
	}
	if slices.ContainsFunc(setup.Decks, func(deck string) bool { return deck != "" }) {
		return s, fmt.Errorf("dominion: no decks to choose: all seats start with the same cards; the table option %q sets the kingdom", "kingdom")
	}
	s.Rand = state.Rand(setup.Seed)
	s.Seats, s.Playing = uint8(setup.Seats), state.AllSeats(setup.Seats)
	t, err := readTable(setup.Table, &s.Rand)
	if err != nil {
		return Position{}, fmt.Errorf("dominion: %w", err)
	}
	s.Limit, s.MaxTurns, s.Printing = uint16(t.turns*setup.Seats*turnLimitFactor), uint8(t.turns), t.printing
	s.fillSupply(t.kinds())
	for seat := range state.Seat(s.Seats) {
		d := &s.Sides[seat]
		d.Unordered.Counts[s.pileOf(Copper)], d.Unordered.Counts[s.pileOf(Estate)], d.Unordered.Size = 7, 3, 10
		s.draw(seat, handSize, nil)
	}
	var first state.Frame
	s.startTurn(&first, 0, 0, nil)
	Rules.Start(&s, first)
	return s, nil
}

// reseed draws new first hands, and keeps the supply and the start of the first turn, which do not
// depend on hidden cards. It returns false if the kingdom is random, because such a kingdom depends
// on the seed.
func reseed(s *Position, setup state.Setup) bool {
	if setup.Table["kingdom"] == "random" {
		return false
	}
	s.Rand = state.Rand(setup.Seed)
	for seat := range state.Seat(s.Seats) {
		d := &s.Sides[seat]
		d.Hand.pour(&d.Unordered)
		s.draw(seat, handSize, nil)
	}
	return true
}

// fillSupply fills the supply with piles of the given kinds, which must be in ascending order. It also
// sets the fields that depend on the kinds.
func (s *Position) fillSupply(kinds []state.Kind) {
	for i, k := range kinds {
		p := pile(i + 1)
		b := statsOf(k)
		s.Kinds[p] = k
		s.KindBits[k>>5] |= 1 << (k & 31)
		for w := int(k>>5) + 1; w < len(s.KindsBefore); w++ {
			s.KindsBefore[w]++
		}
		s.Supply[p], s.PrintedCost[p] = pileSize(k, int(s.Seats)), b.cost
		for i := range s.ByType {
			if b.types>>i&1 != 0 {
				s.ByType[i] |= 1 << p
			}
		}
		for i := range s.ReactionPiles {
			if b.hasCode(slotAttack + state.Slot(i)) {
				s.ReactionPiles[i] |= 1 << p
			}
		}
		s.Hooks |= b.hooks
		s.Special |= b.special
		if s.Supply[p] == 0 {
			s.EmptyPiles++ // the Curses of a solo game
		}
	}
}

// pileSize returns the size of a supply pile at the start of a game.
func pileSize(k state.Kind, seats int) uint8 {
	switch k {
	case Copper:
		return uint8(60 - 7*seats)
	case Silver:
		return 40
	case Gold:
		return 30
	case Platinum:
		return 12
	case Potion:
		return 16
	case Province:
		if seats > 4 {
			return uint8(3 * seats)
		}
	case Curse:
		return uint8(10 * (seats - 1))
	}
	switch {
	case !statsOf(k).is(Victory):
		return 10
	case seats <= 2:
		return 8
	}
	return 12
}
