package command

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzFlags checks that every error in a command line is a usage error in the words of this
// program, not of package flag.
func FuzzFlags(f *testing.F) {
	all := commands()
	for i := range all {
		for _, line := range []string{"", "--help", "-n 010", "-n=1_000 --seed -1", "--rate NaN", "--addr", "--", "-- --x", "a b c", "--sprt 0,30 x y", "--game=-,-", "-", "---", "--=", "--seed 18446744073709551616", "--nonce 0=\x00", "--debug=maybe", "--backup-every 5"} {
			f.Add(byte(i), line)
		}
	}
	f.Fuzz(func(t *testing.T, number byte, line string) {
		c := all[int(number)%len(all)]
		flags, _ := c.flags()
		rest, err := parse(flags, strings.Split(line, " "))
		if err == nil {
			err = c.takes.check(rest)
		}
		if err == nil || errors.Is(err, flag.ErrHelp) {
			return
		}
		require.ErrorAs(t, err, new(*usageError))
		assert.NotEmpty(t, err.Error())
		assert.NotContains(t, err.Error(), "parse error")
		assert.NotContains(t, err.Error(), "provided but not defined")
	})
}

// FuzzConfig checks that every error in a configuration file names a line and a column. The
// settings of a valid file must be the same after they are printed and read again.
func FuzzConfig(f *testing.F) {
	for _, text := range []string{
		"", "addr: 127.0.0.1:0\nper-user: 4", "rate: 1_000", "rate: 010\nconnections: 0x1F", "bot:\n  - a=sh x\n  - 'b=sh y, z'", "names: [a.example.org, b.example.org]", "\ufeff%YAML 1.2\n---\nrate: .5\n",
		"data: '1_000'", "data: 010", "data: \"a # b\"", "data: |\n  x\n  y", "log-level: debug", "nats: nats://me:secret@127.0.0.1:4222", "backup-every: 90s\nsync: none", "debug: true", "config: x", "rate: 5\nrate: 6", "a: {", "- a", "rate: [1, 2]", "bot-memory: 64MB", "proxies: 10.0.0.0/8", "data: ~", "? [a]\n: b", "data: *a", "data: !!str 5",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		printed, err := printSettings(t, text)
		if err != nil {
			require.ErrorAs(t, err, new(*usageError))
			assert.Regexp(t, `-:\d+:\d+: `, err.Error())
			return
		}
		again, err := printSettings(t, printed)
		require.NoError(t, err, printed)
		assert.Equal(t, printed, again)
	})
}

// printSettings reads a configuration file and returns its settings as --print-config prints them.
func printSettings(t *testing.T, text string) (string, error) {
	t.Helper()
	flags, _ := serveCommand.flags()
	_, err := parse(flags, []string{"--" + configFlag, standardInput})
	require.NoError(t, err)
	if _, err := completeFlags(environ{in: strings.NewReader(text)}, flags); err != nil {
		return "", err
	}
	var out strings.Builder
	require.NoError(t, printConfig(&out, flags, nil))
	return out.String(), nil
}
