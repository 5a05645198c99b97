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
	"gamed/rules"
	"gamed/server/admin"
	"gamed/server/admission"
	"gamed/server/api"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/state"
	"gamed/store"
	"gamed/web"
)

// A Config configures a server.
type Config struct {
	Addr    string   // HOST:PORT to listen on, as in "127.0.0.1:8080"; port 0 selects a free port
	Names   []string // additional host names of the server, besides localhost, the host of Addr and the names of HTTPS
	HTTPS   *HTTPS   // a second listener, with TLS; nil for none
	Program string   // name and version, for clients and logs
	Rules   rules.List
	// ResultsFolder is the folder with the results files of gamed match --out, or "" for none.
	ResultsFolder string
	// Programs are external bots with distinct names.
	Programs []*external.Program
	Store    store.Store // the caller closes it after Run
	// OpenGames returns the games of this server and the games of its whole cluster. If it is nil,
	// a [hub.Hub] that is the only user of the log serves as both.
	OpenGames  func(hub.Config) (*hub.Hub, hub.Games)
	PageFolder string // a folder with the page's files, or "" for the embedded files
	Logger     zerolog.Logger
	// LostLines returns the number of log lines that were not written. It may be nil.
	LostLines func() uint64
	Limits    agent.Limits
	Access    admission.Access
	// OperatorSecrets are the secrets of the operator's programs, which may manage tokens, bans and
	// everything else of package admin. Without secrets the server refuses such programs.
	OperatorSecrets []string
	// MetricsToken lets programs on other machines read the metrics. Without a token, only programs on
	// this machine can read them.
	MetricsToken string
	// Backup makes a backup of the store and returns its folder. It is nil if the store does not
	// support backups.
	Backup func() (folder string, err error)
	// ScrubRate is the maximum number of games and values to check for damage in a second. 0 checks
	// none in the background, but a server in a cluster still copies missing changes to its
	// archive.
	ScrubRate int
	// Heads is the store if it keeps the heads of its games and values, or nil: see
	// [store.Embedded.Lost].
	Heads *store.Embedded
	// Replicas is the store if it has an archive, and replicas to compare and repair. Otherwise it
	// is nil.
	Replicas *store.Archive
	// Archive is the archive of Heads, or nil.
	Archive *store.FolderArchive
	// Restored is the number of games and values that Archive restored when it was opened. Unrestored
	// has an error for each one that it could not restore.
	Restored   int
	Unrestored []error
	// Ready is called with the URL of the page when the server listens. It may be nil.
	Ready func(url string)
}

// The server refuses new games beyond maxGames or maxUnfinished, and new clients beyond maxSockets.
const (
	maxGames        = 100_000   // in memory
	maxUnfinished   = 1_000_000 // unfinished, in memory or not
	maxSockets      = 20_000
	keepFinished    = 1000             // finished games in memory
	shutdownTimeout = 10 * time.Second // for a graceful shutdown
)

// A Server serves games over HTTP and WebSocket, from Run until its context is done.
type Server struct {
	c             Config
	api           *api.Service
	hub           *hub.Hub // the games that this server owns
	games         hub.Games
	metrics       *metrics
	scrub         scrubber
	guard         replicaGuard
	archive       archive        // nil without one
	faults        zerolog.Logger // a rate-limited logger for repeated faults
	forwardLimits *forwardLimits
	lobby         *lobby.Lobby
	book          *identity.Book
	controls      *admin.Controls
	admission     *admission.Controller
	hosts         hosts
	connections   admission.Counter[netip.Addr] // by address
	spares        spareConns                    // beyond the limits
	reserve       reserve                       // of file descriptors
	memory        memoryGauge
	page          http.Handler
	// compress compresses the answers of a handler.
	compress func(http.Handler) http.HandlerFunc

	mu       sync.Mutex
	sockets  map[*clientConn]struct{}
	stopping bool
	serving  sync.WaitGroup // clients and background tasks
}

// New returns a server. The caller must call Run, which also ends the goroutines that New has
// started.
func New(c Config) (*Server, error) {
	page, err := pageOf(c.PageFolder)
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
	names := append([]string{host}, c.Names...)
	if c.HTTPS != nil {
		names = append(names, c.HTTPS.Names...)
	}
	s := &Server{c: c, page: page, forwardLimits: &forwardLimits{semaphore: admission.NewSemaphore()}, hosts: newHosts(names...), sockets: make(map[*clientConn]struct{})}
	if c.OpenGames == nil {
		c.OpenGames = func(c hub.Config) (*hub.Hub, hub.Games) {
			h := hub.New(c)
			return h, h
		}
	}
	if s.compress, err = rest.Compress(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	switch {
	case c.Replicas != nil:
		s.archive = c.Replicas
	case c.Archive != nil:
		s.archive = c.Archive
	}
	s.guard.restored.Store(int64(c.Restored))
	s.metrics = newMetrics()
	s.hub, s.games = c.OpenGames(hub.Config{
		Rules: c.Rules.Dealers(), Bots: bots, Programs: c.Programs, BotFailed: s.botFailed, Log: c.Store, KV: c.Store, Program: c.Program, MaxGames: maxGames, MaxUnfinished: maxUnfinished, KeepFinished: keepFinished,
		ShortOfMemory: func() bool { return s.memory.used() >= unloadShare }, Observe: s.observe, SetAside: s.setAside, RulesChanged: s.rulesChanged,
	})
	s.lobby = lobby.New(lobby.Config{Log: c.Store, KV: c.Store, Rules: c.Rules, SettleFailed: s.settleFailed}, s.hub, s.games)
	s.book, s.controls, s.admission = identity.NewBook(c.Store), admin.New(c.Store), admission.New(c.Access, c.Limits)
	s.faults = c.Logger.Sample(&zerolog.BurstSampler{Burst: 3, Period: time.Second})
	s.api = api.New(api.Config{
		Program: c.Program, Rules: c.Rules, Bots: bots, Programs: c.Programs, ResultsFolder: c.ResultsFolder, Store: c.Store, Backup: c.Backup, OperatorSecrets: c.OperatorSecrets,
		Logger: c.Logger, Faults: s.faults, Hub: s.hub, Games: s.games, Lobby: s.lobby, Book: s.book, Controls: s.controls, Admission: s.admission,
		Observe: s.metrics.observeHTTP, Panicked: s.metrics.panics.Inc, CloseRevoked: s.closeRevokedConns, CloseBanned: s.closeBanned, Sockets: s.openSockets,
	})
	s.metrics.registerGames(s.games)
	s.metrics.registerLog(c.LostLines)
	s.scrub.register(s.metrics.registry)
	s.guard.register(s.metrics.registry)
	s.registerShortages()
	return s, nil
}

// pageOf returns a handler for the embedded page, or for the page in a folder.
func pageOf(dir string) (http.Handler, error) {
	if dir == "" {
		return web.Handler(), nil
	}
	return web.Folder(dir)
}

// Replace replaces the ruleset of the same name for new games. It may be called while the
// server runs.
func (s *Server) Replace(rules state.Dealer) { s.hub.Replace(rules) }

// Run listens, recovers the games in the log, and serves until ctx is done. Then it refuses new
// clients, closes all connections, and waits until every game has handled its queue. The error is
// nil after a clean stop.
func (s *Server) Run(ctx context.Context) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.c.Addr)
	if err != nil {
		return s.giveUp(err)
	}
	public, err := s.c.HTTPS.listen(ctx)
	if err != nil {
		return s.giveUp(errors.Join(err, closeAll(listener)))
	}
	s.reportLost()
	live, err := s.games.Recover(ctx)
	if err != nil {
		return s.giveUp(errors.Join(err, closeAll(listener, public)))
	}
	return s.serve(ctx, listener, public, live)
}

// serve accepts connections from listener and, with TLS, from the listener public unless that is
// nil. It stops when ctx is done or a listener fails. The argument live is the number of games that
// the hub recovers meanwhile.
func (s *Server) serve(ctx context.Context, listener, public net.Listener, live int) (err error) {
	begun := time.Now()
	ctx, end := context.WithCancel(ctx)
	defer end()
	hard, drop := context.WithCancel(context.Background())
	defer drop()
	server := &http.Server{
		Handler:           s.routes(hard),
		ReadHeaderTimeout: s.c.Limits.Hello,
		ReadTimeout:       4 * s.c.Limits.Hello, // includes the body
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnState:         trackState,
		ConnContext:       withSpare,
		BaseContext:       func(net.Listener) context.Context { return hard },
		ErrorLog:          log.New(s.c.Logger.With().Str("level", "warn").Logger(), "", 0),
	}
	for _, often := range []func(context.Context){s.watchRevocations, s.watchControls, s.watchPresence, s.purgeOften, s.scrubOften, s.guardReplicas, s.watchStreams} {
		s.serving.Go(func() { often(ctx) })
	}
	s.reserve.open()
	defer s.reserve.close()
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(s.limitListener(listener, nil)) }()
	if public != nil {
		secured := s.limitListener(public, s.c.HTTPS.tlsConfig())
		go func() { failed <- server.Serve(secured) }()
	}
	url := "http://" + listener.Addr().String()
	s.c.Logger.Info().Str("url", url).Str("https", addressOf(public)).Int("games", live).Msg("listening")
	if public != nil { // after the line above, so that the order of the log does not depend on stored certificates
		go s.obtainCertificates(ctx) // may take minutes, and cannot be stopped
	}
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

// checkPrograms checks that no external bot has the name of another bot or of a level.
func checkPrograms(programs []*external.Program, bots ai.Roster) error {
	taken := make(map[string]bool)
	for _, bot := range bots.All() {
		taken[bot.Name] = true
	}
	for _, p := range programs {
		if taken[p.Name] || lobby.IsLevel(p.Name) {
			return fmt.Errorf("bot %q already exists; choose another name", p.Name)
		}
		taken[p.Name] = true
	}
	return nil
}
