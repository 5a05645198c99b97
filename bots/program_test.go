package bots_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	program "gamed"
	"gamed/agent/external"
)

// folder contains the program and the data of the server for all tests, and gamed is the path of the program.
var folder, gamed string

// TestMain runs more tests at once than there are cores, because most tests wait for programs to start. The
// test binary is also the program gamed, under that name, because a build of gamed would take longer than
// most tests.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "gamed" {
		program.Main()
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	var err error
	if folder, err = os.MkdirTemp("", "gamed-bots-"); err != nil {
		panic(err)
	}
	gamed = filepath.Join(folder, "gamed")
	tests, err := os.Executable()
	if err == nil {
		err = os.Symlink(tests, gamed)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	if server != nil {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// server is the server of all tests, or nil if no test has needed one. Each test creates its own games.
var server *exec.Cmd

// startServer starts the server and returns its URL.
var startServer = sync.OnceValues(func() (url string, err error) {
	cmd := exec.Command(gamed, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(folder, "data"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	server = cmd
	line, err := bufio.NewReader(out).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), "listens on ")
	if !ok {
		return "", fmt.Errorf("the server printed %q: %v", line, err)
	}
	return url, nil
})

// serverURL returns the URL of the server, which runs until the last test has ended.
func serverURL(t *testing.T) (url string) {
	url, err := startServer()
	require.NoError(t, err)
	return url
}

// createGame creates a game on a server and returns its id.
func createGame(t *testing.T, url, body string) (id string) {
	answer, err := http.Post(url+"/api/games", "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer func() { assert.NoError(t, answer.Body.Close()) }()
	var game struct{ ID string }
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&game))
	require.NotEmpty(t, game.ID)
	return game.ID
}

// TestServer checks that the kits' bots can play against each other on a real server.
func TestServer(t *testing.T) {
	t.Parallel()
	for _, k := range kits {
		k.requireInterpreter(t)
	}
	url := serverURL(t)
	var players sync.WaitGroup
	for _, name := range []string{"random", "search"} {
		id := createGame(t, url, `{"rules":"elements","seats":[{},{}],"table":{"turns":"8"},"forks":{"worlds":64,"steps":10000}}`)
		for seat, k := range kits {
			c := k.bot(name, "--url", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id, "--seat", string(rune('0'+seat)))
			players.Go(func() {
				cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
				cmd.Env = append(cmd.Environ(), c.Env...)
				out, err := cmd.CombinedOutput()
				assert.NoError(t, err, "%s", out)
				assert.Regexp(t, `^[a-z-_]+: game `+id+`: (won|drawn|lost) \((end|loop)\)\n$`, string(out))
			})
		}
	}
	players.Wait()
}

// TestSchemeInCapitals checks that a bot can connect by a URL whose scheme is in capitals.
func TestSchemeInCapitals(t *testing.T) {
	t.Parallel()
	url := serverURL(t)
	forKits(t, func(t *testing.T, k kit) {
		id := createGame(t, url, `{"rules":"elements","seats":[{},{"bot":"random"}],"table":{"turns":"1"}}`)
		c := k.bot("random", "--url", "WS"+strings.TrimPrefix(url, "http")+"/ws", "--game", id)
		cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
		cmd.Env = append(cmd.Environ(), c.Env...)
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s", out)
	})
}

// TestSeatFlag checks the error for a --seat that is not a number.
func TestSeatFlag(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		for _, seat := range []string{"x", "0.5", ""} {
			c := k.bot("random", "--url", "ws://127.0.0.1:1/ws", "--game", "g", "--seat", seat)
			cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
			cmd.Env = append(cmd.Environ(), c.Env...)
			out, err := cmd.CombinedOutput()
			assert.Error(t, err)
			assert.Regexp(t, "--seat.*"+seat, string(out))
			assert.NotContains(t, string(out), "ECONNREFUSED")
		}
	})
}

// TestServerWins checks that each search bot wins games against random bots on a server. The server draws
// the deals at random. The bot must win two games before it loses three, or three games if the flag
// -games is 6 or more. It wins nearly every game, so the test hardly ever fails by chance.
// TestExamplesWin measures the bot's strength in fixed deals.
func TestServerWins(t *testing.T) {
	t.Parallel()
	url := serverURL(t)
	for _, rules := range []string{"elements", "dominion"} {
		forKits(t, func(t *testing.T, k kit) {
			won, lost, wins := 0, 0, min(3, *games/2)
			for won < wins && lost < 3 { // the games after that cannot change the result
				id := createGame(t, url, `{"rules":"`+rules+`","seats":[{},{"bot":"random"}],"forks":{"worlds":64,"steps":10000}}`)
				c := k.bot("search", "--url", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id, "--steps", "200")
				cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
				cmd.Env = append(cmd.Environ(), c.Env...)
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				if strings.Contains(string(out), "won") {
					won++
				} else {
					lost++
				}
			}
			t.Logf("%s: %d won, %d lost", rules, won, lost)
			assert.Equal(t, wins, won, rules)
		})
	}
}

// TestServerWithoutGame checks the errors of bots that connect to a server without --game, and to
// addresses without a WebSocket. Each error must say what to add or change.
func TestServerWithoutGame(t *testing.T) {
	t.Parallel()
	url := "ws" + strings.TrimPrefix(serverURL(t), "http")
	forKits(t, func(t *testing.T, k kit) {
		for _, tt := range []struct {
			args []string
			want string
		}{
			{[]string{"--url", url + "/ws"}, "this is a server: create a game there and name it with --game"},
			{[]string{"--url", url, "--game", "g"}, "200 OK; the path of a server is /ws, such as ws://127.0.0.1:8080/ws"},
			{[]string{"--url", url + "/w", "--game", "g"}, "404 Not Found; the path of a server is /ws, such as ws://127.0.0.1:8080/ws"},
		} {
			c := k.bot("random", tt.args...)
			cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
			cmd.Env = append(cmd.Environ(), c.Env...)
			out, err := cmd.CombinedOutput()
			assert.Error(t, err)
			assert.Contains(t, string(out), tt.want)
		}
	})
}

// TestNoForks checks that a bot that needs the forward model reports a game without one.
func TestNoForks(t *testing.T) {
	t.Parallel()
	url := serverURL(t)
	forKits(t, func(t *testing.T, k kit) {
		id := createGame(t, url, `{"rules":"elements","seats":[{},{"bot":"random"}]}`)
		c := k.bot("search", "--url", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id)
		cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
		cmd.Env = append(cmd.Environ(), c.Env...)
		out, err := cmd.CombinedOutput()
		assert.Error(t, err)
		assert.Contains(t, string(out), `no_forks: your bot needs a forward model, and this game has none: create the game with "forks":{`)

		cmd = exec.CommandContext(t.Context(), gamed, "match", "elements", "random", "-n", "2", "--worlds", "0", "--", c.Name, c.Args[0])
		out, err = cmd.CombinedOutput()
		assert.Error(t, err)
		assert.Contains(t, string(out), "the bot needs a forward model, and this match has none: use --worlds 64")
	})
}

// slack is the value of the flag --slack of gamed check bot. It is longer than the time limit of go
// test, so that no step fails because the machine is busy.
const slack = "1h"

// TestCheck checks that bots of each kit pass gamed check bot.
func TestCheck(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		for _, c := range []external.Command{k.bot("random"), k.bot("search", "--steps", "40")} {
			t.Run(c.Args[0], func(t *testing.T) {
				t.Parallel()
				cmd := exec.CommandContext(t.Context(), gamed, append([]string{"check", "bot", "-n", "2", "--slack", slack, "--", c.Name}, c.Args...)...)
				cmd.Env = append(cmd.Environ(), c.Env...)
				out, err := cmd.CombinedOutput()
				assert.NoError(t, err, "%s", out)
			})
		}
	})
}

// TestVector checks that the Python kit can step many games, also without numpy.
func TestVector(t *testing.T) { checkPackages(t, "testdata/vector.py", "numpy") }

// TestEnvironments checks the learning environments. It also runs the checks of gymnasium
// and pettingzoo if these are installed.
func TestEnvironments(t *testing.T) {
	checkPackages(t, "testdata/environments.py", "gymnasium", "pettingzoo")
}

// checkPackages runs a test in Python that also tries packages if these are installed. With
// TEST_BOTS_GYM set, they must be installed.
func checkPackages(t *testing.T, file string, packages ...string) {
	t.Helper()
	t.Parallel()
	k := kits[0]
	k.requireInterpreter(t)
	c := k.command(file)
	cmd := exec.CommandContext(t.Context(), c.Name, c.Args...)
	cmd.Env = append(append(cmd.Environ(), c.Env...), "GAMED="+gamed)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
	if os.Getenv("TEST_BOTS_GYM") != "" {
		for _, name := range packages {
			assert.Contains(t, string(out), name+": checked")
		}
	}
}
