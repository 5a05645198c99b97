// Package server serves games over HTTP and WebSocket, and a page for browsers.
package server

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/rules"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/state"
	"gamed/store"
	"gamed/web"
)

// A Config configures a server.
type Config struct {
	Addr    string   // HOST:PORT to listen on, as in "127.0.0.1:8080"; port 0 selects a free port
	Names   []string // additional host names of the server, besides localhost and the host of Addr
	Program string   // name and version, for clients and logs
	Rules   rules.List
	// Matches is the folder with the results of gamed match --out, or "" for none.
	Matches string
	// Programs are external bots with distinct names.
	Programs []*external.Program
	Store    store.Store // the caller closes it after Run
	// Open opens the games of this server and the games of its whole cluster. If it is nil, a
	// [hub.Hub] that is the only user of the log serves as both.
	Open   func(hub.Config) (*hub.Hub, Games)
	Page   string // a folder with the page's files, or "" for the embedded files
	Logger zerolog.Logger
	// LostLines returns the number of log lines that were not written. It may be nil.
	LostLines func() uint64
	Limits    agent.Limits
	Access    Access
	// Operator is the secret of the operator's programs, which may manage tokens. An empty
	// secret disables them.
	Operator string
	// MetricsToken lets programs on other machines read the metrics. An empty token lets none.
	MetricsToken string
	// Ready is called with the URL of the page when the server listens. It may be nil.
	Ready func(url string)
}

// The capacity of a server. It refuses new games and clients beyond that.
const (
	maxGames     = 100_000   // in memory
	maxAll       = 1_000_000 // unfinished, in memory or not
	maxSockets   = 20_000
	keepFinished = 1000             // finished games in memory
	grace        = 10 * time.Second // for a graceful shutdown
)

// Games gives clients access to the games of a server or cluster. It is implemented by
// [hub.Hub], and by cluster.Node for the games of several servers. Hub documents the methods.
type Games interface {
	Create(ctx context.Context, spec hub.Spec) (hub.Info, error)
	Get(ctx context.Context, id string) (hub.Info, error)
	List(ctx context.Context, f hub.Filter) ([]hub.Info, error)
	Rank(ctx context.Context, rules, by string, limit int) (hub.Ranking, error)
	Accounts(ctx context.Context, id string) ([]game.Account, error)
	Follow(ctx context.Context, id, next string) error
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
	bots      ai.Roster
	schema    []byte   // the JSON Schema of all messages
	hub       *hub.Hub // the games that this server owns
	games     Games
	metrics   *metrics
	faults    zerolog.Logger // a rate-limited logger for repeated faults
	models    *models
	shelf     *replay.Shelf
	lines     *lines
	lobby     *lobby.Lobby
	book      *identity.Book
	admission *admission
	hosts     hosts
	open      counter[netip.Addr] // connections
	page      http.Handler
	matches   *matches
	// compress compresses the answers of a handler.
	compress func(http.Handler) http.HandlerFunc

	mu       sync.Mutex
	sockets  map[*agent.WebSocket]identity.Identity
	stopping bool
	serving  sync.WaitGroup // clients
}

// New returns a server. The caller must call Run.
func New(c Config) (*Server, error) {
	page, err := pageOf(c.Page)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("server: address %q is not HOST:PORT, as in 127.0.0.1:8080: %w", c.Addr, err)
	}
	bots := c.Rules.Roster()
	if err := checkPrograms(c.Programs, bots); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	schema := protocol.Schema(c.Rules.Views())
	s := &Server{c: c, bots: bots, schema: schema, page: page, matches: newMatches(c.Matches), models: &models{turns: newTurns()}, shelf: replay.NewShelf(), lines: newLines(), hosts: newHosts(append([]string{host}, c.Names...)...), sockets: make(map[*agent.WebSocket]identity.Identity)}
	if c.Open == nil {
		c.Open = func(c hub.Config) (*hub.Hub, Games) {
			h := hub.New(c)
			return h, h
		}
	}
	if s.compress, err = compress(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	s.metrics = newMetrics()
	s.hub, s.games = c.Open(hub.Config{
		Rules: c.Rules.Dealers(), Bots: bots, Programs: c.Programs, BotFailed: s.botFailed, Log: c.Store, KV: c.Store, Program: c.Program, MaxGames: maxGames, MaxAll: maxAll, KeepFinished: keepFinished,
		Observe: s.observe, SetAside: s.setAside, RulesChanged: s.rulesChanged,
	})
	s.lobby = lobby.New(lobby.Config{Log: c.Store, KV: c.Store, Rules: c.Rules, Failed: s.unsettled}, s.hub, s.games)
	s.book, s.admission = identity.NewBook(c.Store), newAdmission(c.Access, c.Limits)
	s.metrics.follow(s.games)
	s.metrics.followLog(c.LostLines)
	s.followShortages()
	s.faults = c.Logger.Sample(&zerolog.BurstSampler{Burst: 3, Period: time.Second})
	return s, nil
}

// pageOf returns a handler for the embedded page, or for the page in a folder.
func pageOf(dir string) (http.Handler, error) {
	if dir == "" {
		return web.Handler()
	}
	return web.Folder(dir)
}

// Replace replaces the ruleset of the same name for new games. It may be called while the
// server runs.
func (s *Server) Replace(rules state.Dealer) { s.hub.Replace(rules) }

// Run listens, recovers the games in the log, and serves until ctx is done. Then it refuses
// new clients, closes all connections, and lets every game handle its queue. The error is nil
// after a clean stop.
func (s *Server) Run(ctx context.Context) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.c.Addr)
	if err != nil {
		return s.giveUp(err)
	}
	live, err := s.games.Recover(ctx)
	if err != nil {
		return s.giveUp(errors.Join(err, listener.Close()))
	}
	return s.serve(ctx, listener, live)
}

// serve serves on a listener until ctx is done or the listener fails, and then stops. In the
// meantime the hub recovers live games.
func (s *Server) serve(ctx context.Context, listener net.Listener, live int) (err error) {
	begun := time.Now()
	ctx, end := context.WithCancel(ctx)
	defer end()
	hard, drop := context.WithCancel(context.Background())
	defer drop()
	server := &http.Server{
		Handler:           s.routes(),
		ReadHeaderTimeout: s.c.Limits.Hello,
		ReadTimeout:       4 * s.c.Limits.Hello, // includes the body
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
	for recovered := s.games.Recovered(); err == nil && ctx.Err() == nil; {
		select {
		case <-recovered:
			s.c.Logger.Info().Int("games", live).Dur("took_ms", time.Since(begun)).Msg("all games are recovered")
			recovered = nil
		case <-ctx.Done():
		case err = <-failed:
		}
	}
	end()
	return errors.Join(err, s.stop(server, drop))
}
