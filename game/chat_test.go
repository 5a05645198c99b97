package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// TestMute checks that a seat does not receive the chat of a seat, or of all spectators, that it
// has muted, even after it reconnects.
func TestMute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "ppp", nil)
		watcher := newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: watcher}))
		heard := func() (by [3][]int) {
			before := [3]int{}
			for i, s := range p.seats {
				before[i] = len(received[*protocol.ChatMessage](s))
			}
			for seat := range 3 {
				p.say(seat, &protocol.Chat{Text: "hi"})
			}
			require.NoError(t, p.g.Submit(state.Watcher, watcher)(&protocol.Chat{Text: "hi"}))
			synctest.Wait()
			for i, s := range p.seats {
				for _, said := range received[*protocol.ChatMessage](s)[before[i]:] {
					by[i] = append(by[i], said.Seat)
				}
			}
			time.Sleep(time.Minute)
			return by
		}
		all := []int{0, 1, 2, -1}
		require.Equal(t, [3][]int{all, all, all}, heard())
		p.say(0, &protocol.Mute{Seat: 2, On: true})
		p.say(0, &protocol.Mute{Seat: -1, On: true})
		require.Equal(t, [3][]int{{0, 1}, all, all}, heard())
		assert.Equal(t, []int{2, -1}, last[*protocol.SeatSettings](t, p.seats[0]).Muted)
		assert.Empty(t, received[*protocol.SeatSettings](p.seats[1]), "mutes are private")

		require.NoError(t, p.g.Detach(t.Context(), p.seats[0]))
		p.seats[0] = newSink()
		require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 0, To: p.seats[0]}))
		assert.Equal(t, []int{2, -1}, last[*protocol.SeatSettings](t, p.seats[0]).Muted)
		require.Equal(t, [3][]int{{0, 1}, all, all}, heard())
		p.say(0, &protocol.Mute{Seat: -1})
		p.say(0, &protocol.Mute{Seat: 2})
		require.Equal(t, [3][]int{all, all, all}, heard())

		p.refused(0, &protocol.Mute{Seat: 0, On: true}, protocol.NoSeat)
		p.refused(0, &protocol.Mute{Seat: 3, On: true}, protocol.NoSeat)
		require.NoError(t, p.g.Submit(state.Watcher, watcher)(&protocol.Mute{Seat: 0, On: true}))
		synctest.Wait()
		assert.Equal(t, protocol.NoSeat, last[*protocol.Error](t, watcher).Code)
	})
}

// TestChatLimit checks that each seat and each spectator has its own chat rate, and that a chat
// message above the rate gets an error.
func TestChatLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", nil)
		watchers := []*sink{newSink(), newSink()}
		for _, w := range watchers {
			require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: w}))
		}
		say := func(seat state.Seat, s *sink) bool {
			before := len(received[*protocol.Error](s))
			require.NoError(t, p.g.Submit(seat, s)(&protocol.Chat{Text: "hi"}))
			synctest.Wait()
			refused := received[*protocol.Error](s)[before:]
			if len(refused) > 0 {
				require.Equal(t, protocol.TooFast, refused[0].Code)
			}
			return len(refused) == 0
		}
		for seat, s := range map[state.Seat]*sink{0: p.seats[0], state.Watcher: watchers[0]} {
			for range 6 {
				require.True(t, say(seat, s))
			}
			require.False(t, say(seat, s))
		}
		assert.True(t, say(1, p.seats[1]), "other seats may still chat")
		assert.True(t, say(state.Watcher, watchers[1]))
		time.Sleep(2 * time.Second)
		for seat, s := range map[state.Seat]*sink{0: p.seats[0], state.Watcher: watchers[0]} {
			assert.True(t, say(seat, s))
			assert.False(t, say(seat, s))
		}
		assert.Len(t, received[*protocol.ChatMessage](p.seats[1]), 6+6+1+1+2)
		gone := newSink()
		require.NoError(t, p.g.Submit(state.Watcher, gone)(&protocol.Chat{Text: "hi"}))
		synctest.Wait()
		assert.Len(t, received[*protocol.ChatMessage](p.seats[1]), 16, "the chat of a departed spectator is dropped")
	})
}
