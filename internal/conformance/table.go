package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// A table is a game that the bot plays, the others playing at random.
type table struct {
	rules  state.Dealer
	id     string
	m      state.Machine
	seat   state.Seat
	others state.Rand
	salts  func() uint64

	n       uint64           // events so far
	events  []protocol.Event // that the bot has not been told
	shift   uint32           // is added to the ids of decisions
	options []state.Option   // of the bot's decision
	last    []byte           // the last update
	clock   *protocol.Clock
	worlds  *ai.Worlds
	ping    int64  // the t of a ping that may be answered while the bot thinks
	void    uint32 // a decision that was overtaken and may still be answered
	slow    bool   // worlds take a while to come
	// overtake asks for something newer at the first apply.
	overtake bool

	answers  []byte // what the bot has chosen
	forks    int    // worlds that it has asked for
	refused  int    // of these
	resigned bool
	slowest  time.Duration // answer
}

// usual is the budget of the forward model where nothing is tried about it. It is
// small, so that searching takes little time.
var usual = protocol.Budget{Worlds: 8, Steps: 32}

// A place is where a bot is to sit.
type place struct {
	rules       state.Dealer
	seats, seat int
	n           int // which deal
	clock       *protocol.Clock
	budget      *protocol.Budget // of the forward model; nil is a small one
	alone       bool             // there is no forward model
	// joined changes the message. It may be nil.
	joined func(map[string]any)
}

// sit ends the game that the bot plays, begins another and waits until the bot is
// ready.
func (t *BotTest) sit(p place) *table {
	if t.greeted(); t.table != nil {
		t.over()
	}
	if p.rules == nil {
		p.rules = t.Rules[0]
	}
	info := p.rules.Info()
	if p.seats == 0 {
		p.seats = min(max(2, info.MinSeats), info.MaxSeats)
	}
	test := GameTest{Rules: p.rules, Seed: t.Seed}
	d := test.deal(p.n, p.seats)
	m, err := p.rules.Deal(d.setup)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", info.Name, err)) // check game finds it
	}
	t.games++
	g := &table{
		rules: p.rules, id: fmt.Sprintf("check-%d", t.games), m: m, seat: state.Seat(p.seat % p.seats),
		others: state.Rand(d.setup.Seed), salts: d.play().Salts(), clock: p.clock,
	}
	seed := d.setup.Seed >> 11 // what JavaScript can count to
	joined := protocol.Joined{
		Game: g.id, Rules: info.Name, Seat: int(g.seat), Clock: p.clock, Seed: &seed, Seats: make([]protocol.Seat, p.seats),
	}
	for i := range joined.Seats {
		joined.Seats[i] = protocol.Seat{Seat: i, Kind: protocol.SeatBot, Name: fmt.Sprintf("Bot %d", i), Here: true}
	}
	g.worlds = ai.NewWorlds(ai.Budget{})
	if !p.alone {
		budget := cmp.Or(p.budget, &usual)
		joined.Budget = budget
		g.worlds = ai.NewWorlds(ai.Budget{Worlds: budget.Worlds, Steps: budget.Steps})
	}
	t.table = g
	t.write(edited(encode(&joined), p.joined))
	t.send(&protocol.Ping{T: int64(t.games)})
	for {
		switch m := t.next(t.Limits.Ready, "pong, which says that it is ready,").(type) {
		case *protocol.Pong:
			if m.T != int64(t.games) {
				t.fail("its pong has the t %d, the ping had %d", m.T, t.games)
			}
			return g
		case *protocol.Choose, *protocol.Resign: // of the game before
		case *protocol.Fork, *protocol.Apply:
			t.send(&protocol.Error{Code: protocol.NotAsked, Text: "a new game has begun"})
		default:
			t.fail("instead of the pong, which says that it is ready, came a %s", typeOf(m))
		}
	}
}

// edited returns a message with some of it changed, or as it is.
func edited(data []byte, edit func(map[string]any)) []byte {
	if edit == nil {
		return data
	}
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		panic(err) // it is one of ours
	}
	edit(m)
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return data
}

// advance lets the others play until the bot is to be asked. It returns false if it
// will not be any more.
func (g *table) advance() bool {
	for g.m.Awaiting() != 0 {
		seat := g.m.Next()
		options := g.m.Options(seat, nil)
		if seat == g.seat {
			g.options = options
			return true
		}
		g.apply(seat, options[g.others.N(len(options))])
	}
	return false
}

func (g *table) apply(seat state.Seat, o state.Option) {
	var log state.Log
	g.m.Apply(state.Request{Seat: seat, Decision: g.m.Decision(seat), Option: o, Salt: g.salts()}, &log)
	for _, e := range log.Events {
		g.n++
		g.events = append(g.events, protocol.EventOf(g.n, g.m.Tell(e, g.seat)))
	}
}

// update returns what the bot is told now.
func (g *table) update(asked bool) []byte {
	u := &protocol.Update{Game: g.id, N: g.n, Turn: g.m.Turn(), Awaiting: []int{}, Events: g.events, View: g.m.AppendView(nil, g.seat)}
	if left := g.m.Awaiting(); left != 0 {
		for seat := g.m.Next(); left != 0; left = left.Without(seat) {
			seat = left.From(seat)
			u.Awaiting = append(u.Awaiting, int(seat))
		}
	}
	if asked {
		u.Decision = &protocol.Decision{ID: g.decision()}
		for i, o := range g.options {
			u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, g.m.Label(g.seat, o)))
		}
		if g.clock != nil {
			u.Decision.Ends = &g.clock.PerDecision
			u.Left = make([]int64, g.m.Seats())
		}
	}
	g.events = nil
	g.last = encode(u)
	return g.last
}

// decision is the id of the decision that is open.
func (g *table) decision() uint32 { return g.m.Decision(g.seat) + g.shift }

// asked returns a game in which the bot is to be asked: the one that it plays, or a
// new one.
func (t *BotTest) asked() *table {
	for n := 0; ; n++ {
		if g := t.table; g != nil {
			if g.advance() {
				return g
			}
			t.over()
		}
		t.sit(place{n: n, seat: n})
	}
}

// over ends the game that the bot plays.
func (t *BotTest) over() {
	g := t.table
	t.table = nil
	o := &protocol.Over{Game: g.id, N: g.n, Won: []int{}, Reason: protocol.ReasonEnd}
	if over, won := g.m.Result(); over {
		o.Draw = won == 0
		for ; won != 0; won &= won - 1 {
			o.Won = append(o.Won, int(won.First()))
		}
	}
	t.write(g.update(false), encode(o))
}
