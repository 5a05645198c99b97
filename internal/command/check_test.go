package command

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/conformance"
)

// TestFailedSteps checks how failed steps are printed, and that the printer writes the log of the
// first failed step to its file.
func TestFailedSteps(t *testing.T) {
	var out bytes.Buffer
	log := filepath.Join(t.TempDir(), "log")
	p := printer{env: environ{out: &out}, log: log, replay: "gamed replay it"}
	report := conformance.Report{
		{Part: "a", Name: "one", Outcome: conformance.OK},
		{Part: "b", Name: "two", Outcome: conformance.Failed, Error: "wrong", Position: "turn 1\nseat 0\n", Fix: "Fix it.", Log: []byte("first")},
		{Part: "b", Name: "three", Outcome: conformance.Failed, Error: "wrong as well", Log: []byte("second")},
	}
	for _, s := range report {
		p.print(s)
	}
	require.EqualError(t, p.finish("game", report, nil), "game: 2 steps failed")
	assert.Equal(t, `a
  ok         one
b
  FAILED     two
             error: wrong
             fix:   Fix it.
             at:    turn 1
                    seat 0
             log:   gamed replay it
  FAILED     three
             error: wrong as well

3 steps: 1 ok, 2 failed
`, out.String())
	kept, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "first", string(kept))
}
