package elements

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// scene returns the position that the arguments of a script's deal command describe. An argument
// is one of
//
//	start            a real deal, with shuffled decks and drawn hands; only
//	                 seats, seed and decks may be given with it
//	seats=2          the number of seats
//	seed=1           the seed of the random source
//	decks=(a, b)     ready decks, with start
//	active=0         the seat whose turn it is
//	turn=1           the number of the turn
//	phase=main       the phase to enter: start, sunrise, main, attack or sunset
//	fill=12          the number of cards to which fillers complete each Future
//
// or an argument whose name ends with the number of the seat that it describes:
//
//	life0=7
//	karma0=(red 2)   active karma; spent0=(red 1) adds spent karma
//	hand0=(Spark, 2 Hush)
//	future0=(Spark)  the top card first, above the fillers
//	fill0=0          like fill, for this seat
//	past0=(Spark)    the top card last
//	skip0=(main)     phases that the seat will skip
//	present0=(Furnace Ox, 2 Ash Imp asleep, Bone Box owner=1 hurt=1)
//
// A token is awake unless the word asleep follows its name. Other possible words are
// untouchable and copy. The words hurt, attack and health (lasting boosts), and owner are
// followed by a number. Tokens get the names t1, t2 and so on in the order of the arguments. A
// seat's deck consists of the cards that the arguments give to it, and of fillers.
func scene(args []datadriven.CmdArg) (Position, error) {
	sc := newSceneBuilder(args)
	if sc.start {
		return deal(state.Setup{Seats: int(sc.s.Seats), Seed: state.Seed(sc.s.Rand), Decks: sc.decks})
	}
	for i := range args {
		if err := sc.place(&args[i]); err != nil {
			return Position{}, fmt.Errorf("deal: %s: %w", args[i].String(), err)
		}
	}
	sc.finish()
	return sc.s, nil
}

// filler is the card used to fill Futures. It has no power.
const filler = "Furnace Ox"

// A sceneBuilder sets up the position of a scene.
type sceneBuilder struct {
	s     Position
	start bool
	decks []string
	first state.Frame
	fill  [maxSeats]int
}

// newSceneBuilder reads the arguments on which other arguments depend.
func newSceneBuilder(args []datadriven.CmdArg) *sceneBuilder {
	sc := &sceneBuilder{first: state.Frame{Phase: Main}, fill: [maxSeats]int{12, 12, 12, 12}}
	sc.s.Seats, sc.s.Rand, sc.s.Turn, sc.s.Limit = 2, 1, 1, MaxTurns
	for i := range args {
		switch arg := &args[i]; arg.Key {
		case "start":
			sc.start = true
		case "decks":
			sc.decks = arg.Vals
		case "seats":
			n, _ := strconv.Atoi(arg.Vals[0])
			sc.s.Seats = uint8(n)
		case "seed":
			n, _ := strconv.Atoi(arg.Vals[0])
			sc.s.Rand = state.Rand(n)
		}
	}
	sc.s.Playing = state.AllSeats(int(sc.s.Seats))
	for seat := range state.Seat(sc.s.Seats) {
		sc.s.Sides[seat].Life = StartLife
	}
	return sc
}

// place applies one argument.
func (sc *sceneBuilder) place(arg *datadriven.CmdArg) error {
	vals := slices.DeleteFunc(slices.Clone(arg.Vals), func(v string) bool { return v == "" })
	one := strings.Join(vals, " ")
	switch arg.Key {
	case "seats", "seed":
		return nil
	case "phase":
		p := slices.IndexFunc(phases[:], func(p state.Phase[Position]) bool { return p.Name == one })
		if p < int(Start) || p > int(Sunset) || p == int(Defend) || p == int(Combat) {
			return fmt.Errorf("a scene starts in start, sunrise, main, attack or sunset")
		}
		sc.first.Phase = state.PhaseID(p)
		return nil
	case "active", "turn", "fill":
		n, err := strconv.Atoi(one)
		switch arg.Key {
		case "active":
			sc.first.Seat, sc.s.Active = state.Seat(n), state.Seat(n)
		case "turn":
			sc.s.Turn = uint16(n)
		case "fill":
			sc.fill = [maxSeats]int{n, n, n, n}
		}
		return err
	}
	key, last := arg.Key[:len(arg.Key)-1], arg.Key[len(arg.Key)-1]
	if last < '0' || last >= '0'+sc.s.Seats {
		return fmt.Errorf("unknown argument")
	}
	return sc.placeOf(state.Seat(last-'0'), key, vals)
}

// placeOf applies one argument that describes a seat.
func (sc *sceneBuilder) placeOf(seat state.Seat, key string, vals []string) error {
	side := &sc.s.Sides[seat]
	switch key {
	case "life", "fill":
		n, err := strconv.Atoi(vals[0])
		if key == "life" {
			side.Life = int8(n)
		} else {
			sc.fill[seat] = n
		}
		return err
	case "skip":
		for _, v := range vals {
			p := slices.IndexFunc(phases[:], func(p state.Phase[Position]) bool { return p.Name == v })
			side.SkippedPhases |= 1 << p
		}
		return nil
	case "karma", "spent":
		return side.placeKarma(vals, key == "karma")
	case "future":
		slices.Reverse(vals) // the top of a Future is last
	case "hand", "past", "present":
	default:
		return fmt.Errorf("unknown argument")
	}
	for _, v := range vals {
		if err := sc.placeCards(seat, key, v); err != nil {
			return err
		}
	}
	return nil
}

// finish fills the Futures, computes the facts about the decks, and enters the phase.
func (sc *sceneBuilder) finish() {
	s := &sc.s
	for seat := range state.Seat(s.Seats) {
		side := &s.Sides[seat]
		for int(side.NFuture) < sc.fill[seat] {
			side.bury(kindOf[filler], 0)
		}
		deck := slices.Concat(side.Hand[:side.NHand], side.Future[:side.NFuture], side.Past[:side.NPast])
		for _, t := range s.Tokens {
			if t.Kind != 0 && t.Owner == seat && !t.is(cardless) {
				deck = append(deck, t.Kind)
			}
		}
		s.LeastSpellKarma[seat], s.DeckNeeds[seat] = Deck(deck).leastSpellKarma(), Deck(deck).needs()
	}
	if sc.first.Phase <= Sunrise {
		s.Turn-- // entering sunrise counts the turn
	}
	Rules.Start(s, sc.first)
}

// set returns the position that a deal command with the given arguments sets up.
func set(t *testing.T, args string) Position {
	t.Helper()
	_, parsed, err := datadriven.ParseLine("deal " + args)
	require.NoError(t, err)
	s, err := scene(parsed)
	require.NoError(t, err)
	return s
}
