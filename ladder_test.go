package gamed_test

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A rung lists the packages of this module that a package may import. A package
// may import only packages above it on the ladder.
type rung struct {
	pkg    string
	pure   bool   // free of time, input, output and goroutines
	except string // an import that is allowed although the package is pure
	may    []string
}

var ladder = []rung{
	{pkg: "gamed/state", pure: true},
	{pkg: "gamed/state/appendjson", pure: true},
	{pkg: "gamed/state/eventtext", pure: true, may: []string{"gamed/state"}},
	{pkg: "gamed/state/statecheck", pure: true, may: []string{"gamed/state"}},
	{pkg: "gamed/state/statetest", may: []string{"gamed/state", "gamed/state/statecheck"}},
	{pkg: "gamed/internal/columns", pure: true},
	{pkg: "gamed/internal/textfile", pure: true},
	{pkg: "gamed/internal/yamldoc", pure: true},
	{pkg: "gamed/rules/elements", pure: true, may: []string{"gamed/state", "gamed/state/appendjson", "gamed/state/eventtext"}},
	{pkg: "gamed/rules/dominion", pure: true, may: []string{"gamed/state", "gamed/state/appendjson", "gamed/state/eventtext"}},
	{pkg: "gamed/rules/cardsim", pure: true, except: "sync" /* its Map, which caches a plan for each Go type */, may: []string{"gamed/internal/columns", "gamed/state"}},
	{pkg: "gamed/rules/cardsim/check", pure: true, may: []string{"gamed/internal/columns", "gamed/rules/cardsim", "gamed/state"}},
	{pkg: "gamed/rules/cardsim/gamefile", pure: true, may: []string{"gamed/internal/textfile", "gamed/internal/yamldoc", "gamed/rules/cardsim", "gamed/state"}},
	{pkg: "gamed/rules/polity", pure: true, may: []string{"gamed/rules/cardsim", "gamed/state"}},
	{pkg: "gamed/examples"},
	{pkg: "gamed/internal/test/toygame", pure: true, may: []string{"gamed/state"}},
	{pkg: "gamed/ai", pure: true, may: []string{"gamed/state"}},
	{pkg: "gamed/ai/buyrules", pure: true, may: []string{"gamed/ai", "gamed/rules/dominion", "gamed/state"}},
	{pkg: "gamed/ai/learned", pure: true, may: []string{"gamed/ai", "gamed/ai/buyrules", "gamed/rules/dominion", "gamed/rules/elements", "gamed/state"}},
	{pkg: "gamed/rules/elements/puzzle", pure: true, may: []string{"gamed/ai", "gamed/rules/elements", "gamed/state"}},
	{pkg: "gamed/protocol", may: []string{"gamed/state", "gamed/state/appendjson"}},
	{pkg: "gamed/table", pure: true, except: "math/rand/v2" /* its ChaCha8, for salts */, may: []string{"gamed/protocol", "gamed/state"}},
	{pkg: "gamed/agent/socket"},
	{pkg: "gamed/agent", may: []string{"gamed/agent/socket", "gamed/ai", "gamed/protocol", "gamed/state"}},
	{pkg: "gamed/agent/client", may: []string{"gamed/protocol"}},
	{pkg: "gamed/agent/external", may: []string{"gamed/agent", "gamed/ai", "gamed/protocol"}},
	{pkg: "gamed/internal/test/bottest", may: []string{"gamed/agent/external"}}, // for tests alone
	{pkg: "gamed/internal/accept", pure: true},
	{pkg: "gamed/internal/filelock"},
	{pkg: "gamed/internal/svg", pure: true},
	{pkg: "gamed/internal/test/leaktest"}, // for tests alone
	{pkg: "gamed/internal/test/natstest"}, // for tests alone
	{pkg: "gamed/internal/test/pipenet"},  // for tests alone
	{pkg: "gamed/store"},
	{pkg: "gamed/server/identity", may: []string{"gamed/protocol", "gamed/store"}},
	{pkg: "gamed/game", may: []string{"gamed/agent", "gamed/ai", "gamed/protocol", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/transfer", may: []string{"gamed/game", "gamed/store", "gamed/table"}},
	{pkg: "gamed/internal/test/sim", may: []string{"gamed/agent", "gamed/game", "gamed/protocol", "gamed/rules/cardsim", "gamed/rules/dominion", "gamed/rules/elements", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/server/admin", may: []string{"gamed/store"}},
	{pkg: "gamed/server/hub", may: []string{"gamed/agent", "gamed/agent/external", "gamed/ai", "gamed/game", "gamed/protocol", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/server/rest", may: []string{"gamed/internal/accept", "gamed/protocol"}},
	{pkg: "gamed/server/admission", may: []string{"gamed/agent", "gamed/game", "gamed/server/identity", "gamed/server/rest"}},
	{pkg: "gamed/arena/stats", pure: true},
	{pkg: "gamed/arena/figure", may: []string{"gamed/arena/stats", "gamed/internal/columns"}},
	{pkg: "gamed/server/cluster", may: []string{"gamed/agent", "gamed/game", "gamed/protocol", "gamed/server/hub", "gamed/state"}},
	{pkg: "gamed/internal/load", may: []string{"gamed/agent", "gamed/ai", "gamed/internal/columns", "gamed/internal/svg", "gamed/protocol", "gamed/rules/elements", "gamed/server/cluster", "gamed/server/hub", "gamed/state", "gamed/store"}}, // a measuring tool
	{pkg: "gamed/web", may: []string{"gamed/internal/accept"}},
	{pkg: "gamed/bots"}, // tests alone: the kits are in other languages
	{pkg: "gamed/internal/test/chaos", may: []string{"gamed/agent/client", "gamed/internal/columns", "gamed/protocol", "gamed/rules/dominion", "gamed/rules/elements", "gamed/server/hub", "gamed/state", "gamed/store", "gamed/table", "gamed/transfer"}},
	{pkg: "gamed/internal/test/loadtest", may: []string{"gamed/agent", "gamed/agent/client", "gamed/internal/load", "gamed/protocol", "gamed/server/hub"}}, // a measuring tool
	{pkg: "gamed/rules", pure: true, may: []string{"gamed/ai", "gamed/rules/cardsim", "gamed/rules/cardsim/check", "gamed/state"}},
	{pkg: "gamed/replay", may: []string{"gamed/protocol", "gamed/rules", "gamed/state", "gamed/table"}},
	{pkg: "gamed/server/lobby", may: []string{"gamed/ai", "gamed/arena/stats", "gamed/game", "gamed/protocol", "gamed/replay", "gamed/rules", "gamed/server/hub", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/arena", may: []string{"gamed/agent", "gamed/agent/external", "gamed/ai", "gamed/arena/figure", "gamed/arena/stats", "gamed/game", "gamed/internal/filelock", "gamed/internal/textfile", "gamed/protocol", "gamed/rules", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/arena/tournament", may: []string{"gamed/arena", "gamed/arena/figure", "gamed/arena/stats", "gamed/internal/filelock", "gamed/internal/textfile", "gamed/state"}},
	{pkg: "gamed/arena/farm", may: []string{"gamed/arena", "gamed/arena/stats", "gamed/internal/columns"}},
	{pkg: "gamed/arena/report", may: []string{"gamed/arena", "gamed/arena/figure", "gamed/arena/stats", "gamed/arena/tournament", "gamed/internal/svg", "gamed/internal/textfile"}},
	{pkg: "gamed/internal/conformance", may: []string{"gamed/agent", "gamed/agent/external", "gamed/ai", "gamed/arena", "gamed/protocol", "gamed/state", "gamed/state/statecheck", "gamed/table"}},
	{pkg: "gamed/arena/vector", may: []string{"gamed/state", "gamed/table"}},
	{pkg: "gamed/arena/tune", may: []string{"gamed/ai", "gamed/arena", "gamed/arena/figure", "gamed/arena/stats", "gamed/internal/textfile", "gamed/state"}},
	{pkg: "gamed/server/audit", may: []string{"gamed/game", "gamed/server/identity", "gamed/server/lobby", "gamed/store", "gamed/table"}},
	{pkg: "gamed/server/removal", may: []string{"gamed/game", "gamed/server/admin", "gamed/server/identity", "gamed/server/lobby", "gamed/store", "gamed/table"}},
	{pkg: "gamed/server/api", may: []string{"gamed/agent", "gamed/agent/external", "gamed/ai", "gamed/arena", "gamed/arena/report", "gamed/arena/stats", "gamed/game", "gamed/protocol", "gamed/replay", "gamed/rules", "gamed/server/admin", "gamed/server/admission", "gamed/server/hub", "gamed/server/identity", "gamed/server/lobby", "gamed/server/removal", "gamed/server/rest", "gamed/state", "gamed/store", "gamed/table"}},
	{pkg: "gamed/server", may: []string{"gamed/agent", "gamed/agent/external", "gamed/agent/socket", "gamed/ai", "gamed/game", "gamed/protocol", "gamed/rules", "gamed/server/admin", "gamed/server/admission", "gamed/server/api", "gamed/server/audit", "gamed/server/hub", "gamed/server/identity", "gamed/server/lobby", "gamed/server/rest", "gamed/state", "gamed/store", "gamed/web"}},
	{pkg: "gamed/rules/builtin", pure: true, may: []string{"gamed/ai", "gamed/ai/buyrules", "gamed/ai/learned", "gamed/examples", "gamed/rules", "gamed/rules/cardsim/gamefile", "gamed/rules/dominion", "gamed/rules/elements", "gamed/rules/elements/puzzle", "gamed/rules/polity", "gamed/state"}},
	{pkg: "gamed/arena/train", may: []string{"gamed/ai", "gamed/ai/buyrules", "gamed/ai/learned", "gamed/arena", "gamed/arena/stats", "gamed/internal/svg", "gamed/rules", "gamed/rules/builtin", "gamed/rules/dominion", "gamed/rules/elements", "gamed/state"}},
	{pkg: "gamed/internal/bench", may: []string{"gamed/agent", "gamed/ai", "gamed/ai/learned", "gamed/arena", "gamed/game", "gamed/internal/columns", "gamed/internal/load", "gamed/internal/svg", "gamed/protocol", "gamed/rules", "gamed/rules/builtin", "gamed/rules/dominion", "gamed/rules/elements", "gamed/state", "gamed/store", "gamed/table"}}, // a measuring tool
	{pkg: "gamed/internal/test/duels", may: []string{"gamed/agent", "gamed/ai", "gamed/rules", "gamed/rules/builtin", "gamed/server", "gamed/server/hub", "gamed/state", "gamed/store", "gamed/table"}},                                                                                                                                                  // a measuring tool
	{pkg: "gamed/internal/puzzles", may: []string{"gamed/ai", "gamed/rules", "gamed/rules/builtin", "gamed/rules/elements", "gamed/rules/elements/puzzle", "gamed/server/hub", "gamed/state", "gamed/store", "gamed/table"}},                                                                                                                             // generates the puzzles
	{pkg: "gamed/internal/command", may: []string{"gamed/agent", "gamed/agent/client", "gamed/agent/external", "gamed/ai", "gamed/arena", "gamed/arena/farm", "gamed/arena/report", "gamed/arena/stats", "gamed/arena/tournament", "gamed/arena/train", "gamed/arena/tune", "gamed/arena/vector", "gamed/game", "gamed/internal/bench", "gamed/internal/columns", "gamed/internal/conformance", "gamed/internal/load", "gamed/internal/textfile", "gamed/internal/yamldoc", "gamed/protocol", "gamed/replay", "gamed/rules", "gamed/rules/cardsim", "gamed/rules/cardsim/check", "gamed/rules/cardsim/gamefile", "gamed/server", "gamed/server/admin", "gamed/server/admission", "gamed/server/api", "gamed/server/audit", "gamed/server/cluster", "gamed/server/hub", "gamed/server/identity", "gamed/server/lobby", "gamed/server/removal", "gamed/state", "gamed/store", "gamed/table", "gamed/transfer"}},
	{pkg: "gamed", may: []string{"gamed/internal/command", "gamed/rules", "gamed/rules/builtin", "gamed/rules/cardsim", "gamed/rules/cardsim/gamefile"}},
	{pkg: "gamed/cmd/gamed", may: []string{"gamed"}},
}

// impure lists the packages that a pure package must not import. They could
// make two runs of a game differ, or make the game wait.
var impure = []string{"context", "crypto/rand", "io", "math/rand", "math/rand/v2", "net", "net/http", "os", "sync", "sync/atomic", "time"}

// TestLadder checks that every package imports only what its rung allows. It fails for a package
// that has no rung.
func TestLadder(t *testing.T) {
	for pkg, imports := range packages(t) {
		i := slices.IndexFunc(ladder, func(r rung) bool { return r.pkg == pkg })
		if !assert.GreaterOrEqual(t, i, 0, "%s is not on the ladder: give it a rung in ladder_test.go", pkg) {
			continue
		}
		for _, imported := range imports {
			if imported == "gamed" || strings.HasPrefix(imported, "gamed/") {
				assert.Contains(t, ladder[i].may, imported, "%s must not import %s", pkg, imported)
			}
			if ladder[i].pure && imported != ladder[i].except {
				assert.NotContains(t, impure, imported, "%s is pure and must not import %s", pkg, imported)
			}
		}
	}
}

// TestLadderRunsOneWay checks that each rung allows only imports from rungs
// above it.
func TestLadderRunsOneWay(t *testing.T) {
	var above []string
	for _, r := range ladder {
		assert.Subset(t, above, r.may, "%s may import only packages above it", r.pkg)
		assert.True(t, slices.IsSorted(r.may), "%s: keep the list sorted", r.pkg)
		above = append(above, r.pkg)
	}
}

// packages returns the imports of each package in the module, without test
// imports.
func packages(t *testing.T) map[string][]string {
	all := make(map[string][]string)
	err := filepath.WalkDir(".", func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); name != "." && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && dir != "." {
			return filepath.SkipDir // another module
		}
		pkg, err := build.ImportDir(dir, 0)
		if none := new(build.NoGoError); errors.As(err, &none) {
			return nil
		}
		all[path.Join("gamed", filepath.ToSlash(dir))] = pkg.Imports
		return err
	})
	require.NoError(t, err)
	return all
}
