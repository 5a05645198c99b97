package sim

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestMutants runs simulations with faulty logs, and checks that each fault is detected.
func TestMutants(t *testing.T) {
	const enough = 300
	for name, mutant := range map[string]struct {
		open func(*log) store.Log
		want string // a pattern
	}{
		"reports before the write": {func(l *log) store.Log { return earlyAck{l} }, "is told"},
		"loses a kept record":      {func(l *log) store.Log { return &lossy{log: l} }, "that was kept|that the log lacks"},
		"a stale owner writes":     {func(l *log) store.Log { return unfenced{l} }, "a stale owner writes"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(enough) {
				if r := run(t, seed, options{open: mutant.open}); r.err != nil {
					t.Logf("seed %d: %.200v", seed, r.err)
					assert.Regexp(t, mutant.want, r.err.Error())
					return
				}
			}
			t.Errorf("%d seeds do not detect it", enough)
		})
	}
}

// An earlyAck log acknowledges a record before it stores the record.
type earlyAck struct{ *log }

func (h earlyAck) Append(_ context.Context, _ string, expect uint64, record []byte) error {
	h.w.mu.Lock()
	defer h.w.mu.Unlock()
	h.w.after(10*time.Millisecond, func() { _ = h.w.storeRecord(h.log, expect, record) })
	return nil
}

// A lossy log loses its last record, with probability 0.2, when it is read for the first time.
type lossy struct {
	*log
	read bool
}

func (f *lossy) Read(ctx context.Context, id string) ([][]byte, error) {
	f.w.mu.Lock()
	if all := f.w.disk.records; !f.read && len(all) > 1 && f.w.chance(0.2) {
		f.w.disk.records = all[:len(all)-1]
	}
	f.read = true
	f.w.mu.Unlock()
	return f.log.Read(ctx, id)
}

// An unfenced log does not check record numbers.
type unfenced struct{ *log }

func (u unfenced) Append(_ context.Context, _ string, _ uint64, record []byte) error {
	u.w.mu.Lock()
	defer u.w.mu.Unlock()
	return u.w.storeRecord(u.log, uint64(len(u.w.disk.records)), record)
}
