package server

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestFillArchive checks that a server in a cluster copies the changes that its archive lacks to
// the archive, even if it checks nothing in the background. It does not compare a complete archive.
func TestFillArchive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := new(skippingArchive)
		s := &Server{c: Config{Logger: zerolog.Nop(), Replicas: new(store.Archive)}, archive: a}
		serve := func() {
			ctx, stop := context.WithTimeout(t.Context(), time.Hour)
			defer stop()
			s.guardReplicas(ctx)
		}
		serve()
		assert.Zero(t, a.comparisons, "the archive lacks nothing")
		a.lacks, a.failures = true, 1
		serve()
		assert.False(t, a.lacks)
		assert.Equal(t, 2, a.comparisons, "the first comparison fails")
	})
}

// A skippingArchive lacks changes until a comparison succeeds.
type skippingArchive struct {
	lacks                 bool
	failures, comparisons int // failures counts comparisons that will fail
}

func (a *skippingArchive) Trouble() error {
	if a.lacks {
		return store.ErrUnavailable
	}
	return nil
}

func (a *skippingArchive) Lost(context.Context, bool, func(context.Context) error) ([]*store.Damage, error) {
	if a.comparisons++; a.failures > 0 {
		a.failures--
		return nil, store.ErrUnavailable
	}
	a.lacks = false
	return nil, nil
}

func (*skippingArchive) Restore(context.Context, []*store.Damage, func(*store.Damage, error)) {}
