// Package server is how people and programs reach the games: HTTP to create,
// find and list them, a WebSocket to play them, and a page that does both.
package server

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/state"
	"gamed/store"
	"gamed/web"
)

// A Config is what a server runs on.
type Config struct {
	Addr    string   // where to listen, as in "127.0.0.1:8080"; port 0 takes any that is free
	Names   []string // the host names that it goes by besides localhost and the one in Addr
	Program string   // name and version, told to clients and written into logs
	Rules   []state.Dealer
	Bots    ai.Roster
	// Matches is the folder with the results of matches and tournaments, as gamed match
	// --out writes them; "" is none.
	Matches string
	// Programs are bots that play from processes of their own, each under another name.
	Programs []*external.Program
	// Sources is where the rules that are written in Go are, by their names.
	Sources map[string]replay.Source
	Log     store.Log // the caller closes it after Run
	// KV is what the server remembers beside the games. Without it that is what Log has,
	// if it is one too, or else memory.
	KV store.KV
	// Open opens the games. Without it the server has the log for itself, in a
	// [hub.Hub].
	Open   func(hub.Config) Games
	Schema []byte // the JSON Schema of all messages, to be handed out: see [protocol.Schema]
	Page   string // a folder with the page's files instead of those in the program, for whoever works on them
	Logger zerolog.Logger
	Limits agent.Limits
	Access Access
	// Operator is the secret with which an operator's program may make and revoke tokens.
	// Without it none may.
	Operator string
	// Ready is called when the server listens, with the URL of its page.
	Ready func(url string)
}

// What one server holds. Beyond it newcomers are refused, so that those who are
// there are not disturbed.
const (
	maxGames     = 100_000   // in memory
	maxAll       = 1_000_000 // that are not over, asleep or not
	maxSockets   = 20_000
	keepFinished = 1000 // games that are over, in memory

	// grace is how long a stop may take before what is left is dropped.
	grace = 10 * time.Second
)

// Games are what a server serves: those of a [hub.Hub], or of several servers
// together. See there for what the methods do.
type Games interface {
	Rules(name string) (state.Dealer, bool)
	Replace(rules state.Dealer)
	Try(spec hub.Spec) error
	Create(ctx context.Context, spec hub.Spec) (hub.Info, error)
	Get(ctx context.Context, id string) (hub.Info, error)
	List(ctx context.Context, f hub.Filter) ([]hub.Info, error)
	Rank(ctx context.Context, rules, by string, limit int) (hub.Ranking, error)
	Log(ctx context.Context, id string) ([][]byte, error)
	Records(ctx context.Context, id string) ([][]byte, error)
	Accounts(ctx context.Context, id string) ([]game.Account, error)
	Follow(ctx context.Context, id, next string) error
	OnEnd(ended func(id string))
	Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error)
	Watch(ctx context.Context, id string, to agent.JSONWriter) (*hub.Seating, error)
	Count() hub.Counts
	Recover(ctx context.Context) (int, error)
	Recovered() <-chan struct{}
	Close(ctx context.Context) error
}

// A Server serves games.
type Server struct {
	c         Config
	hub       Games
	metrics   *metrics
	faults    zerolog.Logger // for what fails again and again: a few lines a second
	models    *models
	shelf     *replay.Shelf
	lines     *lines
	lobby     *lobby.Lobby
	book      *identity.Book
	admission *admission
	hosts     hosts
	page      http.Handler
	matches   *matches
	// compress compresses the answers of a handler.
	compress func(http.Handler) http.HandlerFunc

	mu       sync.Mutex
	sockets  map[*agent.WebSocket]identity.Identity
	stopping bool
	serving  sync.WaitGroup // clients
}

// New returns a server without games. Run starts it, and has to be called.
func New(c Config) (*Server, error) {
	page, err := pageOf(c.Page)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("server: address %q: it is HOST:PORT, as in 127.0.0.1:8080: %w", c.Addr, err)
	}
	if err := checkPrograms(c.Programs, c.Bots); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if c.KV == nil {
		if kv, ok := c.Log.(store.KV); ok {
			c.KV = kv
		} else {
			c.KV = store.NewMemory()
		}
	}
	s := &Server{c: c, page: page, matches: newMatches(c.Matches), models: newModels(), shelf: replay.NewShelf(), lines: newLines(), hosts: newHosts(append([]string{host}, c.Names...)...), sockets: make(map[*agent.WebSocket]identity.Identity)}
	if c.Open == nil {
		c.Open = func(c hub.Config) Games { return hub.New(c) }
	}
	if s.compress, err = compress(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.metrics = newMetrics()
	s.hub = c.Open(hub.Config{
		Rules: c.Rules, Bots: c.Bots, Programs: c.Programs, BotFailed: s.botFailed, Log: timedLog{c.Log, s.metrics.appends}, Program: c.Program, MaxGames: maxGames, MaxAll: maxAll, KeepFinished: keepFinished,
		Observe: s.observe, SetAside: s.setAside,
	})
	s.lobby = lobby.New(lobby.Config{Log: c.Log, KV: c.KV, Bots: c.Bots, Failed: s.unsettled}, s.hub)
	s.book, s.admission = identity.NewBook(c.KV), newAdmission(c.Access, c.Limits)
	s.metrics.follow(s.hub)
	s.faults = c.Logger.Sample(&zerolog.BurstSampler{Burst: 3, Period: time.Second})
	return s, nil
}

// pageOf returns the page: the program's, or that of a folder.
func pageOf(dir string) (http.Handler, error) {
	if dir == "" {
		return web.Handler()
	}
	return web.Folder(dir)
}

// Replace makes rules the ruleset of their name, which there has to be, for games
// that are created from now on. It may be called while the server runs.
func (s *Server) Replace(rules state.Dealer) { s.hub.Replace(rules) }

// Run listens, serves until ctx is done while it brings back the games of the log,
// then stops: it takes nothing new, says goodbye to every client, and lets every
// game handle what it has been sent. The error is nil after a clean stop.
func (s *Server) Run(ctx context.Context) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.c.Addr)
	if err != nil {
		return s.giveUp(err)
	}
	live, err := s.hub.Recover(ctx)
	if err != nil {
		return s.giveUp(errors.Join(err, listener.Close()))
	}
	return s.serve(ctx, listener, live)
}

// serve serves on a listener, while so many games are brought back, until ctx is done or
// the listener fails, and then stops.
func (s *Server) serve(ctx context.Context, listener net.Listener, live int) (err error) {
	begun := time.Now()
	ctx, end := context.WithCancel(ctx)
	defer end()
	hard, drop := context.WithCancel(context.Background())
	defer drop()
	server := &http.Server{
		Handler:           s.routes(),
		ReadHeaderTimeout: s.c.Limits.Hello,
		ReadTimeout:       4 * s.c.Limits.Hello, // a body too
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return hard },
		ErrorLog:          log.New(s.c.Logger.With().Str("level", "warn").Logger(), "", 0),
	}
	for _, often := range []func(context.Context){s.watchRevocations, s.purgeOften} {
		s.serving.Go(func() { often(ctx) })
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(s.limited(listener)) }()
	url := "http://" + listener.Addr().String()
	s.c.Logger.Info().Str("url", url).Int("games", live).Msg("listening")
	if s.c.Ready != nil {
		s.c.Ready(url)
	}
	select {
	case <-s.hub.Recovered():
		s.c.Logger.Info().Int("games", live).Dur("took_ms", time.Since(begun)).Msg("every game has been brought back")
		select {
		case <-ctx.Done():
		case err = <-failed:
		}
	case <-ctx.Done():
	case err = <-failed:
	}
	end()
	return errors.Join(err, s.stop(server, drop))
}
