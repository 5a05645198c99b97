package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"gamed/server"
	nodes "gamed/server/cluster"
	"gamed/server/hub"
	"gamed/store"
)

var serveCommand = command{
	name: "serve", about: "serve games over HTTP and WebSocket, with a page to play at",
	more: `Serve keeps its games in a data folder, which it creates in the current folder.
One server at a time can use a data folder. Each accepted move is on disk before
the player gets the answer. After a stop, a crash or a power cut the next start
resumes every game. Use gamed export and gamed import to copy games between folders.

With --cluster several servers share their games. A cluster of NATS servers stores
the games and must sync every write. Serve then ignores --data and --sync. Players
can connect to any server. A server that stops hands its games over. The others
take over the games of a server that fails.

The page is at /, the health check at /healthz and the metrics at /metrics. To reach
the server from browsers by a name other than localhost, give the name with --names.`,
	setup: func(flags *flag.FlagSet) action {
		s := new(serveOptions)
		s.flags(flags)
		s.access.flags(flags)
		s.bots.flags(flags)
		addr := flags.String("addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 takes a free one")
		sync := flags.String("sync", string(store.SyncAlways), "`WHEN` to sync a request to disk before the answer: always, or never (a crash can lose the last moves)")
		names := flags.String("names", "", "further host names of this server, `A,B`")
		games := flags.String("game", "", "serve these game files as well, `FILE.yaml,FILE.yaml`")
		flags.StringVar(&s.matches, "matches", "", "show reports of the match results in folder `DIR`; default: matches in the data folder")
		dev := flags.String("dev", "", "serve the page's files from folder `DIR`, for development")
		debug := flags.Bool("debug", false, "reload game files when they change")
		return func(ctx context.Context, env environ, args []string) error {
			if err := arguments(args, 0, 0, "this command takes none"); err != nil {
				return err
			}
			all, err := env.games.with(*games)
			if err != nil {
				return err
			}
			s.games, s.debug, s.page, s.addr, s.names = all, *debug, *dev, *addr, *names
			return s.serve(ctx, env, store.Sync(*sync))
		}
	},
}

// serveOptions holds the flags of gamed serve.
type serveOptions struct {
	storage
	access      access
	bots        serverBots
	matches     string // a folder
	games       games
	debug       bool
	addr, names string
	page        string // a folder; "" selects the embedded page
}

// serve serves v.games until ctx is done.
func (v *serveOptions) serve(ctx context.Context, env environ, sync store.Sync) (err error) {
	if _, _, err := net.SplitHostPort(v.addr); err != nil {
		return usagef("--addr %q: use HOST:PORT, such as 127.0.0.1:8080", v.addr)
	}
	bounds, limits, err := v.access.read()
	if err != nil {
		return err
	}
	programs, err := v.bots.read(v.games)
	if err != nil {
		return err
	}
	logger := newLogger(env.err)
	log, err := v.open(ctx, sync, func(line string) { logger.Warn().Msg(line) })
	if err != nil {
		return err
	}
	var open func(hub.Config) server.Games
	entrance := newDoor()
	where := v.data
	if s, ok := log.(shared); ok {
		where = "cluster " + v.cluster.name
		open = func(c hub.Config) server.Games { return nodes.New(s.conn, v.cluster.name, c) }
	} else if dir, err := filepath.Abs(v.data); err == nil {
		where = dir
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	matches, err := v.matchFolder()
	if err != nil {
		return err
	}
	setMemory()
	config := server.Config{
		Addr: v.addr, Program: "gamed " + version(), Log: log, Open: open, Logger: logger, Limits: limits, Access: bounds,
		Rules: v.games.list(), Programs: programs, Matches: matches, Page: v.page,
		KV:    log,
		Ready: func(url string) { welcome(env.out, url, where) },
	}
	if v.cluster.name == "" { // gamed token reaches a cluster's tokens through NATS
		config.Operator = entrance.Secret
		config.Ready = func(url string) {
			if err := entrance.open(v.data, url); err != nil {
				logger.Error().Err(err).Msg("gamed token cannot reach this server")
			}
			welcome(env.out, url, where)
		}
		defer func() { _ = entrance.shut(v.data) }() // absent if open failed
	}
	if v.names != "" {
		config.Names = strings.Split(v.names, ",")
	}
	s, err := server.New(config)
	if err != nil {
		return err
	}
	if v.debug {
		for _, r := range v.games {
			if r.file != nil {
				go r.file.watch(ctx, s.Replace, config.Logger)
			}
		}
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.out, "Stopped; the games go on at the next start.")
	return err
}

// welcome prints the addresses of the server and where it keeps games.
func welcome(w io.Writer, url, where string) {
	fmt.Fprintf(w, `Gamed listens on %s
  to play      open it in a browser, or run gamed play elements in another terminal
  for bots     ws%s/ws, see docs/protocol.md
  the games    are kept in %s
  to stop      press Ctrl-C
`, url, strings.TrimPrefix(url, "http"), where)
}

// newLogger returns a logger that writes readable lines to a terminal and JSON elsewhere.
func newLogger(w io.Writer) zerolog.Logger {
	if isTerminal(w) {
		w = zerolog.ConsoleWriter{Out: w, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).Level(zerolog.InfoLevel).With().Timestamp().Logger()
}
