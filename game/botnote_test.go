package game_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
)

// TestBotNotes checks that BotNote receives each choice with a note and each refused choice.
func TestBotNotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all []game.BotNote
		p := gather(t, "pp", func(c *config) { c.BotNote = func(a game.BotNote) { all = append(all, a) } })
		seat := p.firstAwaited()
		id := p.decision(seat).ID
		p.say(seat, &protocol.Choose{Decision: id, Option: 99})
		p.say(seat, &protocol.Choose{Decision: id + 1, Info: "guess"})
		p.say(seat, &protocol.Choose{Decision: id, Info: "it is the first"})
		p.choose(p.firstAwaited(), 0)
		require.Len(t, all, 3, "an accepted choice without a note gives no bot note")
		require.Equal(t, []protocol.Code{protocol.Illegal, protocol.Stale, ""}, []protocol.Code{all[0].Refused, all[1].Refused, all[2].Refused})
		require.Equal(t, []string{"", "guess", "it is the first"}, []string{all[0].Info, all[1].Info, all[2].Info})
		require.Equal(t, 99, all[0].Option)
	})
}
