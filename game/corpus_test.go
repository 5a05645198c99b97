package game_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
	"gamed/state/statetest"
	"gamed/store"
)

// corpus is where the logs are that earlier versions have written. A file's name has
// the format of its records, what is in it, and the cards that it was played with.
const corpus = "testdata/logs"

// today writes the logs of the corpus as this version does.
var today = []struct {
	name  string
	rules state.Dealer
	write func(t *testing.T, c game.Config)
}{
	{"elements", elements.Rules, standIn},
	{"elements-fault", elements.Rules, func(t *testing.T, c game.Config) {
		c.Machine = &buggy{c.Machine, 10}
		g := start(t, c)
		ada := join(t, g, 0, 1, 0)
		join(t, g, 1, 2, 0)
		<-ada.over
		require.NoError(t, g.Close(t.Context()))
	}},
	{"elements-from", elements.Rules, goesOn},
	{"elements-agreed", elements.Rules, agreed},
	{"elements-kept", elements.Rules, keeps},
	{"dominion", dominion.Rules, resigned},
	{"polity", polity.Game(), resigned},
}

// resigned is a game that somebody leaves after some answers.
func resigned(t *testing.T, c game.Config) {
	g := start(t, c)
	for n := range 30 {
		seat := c.Machine.Next()
		r := state.Rand(n)
		options := c.Machine.Options(seat, nil)
		require.NoError(t, g.Submit(seat, nil)(&protocol.Choose{Decision: c.Machine.Decision(seat), Option: r.N(len(options))}))
		require.False(t, settle(t, g).Over)
	}
	require.NoError(t, g.Submit(c.Machine.Next(), nil)(&protocol.Resign{}))
	require.True(t, settle(t, g).Over)
	require.NoError(t, g.Close(t.Context()))
}

// standIn is a game with a clock whose second player comes late, stays away until a bot
// stands in, comes back, and resigns.
func standIn(t *testing.T, c game.Config) {
	synctest.Test(t, func(t *testing.T) {
		c.Timers = game.NewTimers()
		defer c.Timers.Close()
		c.Header.Clock = &protocol.Clock{Bank: 20_000, PerDecision: 5000, Increment: 1000, Absent: protocol.AbsentBot}
		c.Header.Seats[1] = game.Seat{Kind: protocol.SeatOpen}
		c.Header.Salt = game.KeyFrom(1, 1)
		c.Header.At = time.Now().UnixMilli()
		stands := make(chan state.Seat, 10)
		c.Substitute = func(_ *game.Game, seat state.Seat) { stands <- seat }
		g := start(t, c)
		time.Sleep(time.Minute)
		_, err := g.Sit(t.Context(), game.Sit{Seat: 1, Who: game.Seat{Kind: protocol.SeatPerson, Name: "Bob", KeyHash: strings.Repeat("ab", 32)}, Nonce: "of-bob"})
		require.NoError(t, err)
		answer := func(seat state.Seat, from *sink) {
			time.Sleep(time.Second)
			require.NoError(t, g.Submit(seat, from)(&protocol.Choose{Decision: c.Machine.Decision(seat)}))
			synctest.Wait()
		}
		for range 8 {
			answer(c.Machine.Next(), nil)
		}
		for len(stands) == 0 {
			if c.Machine.Decision(0) != 0 {
				answer(0, nil)
			}
			time.Sleep(time.Second)
			synctest.Wait()
		}
		require.Equal(t, state.Seat(1), <-stands)
		bot := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, Bot: bot}))
		for range 8 {
			answer(c.Machine.Next(), bot) // for seat 0 it is only somebody who is not seated
		}
		require.NoError(t, g.Submit(1, nil)(&protocol.Resign{}))
		synctest.Wait()
		require.NoError(t, g.Close(t.Context()))
	})
}

// agreed is a game in which choices are taken back, settings are kept, a bot is called
// for somebody who is away, and a draw is agreed on.
func agreed(t *testing.T, c game.Config) {
	synctest.Test(t, func(t *testing.T) {
		c.Timers = game.NewTimers()
		defer c.Timers.Close()
		c.Header.At, c.Header.Spectators = time.Now().UnixMilli(), &protocol.Spectators{Delay: 30_000}
		c.Substitute = func(*game.Game, state.Seat) {}
		g := start(t, c)
		players := [2]*sink{newSink(), newSink()}
		for seat, s := range players {
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Seat(seat), To: s}))
		}
		say := func(seat state.Seat, m protocol.ClientMessage) {
			time.Sleep(time.Second)
			require.NoError(t, g.Submit(seat, players[seat])(m))
			synctest.Wait()
			require.Empty(t, told[*protocol.Error](players[seat]))
		}
		choose := func() state.Seat {
			seat := c.Machine.Next()
			say(seat, &protocol.Choose{Decision: c.Machine.Decision(seat)})
			return seat
		}
		say(choose(), offerUndo) // by the rule
		choose()
		seat := choose()
		say(seat, offerUndo)
		say(1-seat, agree)
		say(0, alone(true))
		say(1, &protocol.Mute{Seat: 0, On: true})
		say(1, &protocol.Always{Decision: c.Machine.Decision(1)})
		for range 12 {
			choose()
		}
		seat = c.Machine.Next()
		require.NoError(t, g.Detach(t.Context(), players[seat]))
		time.Sleep(10 * time.Minute)
		say(1-seat, &protocol.Exit{Seat: int(seat), Way: protocol.ExitBot})
		players[seat] = newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: players[seat]}))
		choose()
		say(0, offerDraw)
		say(1, accept)
		require.NoError(t, g.Close(t.Context()))
	})
}

// keeps is a game in which draws are offered, one of them when it breaks off, and somebody
// passes until it is their turn.
func keeps(t *testing.T, c game.Config) {
	synctest.Test(t, func(t *testing.T) {
		c.Header.At = time.Now().UnixMilli()
		g := start(t, c)
		say := func(seat state.Seat, m protocol.ClientMessage) {
			time.Sleep(time.Second)
			require.NoError(t, g.Submit(seat, nil)(m))
			synctest.Wait()
		}
		say(0, offerDraw)
		say(1, decline)
		for c.Machine.Turn() < 3 {
			seat := c.Machine.Next()
			say(seat, &protocol.Choose{Decision: c.Machine.Decision(seat)})
			if seat != 0 {
				say(0, until(protocol.UntilTurn))
			}
		}
		say(1, offerDraw)
		require.NoError(t, g.Close(t.Context()))
	})
}

// goesOn is a game that begins in the middle of another one.
func goesOn(t *testing.T, c game.Config) {
	other := dealAny(t, elements.Rules)
	resigned(t, other)
	records, err := other.Log.Read(t.Context(), other.Header.Game)
	require.NoError(t, err)
	r, err := game.Open(records, find)
	require.NoError(t, err)
	for range 10 {
		_, err := r.Next(nil)
		require.NoError(t, err)
	}
	c.Header.From, err = game.FromOf(r, 10)
	require.NoError(t, err)
	begun, err := game.Begin(c.Header, find)
	require.NoError(t, err)
	begun.Log = c.Log
	resigned(t, begun)
}

// TestCorpus runs the logs of earlier versions again. The format must not be raised,
// nor cards changed, without a log of the new kind: -update adds it, and leaves what is
// there as it is.
func TestCorpus(t *testing.T) {
	for _, w := range today {
		hash := game.CardsHash(w.rules.Info())
		path := filepath.Join(corpus, fmt.Sprintf("%d-%s-%s", game.Format, w.name, hash[:8]))
		if _, err := os.Stat(path + ".jsonl"); err == nil {
			continue
		}
		c := dealAny(t, w.rules)
		w.write(t, c)
		var text bytes.Buffer
		require.NoError(t, game.Export(t.Context(), &text, c.Log, []string{c.Header.Game}))
		statetest.Golden(t, path+".jsonl", text.String())
		statetest.Golden(t, path+".txt", outcome(replayWith(t, text.String(), w.rules)))
	}
	files, err := filepath.Glob(filepath.Join(corpus, "*.jsonl"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), len(today))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var first game.Record
			line, _, _ := strings.Cut(string(text), "\n")
			require.NoError(t, json.Unmarshal([]byte(line), &first))
			require.True(t, strings.HasPrefix(filepath.Base(file), fmt.Sprintf("%d-%s", first.Header.Format, first.Header.Rules)))
			rules, err := findAny(first.Header.Rules)
			require.NoError(t, err)
			if game.CardsHash(rules.Info()) != first.Header.Cards { // they have been changed since
				_, err := game.Restore(lines(t, string(text)), findAny)
				require.ErrorContains(t, err, "record 1: the log cannot be run again: it was played with other cards")
				return
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".jsonl") + ".txt")
			require.NoError(t, err)
			assert.Equal(t, string(want), outcome(replayWith(t, string(text), rules)))
		})
	}
}

func lines(t *testing.T, text string) [][]byte {
	t.Helper()
	records, err := store.Lines(strings.NewReader(text))
	require.NoError(t, err)
	return records
}

func replayWith(t *testing.T, text string, rules state.Dealer) *game.Replay {
	t.Helper()
	r, err := game.Restore(lines(t, text), func(string) (state.Dealer, error) { return rules, nil })
	require.NoError(t, err)
	return r
}

// outcome is all that a log leads to.
func outcome(r *game.Replay) string {
	over, won := r.Machine.Result()
	return fmt.Sprintf("seats %v\nrequests %d\nevents %d\nbanks %v\nexpired %v\nover %v, won %b, end %v\nfault %q\ndigest %s\n",
		r.Seats, r.Machine.Seq(), r.Events, r.Banks, r.Expired, over, won, r.End != nil, r.Fault, game.Digest(r.Machine))
}

func findAny(name string) (state.Dealer, error) {
	for _, w := range today {
		if w.rules.Info().Name == name {
			return w.rules, nil
		}
	}
	return nil, fmt.Errorf("no rules %q", name)
}

// dealAny deals a game of any rules between people.
func dealAny(t *testing.T, rules state.Dealer) game.Config {
	t.Helper()
	info := rules.Info()
	key := game.KeyFrom(1, 0)
	setup := state.Setup{Seats: min(2, info.MaxSeats), Seed: game.NewChance(key).Next()}
	m, err := rules.Deal(setup)
	require.NoError(t, err)
	seats := []game.Seat{{Kind: protocol.SeatPerson, Name: "Ada", KeyHash: strings.Repeat("0a", 32)}, {Kind: protocol.SeatPerson, Name: "Bob"}}[:setup.Seats]
	return game.Config{
		Header: game.Header{
			Format: game.Format, Program: "gamed", Game: info.Name, Rules: info.Name, Version: info.Version,
			Cards: game.CardsHash(info), Key: key, Setup: setup, Seats: seats,
		},
		Machine: m, Rules: rules, Log: store.NewMemory(), Seats: seats,
	}
}
