package main

import (
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

	"gamed/agent/client"
	"gamed/protocol"
	"gamed/server/hub"
)

// drawGame returns a random game with two or three seats, with or without a bot and a clock.
func drawGame(r *rand.Rand) hub.Request {
	s := hub.Request{Rules: rulesets[r.IntN(len(rulesets))].Info().Name, Seats: make([]hub.SeatSpec, 2), RulesOptions: map[string]string{"turns": "15"}}
	if r.IntN(5) == 0 {
		s.Seats = make([]hub.SeatSpec, 3)
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

// A session is a game and the journals of its clients.
type session struct {
	run      *run
	id       string
	dialer   *http.Client
	journals []*journal
}

// perAddress is the number of games played from one local address. This number keeps the
// connections below the server's limit per address.
const perAddress = 10

// dialFrom returns an HTTP client that connects from one local address. By default, only
// Linux has more than one loopback address.
func dialFrom(slot int) *http.Client {
	dialer := &net.Dialer{Timeout: 3 * time.Second}
	if runtime.GOOS == "linux" {
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+slot/perAddress%250))}
	}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, ResponseHeaderTimeout: silenceLimit}}
}

// create creates the game and retries until it gets a response. One time in four it repeats
// the successful request, which must return the same game.
func (t *session) create(ctx context.Context, s hub.Request, r *rand.Rand) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	key := crand.Text()
	for repeat := r.IntN(4) == 0; ; {
		created, err := t.post(ctx, key, body)
		switch {
		case err == nil && t.id != "" && t.id != created:
			t.run.report(fault{Game: t.id, Seat: -1, What: "duplicated", Text: "a repeated create request made a second game, " + created})
			return nil
		case err == nil && (t.id != "" || !repeat):
			t.id = created
			return nil
		case err == nil:
			t.id = created
			continue
		}
		if err := sleep(ctx, retryDelay+rand.N(retryDelay)); err != nil {
			return err
		}
	}
}

// post sends one create request to any server. key is the idempotency key of the request.
func (t *session) post(ctx context.Context, key string, body []byte) (id string, err error) {
	id, lasting, err := client.CreateOnce(ctx, t.dialer, "http://"+t.run.pickServer(""), key, body)
	if lasting {
		t.run.report(fault{What: "refused", Seat: -1, Text: fmt.Sprintf("create %s: %s", body, err)})
	}
	return id, err
}

// isOver reports whether a game that is not in memory has ended. The server returns the log
// of such a game only after the end. The error wraps errWrong if a cluster has lost the game or has set it
// aside.
func (t *session) isOver(ctx context.Context) (bool, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.run.pickServer("")+"/api/games/"+t.id+"/log", nil)
	if err != nil {
		return false, err
	}
	answer, err := t.dialer.Do(request)
	if err != nil {
		return false, ctx.Err() // the server has been killed
	}
	defer func() { _ = answer.Body.Close() }()
	switch answer.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusNotFound, http.StatusGone:
		if t.run.single {
			return false, nil // until the server has restored the game, or the clients are stopped
		}
		return false, fmt.Errorf("%w: the game is missing or set aside", errWrong)
	}
	return false, nil
}

// play lets the clients play the game until it ends.
func (t *session) play(ctx context.Context, s hub.Request, r *rand.Rand) error {
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
		p := &player{
			session: t, journal: &journal{game: t.id, seat: seat, claim: crand.Text()}, rand: rand.New(rand.NewPCG(r.Uint64(), 0)),
			limiter: rate.NewLimiter(choiceRate, 5), choices: make(map[uint32]choice),
		}
		t.journals = append(t.journals, p.journal)
		group.Go(func() error { return p.play(ctx) })
	}
	return group.Wait()
}
