package dominion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/datadriven"

	"gamed/state"
)

// scene returns the position that the arguments of a script's deal command describe. An argument
// is one of
//
//	start              a real deal; only seats, seed and table options may be
//	                   given with it
//	seats=2            the number of seats
//	seed=1             the seed of the random source
//	kingdom=(…)        the table option; kingdom cards in other arguments are
//	                   added automatically
//	colony printing=2011 turns=9
//	                   table options; colony has no value
//	active=0           the seat whose turn it is
//	phase=action       the phase to enter: start, action, treasure, buy or clean-up
//	actions=1 buys=1 coins=0 potions=0 bridges=0
//	                   the resources of the turn
//	supply=(0 Curse, 1 Gold)
//	                   piles with a different number of cards than usual
//	trash=(Estate)
//
// or an argument whose name ends with the number of the seat that it describes:
//
//	hand0=(Copper, 2 Estate)
//	deck0=(Gold, Smithy)   the top card first; no seat knows the order
//	rest0=(8 Copper)       unordered cards below; 10 Coppers if neither is given
//	discard0 dark0 play0 stay0 next0 island0 native0 haven0
//	                       bags; dark holds discards that only the owner has seen
//	tokens0=2 turns0=5
//
// The cards of the seats do not reduce the supply.
func scene(args []datadriven.CmdArg) (Position, error) {
	sc := sceneBuilder{options: map[string]string{}}
	sc.s.Seats, sc.s.Rand = 2, 1
	sc.first.Phase = ActionPhase
	if err := sc.prepare(args); err != nil {
		return Position{}, err
	}
	if sc.start {
		return deal(state.Setup{Seats: int(sc.s.Seats), Seed: state.Seed(sc.s.Rand), Table: sc.options})
	}
	for i := range args {
		if err := sc.place(&args[i]); err != nil {
			return Position{}, fmt.Errorf("deal: %s: %w", args[i].String(), err)
		}
	}
	sc.finish()
	return sc.s, nil
}

// A sceneBuilder sets up the position of a scene.
type sceneBuilder struct {
	s       Position
	start   bool
	options map[string]string
	first   state.Frame
	decked  [state.MaxSeats]bool
}

// prepare reads the arguments on which other arguments depend, and lays out the supply.
func (sc *sceneBuilder) prepare(args []datadriven.CmdArg) error {
	var named []string
	for i := range args {
		arg := &args[i]
		switch arg.Key {
		case "start":
			sc.start = true
		case "seats", "seed":
			n, err := strconv.Atoi(arg.Vals[0])
			if err != nil {
				return err
			}
			if arg.Key == "seats" {
				sc.s.Seats = uint8(n)
			} else {
				sc.s.Rand = state.Rand(n)
			}
		case "colony":
			sc.options["colony"] = "yes"
		case "kingdom", "printing", "turns", "sets", "ban", "costs", "answers":
			sc.options[arg.Key] = strings.Join(arg.Vals, ",")
		}
		if arg.Key != "kingdom" {
			for _, v := range arg.Vals {
				_, name := splitCount(v)
				if k, known := KindOf(name); known && k >= nBasic && !slices.Contains(named, name) {
					named = append(named, name)
				}
			}
		}
	}
	if sc.start {
		return nil
	}
	for _, name := range named {
		if !slices.Contains(split(sc.options["kingdom"]), name) {
			sc.options["kingdom"] += "," + name
		}
	}
	t, err := readTable(sc.options, &sc.s.Rand)
	if err != nil {
		return err
	}
	s := &sc.s
	s.Playing = state.AllSeats(int(s.Seats))
	s.Limit, s.MaxTurns, s.Printing = uint16(t.turns*int(s.Seats)*turnLimitFactor), uint8(t.turns), t.printing
	s.Actions, s.Buys, s.Turn = 1, 1, 1
	s.fillSupply(t.kinds())
	return nil
}

// splitCount splits a text such as "2 Estate" into the number and the name. Without a number, it
// returns 1.
func splitCount(text string) (int, string) {
	if number, name, found := strings.Cut(text, " "); found {
		if n, err := strconv.Atoi(number); err == nil {
			return n, name
		}
	}
	return 1, text
}

// place applies one argument.
func (sc *sceneBuilder) place(arg *datadriven.CmdArg) error {
	s := &sc.s
	vals := slices.DeleteFunc(slices.Clone(arg.Vals), func(v string) bool { return v == "" })
	switch arg.Key {
	case "seats", "seed", "colony", "kingdom", "printing", "turns":
		return nil
	case "phase":
		p := slices.IndexFunc(phases[:], func(p state.Phase[Position]) bool { return p.Name == vals[0] })
		if p < int(StartPhase) || p > int(CleanUpPhase) {
			return fmt.Errorf("a scene starts in start, action, treasure, buy or clean-up")
		}
		sc.first.Phase = state.PhaseID(p)
		return nil
	case "active", "actions", "buys", "coins", "potions", "bridges":
		n, err := strconv.Atoi(vals[0])
		switch arg.Key {
		case "active":
			sc.first.Seat, sc.first.Actor = state.Seat(n), state.Seat(n)
			s.Active, s.Decider, s.LastRegular = state.Seat(n), state.Seat(n), state.Seat(n)
		case "actions":
			s.Actions = uint8(n)
		case "buys":
			s.Buys = uint8(n)
		case "coins":
			s.Coins = uint16(n)
		case "potions":
			s.Potions = uint8(n)
		case "bridges":
			s.CostReduction = uint8(n)
		}
		return err
	case "supply":
		return s.eachCard(vals, func(p pile, n int) {
			for s.Supply[p] > 0 {
				s.takeFromSupply(p)
			}
			for range n {
				s.addToSupply(p)
			}
		})
	case "trash":
		return s.fill(&s.Trash, vals)
	}
	key, last := arg.Key[:len(arg.Key)-1], arg.Key[len(arg.Key)-1]
	if last < '0' || last >= '0'+s.Seats {
		return fmt.Errorf("unknown argument")
	}
	return sc.placeOf(state.Seat(last-'0'), key, vals)
}

// placeOf applies one argument that describes a seat.
func (sc *sceneBuilder) placeOf(seat state.Seat, key string, vals []string) error {
	s, d := &sc.s, &sc.s.Sides[seat]
	switch key {
	case "tokens", "turns":
		n, err := strconv.Atoi(vals[0])
		if key == "tokens" {
			d.Tokens = uint8(n)
		} else {
			d.Turns = uint8(n)
		}
		return err
	case "deck":
		sc.decked[seat] = true
		slices.Reverse(vals) // the top card is last
		return s.eachCard(vals, func(p pile, n int) {
			for range n {
				s.putOnDeck(seat, p, 0)
			}
		})
	case "rest":
		sc.decked[seat] = true
	}
	bags := map[string]*Bag{
		"hand": &d.Hand, "rest": &d.Unordered, "discard": &d.Discard, "dark": &d.FaceDown, "play": &d.Play, "stay": &d.Staying,
		"next": &d.NextTurn, "island": &d.Island, "native": &d.Native, "haven": &d.Haven,
	}
	if bags[key] == nil {
		return fmt.Errorf("unknown argument")
	}
	return s.fill(bags[key], vals)
}

func (s *Position) fill(b *Bag, vals []string) error {
	return s.eachCard(vals, func(p pile, n int) {
		for range n {
			b.add(p)
		}
	})
}

// eachCard calls the function do once for each value such as "2 Estate", with the pile and the
// number of cards.
func (s *Position) eachCard(vals []string, do func(p pile, n int)) error {
	for _, v := range vals {
		n, name := splitCount(v)
		k, known := KindOf(name)
		if !known {
			return unknownCard(name)
		}
		if s.pileOf(k) == 0 {
			return fmt.Errorf("%s is not in this game", name)
		}
		do(s.pileOf(k), n)
	}
	return nil
}

// finish fills the decks and enters the phase.
func (sc *sceneBuilder) finish() {
	s := &sc.s
	for seat := range state.Seat(s.Seats) {
		d := &s.Sides[seat]
		if !sc.decked[seat] {
			d.Unordered.Size, d.Unordered.Counts[s.pileOf(Copper)] = 10, 10
		}
		if d.Turns == 0 && seat <= s.Active {
			d.Turns = 1
		}
	}
	if sc.first.Phase == StartPhase {
		s.Turn--
		s.Sides[s.Active].Turns--
		s.startTurn(&sc.first, s.Active, s.Active, nil)
	}
	Rules.Start(s, sc.first)
}
