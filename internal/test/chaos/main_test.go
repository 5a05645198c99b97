package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestParse(t *testing.T) {
	o, err := parse([]string{"--kills", "3", "--cluster", "--faults", "stop"}, io.Discard)
	require.NoError(t, err)
	assert.Equal(t, 3, o.kills)
	assert.True(t, o.cluster)
	assert.Equal(t, []string{"stop"}, o.faultKinds)
	for args, wrong := range map[string]string{
		"now":             `unexpected argument "now"`,
		"--games 0":       "--kills and --damage must be at least 0, --games at least 1, --rate above 0, --resigns 0 to 970",
		"--victims redis": "--victims: choose from gamed,nats",
		"--single":        "--single needs --damage, and excludes --cluster",
		"--faults nap":    "--faults: choose from kill,freeze,stop",
		"--kinds burn":    "--kinds: choose from cut,flip,index,snapshot,rollback,gone",
		"--sync":          "flag needs an argument: -sync",
		"--kills a dozen": `invalid value "a" for flag -kills: parse error`,
	} {
		_, err := parse(strings.Fields(args), io.Discard)
		require.EqualError(t, err, wrong, args)
	}
}
