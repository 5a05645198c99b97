package game_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/dominion"
)

// TestPick checks that one record trashes all cards that a player picks for Chapel, in any order.
func TestPick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "pp", func(c *config) {
			c.Header.Setup.Table = map[string]string{"kingdom": "Chapel"}
			with(dominion.Rules, 1)(c)
		})
		seat, d := p.chapel()
		require.NotNil(t, d.Pick)
		require.Equal(t, "trash", d.Pick.Does)
		require.Equal(t, "hand", d.Pick.From)
		require.Len(t, d.Pick.Cards, 4)
		last := len(d.Pick.Cards) - 1
		p.refused(seat, &protocol.Pick{Decision: d.ID, Cards: []int{last, last}}, protocol.Illegal)
		p.refused(seat, &protocol.Pick{Decision: d.ID + 1, Cards: []int{0}}, protocol.Stale)
		p.refused(1-seat, &protocol.Pick{Decision: d.ID, Cards: []int{0}}, protocol.NotAsked)

		records, before := p.records(), len(received[*protocol.Update](p.seats[seat]))
		p.say(seat, &protocol.Pick{Decision: d.ID, Cards: []int{last, 0}})
		require.Equal(t, records+1, p.records())
		var trashed []string
		for _, u := range received[*protocol.Update](p.seats[seat])[before:] {
			for _, e := range u.Events {
				if e.What == "trash" {
					trashed = append(trashed, e.Card)
				}
			}
		}
		require.ElementsMatch(t, []string{d.Pick.Cards[0].Card, d.Pick.Cards[last].Card}, trashed)
	})
}

// chapel plays until a seat has played Chapel. It returns the seat and the seat's open decision.
func (p *party) chapel() (int, *protocol.Decision) {
	for range 200 {
		seat := p.firstAwaited()
		d := last[*protocol.Update](p.t, p.seats[seat]).Decision
		for _, text := range []string{"play Chapel", "buy Chapel", "play Copper", d.Options[0].Text} {
			at := slices.IndexFunc(d.Options, func(o protocol.Option) bool { return o.Text == text })
			if at < 0 {
				continue
			}
			p.choose(seat, at)
			if text == "play Chapel" {
				return seat, last[*protocol.Update](p.t, p.seats[seat]).Decision
			}
			break
		}
	}
	require.Fail(p.t, "no seat plays Chapel")
	return 0, nil
}
