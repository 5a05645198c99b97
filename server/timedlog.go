package server

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"gamed/store"
)

// A timedLog measures appends.
type timedLog struct {
	store.Log
	took *prometheus.HistogramVec // by result
}

func (l timedLog) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	begun := time.Now()
	err := l.Log.Append(ctx, game, expect, record)
	l.took.WithLabelValues(resultOf(err)).Observe(time.Since(begun).Seconds())
	return err
}

func resultOf(err error) string {
	switch {
	case err == nil:
		return "kept"
	case errors.Is(err, store.ErrFenced):
		return "fenced"
	case errors.Is(err, store.ErrFull):
		return "full"
	case errors.Is(err, store.ErrAmbiguous):
		return "ambiguous"
	}
	return "unavailable"
}
