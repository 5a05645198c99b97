package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"gamed/protocol"
)

// A spec is the body of POST /api/games.
type spec struct {
	Rules string            `json:"rules"`
	Seats []seatSpec        `json:"seats"`
	Table map[string]string `json:"table"`
	Clock *protocol.Clock   `json:"clock,omitempty"`
}

type seatSpec struct {
	Bot string `json:"bot,omitempty"`
}

// draw draws a game: of two seats or three, for clients alone or with bots of the
// server, with a clock or without.
func draw(r *rand.Rand, rules []string) spec {
	s := spec{Rules: rules[r.IntN(len(rules))], Seats: make([]seatSpec, 2), Table: map[string]string{"turns": "15"}}
	if r.IntN(5) == 0 {
		s.Seats = make([]seatSpec, 3)
	}
	if r.IntN(5) == 0 {
		s.Seats[len(s.Seats)-1].Bot = []string{"random", "greedy"}[r.IntN(2)]
	}
	if r.IntN(3) == 0 {
		absent := []string{protocol.AbsentForfeit, protocol.AbsentBot, protocol.AbsentWait}[r.IntN(3)]
		s.Clock = &protocol.Clock{Bank: 10_000, PerDecision: 3000, Increment: 100, Absent: absent}
	}
	return s
}

// A table is a game and those of its clients that are not the server's.
type table struct {
	c        *chaos
	id       string
	dialer   *http.Client
	journals []*journal
}

// perAddress is how many games come from one address of this machine, so that none
// has more connections than a server may allow.
const perAddress = 10

// dialFrom returns a client whose connections come from an address for a number of
// games. Only Linux has more than one of this machine's own from the beginning.
func dialFrom(slot int, cluster bool) *http.Client {
	patience := answered
	if cluster {
		patience = frozen // there are others
	}
	dialer := &net.Dialer{Timeout: 3 * time.Second}
	if runtime.GOOS == "linux" {
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+slot/perAddress%250))}
	}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, ResponseHeaderTimeout: patience}}
}

// answered is how long a server may take to answer: one that is frozen does not.
const answered = 5 * time.Second

// create creates the game, however often that has to be tried, and sometimes once more
// when it is there.
func (t *table) create(ctx context.Context, s spec, r *rand.Rand) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	key := crand.Text()
	for repeat := r.IntN(4) == 0; ; {
		created, err := t.post(ctx, key, body)
		switch {
		case err == nil && t.id != "" && t.id != created:
			t.c.report(fault{Game: t.id, Seat: -1, What: "duplicated", Text: "the game was asked for again and made again, as " + created})
			return nil
		case err == nil && (t.id != "" || !repeat):
			t.id = created
			return nil
		case err == nil:
			t.id = created
			continue
		}
		if err := sleep(ctx, again+rand.N(again)); err != nil {
			return err
		}
	}
}

// post tries to create a game once. Without an answer there may be one; the key leads to
// it.
func (t *table) post(ctx context.Context, key string, body []byte) (id string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.c.where("")+"/api/games", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	answer, err := t.dialer.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var game struct{ ID, Code, Text string }
	if err := json.NewDecoder(answer.Body).Decode(&game); err != nil {
		return "", err
	}
	if answer.StatusCode == http.StatusBadRequest {
		t.c.report(fault{What: "refused", Seat: -1, Text: fmt.Sprintf("%s is no game: %s", body, game.Text)})
	}
	if answer.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("%s: %s", game.Code, game.Text)
	}
	return game.ID, nil
}

// isOver asks for the log of a game that is not in memory: there is one once it is
// over. The error wraps errWrong if there is no such game any more.
func (t *table) isOver(ctx context.Context) (bool, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.c.where("")+"/api/games/"+t.id+"/log", nil)
	if err != nil {
		return false, err
	}
	answer, err := t.dialer.Do(request)
	if err != nil {
		return false, ctx.Err() // the server is dead again
	}
	defer func() { _ = answer.Body.Close() }()
	switch answer.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusNotFound, http.StatusGone:
		return false, fmt.Errorf("%w: the game is gone or was set aside", errWrong)
	}
	return false, nil
}

// play lets the clients play the game to its end.
func (t *table) play(ctx context.Context, s spec, r *rand.Rand) error {
	group, ctx := errgroup.WithContext(ctx)
	seats := make([]int, 0, len(s.Seats)+1)
	for i, seat := range s.Seats {
		if seat.Bot == "" {
			seats = append(seats, i)
		}
	}
	if r.IntN(10) == 0 {
		seats = append(seats, -1)
	}
	for _, seat := range seats {
		c := &client{
			at: t, j: &journal{game: t.id, seat: seat, claim: crand.Text()}, rand: rand.New(rand.NewPCG(r.Uint64(), 0)),
			own: rate.NewLimiter(own, 5), choices: make(map[uint32]choice),
		}
		t.journals = append(t.journals, c.j)
		group.Go(func() error { return c.play(ctx) })
	}
	return group.Wait()
}
