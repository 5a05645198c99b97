package game_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
	"gamed/state/statetest"
	"gamed/store"
	"gamed/table"
)

// corpus is the folder with the logs of all versions: see package table.
const corpus = "../table/testdata/logs"

// corpusGames lists the games that this version writes to the corpus.
var corpusGames = []struct {
	name  string
	rules state.Dealer
	write func(t *testing.T, c config)
}{
	{"elements", elements.Rules, playWithStandIn},
	{"elements-fault", elements.Rules, func(t *testing.T, c config) {
		c.Machine = &panickingMachine{c.Machine, 10}
		g := start(t, c)
		ada := join(t, g, 0, 1, 0)
		join(t, g, 1, 2, 0)
		<-ada.over
		require.NoError(t, g.Close(t.Context()))
	}},
	{"elements-from", elements.Rules, continueGame},
	{"elements-agreed", elements.Rules, playToDraw},
	{"elements-kept", elements.Rules, playWithOffers},
	{"dominion", dominion.Rules, playToResignation},
	{"polity", polity.Game(), playToResignation},
}

// playToResignation plays a game in which a seat resigns after some answers.
func playToResignation(t *testing.T, c config) {
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

// playWithStandIn plays a game with a clock whose second player arrives late, stays away until
// a bot stands in, returns, and resigns.
func playWithStandIn(t *testing.T, c config) {
	synctest.Test(t, func(t *testing.T) {
		c.Timers = game.NewTimers()
		defer c.Timers.Close()
		c.Header.Clock = &protocol.Clock{Bank: 20_000, PerDecision: 5000, Increment: 1000, Absent: protocol.AbsentBot}
		c.Header.Seats[1] = table.Seat{Kind: protocol.SeatOpen}
		c.Header.CommitmentSalt = table.KeyFrom(1, 1)
		c.Header.At = time.Now().UnixMilli()
		stands := make(chan state.Seat, 10)
		c.Substitute = func(_ *game.Game, seat state.Seat) { stands <- seat }
		g := start(t, c)
		time.Sleep(time.Minute)
		_, err := g.Sit(t.Context(), table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson, Name: "Bob", KeyHash: strings.Repeat("ab", 32)}, Nonce: "of-bob"})
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
			answer(c.Machine.Next(), bot) // at seat 0 the sink counts as the player, because no bot is attached there
		}
		require.NoError(t, g.Submit(1, nil)(&protocol.Resign{}))
		synctest.Wait()
		require.NoError(t, g.Close(t.Context()))
	})
}

// playToDraw plays a game with undos, settings, a bot that the other players call for an absent player,
// and an agreed draw.
func playToDraw(t *testing.T, c config) {
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
			require.Empty(t, received[*protocol.Error](players[seat]))
		}
		choose := func() state.Seat {
			seat := c.Machine.Next()
			say(seat, &protocol.Choose{Decision: c.Machine.Decision(seat)})
			return seat
		}
		say(choose(), offerUndo) // this undo needs no consent
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

// playWithOffers plays a game with draw offers, and with a seat that has no stops in the other seat's turns.
// One offer is open at the end of the log.
func playWithOffers(t *testing.T, c config) {
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
				say(0, stops("main", "attack"))
			}
		}
		say(1, offerDraw)
		require.NoError(t, g.Close(t.Context()))
	})
}

// continueGame plays a game that continues another.
func continueGame(t *testing.T, c config) {
	other := dealAny(t, elements.Rules)
	playToResignation(t, other)
	records, err := other.Log.Read(t.Context(), other.Header.Game)
	require.NoError(t, err)
	r, err := table.Open(records, find)
	require.NoError(t, err)
	for range 10 {
		_, err := r.Next()
		require.NoError(t, err)
	}
	c.Header.From, err = r.From(10)
	require.NoError(t, err)
	begun, err := table.New(&c.Header, find)
	require.NoError(t, err)
	c.Machine = begun.Machine
	playToResignation(t, c)
}

// TestCorpus checks that the corpus of package table has a log of each game in corpusGames, in the
// current format and with the current cards. The flag -update adds missing logs. It changes no
// existing log.
func TestCorpus(t *testing.T) {
	for _, w := range corpusGames {
		hash := table.CardsHash(w.rules.Info())
		path := filepath.Join(corpus, fmt.Sprintf("%d-%s-%s.jsonl", table.Format, w.name, hash[:8]))
		if _, err := os.Stat(path); err == nil {
			continue
		}
		c := dealAny(t, w.rules)
		w.write(t, c)
		records, err := c.Log.Read(t.Context(), c.Header.Game)
		require.NoError(t, err)
		statetest.Golden(t, path, string(bytes.Join(append(records, nil), []byte("\n"))))
	}
}

// dealAny deals a game of any ruleset between people.
func dealAny(t *testing.T, rules state.Dealer) config {
	t.Helper()
	info := rules.Info()
	key := table.KeyFrom(1, 0)
	setup := state.Setup{Seats: min(2, info.MaxSeats), Seed: state.Seed(table.NewChance(key).Next())}
	m, err := rules.Deal(setup)
	require.NoError(t, err)
	seats := []table.Seat{{Kind: protocol.SeatPerson, Name: "Ada", KeyHash: strings.Repeat("0a", 32)}, {Kind: protocol.SeatPerson, Name: "Bob"}}[:setup.Seats]
	return config{
		Header: table.Header{
			Format: table.Format, Program: "gamed", Game: info.Name, Rules: info.Name, Version: info.Version,
			Cards: table.CardsHash(info), Key: key, Setup: setup, Seats: seats,
		},
		Machine: m, Rules: rules, Log: store.NewMemory(), Seats: seats,
	}
}
