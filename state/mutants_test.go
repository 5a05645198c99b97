package state_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	. "gamed/state"
	"gamed/state/statetest"
)

// mutants are faulty rulesets. The field caughtBy of a mutant names the test of the kit that must
// detect its fault.
var mutants = []struct {
	name, caughtBy string
	mutate         func(r *Ruleset[tiny])
}{
	{"label tells a hand", "nothing hidden is told", func(r *Ruleset[tiny]) {
		label := r.Label
		r.Label = func(s *tiny, seat Seat, o Option) Label {
			l := label(s, seat, o)
			if next := s.Hand[(seat+1)%2]; !next.Empty() {
				l.Card = tinyNames[next.First()]
			}
			return l
		}
	}},
	{"spectators see hands", "nothing hidden is told", func(r *Ruleset[tiny]) {
		view := r.View
		r.View = func(dst []byte, s *tiny, seat Seat) []byte {
			if seat == Watcher {
				seat = Everything
			}
			return view(dst, s, seat)
		}
	}},
	{"a measure tells a hand", "nothing hidden is told", func(r *Ruleset[tiny]) {
		measure := r.Measure
		r.Measure = func(s *tiny, seat Seat, m Measure) int { return measure(s, (seat+1)%2, m) }
	}},
	{"measuring changes the game", "readers do not write", func(r *Ruleset[tiny]) {
		measure := r.Measure
		r.Measure = func(s *tiny, seat Seat, m Measure) int {
			s.Rand.Uint64()
			return measure(s, seat, m)
		}
	}},
	{"only the holder of a card is asked", "the awaited seats depend on public facts only", func(r *Ruleset[tiny]) {
		r.Phases[playPhase].Awaits = func(s *tiny, f *Frame) (ss Seats) {
			for left := s.Playing &^ f.Passed; left != 0; left &= left - 1 {
				if s.Hand[left.First()].Has(Card(hush)) {
					ss = ss.With(left.First())
				}
			}
			return ss
		}
	}},
	{"resampling makes cards", "nothing hidden is told", func(r *Ruleset[tiny]) {
		sample := r.Sample
		r.Sample = func(s *tiny, seat Seat, r *Rand) {
			sample(s, seat, r)
			s.Deck[0] = setOf(1, 2, 3)
		}
	}},
	{"event tells who draws what", "events reveal no more than views", func(r *Ruleset[tiny]) {
		enter := r.Phases[turnPhase].Enter
		r.Phases[turnPhase].Enter = func(s *tiny, f *Frame, log *Log) Verdict {
			v := enter(s, f, log)
			if log != nil {
				for i := range log.Events {
					log.Events[i].Sees = Public
				}
			}
			return v
		}
	}},
	{"event tells a secret answer", "events reveal no more than views", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			return append(tinyOptions(s, f, seat, dst), Option{Do: pass, Card: 1})
		}
		r.Phases[turnPhase].Request = func(s *tiny, f *Frame, seat Seat, o Option, log *Log) Verdict {
			log.Add(Event{What: hushed, Seat: seat, Amount: int8(o.Card)})
			return tinyRequest(s, f, seat, o, log)
		}
	}},
	{"resampling keeps hands", "resampled worlds differ", func(r *Ruleset[tiny]) {
		r.Sample = func(s *tiny, _ Seat, r *Rand) { s.Rand = Rand(r.Uint64()) }
	}},
	{"resampling keeps the random source", "resampled worlds differ", func(r *Ruleset[tiny]) {
		sample := r.Sample
		r.Sample = func(s *tiny, seat Seat, r *Rand) {
			future := s.Rand
			sample(s, seat, r)
			s.Rand = future
		}
	}},
	{"resampling starts from hidden facts", "worlds forget", func(r *Ruleset[tiny]) {
		sample := r.Sample
		r.Sample = func(s *tiny, seat Seat, r *Rand) {
			r.Mix(uint64(s.Rand))
			sample(s, seat, r)
		}
	}},
	{"presorting changes hands", "worlds forget", func(r *Ruleset[tiny]) {
		r.Presort = func(s *tiny, seat Seat) { s.Hand[seat&1], s.Deck[seat&1] = s.Deck[seat&1], s.Hand[seat&1] }
	}},
	{"a derived fact is out of date", "derived facts", func(r *Ruleset[tiny]) {
		r.Derive = func(s *tiny) { s.Entries[3] = uint8(s.Hand[0].Len()) }
	}},
	{"view writes", "readers do not write", func(r *Ruleset[tiny]) {
		view := r.View
		r.View = func(dst []byte, s *tiny, seat Seat) []byte {
			s.Entries[3]++
			return view(dst, s, seat)
		}
	}},
	{"rules remember another game", "clones", func(r *Ruleset[tiny]) {
		gains := int8(0)
		gain := r.Verbs[vGain]
		r.Verbs[vGain] = func(s *tiny, f *Frame, op *Op, log *Log) Verdict {
			gains++
			s.Score[f.Actor] += gains
			return gain(s, f, op, log)
		}
	}},
	{"chance comes from outside", "replay", func(r *Ruleset[tiny]) {
		outside := Rand(1)
		enter := r.Phases[turnPhase].Enter
		r.Phases[turnPhase].Enter = func(s *tiny, f *Frame, log *Log) Verdict {
			s.Rand = Rand(outside.Uint64())
			return enter(s, f, log)
		}
	}},
	{"an option twice", "options", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			return append(tinyOptions(s, f, seat, dst), Option{Do: pass})
		}
	}},
	{"no option", "options", func(r *Ruleset[tiny]) {
		r.Phases[bellPhase].Options = func(_ *tiny, _ *Frame, _ Seat, dst []Option) []Option { return dst }
	}},
	{"two options that read the same", "options", func(r *Ruleset[tiny]) {
		r.Label = func(*tiny, Seat, Option) Label { return Label{Do: "do", Text: "do"} }
	}},
	{"a selection does not say what happens to a card", "selections", func(r *Ruleset[tiny]) {
		r.Picks = func(*Frame) (words, zone string) { return "", "hand" }
	}},
	{"a pass closes the decisions of other seats", "decisions stay open", func(r *Ruleset[tiny]) {
		r.Phases[playPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			if f.Passed != 0 {
				return append(dst, Option{Do: pass})
			}
			return tinyOptions(s, f, seat, dst)
		}
	}},
	{"asking changes the game", "refusals", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			s.Rand.Uint64()
			return tinyOptions(s, f, seat, dst)
		}
	}},
	{"a discarded card is gone", "clones", func(r *Ruleset[tiny]) {
		r.Verbs[vDiscard] = func(s *tiny, f *Frame, _ *Op, _ *Log) Verdict {
			s.Hand[f.Actor] = s.Hand[f.Actor].Without(f.Picked)
			return Nothing()
		}
	}},
	{"views show the number of answers", "taken back and agreed", func(r *Ruleset[tiny]) {
		view := r.View
		r.View = func(dst []byte, s *tiny, seat Seat) []byte {
			return append(strconv.AppendUint(append(view(dst, s, seat)[:len(dst)], `{"requests":`...), uint64(s.Seq), 10), '}')
		}
	}},
	{"a resigned seat plays on", "resign at any point", func(r *Ruleset[tiny]) {
		r.Leave = func(_ *tiny, seat Seat, log *Log) { log.Add(Event{What: resigned, Seat: seat, Sees: Public}) }
	}},
	{"a value out of range", "value in range", func(r *Ruleset[tiny]) {
		r.Value = func(s *tiny, seat Seat) int { return int(s.Score[seat]) }
	}},
	{"the game never ends", "every game ends", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Finish = func(s *tiny, f *Frame, _ *Log) { f.Turn(turnPhase, s.After(f.Seat)) }
	}},
	{"a turn past the limit", "every game ends", func(r *Ruleset[tiny]) {
		enter := r.Phases[turnPhase].Enter
		r.Phases[turnPhase].Enter = func(s *tiny, f *Frame, log *Log) Verdict {
			v := enter(s, f, log)
			if s.Turn == s.Limit {
				s.Turn++
				s.End(0)
			}
			return v
		}
	}},
	{"a request allocates", "playouts do not allocate", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Request = func(s *tiny, f *Frame, seat Seat, o Option, log *Log) Verdict {
			sink = append([]byte(nil), byte(seat))
			return tinyRequest(s, f, seat, o, log)
		}
	}},
	{"an unreachable card", "coverage", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Options = func(_ *tiny, _ *Frame, _ Seat, dst []Option) []Option { return append(dst, Option{Do: pass}) }
	}},
	{"an unintended change of the rules", "perft", func(r *Ruleset[tiny]) {
		r.Phases[playPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			if seat == f.Seat {
				return append(dst, Option{Do: pass})
			}
			return tinyOptions(s, f, seat, dst)
		}
	}},
	{"no option in a rare position", "exploration", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Options = func(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
			if s.Score[0] == s.Score[1]+2 && s.Hand[seat].Len() == 1 {
				return dst
			}
			return tinyOptions(s, f, seat, dst)
		}
	}},
	{"a played card shows the hands", "exploration", func(r *Ruleset[tiny]) {
		view := r.View
		r.View = func(dst []byte, s *tiny, seat Seat) []byte {
			if !s.Past[0].Empty() {
				seat = Everything
			}
			return view(dst, s, seat)
		}
	}},
	{"a pass changes nothing", "exploration", func(r *Ruleset[tiny]) {
		r.Phases[turnPhase].Request = func(s *tiny, f *Frame, seat Seat, o Option, log *Log) Verdict {
			if o.Do == pass {
				return Nothing()
			}
			return tinyRequest(s, f, seat, o, log)
		}
	}},
}

var sink []byte

// TestKitCatches checks that the kit fails on each mutant. The kit runs in a separate process for
// each mutant.
func TestKitCatches(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			test := "^TestMutant$/^" + strings.ReplaceAll(m.caughtBy, " ", "_") + "$"
			cmd := exec.Command(os.Args[0], "-test.run", test)
			cmd.Env = append(os.Environ(), "MUTANT="+m.name)
			out, err := cmd.CombinedOutput()
			assert.Error(t, err, "the kit finds nothing wrong")
			assert.Contains(t, string(out), "--- FAIL: TestMutant/"+strings.ReplaceAll(m.caughtBy, " ", "_"))
		})
	}
}

// TestMutant runs the kit on the mutant that the environment variable MUTANT names.
// TestKitCatches runs this test and expects it to fail.
func TestMutant(t *testing.T) {
	for _, m := range mutants {
		if m.name == os.Getenv("MUTANT") {
			rules := *tinyRules
			rules.Phases = append([]Phase[tiny](nil), rules.Phases...)
			rules.Verbs = append(rules.Verbs[:0:0], rules.Verbs...)
			rules.Phases[effectPhase].Run = rules.RunCode
			m.mutate(&rules)
			rules.New = func(setup Setup) (tiny, error) { return dealTinyBy(&rules, setup) }
			statetest.Run(t, tinyKit(&rules))
		}
	}
}
