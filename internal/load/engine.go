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

// An Engine is a store to be measured, in one way of syncing.
type Engine struct {
	Name    string
	Sync    string
	Durable bool // what is acknowledged survives the end of the machine
	Open    func(ctx context.Context, dir string) (*Opened, error)
}

// Opened is a store in use.
type Opened struct {
	Log    Appender
	Tables []Tables // of servers on it; none for a bare engine
	Close  func() error
}

// A Row is what an engine has come to.
type Row struct {
	Engine  string
	Sync    string
	Durable bool
	Servers int     // that played games
	Append  Result  // records of ordinary length
	Play    *Result // games on the servers, as fast as they go; nil for a bare engine
	Paced   *Result // and at a fixed rate; nil without one
}

// rules is the game that is played.
var rules = elements.Rules

// Measure measures an engine in a new folder of dir: first its appends, then games as
// fast as they go, then games at rate requests a second, if that is not 0. say is told
// what comes next.
func Measure(ctx context.Context, e Engine, dir string, p Plan, rate float64, say func(what string)) (row Row, err error) {
	row = Row{Engine: e.Name, Sync: e.Sync, Durable: e.Durable}
	say("append records")
	err = within(ctx, e, dir, func(o *Opened) (err error) {
		row.Servers = len(o.Tables)
		row.Append, err = Appends(ctx, o.Log, p)
		return err
	})
	measure := func(p Plan) (*Result, error) {
		var result Result
		err := within(ctx, e, dir, func(o *Opened) (err error) {
			result, err = Play(ctx, o.Tables, rules.Name, p)
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

// within opens an engine in a folder of its own, which is removed afterwards.
func within(ctx context.Context, e Engine, dir string, do func(*Opened) error) error {
	dir, err := os.MkdirTemp(dir, "load-")
	if err != nil {
		return err
	}
	o, err := e.Open(ctx, dir)
	if err == nil {
		err = errors.Join(do(o), o.Close())
	}
	return errors.Join(err, os.RemoveAll(dir))
}

// HubConfig is what the servers that are measured run on: room for all games.
func HubConfig(log store.Log) hub.Config {
	const room = 10_000_000
	return hub.Config{
		Rules: []state.Dealer{rules}, Bots: ai.Roster{}, Log: log, Program: "load", MaxGames: room, MaxAll: room, KeepFinished: 100,
	}
}

// closing is how long the games of a server may take to close.
const closing = time.Minute

// OnHub is a store with one server on it that has it for itself.
func OnHub(log store.Log) *Opened {
	h := hub.New(HubConfig(log))
	return &Opened{Log: log, Tables: []Tables{h}, Close: func() error {
		ctx, cancel := context.WithTimeout(context.Background(), closing)
		defer cancel()
		return errors.Join(h.Close(ctx), log.Close())
	}}
}

// Own are the engines that every program has: the yardstick, and the stores of a server
// that has its games for itself.
func Own() []Engine {
	embedded := func(sync store.Sync) func(context.Context, string) (*Opened, error) {
		return func(_ context.Context, dir string) (*Opened, error) {
			log, err := store.OpenEmbedded(dir, sync)
			if err != nil {
				return nil, err
			}
			return OnHub(log), nil
		}
	}
	return []Engine{
		{Name: "file", Sync: "always", Durable: true, Open: func(_ context.Context, dir string) (*Opened, error) {
			f, err := OpenFile(dir, true)
			if err != nil {
				return nil, err
			}
			return &Opened{Log: f, Close: f.Close}, nil
		}},
		{Name: "memory", Sync: "never", Open: func(context.Context, string) (*Opened, error) { return OnHub(store.NewMemory()), nil }},
		{Name: "embedded", Sync: "never", Open: embedded(store.SyncNever)},
		{Name: "embedded", Sync: "always", Durable: true, Open: embedded(store.SyncAlways)},
	}
}
