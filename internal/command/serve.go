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
	more: `The data folder is made where the program is started, so that it is easy to
find; one server at a time may use it. What a player has been told is on the disk:
after a stop, a crash or a power cut the next start goes on with every game.
gamed export copies games out of the folder, gamed import into another one.

With --cluster several servers share their games. They are kept by a cluster of NATS
servers then, which must sync always, and --data and --sync mean nothing. Players may
connect to any server. One that stops hands its games over, and those of one that dies
go on elsewhere.

The page is at the address itself, /healthz and /metrics are for those who look
after the server. A name other than localhost by which browsers are to reach it
has to be given with --names.`,
	setup: func(flags *flag.FlagSet) action {
		s := new(serveOptions)
		s.flags(flags)
		s.access.flags(flags)
		s.bots.flags(flags)
		addr := flags.String("addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 takes a free one")
		sync := flags.String("sync", string(store.SyncAlways), "`WHEN` a request is on the disk before it is answered: always, or never, which may lose the last moments at a crash")
		names := flags.String("names", "", "host names of this server, `A,B`")
		games := flags.String("game", "", "serve these game files as well, `FILE.yaml,FILE.yaml`")
		flags.StringVar(&s.matches, "matches", "", "show the reports of the matches whose results are in the folder `DIR`; matches in the data folder if there is none")
		dev := flags.String("dev", "", "serve the page's files from the folder `DIR`, for whoever works on them")
		debug := flags.Bool("debug", false, "read game files again when they have changed")
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

// serveOptions are what a server is to serve, and how.
type serveOptions struct {
	storage
	access      access
	bots        serverBots
	matches     string // a folder
	games       games
	debug       bool
	addr, names string
	page        string // a folder; "" is the program's own
}

// serve serves v.games until ctx is done.
func (v *serveOptions) serve(ctx context.Context, env environ, sync store.Sync) (err error) {
	if _, _, err := net.SplitHostPort(v.addr); err != nil {
		return usagef("--addr %q: it is HOST:PORT, as in 127.0.0.1:8080", v.addr)
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
	if v.cluster.name == "" { // a cluster's tokens are reached by NATS
		config.Operator = entrance.Secret
		config.Ready = func(url string) {
			if err := entrance.open(v.data, url); err != nil {
				logger.Error().Err(err).Msg("gamed token cannot reach this server")
			}
			welcome(env.out, url, where)
		}
		defer func() { _ = entrance.shut(v.data) }() // if it is there
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

// welcome says where the server is and what to do with it.
func welcome(w io.Writer, url, where string) {
	fmt.Fprintf(w, `Gamed listens on %s
  to play      open it in a browser, or run gamed play elements in another terminal
  for bots     ws%s/ws, see docs/protocol.md
  the games    are kept in %s
  to stop      press Ctrl-C
`, url, strings.TrimPrefix(url, "http"), where)
}

// newLogger logs as people read it on a terminal, as JSON anywhere else.
func newLogger(w io.Writer) zerolog.Logger {
	if isTerminal(w) {
		w = zerolog.ConsoleWriter{Out: w, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).Level(zerolog.InfoLevel).With().Timestamp().Logger()
}
