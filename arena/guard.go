package arena

import (
	"fmt"
	"slices"

	"gamed/ai"
	"gamed/state"
)

// A Fault is what a bot did wrong. It resigned its seat with that.
type Fault struct {
	Seat int    `json:"seat"`
	Kind string `json:"kind"` // panic or illegal
	Text string `json:"text"`
}

// A guard is a bot whose faults are its own: when it panics or answers with
// what is not on the list, it resigns.
type guard struct {
	bot   ai.Bot
	seat  state.Seat
	fault *Fault
}

func (g *guard) Choose(a ai.Ask) (answer state.Option) {
	defer func() {
		if v := recover(); v != nil {
			answer = g.resign("panic", fmt.Sprint(v))
		}
	}()
	answer = g.bot.Choose(a)
	if !slices.Contains(a.Options, answer) {
		return g.resign("illegal", fmt.Sprintf("%+v is not among its %d options", answer, len(a.Options)))
	}
	return answer
}

func (g *guard) resign(kind, text string) state.Option {
	g.fault = &Fault{Seat: int(g.seat), Kind: kind, Text: text}
	return state.Option{Do: state.Resign}
}

// A table is the bots of one game, by seat.
type table struct {
	match  *Match
	guards [state.MaxSeats]guard
}

// seat seats the bots of game n.
func (t *table) seat(n int) {
	for i := range t.match.Bots {
		seat := state.Seat(i)
		bot := t.match.Bots[t.match.bot(n, seat)].New(t.match.botSeed(n, seat))
		t.guards[seat] = guard{bot: bot, seat: seat}
	}
}

// faults returns what went wrong in the game, by seat.
func (t *table) faults() (all []Fault) {
	for i := range t.match.Bots {
		if f := t.guards[i].fault; f != nil {
			all = append(all, *f)
		}
	}
	return all
}
