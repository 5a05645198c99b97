package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/load"
)

// TestMain makes this test the NATS servers that it starts, as main does.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == serverWord {
		if err := runServer(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestRun measures every engine for a moment.
func TestRun(t *testing.T) {
	var out, progress bytes.Buffer
	require.NoError(t, run(t.Context(), &out, &progress, []string{
		"--games", "4", "--for", "20ms", "--engine", "file,pebble,bbolt,jetstream", "--dir", t.TempDir(),
	}))
	for _, row := range []string{"file +always +yes +- ", "pebble +never +no +- ", "pebble +always +yes +- ", "bbolt +always +yes +- ", "jetstream +2 minutes +no +1 ", "jetstream +always +yes +1 "} {
		assert.Regexp(t, `(?m)^`+row+` *[0-9,]+ `, out.String())
	}
	assert.Contains(t, progress.String(), "7 of 7: jetstream, sync always: play games")
	require.Error(t, run(t.Context(), &out, &progress, []string{"--rate", "often"}))
}

// TestCluster measures three servers on three NATS servers for a moment.
func TestCluster(t *testing.T) {
	row, err := load.Measure(t.Context(), brokers(true), t.TempDir(), load.Plan{Games: 6, For: 100 * time.Millisecond}, 0, func(string) {})
	require.NoError(t, err)
	assert.Equal(t, machines, row.Servers)
	assert.Positive(t, row.Append.Rate)
	assert.Positive(t, row.Play.Rate)
}
