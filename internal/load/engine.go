package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
)

// An Engine is a kind of store to measure, with one sync setting.
type Engine struct {
	Name    string
	Sync    string
	Durable bool // acknowledged records survive a power cut
	Open    func(ctx context.Context, dir string) (*OpenStore, error)
}

// An OpenStore is an open store and the servers that use it.
type OpenStore struct {
	Log     Appender
	Servers []GameServer // empty for a store without games, such as a file
	Close   func() error
}

// An EngineResult holds the results of one engine.
type EngineResult struct {
	Engine  string  `json:"engine"`
	Sync    string  `json:"sync"`
	Durable bool    `json:"durable"`
	Servers int     `json:"servers,omitzero"`
	Append  Result  `json:"append"`          // records of typical length
	Play    *Result `json:"play,omitempty"`  // games at full speed; nil without servers
	Paced   *Result `json:"paced,omitempty"` // games at a fixed rate; nil if they were not measured
}

// rules is the ruleset of all measured games.
var rules = elements.Rules

// Measure measures an engine in new folders under dir: appends, then games at full speed, then
// games at the given rate of requests a second, unless rate is 0. It calls say before each step.
func Measure(ctx context.Context, e Engine, dir string, p Plan, rate float64, say func(what string)) (row EngineResult, err error) {
	row = EngineResult{Engine: e.Name, Sync: e.Sync, Durable: e.Durable}
	say("append records")
	err = withEngine(ctx, e, dir, func(o *OpenStore) (err error) {
		row.Servers = len(o.Servers)
		row.Append, err = RunAppends(ctx, o.Log, p)
		return err
	})
	measure := func(p Plan) (*Result, error) {
		var result Result
		err := withEngine(ctx, e, dir, func(o *OpenStore) (err error) {
			result, err = RunGames(ctx, o.Servers, rules.Name, p)
			return err
		})
		return &result, err
	}
	if err == nil && row.Servers > 0 {
		say("play games")
		row.Play, err = measure(p)
	}
	if err == nil && row.Servers > 0 && rate > 0 {
		say("play games at a fixed rate")
		p.Rate = rate
		row.Paced, err = measure(p)
	}
	if err != nil {
		return row, fmt.Errorf("%s, sync %s: %w", e.Name, e.Sync, err)
	}
	return row, nil
}

// withEngine opens an engine in a new folder and calls do. It then closes the engine and removes the
// folder.
func withEngine(ctx context.Context, e Engine, dir string, do func(*OpenStore) error) error {
	dir, err := os.MkdirTemp(dir, "load-")
	if err != nil {
		return err
	}
	o, err := e.Open(ctx, dir)
	if err == nil {
		err = errors.Join(do(o), o.Close())
	}
	return errors.Join(err, os.RemoveAll(dir), os.RemoveAll(dir+store.HeadsSuffix))
}

// hubConfig returns the configuration of a measured server, with room for all games.
func hubConfig(log store.Log) hub.Config {
	const room = 10_000_000
	return hub.Config{
		Rules: []state.Dealer{rules}, Bots: ai.Roster{}, Log: log, Program: "load", MaxGames: room, MaxUnfinished: room, KeepFinished: 100,
	}
}

// closeTimeout limits the time to close a server's games, or to remove a cluster's streams.
const closeTimeout = time.Minute

// OnHub returns a store with a single server on it.
func OnHub(log store.Log) *OpenStore {
	h := hub.New(hubConfig(log))
	return &OpenStore{Log: log, Servers: []GameServer{h}, Close: func() error {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		return errors.Join(h.Close(ctx), log.Close())
	}}
}

// LocalEngines returns the engines that need no other server: a bare file as the baseline, and the
// single-server stores.
func LocalEngines() []Engine {
	embedded := func(sync store.Sync) func(context.Context, string) (*OpenStore, error) {
		return func(_ context.Context, dir string) (*OpenStore, error) {
			log, err := store.OpenEmbedded(dir, sync)
			if err != nil {
				return nil, err
			}
			return OnHub(log), nil
		}
	}
	return []Engine{
		{Name: "file", Sync: "always", Durable: true, Open: func(_ context.Context, dir string) (*OpenStore, error) {
			f, err := OpenFile(dir)
			if err != nil {
				return nil, err
			}
			return &OpenStore{Log: f, Close: f.Close}, nil
		}},
		{Name: "memory", Sync: "never", Open: func(context.Context, string) (*OpenStore, error) { return OnHub(store.NewMemory()), nil }},
		{Name: "embedded", Sync: "never", Open: embedded(store.SyncNever)},
		{Name: "embedded", Sync: "always", Durable: true, Open: embedded(store.SyncAlways)},
	}
}
