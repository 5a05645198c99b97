package external_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/internal/test/bottest"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// limits contains limits that are short enough for a test and long enough for a busy machine. Grace
// is short for the bots that do not exit after a bye.
var limits = external.Limits{
	Startup: patience, Ready: patience, Decision: patience, ExitGrace: 50 * time.Millisecond, StallAfter: time.Second, MaxUnexpected: 20,
}

// exits has the limits for bots that exit on their own. The long Grace costs no time, because the wait
// for the exit status ends when the bot exits.
var exits = func() external.Limits {
	l := limits
	l.ExitGrace = patience
	return l
}()

func command(name string) external.Command { return bottest.Command(asBot + "=" + name) }

func start(t *testing.T, name string, l external.Limits) (*external.Conn, error) {
	t.Helper()
	b, err := external.Start(t.Context(), command(name), l)
	if err == nil {
		t.Cleanup(func() { require.NoError(t, b.Close()) })
	}
	return b, err
}

// play plays a game against a random bot. It returns the final position and the bot's fault,
// if any.
func play(ctx context.Context, t *testing.T, b *external.Conn, seed uint64) (final string, err error) {
	t.Helper()
	m, dealt := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed)})
	require.NoError(t, dealt)
	const seat = 0
	joined := protocol.Joined{
		Game: "match-1", Rules: "elements", Seat: seat, Seats: []protocol.Seat{}, Seed: &seed,
		Budget: &protocol.Budget{Worlds: 8, Steps: 2000},
	}
	if err := b.Begin(ctx, joined); err != nil {
		return "", err
	}
	other, err := ai.Roster{}.New("elements", "random", seed)
	require.NoError(t, err)
	r := state.Rand(seed)
	for m.Awaiting() != 0 {
		next := m.Next()
		options := m.Options(next, nil)
		ask := ai.NewAsk(m, next, options)
		var option state.Option
		if next != seat {
			option = other.Choose(ask)
		} else {
			answer, err := b.Ask(ctx, update(m, seat, options), ask)
			if err != nil {
				return "", err
			}
			option = state.Option{Do: state.Resign}
			if !answer.Resign {
				option = options[answer.Option]
			}
		}
		m.Apply(state.Request{Seat: next, Option: option, Salt: r.Uint64()}, nil)
	}
	return string(m.AppendState(nil)), b.EndGame(nil, protocol.Over{Game: "match-1", Won: []int{}, Reason: protocol.ReasonEnd})
}

func update(m state.Machine, seat state.Seat, options []state.Option) *protocol.Update {
	u := &protocol.Update{
		Game: "match-1", Turn: m.Turn(), Awaiting: []int{int(seat)}, View: m.AppendView(nil, seat), Events: []protocol.Event{},
		Decision: &protocol.Decision{ID: m.Decision(seat)},
	}
	for i, o := range options {
		u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(seat, o)))
	}
	return u
}
