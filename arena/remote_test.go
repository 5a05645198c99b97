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
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/bottest"
	"gamed/protocol"
)

// badGames is the number of games of each bad bot.
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
	"crash":          when(func(uint32) { fmt.Fprintln(os.Stderr, "index out of range"); os.Exit(3) }),
	"exit":           when(func(uint32) { os.Exit(0) }),
	"stall":          when(func(uint32) { hang() }),
	"garbage":        when(func(uint32) { fmt.Println("I think") }),
	"half a line":    when(func(uint32) { fmt.Print(`{"type":"cho`); hang() }),
	"illegal":        when(func(id uint32) { choose(id, 1000) }),
	"wrong id":       when(func(id uint32) { choose(id+1, 0) }),
	"slow":           when(func(id uint32) { time.Sleep(57 * time.Millisecond); choose(id, 0) }),
	"resign":         when(func(uint32) { fmt.Println(`{"type":"resign"}`) }),
	"flood": when(func(uint32) {
		for {
			fmt.Println(`{"type":"pong","t":1}`)
		}
	}),
	"stderr": when(func(id uint32) {
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

// A heard is the part of a message that these bots read.
type heard struct {
	Type     string
	T        int64
	Decision *struct{ ID uint32 }
}

// listen sends a hello and returns a function that reads the next message.
func listen() (read func() heard) {
	fmt.Println(`{"type":"hello","protocol":1,"name":"bad"}`)
	in := bufio.NewReader(os.Stdin)
	return func() (m heard) {
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

func respond(m heard, do func(id uint32)) {
	switch {
	case m.Type == "ping":
		fmt.Printf("{\"type\":\"pong\",\"t\":%d}\n", m.T)
	case m.Type == "bye":
		os.Exit(0)
	case m.Decision != nil:
		do(m.Decision.ID)
	}
}

// when returns a well-behaved bot that calls do for each decision.
func when(do func(id uint32)) func() {
	return func() {
		for read := listen(); ; {
			respond(read(), do)
		}
	}
}

// exits contains the limits for bots that exit by themselves. Their exit ends the wait for the
// status.
var exits = func() external.Limits {
	l := external.DefaultLimits
	l.Startup, l.Grace = time.Minute, time.Minute
	return l
}()

// program returns a bot that runs as a process of this test binary.
func program(name string, limits external.Limits) arena.Player {
	command := bottest.Command(asBot + "=" + name)
	return arena.Player{Name: name, Open: func(ctx context.Context) (*external.Bot, error) {
		return external.Start(ctx, command, limits)
	}}
}

// TestBadPrograms plays against each kind of bad bot. It checks that the good bot has no faults,
// the games end, and the logs are kept.
func TestBadPrograms(t *testing.T) {
	timed := external.DefaultLimits
	timed.Decision, timed.Stall = 20*time.Millisecond, 10*time.Second
	short := timed
	short.Stall = 20 * time.Millisecond
	deaf := external.DefaultLimits
	deaf.Ready, deaf.Stall = 20*time.Millisecond, 20*time.Millisecond
	for _, test := range []struct {
		name   string
		limits external.Limits
		kind   external.Kind // empty for no fault
	}{
		{"deaf", deaf, external.Stall},
		{"crash", exits, external.Crash},
		{"exit", exits, external.Disconnect},
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
			m := match(t, *badGames, "random", "random")
			m.Bots[0], m.Faults = program(test.name, test.limits), t.TempDir()
			r, out := written(t, m)
			require.Equal(t, *badGames, r.Games)
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
			assert.Contains(t, r.String(), "first fault of "+test.name+": game 0, "+string(test.kind)+": "+r.FirstFaults[0].Text+" (game-0.jsonl)")
			text, err := json.Marshal(r)
			require.NoError(t, err)
			assert.Contains(t, string(text), `"first_faults":[{"game":0,"seat":`)
			for _, g := range games(t, out) {
				require.Len(t, g.Faults, 1)
				replays(t, filepath.Join(m.Faults, g.Replay), g)
			}
			if test.name == "crash" {
				kept, err := filepath.Glob(filepath.Join(m.Faults, "*.stderr"))
				require.NoError(t, err)
				require.Len(t, kept, r.Games)
				text, err := os.ReadFile(kept[0])
				require.NoError(t, err)
				assert.Equal(t, "index out of range\n", string(text))
			}
		})
	}
}

// TestNeverStarts checks that a match with a bot that never starts fails without a result, and that
// the repaired bot continues it.
func TestNeverStarts(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := match(t, 20, "random", "random")
		m.Bots[0], m.Lane, m.Faults = program("crash at start", exits), lane, filepath.Join(t.TempDir(), "faults")
		m.SPRT = &stats.SPRT{Elo1: 30, Alpha: .05, Beta: .05, Model: stats.Normalized}
		out, err := os.Create(filepath.Join(t.TempDir(), "out.jsonl"))
		require.NoError(t, err)
		defer out.Close()
		m.Out = out
		r, err := m.Run(t.Context())
		var failed *arena.StartError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, "bot crash at start failed to start 3 times: no hello: it exited with status 3; the last line of its stderr: no weights", failed.Error())
		assert.Zero(t, r.Games)
		assert.Nil(t, r.SPRT)
		text, err := os.ReadFile(filepath.Join(m.Faults, "startup-bot-0.stderr"))
		require.NoError(t, err)
		assert.Equal(t, "no weights\n", string(text))
		text, err = os.ReadFile(out.Name())
		require.NoError(t, err)
		assert.Contains(t, string(text), `"type":"startup"`)

		bot := program("random", external.DefaultLimits)
		bot.Name = "crash at start"
		_, err = out.Seek(0, 0)
		require.NoError(t, err)
		m.Bots[0] = bot
		r, err = m.Run(t.Context())
		require.NoError(t, err)
		assert.Positive(t, r.Games)
	}
}

// TestStartsOnce checks that a bot that has started before loses the games in which it does not
// start, and that its stderr is kept.
func TestStartsOnce(t *testing.T) {
	m := match(t, 6, "random", "random")
	m.Parallel, m.Faults = 1, t.TempDir()
	good, bad := program("crash", exits), program("crash at start", exits)
	var once atomic.Bool
	m.Bots[0] = arena.Player{Name: "bad", Open: func(ctx context.Context) (*external.Bot, error) {
		if once.CompareAndSwap(false, true) {
			return good.Open(ctx)
		}
		return bad.Open(ctx)
	}}
	r := run(t, m)
	assert.Equal(t, arena.Counts{"crash": 1, "startup": 5}, r.Faults[0])
	text, err := filepath.Glob(filepath.Join(m.Faults, "game-1-*.stderr"))
	require.NoError(t, err)
	require.Len(t, text, 1)
	said, err := os.ReadFile(text[0])
	require.NoError(t, err)
	assert.Equal(t, "no weights\n", string(said))
}

// TestProgramInBothLanes checks that a program plays the same games in both lanes.
func TestProgramInBothLanes(t *testing.T) {
	for _, name := range []string{"random", "illegal", "resign"} {
		seen := map[string]bool{}
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			for _, parallel := range []int{1, 2} {
				m := match(t, 6, "random", "random", "random")
				m.Bots[0], m.Lane, m.Parallel = program(name, external.DefaultLimits), lane, parallel
				m.Bots[2] = program("random", external.DefaultLimits)
				m.Budget, m.Limit = &protocol.Budget{Worlds: 4, Steps: 100}, 20
				_, out := written(t, m)
				seen[out] = true
			}
		}
		assert.Len(t, seen, 1, name)
	}
}

// TestProgramGoesOn checks that a bot continues after a fault, and that the default option is
// taken for an exited bot.
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
