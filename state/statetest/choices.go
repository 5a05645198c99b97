package statetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// A Choice is an option identified by the text of its label. The text "resign" stands for
// [state.Resign].
type Choice struct {
	Seat state.Seat
	Text string
	Salt uint64 // see [state.Request]
}

// Play applies choices in order. Each choice must be legal when Play applies it.
func Play(t testing.TB, m state.Machine, choices []Choice) {
	t.Helper()
	for i, c := range choices {
		q := state.Request{Seat: c.Seat, Decision: m.Decision(c.Seat), Option: state.Option{Do: state.Resign}, Salt: c.Salt}
		if options := m.Options(c.Seat, nil); c.Text != "resign" {
			texts := Texts(m, c.Seat)
			require.Contains(t, texts, c.Text, "choice %d of seat %d", i+1, c.Seat)
			for j, text := range texts {
				if text == c.Text {
					q.Option = options[j]
				}
			}
		}
		require.NoError(t, m.Check(q), "choice %d of seat %d", i+1, c.Seat)
		m.Apply(q, new(state.Log))
	}
}

// Texts returns the texts of the seat's options, the default first.
func Texts(m state.Machine, seat state.Seat) []string {
	texts := []string{}
	for _, o := range m.Options(seat, nil) {
		texts = append(texts, m.Label(seat, o).Text)
	}
	return texts
}
