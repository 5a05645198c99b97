package replay_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/replay"
	"gamed/table"
)

// TestProve checks that Prove accepts every log with a commitment, and that it detects certain
// changes to a log.
func TestProve(t *testing.T) {
	for name, records := range logs(t) {
		p, err := replay.Prove(records, rulesOf, replay.Evidence{})
		require.NoError(t, err, name)
		for _, c := range p.Checks {
			assert.NotEqual(t, replay.Wrong, c.Result, "%s: %s", name, c.Text)
		}
		assert.Equal(t, strings.Contains(string(records[0]), `"salt"`), p.Fair, name)
	}
	records := logMatching(t, "3-elements-????????.jsonl")
	good, err := replay.Prove(records, rulesOf, replay.Evidence{Nonces: map[int]string{1: "of-bob"}})
	require.NoError(t, err)
	require.True(t, good.Fair)
	assert.Equal(t, []string{"", "of-bob"}, good.Nonces)

	tests := []struct {
		name     string
		record   int
		old, new string
		known    replay.Evidence
		what     string
		want     string
	}{
		{name: "another salt of the commitment", record: 0, old: good.Salt[:8], new: "00000000", known: replay.Evidence{Commit: good.Commit}, what: "commitment", want: "the key was changed"},
		{name: "another commitment", known: replay.Evidence{Commit: strings.Repeat("0", 64)}, what: "commitment", want: "the key was changed"},
		{name: "a missing nonce", known: replay.Evidence{Nonces: map[int]string{0: "of-ada"}}, what: "nonces", want: `seat 0 sent "of-ada"`},
		{name: "another nonce", record: 1, old: "of-bob", new: "of-bib", what: "chance", want: "record 3: "},
		{name: "another deal", record: 0, old: `"seed":1`, new: `"seed":`, what: "deal", want: "the seed of its deal"},
		{name: "another salt", record: 5, old: `"salt":"6`, new: `"salt":"7`, what: "chance", want: "after 3 requests: record 6: "},
		{name: "another choice", record: len(records) - 2, old: `"option":[`, new: `"option":[7`, what: "chance", want: "record"},
		{name: "another end", record: len(records) - 1, old: `"digest":"`, new: `"digest":"0`, what: "end", want: "but the log says that it ends at 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := append([][]byte{}, records...)
			changed[tt.record] = bytes.Replace(changed[tt.record], []byte(tt.old), []byte(tt.new), 1)
			p, err := replay.Prove(changed, rulesOf, tt.known)
			require.NoError(t, err)
			assert.False(t, p.Fair)
			for _, c := range p.Checks {
				if c.Result == replay.Wrong {
					assert.Equal(t, tt.what, c.What)
					assert.Contains(t, c.Text, tt.want)
					return
				}
			}
			assert.Fail(t, "the change was not detected")
		})
	}
	malformed := append([][]byte{}, records...)
	malformed[5] = bytes.Replace(malformed[5], []byte(`"salt":"`), []byte(`"salt":"x`), 1)
	_, err = replay.Prove(malformed, rulesOf, replay.Evidence{})
	require.ErrorIs(t, err, table.ErrDamaged)
	require.ErrorContains(t, err, "record 6: ")
	_, err = replay.Prove(records, rulesOf, replay.Evidence{Nonces: map[int]string{2: "x"}})
	require.ErrorContains(t, err, "seat 2: the game has seats 0 to 1")
}
