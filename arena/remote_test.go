package arena_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/test/bottest"
	"gamed/protocol"
)

// badGames is the number of games that each bad bot plays.
var badGames = flag.Int("bad", 6, "how many games each bad bot plays")

// asBot is the environment variable that makes the test binary one of the bots.
const asBot = "GAMED_TEST_BOT"

var programs = map[string]func(){
	"random": func() {
		bot := client.Bot{Hello: protocol.Hello{Name: "test", Repeats: true}, Choose: client.Random}
		if err := bot.Run(context.Background(), client.Stdio()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	},
	"picker":         picker,
	"crash at start": func() { fmt.Fprintln(os.Stderr, "no weights"); os.Exit(3) },
	"deaf":           func() { listen(); hang() },
	"crash":          afterFirstAnswer(func() { fmt.Fprintln(os.Stderr, "index out of range"); os.Exit(3) }),
	"crash at once":  atEachDecision(func(uint32) { fmt.Fprintln(os.Stderr, "Traceback\nindex out of range"); os.Exit(3) }),
	"exit":           afterFirstAnswer(func() { os.Exit(0) }),
	"stall":          atEachDecision(func(uint32) { hang() }),
	"garbage":        atEachDecision(func(uint32) { fmt.Println("I think") }),
	"half a line":    atEachDecision(func(uint32) { fmt.Print(`{"type":"cho`); hang() }),
	"illegal":        atEachDecision(func(id uint32) { choose(id, 1000) }),
	"wrong id":       atEachDecision(func(id uint32) { choose(id+1, 0) }),
	"slow":           atEachDecision(func(id uint32) { time.Sleep(57 * time.Millisecond); choose(id, 0) }),
	"resign":         atEachDecision(func(uint32) { fmt.Println(`{"type":"resign"}`) }),
	"flood": afterFirstAnswer(func() {
		for {
			fmt.Println(`{"type":"pong","t":1}`)
		}
	}),
	"stderr": atEachDecision(func(id uint32) {
		for range 200 {
			fmt.Fprintln(os.Stderr, strings.Repeat("x", 1<<10))
		}
		choose(id, 0)
	}),
	"one game": func() { // the process exits after the game
		read := listen()
		for m := read(); m.Type != "over"; m = read() {
			respond(m, func(id uint32) { choose(id, 0) })
		}
	},
}

func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

func choose(id uint32, option int) {
	fmt.Printf("{\"type\":\"choose\",\"decision\":%d,\"option\":%d}\n", id, option)
}

// botMessage has the fields that the bad bots read from a message.
type botMessage struct {
	Type     string
	T        int64
	Decision *struct{ ID uint32 }
}

// listen sends a hello and returns a function that reads the next message.
func listen() (read func() botMessage) {
	fmt.Println(`{"type":"hello","protocol":1,"name":"bad"}`)
	in := bufio.NewReader(os.Stdin)
	return func() (m botMessage) {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		if err := json.Unmarshal(line, &m); err != nil {
			panic(err)
		}
		return m
	}
}

func respond(m botMessage, do func(id uint32)) {
	switch {
	case m.Type == "ping":
		fmt.Printf("{\"type\":\"pong\",\"t\":%d}\n", m.T)
	case m.Type == "bye":
		os.Exit(0)
	case m.Decision != nil:
		do(m.Decision.ID)
	}
}

// atEachDecision returns a well-behaved bot that calls do for each decision.
func atEachDecision(do func(id uint32)) func() {
	return func() {
		for read := listen(); ; {
			respond(read(), do)
		}
	}
}

// afterFirstAnswer returns a bot that answers its first decision and calls do for later decisions.
func afterFirstAnswer(do func()) func() {
	answered := false
	return atEachDecision(func(id uint32) {
		if answered {
			do()
		}
		answered = true
		choose(id, 0)
	})
}

// exits has long limits for bots that exit on their own. The limits cost no time, because the wait
// ends when the process exits.
var exits = func() external.Limits {
	l := external.DefaultLimits
	l.Startup, l.ExitGrace = time.Minute, time.Minute
	return l
}()

// program returns a bot that runs as a process of this test binary.
func program(name string, limits external.Limits) arena.Player {
	command := bottest.Command(asBot + "=" + name)
	return arena.Player{Name: name, Open: func(ctx context.Context) (*external.Conn, error) {
		return external.Start(ctx, command, limits)
	}}
}

// TestBadPrograms checks a match against each kind of bad bot: the good bot has no faults, the games
// end, and the match keeps the logs.
func TestBadPrograms(t *testing.T) {
	timed := external.DefaultLimits
	timed.Decision, timed.StallAfter = 20*time.Millisecond, 10*time.Second
	short := timed
	short.StallAfter = 20 * time.Millisecond
	for _, test := range []struct {
		name   string
		limits external.Limits
		kind   external.Kind // empty for no fault
	}{
		{"crash", exits, external.Crash},
		{"exit", exits, external.Exit},
		{"stall", short, external.Stall},
		{"garbage", external.DefaultLimits, external.Malformed},
		{"half a line", short, external.Stall},
		{"illegal", external.DefaultLimits, external.Illegal},
		{"wrong id", external.DefaultLimits, external.Illegal},
		{"slow", timed, external.Timeout},
		{"flood", external.DefaultLimits, external.Flood},
		{"stderr", external.DefaultLimits, ""},
		{"one game", external.DefaultLimits, ""},
		{"resign", external.DefaultLimits, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			most := *badGames
			// A match of more than two games ends early if the bot never answers. Two games are
			// also enough for the race detector.
			if test.kind == external.Stall || testing.Short() {
				most = 2
			}
			m := match(t, most, "random", "random")
			m.Bots[0], m.FaultFolder = program(test.name, test.limits), t.TempDir()
			r, out := runWithOutput(t, m)
			require.Equal(t, most, r.Games)
			assert.Empty(t, r.Faults[1])
			assert.Equal(t, r.Games, r.Ends[1][arena.Normal])
			if test.kind == "" {
				assert.Empty(t, r.Faults[0])
				return
			}
			assert.Equal(t, arena.Counts{arena.End(test.kind): r.Games}, r.Faults[0])
			assert.Equal(t, []int{0, r.Games}, r.Wins)
			require.Len(t, r.FirstFaults, 2)
			assert.Zero(t, r.FirstFaults[0].Game)
			assert.Contains(t, r.String(), "first fault of "+test.name+": game 0, "+string(test.kind)+": "+r.FirstFaults[0].Text+" (gamed replay "+filepath.Join(m.FaultFolder, "game-0.jsonl")+")")
			text, err := json.Marshal(r)
			require.NoError(t, err)
			assert.Contains(t, string(text), `"first_faults":[{"game":0,"seat":`)
			for _, g := range games(t, out) {
				require.Len(t, g.Faults, 1)
				replays(t, filepath.Join(m.FaultFolder, g.Replay), g)
			}
			if test.name == "crash" {
				kept, err := filepath.Glob(filepath.Join(m.FaultFolder, "*.stderr"))
				require.NoError(t, err)
				require.Len(t, kept, r.Games)
				text, err := os.ReadFile(kept[0])
				require.NoError(t, err)
				assert.Equal(t, "index out of range\n", string(text))
			}
		})
	}
}

// TestCannotPlay checks that a match ends without a verdict if a bot does not start, or ends before
// its first answer, in three consecutive games. A repaired bot must play these games again.
func TestCannotPlay(t *testing.T) {
	deaf := external.DefaultLimits
	deaf.Ready = 20 * time.Millisecond
	number, workers := 20, []int{1, 3}
	if testing.Short() {
		number, workers = 6, []int{3} // enough for the race detector
	}
	for _, test := range []struct {
		name   string
		limits external.Limits
		why    string
		stderr string
	}{
		{"crash at start", exits, "startup: no hello: it exited with status 3; the last line of its stderr: no weights", "no weights"},
		{"crash at once", exits, "crash: it exited with status 3; the last line of its stderr: index out of range", "Traceback\nindex out of range"},
		{"deaf", deaf, "stall: not ready within 20ms: no pong", ""},
	} {
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			for _, parallel := range workers {
				m := match(t, number, "random", "random")
				m.Bots[0], m.Lane, m.Parallel, m.FaultFolder = program(test.name, test.limits), lane, parallel, t.TempDir()
				m.SPRT = &stats.SPRT{Elo1: 30, Alpha: .05, Beta: .05, Model: stats.Normalized}
				m.Out = openFile(t, filepath.Join(t.TempDir(), "out.jsonl"))
				defer m.Out.Close()
				r, err := m.Run(t.Context())
				var failed *arena.BotError
				require.ErrorAs(t, err, &failed)
				log := filepath.Join(m.FaultFolder, "game-2.jsonl")
				assert.Equal(t, "bot "+test.name+" ended before its first answer in 3 games running, up to game 2: "+test.why+" (gamed replay "+log+")", failed.Error())
				assert.Equal(t, test.stderr, failed.Fault.Stderr)
				assert.Zero(t, r.Games)
				assert.Nil(t, r.SPRT)
				assert.Nil(t, r.Comparison)
				assert.FileExists(t, log)
				assert.NotContains(t, gameLines(t, m.Out.Name()), `"type":"game"`)

				bot := program("random", external.DefaultLimits)
				bot.Name = test.name
				_, err = m.Out.Seek(0, 0)
				require.NoError(t, err)
				m.Bots[0] = bot
				r = run(t, m)
				assert.Positive(t, r.Games)
				assert.Empty(t, r.Faults[0])
			}
		}
	}
}

// TestCannotPlayLater checks that the games before three failed games count. If the match ends after
// two failed games, these must count too.
func TestCannotPlayLater(t *testing.T) {
	good, bad := program("one game", external.DefaultLimits), program("crash at once", exits)
	for games, want := range map[int]int{20: 4, 6: 6} {
		m := match(t, games, "random", "random")
		m.Parallel = 1
		opened := 0
		m.Bots[0] = arena.Player{Name: "bad", Open: func(ctx context.Context) (*external.Conn, error) {
			if opened++; opened <= 4 {
				return good.Open(ctx)
			}
			return bad.Open(ctx)
		}}
		r, err := m.Run(t.Context())
		assert.Equal(t, want, r.Games)
		if games == want {
			require.NoError(t, err)
			assert.Equal(t, arena.Counts{"crash": 2}, r.Faults[0])
			continue
		}
		assert.ErrorContains(t, err, "up to game 6: crash: ")
		assert.Empty(t, r.Faults[0])
	}
}

// TestStart checks that the first game takes a bot that is already started, and that Start returns
// an error for a bot that does not start.
func TestStart(t *testing.T) {
	m := match(t, 2, "random", "random")
	bot, opened := program("random", external.DefaultLimits), 0
	open := bot.Open
	bot.Open = func(ctx context.Context) (*external.Conn, error) {
		opened++
		return open(ctx)
	}
	end, err := bot.Start(t.Context())
	require.NoError(t, err)
	m.Bots[0], m.Parallel = bot, 1
	run(t, m)
	end()
	assert.Equal(t, 1, opened)
	end, err = bot.Start(t.Context())
	require.NoError(t, err)
	end() // no match has taken the bot, and TestMain checks that it does not keep running
	bot = program("crash at start", exits)
	_, err = bot.Start(t.Context())
	assert.EqualError(t, err, "bot crash at start does not start: no hello: it exited with status 3; the last line of its stderr: no weights")
}

// TestProgramInBothLanes checks that a program plays the same games in both lanes.
func TestProgramInBothLanes(t *testing.T) {
	workers := []int{1, 2}
	if testing.Short() {
		workers = []int{2} // enough for the race detector
	}
	for _, name := range []string{"random", "illegal", "resign"} {
		seen := map[string]bool{}
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			for _, parallel := range workers {
				m := match(t, 6, "random", "random", "random")
				m.Bots[0], m.Lane, m.Parallel = program(name, external.DefaultLimits), lane, parallel
				m.Bots[2] = program("random", external.DefaultLimits)
				m.Budget, m.Limit = &protocol.Budget{Worlds: 4, Steps: 100}, 20
				_, out := runWithOutput(t, m)
				seen[out] = true
			}
		}
		assert.Len(t, seen, 1, name)
	}
}

// TestProgramGoesOn checks that a bot continues its game after a fault, and that the match takes the
// default option for an exited bot.
func TestProgramGoesOn(t *testing.T) {
	for name, kind := range map[string]external.Kind{"illegal": external.Illegal, "crash": external.Crash} {
		m := match(t, 2, "random", "random")
		m.Bots[0], m.OnFault = program(name, external.DefaultLimits), arena.Default
		r := run(t, m)
		assert.Equal(t, 2, r.Ends[0][arena.Normal])
		assert.Equal(t, kind != external.Illegal, r.Faults[0][arena.End(kind)] == 2, "%s: %v", name, r.Faults)
	}
}

// TestCancelPrograms checks that a canceled match leaves no process running; see TestMain.
func TestCancelPrograms(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		ctx, cancel := context.WithCancel(t.Context())
		m := match(t, 1_000_000, "random", "random")
		m.Bots[1], m.Lane = program("random", external.DefaultLimits), lane
		m.Progress = func(p arena.Progress) {
			if p.Games == 3 {
				cancel()
			}
		}
		_, err := m.Run(ctx)
		assert.ErrorIs(t, err, context.Canceled)
	}
}
