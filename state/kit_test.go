package state_test

import (
	"fmt"
	"testing"

	. "gamed/state"
	"gamed/state/statetest"
)

// TestKit checks that the tiny game passes the tests of package statetest.
func TestKit(t *testing.T) { statetest.Run(t, tinyKit(tinyRules)) }

func FuzzRules(f *testing.F) { statetest.Fuzz(f, tinyKit(tinyRules)) }

func tinyKit(rules *Ruleset[tiny]) statetest.Kit[tiny] {
	return statetest.Kit[tiny]{
		Rules:    rules,
		Setups:   []Setup{{Seats: 2, Seed: 1}, {Seats: 3, Seed: 2}, {Seats: 4, Seed: 3}},
		Requests: 1000,
		Check: func(dealt, s *tiny) error {
			for seat := range s.Hand {
				all := union(s.Hand[seat], s.Deck[seat], s.Past[seat])
				n := s.Hand[seat].Len() + s.Deck[seat].Len() + s.Past[seat].Len()
				if all != union(dealt.Hand[seat], dealt.Deck[seat]) || n != all.Len() {
					return fmt.Errorf("seat %d has hand %v, deck %v, past %v", seat, s.Hand[seat], s.Deck[seat], s.Past[seat])
				}
			}
			return nil
		},
		Cards:  []Kind{gift, offer, harvest, storm, toll, chime, hush, lowBell, highBell},
		IsPlay: func(e Event) bool { return e.What == played || e.What == rang },

		SmallGames: map[string][]tiny{"two seats": {smallTiny(rules)}},

		Measures: []Measure{0, Measure(gift), Measure(hush)},
		Reveals:  func(e Event) bool { return e.What == discarded },
	}
}

// smallTiny returns a game that ends after two turns.
func smallTiny(rules *Ruleset[tiny]) tiny {
	s, err := dealTinyBy(rules, Setup{Seats: 2, Seed: 1})
	if err != nil {
		panic(err)
	}
	s.Limit = 2
	return s
}
