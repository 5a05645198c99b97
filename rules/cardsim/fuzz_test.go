package cardsim_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// wildGame builds a random game whose code fails, panics and calls random functions of the library.
func wildGame(r *state.Rand) *cardsim.Game[*town] {
	w := &wildFunctions{r: r, odds: 20 + r.N(400)}
	g := &game{
		Name: "wild", New: newTown, HandLimit: 1 + r.N(5), ActionsPerTurn: 1 + r.N(3), MaxTurns: 1 + r.N(30), Seats: 3,
		Value: func(p *player) int { return w.number(p) },
	}
	if r.N(4) == 0 { // otherwise the library copies the stats
		g.Clone = func(n *town) *town { c := *n; c.Said = append([]string(nil), n.Said...); return &c }
	}
	for i := range 2 + r.N(10) {
		c := &card{
			Name: fmt.Sprintf("c%d", i), Urgent: r.N(6) == 0, Weight: r.N(4), Cooldown: r.N(4), Expires: r.N(4), Secret: r.N(8) == 0,
			When: w.check(), Then: func(p *player, _ *option) error { return w.do(p) },
		}
		if r.N(3) == 0 {
			c.Dismiss = cardsim.Text("no")
		}
		if r.N(4) == 0 {
			c.Write = func(p *player) message { return cardsim.Messagef("%d", w.number(p)) }
		}
		if c.Expires > 0 {
			c.Expired = func(p *player) (message, error) { return cardsim.Text("gone"), w.do(p) }
		}
		for j := range 1 + r.N(3) {
			c.Options = append(c.Options, w.option(fmt.Sprintf("o%d", j)))
		}
		g.Cards = append(g.Cards, c)
	}
	w.cards = len(g.Cards)
	for i := range r.N(8) {
		g.Rules = append(g.Rules, &rule{Name: fmt.Sprintf("r%d", i), Step: r.N(3), Do: w.do})
	}
	w.rules = append(g.Rules, &rule{Name: "extra", Step: 1, Do: w.do}, nil, &rule{Name: "idle"})
	for i := range r.N(3) {
		a := &action{Name: fmt.Sprintf("a%d", i), CardOption: w.option(fmt.Sprintf("a%d", i)), Free: r.N(2) == 0, Hide: w.check()}
		g.Actions, g.DebugActions = append(g.Actions, a), append(g.DebugActions, a)
	}
	show := func(p *player) []message { w.number(p); return []message{cardsim.Text("x")} }
	g.Panels = []*panel{{Title: "p", Show: show}, cardsim.BasicStatsPane[*town]()}
	g.Prompt = &panel{Title: "q", Show: show}
	w.panel = g.Panels[0]
	built, err := g.Build()
	if err != nil {
		panic(err)
	}
	return built
}

// A wildFunctions generates the functions of a wild game. As the library requires, the functions depend
// only on the game's Rand.
type wildFunctions struct {
	r     *state.Rand // during Build
	odds  int         // the inverse of the failure rate
	cards int
	rules []*rule
	panel *panel
}

func (w *wildFunctions) option(text string) option {
	o := option{Text: cardsim.Text(text), Choose: func(p *player) (message, error) { return cardsim.Text("so be it"), w.do(p) }}
	if when := w.check(); when != nil {
		o.Enabled = func(p *player) (bool, message) { return when(p), cardsim.Text("no") }
	}
	return o
}

// number returns a random number and sometimes panics.
func (w *wildFunctions) number(p *player) int {
	if p.Rand.N(w.odds) == 0 {
		panic("look")
	}
	return p.Rand.N(1100)
}

// check returns a random condition or, half of the time, nil.
func (w *wildFunctions) check() func(*player) bool {
	if w.r.N(2) == 0 {
		return nil
	}
	return func(p *player) bool { return w.number(p) > 300 }
}

// do carries out a random operation of the library.
func (w *wildFunctions) do(p *player) error {
	name := fmt.Sprintf("c%d", p.Rand.N(w.cards+1)) // no card has the last name
	some := w.rules[p.Rand.N(len(w.rules))]
	switch p.Rand.N(24) {
	case 0:
		p.Stats.Score += p.Rand.N(9)
	case 1:
		p.Stats.Plot--
	case 2:
		return p.Give(name)
	case 3:
		return p.Next(name)
	case 4:
		return p.ShuffleIn(name)
	case 5:
		return p.Draw()
	case 6:
		p.StripHand(func(c *card) bool { return c.Name < name })
	case 7:
		p.Deck.Strip(func(c *card) bool { return c.Name > name })
	case 8:
		return p.Rules.Add(some)
	case 9:
		return p.Rules.Remove(some)
	case 10:
		p.ShowPanel(w.panel, p.Rand.N(4)-1)
	case 11:
		p.Defer(cardsim.Text("later"))
		p.Tell(cardsim.Text("now"))
	case 12:
		p.Refund()
	case 13:
		p.EndTurn()
	case 14:
		return errors.Join(cardsim.Warningf("w"), cardsim.DeleteMe)
	case 15:
		return []error{cardsim.StopStep, cardsim.StopRules, cardsim.DeleteMe}[p.Rand.N(3)]
	case 16:
		p.HandLimit, p.ActionsPerTurn = p.Rand.N(200)-20, p.Rand.N(4)-1
	case 17:
		p.Deck.ShuffleRange(&p.Rand, p.Rand.N(9)-2, p.Rand.N(9))
	case 18:
		if p.Rand.N(4) == 0 {
			p.End(cardsim.Ending{Name: "end", Won: p.Rand.N(2) == 0})
		}
	case 19:
		return p.Rules.Run(p)
	case 20:
		if p.Rand.N(w.odds) == 0 {
			return errPlain
		}
	case 21:
		if p.Rand.N(w.odds) == 0 {
			panic(errPlain)
		}
	case 22:
		if p.Rand.N(w.odds) == 0 {
			p.Stats = nil
		}
	case 23:
		p.Deck.InsertAt(p.Rand.N(9)-2, p.Hand()[0])
	}
	return nil
}

// FuzzGames plays wild games, with one or several seats and with or without debug mode,
// and checks the contract of the machine.
func FuzzGames(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, how uint8) {
		r := state.Rand(seed)
		g := wildGame(&r)
		setup := state.Setup{Seats: 1 + int(how)%3, Seed: state.Seed(seed), Table: map[string]string{"debug": []string{"0", "0", "1", "2"}[how/3%4]}}
		m, err := g.Deal(setup)
		if err != nil {
			return // the game fails before its first choice
		}
		w := randomWalk(t, m, seed, 5)
		replay(t, g, setup, w)
		require.NotContains(t, shown(m, everyone...), "PANIC")
	})
}
