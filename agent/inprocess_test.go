package agent

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// A testGame is a game for bots. A bot's answer goes to the channel answers, or fails with the next
// error in errs if there is one.
type testGame struct {
	m       state.Machine
	answers chan *protocol.Choose
	errs    chan error
}

func newTestGame(t *testing.T) *testGame {
	t.Helper()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	return &testGame{m: m, answers: make(chan *protocol.Choose, 10), errs: make(chan error, 10)}
}

func (tb *testGame) connect(JSONWriter) Submit {
	return func(m protocol.ClientMessage) error {
		select {
		case err := <-tb.errs:
			return err
		default:
			tb.answers <- m.(*protocol.Choose)
			return nil
		}
	}
}

// ask returns the question for seat. It includes a decision if the seat must answer now.
func (tb *testGame) ask(seat state.Seat) (q Question) {
	if tb.m.Next() == seat {
		q.Decision, q.Ask = tb.m.Decision(seat), ai.NewAsk(tb.m.Fork(), seat, tb.m.Options(seat, nil))
	}
	return q
}

// apply plays an answer.
func (tb *testGame) apply(t *testing.T, seat state.Seat, choice *protocol.Choose) {
	t.Helper()
	q := state.Request{Seat: seat, Decision: choice.Decision, Option: tb.m.Options(seat, nil)[choice.Option]}
	require.NoError(t, tb.m.Check(q))
	tb.m.Apply(q, nil)
}

func newRandom(t *testing.T, tb *testGame, seat state.Seat) *InProcess {
	t.Helper()
	bot, err := ai.Roster{}.New("", "random", 1)
	require.NoError(t, err)
	return NewInProcess(bot, seat, tb.connect, func(_ uint32, why string) { t.Error(why) })
}

// TestBot checks that two bots play a whole game.
func TestBot(t *testing.T) {
	tb := newTestGame(t)
	bots := []*InProcess{newRandom(t, tb, 0), newRandom(t, tb, 1)}
	for over := false; !over; over, _ = tb.m.Result() {
		seat := tb.m.Next()
		for i, b := range bots {
			require.NoError(t, b.Ask(tb.ask(state.Seat(i))))
		}
		tb.apply(t, seat, <-tb.answers)
	}
	require.NoError(t, bots[0].WriteJSON(&protocol.Over{}))
}

// TestBotAnswersOnce checks that a bot answers a repeated question only once, and that it
// retries when the game could not accept the answer.
func TestBotAnswersOnce(t *testing.T) {
	tb := newTestGame(t)
	b := newRandom(t, tb, tb.m.Next())
	require.NoError(t, b.Ask(tb.ask(b.seat)))
	first := <-tb.answers
	require.NoError(t, b.Ask(tb.ask(b.seat)))
	require.NoError(t, b.WriteJSON(&protocol.Error{Code: protocol.Illegal}))
	require.NoError(t, b.WriteJSON(&protocol.Error{Code: protocol.Unavailable}))
	assert.Same(t, first, <-tb.answers, "the bot must not think again")
	tb.errs <- ErrBusy
	tb.errs <- ErrBusy
	require.NoError(t, b.WriteJSON(&protocol.Error{Code: protocol.Busy}))
	assert.Same(t, first, <-tb.answers, "the bot must retry until there is room")

	tb.apply(t, b.seat, first)
	require.NoError(t, b.Ask(tb.ask(b.seat)), "another seat is asked")
	assert.Empty(t, tb.answers)
}

// TestBotWaitsLonger checks the exponential backoff between retries.
func TestBotWaitsLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTestGame(t)
		seat := tb.m.Next()
		bot := newRandom(t, tb, seat)
		require.NoError(t, bot.Ask(tb.ask(seat)))
		start := time.Now()
		for range 10 {
			<-tb.answers
			require.NoError(t, bot.WriteJSON(&protocol.Error{Code: protocol.Unavailable}))
		}
		<-tb.answers
		assert.Equal(t, (20+40+80+160+320+640+4*1000)*time.Millisecond, time.Since(start))
		require.NoError(t, bot.WriteJSON(&protocol.Bye{}))
	})
}

// A buggy bot calls a function to choose.
type buggy func() state.Option

func (b buggy) Choose(ai.Ask) state.Option { return b() }

// TestBotFails checks that a bot with a bug chooses the first option and that the bug is reported.
func TestBotFails(t *testing.T) {
	for said, bug := range map[string]buggy{
		"the bot panicked: a bug": func() state.Option { panic("a bug") },
		"not one of its":          func() state.Option { return state.Option{Do: 200} },
	} {
		tb := newTestGame(t)
		seat := tb.m.Next()
		failed := make(chan string, 1)
		bot := NewInProcess(bug, seat, tb.connect, func(decision uint32, why string) {
			assert.Equal(t, tb.m.Decision(seat), decision)
			failed <- why
		})
		require.NoError(t, bot.Ask(tb.ask(seat)))
		assert.Equal(t, &protocol.Choose{Decision: tb.m.Decision(seat)}, <-tb.answers)
		assert.Contains(t, <-failed, said)
	}
}

// TestBotGivesUp checks that a bot does not retry when its game is closed.
func TestBotGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTestGame(t)
		b := newRandom(t, tb, tb.m.Next())
		tb.errs <- errors.New("closed")
		require.NoError(t, b.Ask(tb.ask(b.seat)))
		synctest.Wait()
		assert.Empty(t, tb.errs)
		assert.Empty(t, tb.answers)
		assert.False(t, b.working)
	})
}
