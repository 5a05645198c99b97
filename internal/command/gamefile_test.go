package command

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/rules/cardsim/check"
	"gamed/state"
)

const coin = `game: %s
about: Heads or tails.
stats:
  coins: {start: %s}
cards:
  coin:
    title: A Coin
    options:
      - text: Take it
`

// TestReload checks that a changed game file is read again, and that the earlier game stays if the
// new file is invalid.
func TestReload(t *testing.T) {
	path := filepath.Join(t.TempDir(), "coin.yaml")
	write := func(name, start string) {
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, coin, name, start), 0o600))
	}
	write("coin", "1")
	r, err := games(nil).readFile(path)
	require.NoError(t, err)
	look := func() (state.Dealer, error) { return r.file.reload() }

	game, err := look()
	require.NoError(t, err)
	assert.Nil(t, game, "nothing has changed")

	write("coin", "7")
	game, err = look()
	require.NoError(t, err)
	require.NotNil(t, game)
	m, err := game.Deal(state.Setup{Seats: 1})
	require.NoError(t, err)
	assert.Equal(t, 7000, m.Measure(0, 0))
	assert.NotEqual(t, r.Info().Version, game.Info().Version, "its logs cannot be mixed up")

	for _, wrong := range [][2]string{{"coin", "{"}, {"other", "7"}} {
		write(wrong[0], wrong[1])
		_, err = look()
		require.ErrorContains(t, err, path+":")
		game, err = look()
		require.NoError(t, err, "each error is reported once")
		assert.Nil(t, game)
	}
	require.NoError(t, os.Remove(path))
	game, err = look()
	require.NoError(t, err)
	assert.Nil(t, game)
	write("coin", "8")
	game, err = look()
	require.NoError(t, err)
	assert.NotNil(t, game)
}

// TestBuiltInDecisions checks the decision games of the program with random games. These games are too few
// to reach all rare content, so the test allows unreached content, and no other problem.
func TestBuiltInDecisions(t *testing.T) {
	t.Parallel()
	for _, r := range builtin.Rulesets() {
		if r.Decisions == nil {
			continue
		}
		t.Run(r.Info().Name, func(t *testing.T) {
			for _, f := range r.Decisions.Check(check.Config{Games: 100, Seed: 1}).Findings {
				assert.Equal(t, check.Unreached, f.Kind, "%s", f)
			}
		})
	}
}
