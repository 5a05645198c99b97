package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestParse(t *testing.T) {
	o, err := parse([]string{"--kills", "3", "--every", "10ms..1s", "--rules", "dominion"}, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, 3, o.kills)
	assert.Equal(t, span{10 * time.Millisecond, time.Second}, o.every)
	assert.Equal(t, []string{"dominion"}, o.rules)
	for args, wrong := range map[string]string{
		"--rules chess":   `--rules: unknown rules "chess"; choose elements or dominion`,
		"now":             `unexpected argument "now"`,
		"--games 0":       "--kills must be at least 0, --games at least 1, --rate above 0",
		"--every 1s":      `invalid value "1s" for flag -every: time: invalid duration ""`,
		"--every 2s..1s":  `invalid value "2s..1s" for flag -every: write MIN..MAX, as in 200ms..2s`,
		"--every 1..2s":   `invalid value "1..2s" for flag -every: time: missing unit in duration "1"`,
		"--victims redis": "--victims: choose from gamed,nats",
		"--faults nap":    "--faults: choose from kill,freeze,stop",
		"--gamed":         "flag needs an argument: -gamed",
		"--kills a dozen": `invalid value "a" for flag -kills: parse error`,
	} {
		_, err := parse(strings.Fields(args), io.Discard)
		require.EqualError(t, err, wrong, args)
	}
}
