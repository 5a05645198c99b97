package conformance

import (
	"fmt"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// ask puts the decision that is open, which edit may change, and returns the answer.
func (t *BotTest) ask(edit func(map[string]any)) int {
	g := t.asked()
	t.write(edited(g.update(true), edit))
	return t.answer(len(g.options))
}

// answer waits for the answer to the decision that is open, takes it and returns it,
// -1 for a resignation. There are that many options.
func (t *BotTest) answer(options int) int {
	g := t.table
	choice := t.choice()
	switch {
	case choice == nil:
		g.resigned = true
		g.apply(g.seat, state.Option{Do: state.Resign})
		return -1
	case choice.Decision != g.decision():
		t.fail("it answered decision %d, and decision %d is open", choice.Decision, g.decision())
	case choice.Option >= options:
		t.fail("it chose option %d, and there are %d, from 0", choice.Option, options)
	}
	g.answers = fmt.Append(g.answers, choice.Option, " ")
	g.apply(g.seat, g.options[choice.Option%len(g.options)])
	return choice.Option
}

// choice waits for an answer, and serves the forward model until it comes. It is nil
// for a resignation.
func (t *BotTest) choice() *protocol.Choose {
	g := t.table
	g.worlds.Open(ai.NewAsk(g.m, g.seat, g.options))
	defer g.worlds.Close()
	begun := time.Now()
	for {
		m := t.since(begun, t.Limits.Decision, "answer")
		g.slowest = max(g.slowest, time.Since(begun))
		switch m := m.(type) {
		case *protocol.Choose:
			if g.void != 0 && m.Decision == g.void {
				g.void = 0
				continue
			}
			return m
		case *protocol.Resign:
			return nil
		case *protocol.Fork, *protocol.Apply:
			t.send(t.forward(m))
		case *protocol.Pong:
			if m.T != g.ping {
				t.fail("instead of an answer came a pong")
			}
			g.ping = 0
		default:
			t.fail("instead of an answer came a %s", typeOf(m))
		}
	}
}

// forward does what the bot asks for in its worlds.
func (t *BotTest) forward(m protocol.ClientMessage) protocol.ServerMessage {
	g := t.table
	if _, apply := m.(*protocol.Apply); apply && g.overtake {
		g.overtake, g.void = false, g.decision()
		g.shift++
		t.write(g.update(true))
		g.worlds.Open(ai.NewAsk(g.m, g.seat, g.options))
	}
	if g.forks++; g.slow {
		time.Sleep(slowWorld) // that it takes time is what is tried
	}
	answer := agent.Forward(g.worlds, m)
	if _, refused := answer.(*protocol.Error); refused {
		g.refused++
	}
	return answer
}
