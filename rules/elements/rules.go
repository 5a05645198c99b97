package elements

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"gamed/state"
)

// Rules is the ruleset of Elements. An init function sets its tables, because the code in the
// tables refers to Rules.
var Rules = &state.Ruleset[Position]{
	Name:     "elements",
	About:    "A duel of Beings, Items and Spells, paid for with seven elements; 2 to 4 seats.",
	Version:  3,
	MinSeats: 2,
	MaxSeats: maxSeats,
}

func init() {
	r := Rules
	r.Core = func(s *Position) *state.Core { return &s.Core }
	r.Phases = phases[:]
	r.Verbs = verbs[:]
	r.Code = func(k state.Kind, slot state.Slot) state.Code { return powersOf[k][slot].Do }
	r.Choice, r.Ask = Choice, Ask
	r.Dominated = countDominated
	r.Candidates, r.PicksLeft, r.Amount, r.Picks = candidates, picksLeft, quantity, pickWords
	r.New, r.Reseed, r.Leave = deal, reseed, (*Position).resign
	r.Derive, r.Derived = (*Position).derive, binary.Size(Derived{})
	r.Sample, r.Presort, r.Value, r.Measure = sample, presort, value, measure
	r.Features, r.Layout = features, layout
	r.Passing, r.MustPass = &passing, mustPass
	r.View, r.Label, r.Tell, r.Open, r.Draw = appendView, label, tell, telling.Open, positionText
	r.Cards, r.Decks, r.Deck = cardInfos, deckInfos, deckOf
	phases[Choice], phases[Ask] = r.ChoicePhase(), r.AskPhase()
	phases[Choice].Holds, phases[Ask].Holds = true, true
}

// deal shuffles the decks, draws the first hands and starts the phase in which seats may take a mulligan.
func deal(setup state.Setup) (s Position, err error) {
	if setup.Seats < Rules.MinSeats || setup.Seats > Rules.MaxSeats {
		return s, fmt.Errorf("elements: %d seats: %d to %d can play", setup.Seats, Rules.MinSeats, Rules.MaxSeats)
	}
	if len(setup.Decks) > setup.Seats {
		return s, fmt.Errorf("elements: %d decks for %d seats", len(setup.Decks), setup.Seats)
	}
	if s.Limit, s.Open, err = tableOptions(setup.Table); err != nil {
		return s, err
	}
	s.Rand = state.Rand(setup.Seed)
	s.Seats, s.Playing = uint8(setup.Seats), state.AllSeats(setup.Seats)
	for seat := range state.Seat(s.Seats) {
		text := ""
		if int(seat) < len(setup.Decks) {
			text = setup.Decks[seat]
		}
		deck, err := readDeck(int(seat), text)
		if err != nil {
			return Position{}, err
		}
		side := &s.Sides[seat]
		side.Life, s.LeastSpellKarma[seat], s.DeckNeeds[seat] = StartLife, deck.leastSpellKarma(), deck.needs()
		side.NFuture = uint8(copy(side.Future[:], deck))
		if s.Open {
			for i := range side.NFuture {
				side.FutureSeen[i] = s.Playing.Without(seat)
			}
		}
		s.dealHand(seat)
	}
	Rules.Start(&s, state.Frame{Phase: Start})
	return s, nil
}

// reseed puts the first hands back into the decks and deals again. The masks that say which seats
// know a card need no sorting, because at the deal all cards of a deck have the same mask.
func reseed(s *Position, setup state.Setup) bool {
	s.Rand = state.Rand(setup.Seed)
	for seat := range state.Seat(s.Seats) {
		side := &s.Sides[seat]
		copy(side.Future[side.NFuture:], side.Hand[:side.NHand])
		copy(side.FutureSeen[side.NFuture:], side.HandSeen[:side.NHand])
		side.NFuture, side.NHand = side.NFuture+side.NHand, 0
		sortKinds(side.Future[:side.NFuture])
		s.dealHand(seat)
		s.updatePayable(seat)
	}
	return true
}

// dealHand shuffles a complete deck and draws the first hand. The caller must have sorted the cards,
// so that the same seed always deals the same hands.
func (s *Position) dealHand(seat state.Seat) {
	side := &s.Sides[seat]
	state.Shuffle(side.Future[:side.NFuture], &s.Rand)
	for range StartHand {
		s.draw(seat, nil)
	}
}

// tableOptions parses the table options. The option "turns" is the number of turns after which
// the game is a draw. With the option "open", each seat sees the cards of the other seats, but
// not its own Future.
func tableOptions(table map[string]string) (limit uint16, open bool, err error) {
	turns := uint64(MaxTurns)
	for name, value := range table {
		switch name {
		case "turns":
			if turns, err = strconv.ParseUint(value, 10, 16); err != nil || turns < 1 || turns > 1000 {
				return 0, false, fmt.Errorf("elements: table option \"turns\" is %s: want a number from 1 to 1000", quote(value))
			}
		case "open":
			if value != "yes" {
				return 0, false, fmt.Errorf("elements: table option \"open\" is %s: want \"yes\"", quote(value))
			}
			open = true
		default:
			return 0, false, fmt.Errorf("elements: unknown table option %s; use \"turns\" or \"open\"", quote(name))
		}
	}
	return uint16(turns), open, nil
}

// resign removes the seat from the game at its request.
func (s *Position) resign(seat state.Seat, log *state.Log) {
	log.Add(state.Event{What: resigned, Seat: seat, Sees: state.Public})
	s.eliminate(state.Only(seat), log)
}
