package agent

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drain takes everything and names it: updates by their text, in order.
func drain(o *outbox) string {
	var all []string
	for {
		l, ok, last := o.take()
		if !ok {
			if last {
				all = append(all, "end")
			}
			return strings.Join(all, " ")
		}
		all = append(all, string(l.data))
	}
}

func TestOutbox(t *testing.T) {
	update := func(s string) letter { return letter{[]byte(s), true} }
	other := func(s string) letter { return letter{[]byte(s), false} }
	tests := []struct {
		name string
		put  []letter
		want string
		err  error
	}{
		{"order is kept", []letter{other("a"), update("b"), other("c")}, "a b c", nil},
		{"too many: the newest update replaces the older ones",
			[]letter{update("1"), other("a"), update("2"), update("3"), update("4")}, "a 4", nil},
		{"too many bytes: likewise", []letter{other("a"), update("22222"), update("3333333")}, "a 3333333", nil},
		{"one letter may be larger than the box", []letter{update("larger than ten")}, "larger than ten", nil},
		{"no update to drop", []letter{other("a"), other("b"), other("c"), other("d"), other("e")}, "a b c d", errBehind},
		{"nor room for the newest", []letter{other("a"), other("b"), other("c"), other("d"), update("e")}, "a b c d", errBehind},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newOutbox(4, 10)
			var err error
			for _, l := range tt.put {
				require.NoError(t, err, "only the last letter may be refused")
				err = o.put(l)
			}
			require.ErrorIs(t, err, tt.err)
			assert.Equal(t, tt.want, drain(o))
			assert.Nil(t, o.queue, "an empty outbox holds no memory")
			assert.Zero(t, o.size)
		})
	}
}

// TestOutboxCalm: whoever waits for calm goes on when half of it has left, when
// there will be nothing more, and when it gives up.
func TestOutboxCalm(t *testing.T) {
	full := func(letters, bytes int) (*outbox, chan error) {
		o := newOutbox(4, 10)
		for range letters {
			require.NoError(t, o.put(letter{make([]byte, bytes), false}))
		}
		calm := make(chan error, 1)
		go func() { calm <- o.calm(t.Context()) }()
		return o, calm
	}
	for _, of := range [][2]int{{3, 1}, {1, 6}} { // too many, too large
		o, calm := full(of[0], of[1])
		o.take()
		require.NoError(t, <-calm)
	}
	o, calm := full(4, 1)
	o.finish(letter{}, false)
	require.NoError(t, <-calm)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, calm = full(3, 1)
	require.ErrorIs(t, o.calm(ctx), context.Canceled)
	o.take()
	require.NoError(t, <-calm)
}

func TestOutboxFinish(t *testing.T) {
	for _, drop := range []bool{false, true} {
		o := newOutbox(4, 10)
		require.NoError(t, o.put(letter{[]byte("a"), false}))
		o.finish(letter{[]byte("bye"), false}, drop)
		o.finish(letter{[]byte("again"), false}, drop)
		require.ErrorIs(t, o.put(letter{[]byte("b"), true}), errShut)
		if drop {
			assert.Equal(t, "bye end", drain(o))
		} else {
			assert.Equal(t, "a bye end", drain(o))
		}
	}
}
