package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A botGame is a game between the bot and random players.
type botGame struct {
	rules  state.Dealer
	id     string
	seed   uint64
	m      state.Machine
	seat   state.Seat
	others state.Rand
	salts  func() uint64

	eventCount      uint64           // number of events so far
	events          []protocol.Event // not yet sent to the bot
	idShift         uint32           // added to decision ids
	options         []state.Option   // options for the open decision
	clock           *protocol.Clock
	worlds          *ai.Worlds
	ping            int64  // field t of a ping that was sent while the bot thinks
	overtaken       uint32 // a decision that a newer one has replaced; the bot may still answer it
	delayWorlds     bool
	overtakeAtApply bool // send a newer decision at the first apply

	answers []byte // chosen options
	forks   int    // number of forks, applies and rollouts

	refused  int // number of rejected forks, applies and rollouts
	resigned bool
	slowest  time.Duration // longest time for an answer
}

// usualBudget is the budget of a game whose dealSpec names none. It is small to save time.
var usualBudget = protocol.Budget{Worlds: 8, Steps: 32}

// A dealSpec describes a game and the bot's seat.
type dealSpec struct {
	rules        state.Dealer
	seats, seat  int
	number       int // number of the deal
	clock        *protocol.Clock
	budget       *protocol.Budget     // of the forward model; nil for usualBudget
	withoutModel bool                 // without a forward model
	joined       func(map[string]any) // edits the joined message; may be nil
}

// A dealFailure is the panic value that ends the test if the ruleset cannot deal a game.
type dealFailure struct{ err error }

// newBotGame deals the game of a dealSpec.
func (t *BotTest) newBotGame(p dealSpec) *botGame {
	if p.rules == nil {
		p.rules = t.Rules[0]
	}
	info := p.rules.Info()
	if p.seats == 0 {
		p.seats = min(max(2, info.MinSeats), info.MaxSeats)
	}
	test := GameTest{Rules: p.rules, Seed: t.Seed}
	d := test.deal(p.number, p.seats)
	m, err := p.rules.Deal(d.setup)
	if err != nil {
		panic(dealFailure{fmt.Errorf("no game of %s with %s can be dealt: %w; gamed check game %s tests the ruleset", info.Name, plural(p.seats, "seat"), err, info.Name)})
	}
	return &botGame{
		rules: p.rules, m: m, seat: state.Seat(p.seat % p.seats), clock: p.clock,
		seed:   uint64(d.setup.Seed >> 11), // fits into a JavaScript number
		others: state.Rand(d.setup.Seed), salts: d.play().Salts(),
	}
}

// startGame ends the current game, starts another one and waits until the bot is ready.
func (t *BotTest) startGame(p dealSpec) *botGame {
	if t.ensureGreeted(); t.game != nil {
		t.sendOver()
	}
	g := t.newBotGame(p)
	t.gamesStarted++
	g.id = fmt.Sprintf("check-%d", t.gamesStarted)
	joined := protocol.Joined{
		Game: g.id, Rules: g.rules.Info().Name, Seat: int(g.seat), Clock: p.clock, Seed: &g.seed, Seats: make([]protocol.Seat, g.m.Seats()),
	}
	for i := range joined.Seats {
		joined.Seats[i] = protocol.Seat{Seat: i, Kind: protocol.SeatBot, Name: fmt.Sprintf("Bot %d", i), Here: true}
	}
	g.worlds = ai.NewWorlds(ai.Budget{})
	if !p.withoutModel {
		budget := cmp.Or(p.budget, &usualBudget)
		joined.Budget = budget
		g.worlds = ai.NewWorlds(ai.Budget{Worlds: budget.Worlds, Steps: budget.Steps})
	}
	t.game = g
	t.write(editMessage(encode(&joined), p.joined))
	t.send(&protocol.Ping{T: int64(t.gamesStarted)})
	for {
		switch m := t.next(t.Limits.Ready, "pong for readiness").(type) {
		case *protocol.Pong:
			if m.T != int64(t.gamesStarted) {
				t.fail("pong with t %d for a ping with t %d", m.T, t.gamesStarted)
			}
			return g
		case *protocol.Choose, *protocol.Pick, *protocol.Resign: // from the previous game
		case *protocol.Fork, *protocol.Apply, *protocol.Rollouts:
			t.send(&protocol.Error{Code: protocol.NotAsked, Text: "a new game has started"})
		default:
			t.fail("a %s came instead of the pong for readiness", external.TypeOf(m))
		}
	}
}

// editMessage returns data changed by edit, or data itself if edit is nil.
func editMessage(data []byte, edit func(map[string]any)) []byte {
	if edit == nil {
		return data
	}
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		panic(err) // cannot fail for our own message
	}
	edit(m)
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return data
}

// advance lets the other players play until the bot must move. It returns false if the game
// ends first.
func (g *botGame) advance() bool {
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

// apply applies an option, or all options that select the cards of a pick.
func (g *botGame) apply(seat state.Seat, options ...state.Option) {
	var log state.Log
	salt := g.salts()
	for _, o := range options {
		g.m.Apply(state.Request{Seat: seat, Decision: g.m.Decision(seat), Option: o, Salt: salt}, &log)
		salt = 0
	}
	for _, e := range log.Events {
		g.eventCount++
		g.events = append(g.events, protocol.EventOf(g.eventCount, g.m.Tell(e, g.seat)))
	}
}

// update returns an update for the bot. If asked is set, it includes the bot's decision.
func (g *botGame) update(asked bool) []byte {
	options := g.options
	if !asked {
		options = nil
	}
	u := table.UpdateOf(g.m, g.seat, options)
	u.Game, u.N, u.Events, u.View = g.id, g.eventCount, g.events, g.m.AppendView(nil, g.seat)
	if asked {
		u.Decision.ID = g.decision()
		if g.clock != nil {
			u.Decision.Ends = &g.clock.PerDecision
			u.Left = make([]int64, g.m.Seats())
		}
	}
	g.events = nil
	return encode(u)
}

// decision returns the id of the open decision.
func (g *botGame) decision() uint32 { return g.m.Decision(g.seat) + g.idShift }

// askedGame returns a game in which the bot must move: the current game or a new one.
func (t *BotTest) askedGame() *botGame {
	for n := 0; ; n++ {
		if g := t.game; g != nil {
			if g.advance() {
				return g
			}
			t.sendOver()
		}
		t.startGame(dealSpec{number: n, seat: n})
	}
}

// sendOver sends the last update and the end of the current game.
func (t *BotTest) sendOver() {
	g := t.game
	t.game = nil
	o := &protocol.Over{Game: g.id, N: g.eventCount, Won: []int{}, Reason: protocol.ReasonEnd}
	if over, won := g.m.Result(); over {
		o.Draw = won == 0
		for ; won != 0; won &= won - 1 {
			o.Won = append(o.Won, int(won.First()))
		}
	}
	t.write(g.update(false), encode(o))
}

// ask sends the open decision, changed by edit, and waits for the answer.
func (t *BotTest) ask(edit func(map[string]any)) {
	g := t.askedGame()
	t.write(editMessage(g.update(true), edit))
	t.answer(len(g.options))
}

// awaitReply serves the forward model until the answer arrives. It returns nil for a resignation.
func (t *BotTest) awaitReply() *reply {
	g := t.game
	g.worlds.Open(ai.NewAsk(g.m, g.seat, g.options))
	defer g.worlds.Close()
	begun := time.Now()
	for {
		m := t.nextSince(begun, t.Limits.Decision, "answer")
		g.slowest = max(g.slowest, time.Since(begun))
		switch m := m.(type) {
		case *protocol.Choose, *protocol.Pick:
			r := replyOf(m)
			if g.overtaken != 0 && r.decision == g.overtaken {
				g.overtaken = 0
				continue
			}
			return r
		case *protocol.Resign:
			return nil
		case *protocol.Fork, *protocol.Apply, *protocol.Rollouts:
			t.send(t.forward(m))
		case *protocol.Pong:
			if m.T != g.ping {
				t.fail("a pong came instead of an answer")
			}
			g.ping = 0
		default:
			t.fail("a %s came instead of an answer", external.TypeOf(m))
		}
	}
}

// forward executes a fork, apply or rollouts. If overtakeAtApply is set, it first sends a newer decision
// at an apply.
func (t *BotTest) forward(m protocol.ClientMessage) protocol.ServerMessage {
	g := t.game
	if _, apply := m.(*protocol.Apply); apply && g.overtakeAtApply {
		g.overtakeAtApply, g.overtaken = false, g.decision()
		g.idShift++
		t.write(g.update(true))
		g.worlds.Open(ai.NewAsk(g.m, g.seat, g.options))
	}
	if g.forks++; g.delayWorlds {
		time.Sleep(slowWorld)
	}
	answer := agent.Forward(g.worlds, m)
	if _, refused := answer.(*protocol.Error); refused {
		g.refused++
	}
	return answer
}
