package main

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/protocol"
	"gamed/rules"
	"gamed/server"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A finishedGame is a game with its log and journals.
type finishedGame struct {
	id       string
	lines    [][]byte
	journals []*journal
}

// playOne plays a game of Elements between two clients, with a spectator, on a server in this
// process.
func playOne(t *testing.T) finishedGame {
	t.Helper()
	log := store.NewMemory()
	ready := make(chan string, 1)
	s, err := server.New(server.Config{
		Addr: "127.0.0.1:0", Program: "gamed test", Rules: rules.Of(rulesets...), Store: log, Logger: zerolog.New(io.Discard),
		Limits: agent.DefaultLimits, Ready: func(url string) { ready <- url },
	})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Run(ctx) }()
	defer func() {
		stop()
		require.NoError(t, <-stopped)
	}()
	url := <-ready
	c := &run{addrs: []string{url[len("http://"):]}, began: time.Now(), pace: rate.NewLimiter(rate.Inf, 1), wellBehaved: true}
	tb := &session{run: c, dialer: dialFrom(0)}
	spec := hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2), RulesOptions: map[string]string{"turns": "15"}}
	require.NoError(t, tb.create(t.Context(), spec, rand.New(rand.NewPCG(watchedSeed, 0))))
	require.NoError(t, tb.play(t.Context(), spec, rand.New(rand.NewPCG(watchedSeed, 0))))
	lines, err := log.Read(t.Context(), tb.id)
	require.NoError(t, err)
	return finishedGame{tb.id, lines, tb.journals}
}

// watchedSeed is a seed for a game with a spectator.
const watchedSeed = 20

// copy returns a deep copy.
func (p finishedGame) copy() finishedGame {
	p.lines = slices.Clone(p.lines)
	p.journals = slices.Clone(p.journals)
	for i, j := range p.journals {
		c := *j
		c.entries = slices.Clone(j.entries)
		for n := range c.entries {
			c.entries[n].Events = slices.Clone(c.entries[n].Events)
		}
		p.journals[i] = &c
	}
	return p
}

// requests returns the indices of the log lines with a seat's requests.
func (p finishedGame) requests(t *testing.T, seat state.Seat) (places []int) {
	for i, line := range p.lines {
		var r table.Record
		require.NoError(t, json.Unmarshal(line, &r))
		if r.Request != nil && r.Request.Seat == seat {
			places = append(places, i)
		}
	}
	return places
}

// told returns the journal entry of an update with events for a seat. n is the number of this
// update among the seat's updates with events, counted from 1.
func (p finishedGame) told(seat, n int) *entry {
	for i := range p.journals[seat].entries {
		e := &p.journals[seat].entries[i]
		if len(e.Events) > 0 {
			if n--; n == 0 {
				return e
			}
		}
	}
	return nil
}

// completeLog plays a game with a truncated log to its end: the clock makes all further requests.
func completeLog(t *testing.T, lines [][]byte) [][]byte {
	t.Helper()
	r, err := table.Open(lines, findRules)
	require.NoError(t, err)
	require.NoError(t, r.Run())
	chance := table.NewChance(r.Header.Key)
	for range 1 + r.Table.Machine.Seq() {
		chance.Next()
	}
	add := func(record *table.Record) {
		line, err := json.Marshal(record)
		require.NoError(t, err)
		lines = append(lines, line)
	}
	for r.Table.Machine.Awaiting() != 0 {
		seat := r.Table.Machine.Next()
		q := state.Request{Seat: seat, Decision: r.Table.Machine.Decision(seat), Option: r.Table.Machine.Options(seat, nil)[0], Salt: chance.Next()}
		record := table.RequestOf(q)
		record.By = "clock"
		add(&table.Record{Kind: "request", Request: record})
		r.Table.Machine.Apply(q, nil)
	}
	_, won := r.Table.Machine.Result()
	end := &table.End{Won: []int{}, Digest: table.Digest(r.Table.Machine)}
	for ; won != 0; won &= won - 1 {
		end.Won = append(end.Won, int(won.First()))
	}
	add(&table.Record{Kind: "end", End: end})
	return lines
}

// TestVerify checks that verify reports the fault when a log or a journal has been tampered
// with.
func TestVerify(t *testing.T) {
	whole := playOne(t)
	var sum tally
	faults := verify(&sum, whole.id, whole.lines, whole.journals, true)
	require.Empty(t, faults)
	require.Len(t, whole.journals, 3, "two seats and a spectator")
	assert.Greater(t, sum.Acknowledged, 10)
	assert.Greater(t, sum.Updates, 3*10)
	assert.Greater(t, sum.Events, 3*10)
	middle := whole.requests(t, 0)
	require.Greater(t, len(middle), 6)
	middle = middle[len(middle)/2:]

	for name, tt := range map[string]struct {
		tamper func(t *testing.T, p *finishedGame)
		found  []string
	}{
		"request dropped": {func(_ *testing.T, p *finishedGame) {
			p.lines = slices.Delete(p.lines, middle[0], middle[0]+1)
		}, []string{"contradiction", "damaged", "lost"}},
		"requests swapped": {func(_ *testing.T, p *finishedGame) {
			p.lines[middle[0]], p.lines[middle[1]] = p.lines[middle[1]], p.lines[middle[0]]
		}, []string{"contradiction", "damaged", "reordered"}},
		"request duplicated": {func(_ *testing.T, p *finishedGame) {
			p.lines = slices.Insert(p.lines, middle[0], p.lines[middle[0]])
		}, []string{"contradiction", "damaged", "duplicated"}},
		"tail lost": {func(_ *testing.T, p *finishedGame) {
			p.lines = p.lines[:middle[0]]
		}, []string{"contradiction", "lost", "unfinished"}},
		"tail replaced": {func(t *testing.T, p *finishedGame) {
			p.lines = completeLog(t, p.lines[:middle[0]])
		}, []string{"contradiction", "lost"}},
		"end record lost": {func(_ *testing.T, p *finishedGame) {
			p.lines = p.lines[:len(p.lines)-1]
		}, []string{"contradiction", "unfinished"}},
		"log lost": {func(_ *testing.T, p *finishedGame) { p.lines = nil }, []string{"contradiction", "damaged", "lost"}},
		"choice invented": {func(_ *testing.T, p *finishedGame) {
			decision := choicesOf(p.journals[1])[3].decision
			p.journals[1].entries = slices.DeleteFunc(p.journals[1].entries, func(e entry) bool { return e.What == sent && e.Decision == decision })
		}, []string{"invented"}},
		"choice changed": {func(_ *testing.T, p *finishedGame) {
			for i := range p.journals[1].entries {
				p.journals[1].entries[i].Text += "!"
			}
		}, []string{"contradiction"}},
		"claim changed": {func(_ *testing.T, p *finishedGame) { p.journals[0].claim += "A" }, []string{"lost"}},
		"event changed": {func(_ *testing.T, p *finishedGame) {
			e := p.told(0, 4)
			event := e.Events[0].Event.Value()
			event.Card, event.N = "a card of seat 1", e.Events[0].N
			e.Events[0] = sentEventOf(event)
		}, []string{"contradiction"}},
		"event omitted": {func(_ *testing.T, p *finishedGame) {
			e := p.told(0, 4)
			e.Events = e.Events[1:]
		}, []string{"contradiction"}},
		"view changed":            {func(_ *testing.T, p *finishedGame) { p.told(1, 5).Hash++ }, []string{"contradiction"}},
		"hand shown to spectator": {func(_ *testing.T, p *finishedGame) { p.told(2, 5).Hash = p.told(1, 5).Hash }, []string{"contradiction"}},
		"result changed":          {func(_ *testing.T, p *finishedGame) { p.journals[0].over = &protocol.Over{Reason: protocol.ReasonEnd} }, []string{"contradiction"}},
		"journal truncated":       {func(_ *testing.T, p *finishedGame) { p.journals[0].entries = p.journals[0].entries[:2] }, []string{"invented"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := whole.copy()
			tt.tamper(t, &p)
			faults := verify(new(tally), p.id, p.lines, p.journals, true)
			var found []string
			for _, f := range faults {
				found = append(found, f.What)
			}
			assert.Subset(t, found, tt.found, "%+v", faults)
		})
	}
}
