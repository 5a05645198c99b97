package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/hub"
	"gamed/store"
)

// TestAnswerErrors checks that the asking server receives the error of the answering server. An error
// that wraps several known errors always arrives as the same one of them.
func TestAnswerErrors(t *testing.T) {
	for _, c := range []struct{ sent, want error }{
		{hub.ErrNotFound, hub.ErrNotFound},
		{hub.ErrSetAside, hub.ErrSetAside},
		{fmt.Errorf("hub: %w: %w", hub.ErrIncomplete, store.ErrDamaged), hub.ErrIncomplete},
		{fmt.Errorf("hub: %w: %w", hub.ErrUnavailable, context.DeadlineExceeded), hub.ErrUnavailable},
		{fmt.Errorf("hub: %w: %w", hub.ErrUnavailable, hub.ErrElsewhere), hub.ErrElsewhere},
		{context.DeadlineExceeded, context.DeadlineExceeded},
	} {
		for range 50 {
			var a answer
			a.setError(c.sent)
			data, err := json.Marshal(a)
			require.NoError(t, err)
			var received answer
			require.NoError(t, json.Unmarshal(data, &received))
			require.Equal(t, c.want, received.asError(), "the answer to %v", c.sent)
		}
	}
	a := answer{Node: "n1"}
	assert.NoError(t, a.asError())
	a.setError(errors.New("no code for this"))
	assert.EqualError(t, a.asError(), "cluster: server n1: no code for this")
}
