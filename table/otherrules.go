package table

import (
	"fmt"

	"gamed/state"
)

// OtherRules is the error for a log of a game with other rules: this program has another
// version of its ruleset or other cards. Only the rules of the game can compute its positions.
type OtherRules struct {
	Rules      string // name of the ruleset
	Program    string // version of gamed that created the game
	Version    int    // of the game's rules
	Cards      string // [CardsHash] of the game's rules
	OwnVersion int    // version of this program's rules
	OwnCards   string // [CardsHash] of this program's rules
}

func (o *OtherRules) Error() string {
	return fmt.Sprintf("it was played with other cards of %s (version %d, table %s; this is version %d, table %s)",
		o.Rules, o.Version, o.Cards, o.OwnVersion, o.OwnCards)
}

// Find is a [RulesFinder] for the log of the game. It returns a ruleset without positions. The table then
// has the seats, times and salts and the result, but no cards and no options.
func (o *OtherRules) Find(*Header) (state.Dealer, error) {
	return &CachedRules{Dealer: blankDealer{}, info: state.Info{Name: o.Rules, Version: o.Version}, cards: o.Cards}, nil
}

// HasPosition reports whether the table has the rules of its game and so a position. Without
// the rules, the machine accepts every request and has no view.
func (t *Table) HasPosition() bool {
	_, none := t.Machine.(*blankMachine)
	return !none
}

type blankDealer struct{ state.Dealer }

func (blankDealer) Deal(s state.Setup) (state.Machine, error) {
	return &blankMachine{seats: s.Seats}, nil
}

// A blankMachine stands for a position that only other rules can compute.
type blankMachine struct {
	state.Machine // nil: the methods below are all that a replay and a finished game need
	seats         int
	seq           uint32
	over          bool
	won           state.Seats
}

func (b *blankMachine) Seq() uint32                                           { return b.seq }
func (b *blankMachine) Turn() int                                             { return 0 }
func (b *blankMachine) Seats() int                                            { return b.seats }
func (b *blankMachine) Playing() state.Seats                                  { return 0 }
func (b *blankMachine) Awaiting() state.Seats                                 { return 0 }
func (b *blankMachine) Next() state.Seat                                      { return 0 }
func (b *blankMachine) Decision(state.Seat) uint32                            { return 0 }
func (b *blankMachine) Result() (over bool, won state.Seats)                  { return b.over, b.won }
func (b *blankMachine) Apply(state.Request, *state.Log)                       { b.seq++ }
func (b *blankMachine) End(won state.Seats)                                   { b.over, b.won = true, won }
func (b *blankMachine) Undo(state.Machine)                                    {}
func (b *blankMachine) AppendView(dst []byte, _ state.Seat) []byte            { return dst }
func (b *blankMachine) AppendState(dst []byte) []byte                         { return dst }
func (b *blankMachine) Redeal(state.Setup) error                              { return nil }
func (b *blankMachine) Options(_ state.Seat, d []state.Option) []state.Option { return d }

func (b *blankMachine) Check(q state.Request) error {
	if b.over {
		return &state.Refusal{Reason: state.GameOver, Seat: q.Seat, Answers: q.Decision}
	}
	return nil
}

func (b *blankMachine) Fork() state.Machine {
	c := *b
	return &c
}
