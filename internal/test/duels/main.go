// Command duels serves fixed duels of Elements and judges their decisions, for e2e/inputs.mjs. The
// script plays the duels in a browser and counts the inputs that it needs.
//
//	go run ./internal/test/duels --judgements e2e/judgements.json
//
// It prints the URL of the page and the URL of the judge. The judge answers
//
//	POST /duel/N        {"id"}: creates duel N, of seat 0 against greedy
//	GET  /decision/ID   the judgement of seat 0's open decision
//	GET  /decisions/ID  the judgements of all decisions of seat 0 so far
//	POST /save          writes the judgements to their file
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	file := flag.String("judgements", "e2e/judgements.json", "read and write the judgements in `FILE`")
	flag.Parse()
	err := run(ctx, *file)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "duels:", err)
		os.Exit(1)
	}
}

// run serves the page and the judge until ctx is done.
func run(ctx context.Context, file string) error {
	d := &duels{log: store.NewMemory()}
	rules := builtin.Rulesets()
	judge, err := newJudge(rules, file)
	if err != nil {
		return err
	}
	d.judge = judge
	ready := make(chan string, 1)
	s, err := server.New(server.Config{
		Addr: "127.0.0.1:0", Program: "duels", Store: d.log, Rules: rules, Logger: zerolog.Nop(), Limits: agent.DefaultLimits,
		OpenGames: func(c hub.Config) (*hub.Hub, hub.Games) {
			d.hub = hub.New(c)
			return d.hub, d.hub
		},
		Ready: func(url string) { ready <- url },
	})
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	select {
	case err := <-ended:
		return err
	case url := <-ready:
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		fmt.Printf("duels %s %s\n", url, "http://"+listener.Addr().String())
		answers := &http.Server{Handler: d.handler(), ReadHeaderTimeout: time.Minute}
		go func() { _ = answers.Serve(listener) }()
		err = <-ended
		_ = answers.Close()
		return err
	}
}

// duels holds the hub with the server's games, their logs, and the judge.
type duels struct {
	log   *store.Memory
	hub   *hub.Hub
	judge *judge
}

func (d *duels) handler() http.Handler {
	mux := http.NewServeMux()
	answer := func(pattern string, do func(*http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			v, err := do(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			_ = json.NewEncoder(w).Encode(v) // a client that has gone
		})
	}
	answer("POST /duel/{n}", d.create)
	answer("GET /decision/{id}", func(r *http.Request) (any, error) {
		t, err := d.replay(r, nil)
		if err != nil {
			return nil, err
		}
		return d.judge.judgeOpen(t.Table.Machine), nil
	})
	answer("GET /decisions/{id}", func(r *http.Request) (any, error) {
		list := []judgement{}
		_, err := d.replay(r, func(t *table.Table, q *table.Request) {
			if q.Seat == player {
				list = append(list, d.judge.judgeClosed(t.Machine, q))
			}
		})
		return list, err
	})
	answer("POST /save", func(*http.Request) (any, error) { return d.judge.computed, d.judge.save() })
	return mux
}

// create starts a duel. The number of the duel determines the cards and everything that happens by
// chance.
func (d *duels) create(r *http.Request) (any, error) {
	n, err := strconv.ParseUint(r.PathValue("n"), 10, 64)
	if err != nil {
		return nil, err
	}
	spec := hub.Spec{Chance: table.KeyFrom(n, 0)}
	spec.Rules, spec.Private = "elements", true
	spec.Seats = []hub.SeatSpec{{}, {Bot: "greedy"}}
	info, err := d.hub.Create(r.Context(), spec)
	return map[string]string{"id": info.ID}, err
}

// replay returns the present state of a game. It calls before, unless nil, for
// every request in the log, with the table before that request.
func (d *duels) replay(r *http.Request, before func(*table.Table, *table.Request)) (*table.Replay, error) {
	lines, err := d.log.Read(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	t, err := table.Open(lines, table.SameRules(d.judge.rules))
	for err == nil && t.More() {
		rec, failed := t.Record()
		if failed != nil {
			return nil, failed
		}
		if rec.Request != nil && before != nil {
			before(t.Table, rec.Request)
		}
		_, err = t.Next()
	}
	return t, err
}
