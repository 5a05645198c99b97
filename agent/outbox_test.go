package agent

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drain takes all messages and joins their texts. It adds "end" if the outbox is finished.
func drain(o *Outbox) string {
	var all []string
	for {
		data, ok, last := o.Take()
		if !ok {
			if last {
				all = append(all, "end")
			}
			return strings.Join(all, " ")
		}
		all = append(all, string(data))
	}
}

func TestOutbox(t *testing.T) {
	update := func(s string) outgoing { return outgoing{[]byte(s), true} }
	other := func(s string) outgoing { return outgoing{[]byte(s), false} }
	tests := []struct {
		name string
		put  []outgoing
		want string
		err  error
	}{
		{"order is kept", []outgoing{other("a"), update("b"), other("c")}, "a b c", nil},
		{"too many: the newest update replaces the older ones",
			[]outgoing{update("1"), other("a"), update("2"), update("3"), update("4")}, "a 4", nil},
		{"too many bytes: likewise", []outgoing{other("a"), update("22222"), update("3333333")}, "a 3333333", nil},
		{"one message may be larger than the outbox", []outgoing{update("larger than ten")}, "larger than ten", nil},
		{"another message drops all updates but the newest",
			[]outgoing{update("1"), update("2"), other("a"), update("3"), other("over")}, "a 3 over", nil},
		{"no update to drop", []outgoing{other("a"), other("b"), other("c"), other("d"), other("e")}, "a b c d", ErrBehind},
		{"no room for the newest update", []outgoing{other("a"), other("b"), other("c"), other("d"), update("e")}, "a b c d", ErrBehind},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOutbox(4, 10, func() {})
			var err error
			for _, l := range tt.put {
				require.NoError(t, err, "only the last message may be refused")
				err = o.Put(l.data, l.update)
			}
			require.ErrorIs(t, err, tt.err)
			assert.Equal(t, tt.want, drain(o))
			assert.Nil(t, o.queue, "an empty outbox holds no memory")
			assert.Zero(t, o.size)
		})
	}
}

// TestOutboxAwaitSpace checks that AwaitSpace returns when half of the outbox is empty, after Finish, and
// when its context is canceled.
func TestOutboxAwaitSpace(t *testing.T) {
	full := func(count, bytes int) (*Outbox, chan error) {
		o := NewOutbox(4, 10, func() {})
		for range count {
			require.NoError(t, o.Put(make([]byte, bytes), false))
		}
		ready := make(chan error, 1)
		go func() { ready <- o.AwaitSpace(t.Context()) }()
		return o, ready
	}
	for _, of := range [][2]int{{3, 1}, {1, 6}} { // too many, too large
		o, ready := full(of[0], of[1])
		o.Take()
		require.NoError(t, <-ready)
	}
	o, ready := full(4, 1)
	o.Finish(nil, false)
	require.NoError(t, <-ready)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, ready = full(3, 1)
	require.ErrorIs(t, o.AwaitSpace(ctx), context.Canceled)
	o.Take()
	require.NoError(t, <-ready)
}

// TestOutboxPutWait checks that PutWait waits until its message fits, also if the message is larger than
// the outbox. PutWait must give up after Finish, and when its context is canceled.
func TestOutboxPutWait(t *testing.T) {
	for _, size := range []int{6, 20} {
		o := NewOutbox(4, 10, func() {})
		require.NoError(t, o.Put(make([]byte, 6), false))
		done := make(chan error, 1)
		go func() { done <- o.PutWait(t.Context(), make([]byte, size)) }()
		_, ok, _ := o.Take()
		require.True(t, ok)
		require.NoError(t, <-done)
		data, _, _ := o.Take()
		assert.Len(t, data, size)
	}
	o := NewOutbox(4, 10, func() {})
	require.NoError(t, o.Put(make([]byte, 6), false))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, o.PutWait(ctx, make([]byte, 6)), context.Canceled)
	done := make(chan error, 1)
	go func() { done <- o.PutWait(t.Context(), make([]byte, 6)) }()
	o.Finish(nil, false)
	require.ErrorIs(t, <-done, ErrClosing)
}

func TestOutboxFinish(t *testing.T) {
	for _, drop := range []bool{false, true} {
		o := NewOutbox(4, 10, func() {})
		require.NoError(t, o.Put([]byte("a"), false))
		o.Finish([]byte("bye"), drop)
		o.Finish([]byte("again"), drop)
		require.ErrorIs(t, o.Put([]byte("b"), true), ErrClosing)
		if drop {
			assert.Equal(t, "bye end", drain(o))
		} else {
			assert.Equal(t, "a bye end", drain(o))
		}
	}
}
