package elements

import (
	"fmt"
	"strconv"

	"gamed/state"
)

// Rules is the ruleset. init completes it because its tables refer to it.
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
	r.Dominated = dominated
	r.Candidates, r.Copies, r.Amount, r.Picks = candidates, copies, quantity, picks
	r.New, r.Leave = deal, (*Position).resign
	r.Sample, r.Value, r.Measure = sample, value, measure
	r.Features, r.Layout = features, layout
	r.Passing, r.MustPass = &passing, mustPass
	r.View, r.Label, r.Tell, r.Open, r.Draw = appendView, label, tell, telling.Open, drawTable
	r.Cards, r.Decks, r.Deck = cardInfos, deckInfos, deckOf
	phases[Choice], phases[Ask] = r.ChoicePhase(), r.AskPhase()
	phases[Choice].Holds, phases[Ask].Holds = true, true
}

// deal shuffles the decks, draws the hands and starts the mulligan phase.
func deal(setup state.Setup) (s Position, err error) {
	if setup.Seats < Rules.MinSeats || setup.Seats > Rules.MaxSeats {
		return s, fmt.Errorf("elements: %d seats: %d to %d can play", setup.Seats, Rules.MinSeats, Rules.MaxSeats)
	}
	if len(setup.Decks) > setup.Seats {
		return s, fmt.Errorf("elements: %d decks for %d seats", len(setup.Decks), setup.Seats)
	}
	if s.Limit, err = turnLimit(setup.Table); err != nil {
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
		side.Life, s.Reach[seat], s.Asks[seat] = StartLife, deck.reach(), deck.asks()
		side.NFuture = uint8(copy(side.Future[:], deck))
		state.Shuffle(side.Future[:side.NFuture], &s.Rand)
		for range StartHand {
			s.draw(seat, nil)
		}
	}
	Rules.Start(&s, state.Frame{Phase: Start})
	return s, nil
}

// turnLimit parses "turns", the only table option. It is the number of turns after which the game
// is a draw.
func turnLimit(table map[string]string) (uint16, error) {
	limit := uint64(MaxTurns)
	for name, value := range table {
		if name != "turns" {
			return 0, fmt.Errorf("elements: unknown table option %s; use \"turns\"", quote(name))
		}
		var err error
		if limit, err = strconv.ParseUint(value, 10, 16); err != nil || limit < 1 || limit > 1000 {
			return 0, fmt.Errorf("elements: table option \"turns\" is %s: want a number from 1 to 1000", quote(value))
		}
	}
	return uint16(limit), nil
}

// resign removes the seat from the game.
func (s *Position) resign(seat state.Seat, log *state.Log) {
	log.Add(state.Event{What: resigned, Seat: seat, Sees: state.Public})
	s.eliminate(state.Only(seat), log)
}
