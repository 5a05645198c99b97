package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server"
	"gamed/store"
)

var serveCommand = command{
	name: "serve", about: "serve games over HTTP and WebSocket, with a page to play at",
	more: `The data folder is made where the program is started, so that it is easy to
find; one server at a time may use it. What a player has been told is on the disk:
after a stop, a crash or a power cut the next start goes on with every game.
gamed export copies games out of the folder, gamed import into another one.

The page is at the address itself, /healthz and /metrics are for those who look
after the server. A name other than localhost by which browsers are to reach it
has to be given with --names.`,
	setup: func(flags *flag.FlagSet) action {
		addr := flags.String("addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 takes a free one")
		data := flags.String("data", dataFolder, "keep the games in folder `DIR`")
		sync := flags.String("sync", string(store.SyncAlways), "`WHEN` a request is on the disk before it is answered: always, or never, which may lose the last moments at a crash")
		names := flags.String("names", "", "host names of this server, `A,B`")
		games := flags.String("game", "", "serve these game files as well, `FILE.yaml,FILE.yaml`")
		debug := flags.Bool("debug", false, "read game files again when they have changed")
		return func(ctx context.Context, std stdio, args []string) error {
			if err := arguments(args, 0, 0, "this command takes none"); err != nil {
				return err
			}
			files, err := readGames(*games)
			if err != nil {
				return err
			}
			return serve(ctx, std, files, *debug, *addr, *data, store.Sync(*sync), *names)
		}
	},
}

// serve serves the registered games and those of files.
func serve(ctx context.Context, std stdio, files []ruleset, debug bool, addr, data string, sync store.Sync, names string) (err error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return usagef("--addr %q: it is HOST:PORT, as in 127.0.0.1:8080", addr)
	}
	log, err := openData(data, sync)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	schema, err := protocol.Schema(views())
	if err != nil {
		return err
	}
	setMemory()
	config := server.Config{
		Addr: addr, Program: "gamed " + version(), Log: log, Logger: newLogger(std.err), Limits: agent.DefaultLimits,
		Schema: schema, Bots: roster,
		Ready: func(url string) { welcome(std.out, url, data) },
	}
	if names != "" {
		config.Names = strings.Split(names, ",")
	}
	for _, r := range slices.Concat(rulesets, files) {
		config.Rules = append(config.Rules, r.Dealer)
	}
	s, err := server.New(config)
	if err != nil {
		return err
	}
	if debug {
		for _, r := range files {
			go r.file.watch(ctx, s.Replace, config.Logger)
		}
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, "Stopped; the games go on at the next start.")
	return err
}

// welcome says where the server is and what to do with it.
func welcome(w io.Writer, url, data string) {
	if dir, err := filepath.Abs(data); err == nil {
		data = dir
	}
	fmt.Fprintf(w, `Gamed listens on %s
  to play      open it in a browser, or run gamed play elements in another terminal
  for bots     ws%s/ws, see docs/protocol.md
  the games    are kept in %s
  to stop      press Ctrl-C
`, url, strings.TrimPrefix(url, "http"), data)
}

// newLogger logs as people read it on a terminal, as JSON anywhere else.
func newLogger(w io.Writer) zerolog.Logger {
	if isTerminal(w) {
		w = zerolog.ConsoleWriter{Out: w, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).Level(zerolog.InfoLevel).With().Timestamp().Logger()
}
