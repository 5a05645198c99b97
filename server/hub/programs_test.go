package hub

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/internal/test/bottest"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// asProgram is an environment variable. It makes the test binary run as the external bot that it
// names.
const asProgram = "GAMED_TEST_PROGRAM"

// programs are the external bots that the test binary can run, by name.
var programs = map[string]func(){
	"good": func() {
		once := new(sync.Once) // the hub keeps only part of the output
		play(func(ctx context.Context, d *client.Decision) (int, error) {
			once.Do(func() { fmt.Fprintf(os.Stderr, "seat %d, turn %d, gap %t\n", d.Game.Seat, d.Update.Turn, d.Update.Gap) })
			return client.Random(ctx, d)
		})
	},
	"crash": func() {
		play(func(context.Context, *client.Decision) (int, error) {
			fmt.Fprintln(os.Stderr, "out of ideas")
			os.Exit(3)
			return 0, nil
		})
	},
	"silent": func() {
		play(func(ctx context.Context, _ *client.Decision) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
	},
	"illegal": func() {
		play(func(_ context.Context, d *client.Decision) (int, error) { // the client refuses such an option
			fmt.Printf("{\"type\":\"choose\",\"decision\":%d,\"option\":1000}\n", d.ID)
			_, err := io.Copy(io.Discard, os.Stdin) // until the hub ends the program
			return 0, err
		})
	},
	"picker": func() {
		play(func(ctx context.Context, d *client.Decision) (int, error) {
			if at := slices.IndexFunc(d.Options, func(o protocol.Option) bool { return o.Do == "play" }); at >= 0 && d.Pick == nil {
				return at, nil
			}
			return client.Random(ctx, d)
		})
	},
	"mute": func() { _ = bufio.NewScanner(os.Stdin).Scan() },
}

func play(choose client.Choose) {
	bot := client.Bot{Hello: protocol.Hello{Name: "test"}, Choose: choose}
	if err := bot.Run(context.Background(), client.Stdio()); err != nil {
		os.Exit(1)
	}
}

// withPrograms adds the programs to a hub.
func withPrograms(c *Config) {
	limits := external.DefaultLimits
	const maxWait = 30 * time.Second // each wait ends earlier, with an answer or the exit of a program
	limits.Startup, limits.Decision, limits.StallAfter, limits.ExitGrace = maxWait, maxWait, time.Millisecond, maxWait
	for name := range programs {
		p := &external.Program{Name: name, Limits: limits, Command: bottest.Command(asProgram + "=" + name)}
		switch name {
		case "silent":
			p.Limits.Decision = 50 * time.Millisecond
		case "mute":
			p.Limits.Startup = 50 * time.Millisecond
		}
		c.Programs = append(c.Programs, p)
	}
	missing := external.Command{Name: "/there/is/no/such/bot"}
	c.Programs = append(c.Programs, &external.Program{Name: "missing", Rules: "elements", Limits: limits, Command: missing})
}

// watched waits for the end of a game and returns the message that reports the end.
func watched(t *testing.T, h *Hub, id string) *protocol.Over {
	to := make(recorder, 10_000)
	seating, err := h.Watch(t.Context(), id, to)
	require.NoError(t, err)
	defer seating.Leave(t.Context())
	return next[*protocol.Over](to)
}

// TestProgram checks that a game with two external bots ends while only one process may run, and
// that the hub stores the output of both.
func TestProgram(t *testing.T) {
	h := open(t, store.NewMemory(), withPrograms)
	h.processes = external.NewPool(1)
	info, err := h.Create(t.Context(), duel("good", "greedy", "good"))
	require.NoError(t, err)
	over := watched(t, h, info.ID)
	assert.Equal(t, protocol.ReasonEnd, over.Reason)
	h.processes.Wait() // the processes have written all their output
	said, err := h.BotNotes(t.Context(), info.ID)
	require.NoError(t, err)
	for _, seat := range []int{0, 2} {
		assert.Condition(t, func() bool {
			for _, a := range said {
				if int(a.Seat) == seat && a.Decision > 0 && strings.HasPrefix(a.Stderr, fmt.Sprintf("seat %d, turn ", seat)) {
					return true
				}
			}
			return false
		}, "seat %d in %+v", seat, said)
	}
	for _, a := range said {
		assert.Empty(t, a.Fault)
	}
}

// TestProgramPicks checks that a program can name cards in its answers. It plays Dominion until a
// game has a choice of several cards.
func TestProgramPicks(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, func(c *Config) { addDominionBots(c); withPrograms(c) })
	spec := duel("picker", "smithy")
	spec.Rules, spec.RulesOptions = "dominion", map[string]string{"kingdom": "Chapel,Cellar,Militia"}
	picks := false
	for n := range uint64(20) {
		spec.Chance = table.KeyFrom(1, n)
		info, err := h.Create(t.Context(), spec)
		require.NoError(t, err)
		assert.Equal(t, protocol.ReasonEnd, watched(t, h, info.ID).Reason)
		said, err := h.BotNotes(t.Context(), info.ID)
		require.NoError(t, err)
		for _, a := range said {
			assert.Empty(t, a.Fault)
		}
		lines, err := log.Read(t.Context(), info.ID)
		require.NoError(t, err)
		if picks = bytes.Contains(bytes.Join(lines, nil), []byte(`"also":`)); picks {
			break
		}
	}
	assert.True(t, picks)
}

// TestProgramFaults checks that a bot whose process fails loses its game without delaying the
// opponent.
func TestProgramFaults(t *testing.T) {
	failed := make(chan external.Kind, 1)
	h := open(t, store.NewMemory(), func(c *Config) {
		withPrograms(c)
		c.BotFailed = func(_, _ string, why *external.Fault) { failed <- why.Kind }
	})
	for name, kind := range map[string]external.Kind{
		"crash": external.Crash, "silent": external.Stall, "illegal": external.Illegal, "mute": external.Startup, "missing": external.Startup,
	} {
		t.Run(name, func(t *testing.T) {
			info, err := h.Create(t.Context(), duel(name, "greedy"))
			require.NoError(t, err)
			assert.Equal(t, []int{1}, watched(t, h, info.ID).Won)
			assert.Equal(t, kind, <-failed)
			said, err := h.BotNotes(t.Context(), info.ID)
			require.NoError(t, err)
			last := said[len(said)-1]
			assert.Equal(t, string(kind), last.Fault)
			assert.NotEmpty(t, last.Info)
			if name == "crash" {
				assert.Equal(t, "out of ideas\n", said[0].Stderr)
			}
		})
	}
}

// A brokenFork plays normally, but its worlds panic.
type brokenFork struct{ state.Machine }

func (g brokenFork) Fork() state.Machine { return broken{g.Machine.Fork()} }

type broken struct{ state.Machine }

func (broken) Options(state.Seat, []state.Option) []state.Option {
	panic("an unexpected rule")
}

type brokenForkRules struct{ state.Dealer }

func (d brokenForkRules) Deal(setup state.Setup) (state.Machine, error) {
	m, err := d.Dealer.Deal(setup)
	return brokenFork{m}, err
}

// Abilities returns no abilities: they would need the machine that the ruleset itself deals.
func (brokenForkRules) Abilities() state.Abilities { return state.Abilities{} }

// TestProgramWithBrokenRules checks that a panic in a program's world ends neither the game
// nor the server's process.
func TestProgramWithBrokenRules(t *testing.T) {
	failed := make(chan *external.Fault, 10_000)
	h := open(t, store.NewMemory(), func(c *Config) {
		withPrograms(c)
		c.Rules = []state.Dealer{brokenForkRules{elements.Rules}}
		c.BotFailed = func(_, _ string, why *external.Fault) { failed <- why }
	})
	info, err := h.Create(t.Context(), duel("good", ""))
	require.NoError(t, err)
	to, _, seating := join(t, h, info.ID, "")
	why := <-failed
	assert.Equal(t, external.Rules, why.Kind)
	assert.Contains(t, why.Text, "an unexpected rule")
	require.NoError(t, seating.Submit(&protocol.Resign{}))
	assert.Equal(t, []int{0}, next[*protocol.Over](to).Won)
}

// TestProgramComesBack checks that a new process is told about missed events after a restart
// in the middle of a game.
func TestProgramComesBack(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, withPrograms)
	reached := make(chan struct{})
	once := sync.OnceFunc(func() { close(reached) })
	log.InjectFault(func(c store.Call) store.Fault {
		if c.Record > 20 {
			once()
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	info, err := first.Create(t.Context(), duel("good", "good"))
	require.NoError(t, err)
	<-reached
	require.NoError(t, first.Close(t.Context()))
	log.InjectFault(nil)
	second := recovered(t, log, withPrograms)
	assert.Equal(t, protocol.ReasonEnd, watched(t, second, info.ID).Reason)
	second.processes.Wait()
	said, err := second.BotNotes(t.Context(), info.ID)
	require.NoError(t, err)
	assert.Condition(t, func() bool { // a new process is told about all past events
		for _, a := range said {
			if strings.Contains(a.Stderr, "gap false") && !strings.Contains(a.Stderr, "turn 1,") {
				return true
			}
		}
		return false
	}, "%+v", said)
}

// TestProgramSleeps checks that a game whose program waits for an absent person leaves memory, and
// that the program's process ends.
func TestProgramSleeps(t *testing.T) {
	h := open(t, store.NewMemory(), withPrograms)
	info, err := h.Create(t.Context(), duel("", "good"))
	require.NoError(t, err)
	to := make(recorder, 10_000)
	seating, err := h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{Name: "ada"}, to)
	require.NoError(t, err)
	u := next[*protocol.Update](to)
	require.NotNil(t, u.Decision)
	require.NoError(t, seating.Submit(&protocol.Choose{Decision: u.Decision.ID}))
	for u.Decision == nil || len(u.Awaiting) != 1 || u.Turn == 0 { // the program has answered
		u = next[*protocol.Update](to)
	}
	seating.Leave(t.Context())
	h.mu.Lock()
	e := h.games[info.ID]
	g := e.game
	h.whileBusy(e, func() {
		require.Eventually(t, func() bool { _, still := g.Idle(); return still }, 20*time.Second, time.Millisecond)
		h.sleep(e, g, time.Now()) // recent use: the hub must not abandon it
	})
	h.mu.Unlock()
	<-g.Done()
	h.processes.Wait()
}
