package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"gamed/server"
	nodes "gamed/server/cluster"
	"gamed/server/hub"
	"gamed/store"
)

var serveCommand = command{
	name: "serve", about: "serve games over HTTP and WebSocket, and a page to play on",
	details: `Serve keeps its games in a data folder, which it creates in the current folder.
One server at a time can use a data folder. Unless --sync is never, each accepted move
is on disk before the player gets the answer. After a stop, a crash or a power cut the
next start resumes every game. With --archive the server keeps a second copy on another
disk, and restores from it what the data folder loses. Use gamed export and gamed import
to copy games between folders.

With --cluster several servers share their games. A cluster of NATS servers stores
the games and must sync every write. Serve then ignores --data and --sync, and keeps
what the NATS servers acknowledged in the folder of --archive. Players can connect to
any server. A server that stops hands its games over. The other servers take over the
games of a server that fails.

The page is at /, the health check at /healthz and the metrics at /metrics. The server
answers only under localhost, IP addresses, and the names in --addr, --https and --names.

If a flag is not on the command line, its value comes from the environment, such as
GAMED_PER_USER for --per-user, or otherwise from the file of --config.`,
	setup: func(flags *flag.FlagSet) action {
		s := new(serveOptions)
		s.flags(flags)
		s.access.flags(flags)
		s.bots.flags(flags)
		s.https.flags(flags)
		addressFlag(flags, &s.addr, "addr", "127.0.0.1:8080", "127.0.0.1:8080", "`HOST:PORT`: where to listen; port 0 selects a free port")
		flags.StringVar((*string)(&s.sync), "sync", string(store.SyncAlways), "`WHEN`: when to sync a request to disk before the answer: always, or never (a power cut can lose the last moves)")
		refuse(flags, "sync", func() error {
			if s.sync != store.SyncAlways && s.sync != store.SyncNever {
				return fmt.Errorf("use %s or %s", store.SyncAlways, store.SyncNever)
			}
			return nil
		})
		hostNamesFlag(flags, &s.names, "names", "`A,B`: further host names of this server")
		flags.StringVar(&s.matchDir, "matches", "", "`DIR`: folder with match results to show on the page; default matches in the data folder")
		flags.StringVar(&s.pageDir, "dev", "", "`DIR`: for development, folder with the files of the page")
		flags.Int64Var(&s.memoryMiB, "memory", 0, "`MIB`: memory that the server may use in MiB, at least 64; 0 means that of the machine or of the control group")
		refuse(flags, "memory", func() error {
			if s.memoryMiB != 0 && s.memoryMiB < minMemory {
				return fmt.Errorf("use 0 or at least %d", minMemory)
			}
			return nil
		})
		countFlag(flags, &s.scrubRate, "scrub", 1000, 0, "`N`: games and other values to check for damage in a second, in the background, or a tenth of N on a cluster; 0 checks none and restores nothing, except while the archive of a server in a cluster lacks changes")
		flags.StringVar(&s.natsMonitors, "nats-monitor", "", "`URL,URL…`: monitoring pages of all NATS servers; default port 8222 of the hosts of --nats")
		s.archive.flags(flags)
		printAs(flags, "archive", func() []string { return []string{s.archive.folder(&s.storageOptions)} })
		flags.BoolVar(&s.allowUnsafe, "unsafe-nats", false, "use NATS servers that may lose acknowledged moves, or whose settings are unknown")
		flags.StringVar(&s.metricsTokenFile, "metrics-token", "", "`FILE`: file with a token for reading /metrics and /debug/pprof/ from other machines")
		flags.StringVar(&s.operatorTokenFile, "operator-token", "", "`FILE`: file with a token for gamed admin and /api/admin/ from other machines")
		flags.DurationVar(&s.backupEvery, "backup-every", 0, "`TIME`: make a backup of the data folder in each interval, such as 1h; 0 makes none")
		atLeast(flags, &s.backupEvery, "backup-every", 0)
		countFlag(flags, &s.keepBackups, "keep-backups", 24, 0, "`N`: number of newest backups to keep; 0 keeps all")
		s.level = zerolog.InfoLevel
		flags.Func("log-level", "`LEVEL`: lowest level of the lines in the log: debug (every HTTP request and connection), info, warn or error; default info", s.setLevel)
		printAs(flags, "log-level", func() []string { return []string{s.level.String()} })
		printAs(flags, "nats", func() []string { return []string{redactURLs(s.cluster.urls)} })
		flags.String(configFlag, "", "`FILE`: YAML file with values of flags, such as addr: 0.0.0.0:8080")
		flags.Bool(printFlag, false, "print the settings in force, each with its source, instead of serving")
		flags.BoolVar(&s.debug, "debug", false, "reload game files when they change")
		return withGameFiles(flags, "`FILE.yaml,FILE.yaml`: game files to serve in addition; - is standard input", func(ctx context.Context, env environ, _ []string) error {
			if s.cluster.name != "" && s.backupEvery > 0 {
				return usagef("--backup-every: a server of a cluster has no data folder; save the cluster with gamed export --cluster %s", s.cluster.name)
			}
			if err := s.archive.resolve(s); err != nil {
				return err
			}
			return s.serve(ctx, env)
		})
	},
}

// serveOptions holds the flags of gamed serve.
type serveOptions struct {
	storageOptions
	access            accessOptions
	bots              serverBots
	https             httpsOptions
	matchDir          string // a folder
	sync              store.Sync
	debug             bool
	addr              string
	names             []string
	level             zerolog.Level
	pageDir           string // a folder; "" selects the embedded page
	scrubRate         int    // items per second
	memoryMiB         int64  // memory limit, 0 for the default
	natsMonitors      string // URLs of the monitoring pages of the NATS servers, separated by commas
	archive           archiveOptions
	allowUnsafe       bool   // warn about unsafe NATS servers instead of refusing them
	metricsTokenFile  string // a file with a token, or ""
	operatorTokenFile string // a file with a token, or ""
	backupEvery       time.Duration
	keepBackups       int
}

// serve serves games until ctx is done.
func (v *serveOptions) serve(ctx context.Context, env environ) (err error) {
	bounds, limits, err := v.access.read()
	if err != nil {
		return err
	}
	programs, err := v.bots.read(env.games)
	if err != nil {
		return err
	}
	if len(v.https.names) > 0 && v.cluster.name != "" {
		return usagef("--https keeps certificates in the data folder, and --cluster has none: put a proxy with TLS in front of the servers")
	}
	https, err := v.https.read(v.data)
	if err != nil {
		return err
	}
	ignoreBrokenPipe()
	lines := newLogQueue(logWriter(env.err))
	defer lines.close()
	logger := newLogger(lines).Level(v.level)
	token, err := env.readToken("metrics-token", v.metricsTokenFile)
	if err != nil {
		return err
	}
	operators, err := env.readToken("operator-token", v.operatorTokenFile)
	if err != nil {
		return err
	}
	say := func(line string) { logger.Warn().Msg(line) }
	if err := v.checkServers(ctx, say); err != nil {
		return err
	}
	v.memoryBytes = setMemory(v.memoryMiB << 20)
	var log store.Store
	var kept *store.FolderArchive
	var restored restoredFolder
	if v.cluster.name == "" && v.archive.dir != "" {
		v.memoryBytes /= 2 // data folder and archive share the buffers
		if kept, restored, err = v.archive.openFolder(ctx, &v.storageOptions, say); err == nil {
			log = kept.Log()
			defer func() { err = errors.Join(err, kept.Close()) }()
		}
	} else {
		log, err = v.open(ctx, v.sync, say)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	matches, err := v.matchFolder()
	if err != nil {
		return err
	}
	config := server.Config{
		Addr: v.addr, HTTPS: https, Program: "gamed " + server.ReadBuild().String(), Store: log, Logger: logger, LostLines: lines.lost.Load, MetricsToken: token, ScrubRate: v.scrubRate, Limits: limits, Access: bounds,
		Names: v.names, Rules: env.games.list(), Programs: programs, ResultsFolder: matches, PageFolder: v.pageDir,
	}
	if operators != "" {
		config.OperatorSecrets = append(config.OperatorSecrets, operators)
	}
	where := "cluster " + v.cluster.name
	operator := newOperatorFile()
	if s, ok := log.(clusterStore); ok {
		if err := v.refuseUnsafe(s.CheckStreams(ctx), say); err != nil {
			return err
		}
		config.ScrubRate = (v.scrubRate + 9) / 10 // each server checks the whole cluster
		kept, err := v.archive.open(s, say)
		if err != nil {
			return err
		}
		log, config.Store, config.Replicas = kept, kept, kept.Archive
		config.OpenGames = func(c hub.Config) (*hub.Hub, hub.Games) {
			n := nodes.New(s.conn, v.cluster.name, c)
			return n.Hub, n
		}
	} else { // gamed token reaches the tokens of a cluster through NATS instead
		if where, err = filepath.Abs(v.data); err != nil {
			return err
		}
		config.OperatorSecrets = append(config.OperatorSecrets, operator.Secret)
		config.Heads = log.(*store.Embedded)
		config.Archive, config.Restored, config.Unrestored = kept, len(restored.items), restored.failures
		restored.report(logger)
		if name, inside := config.Heads.HeadsFile(); inside {
			logger.Warn().Str("file", name).Msg("the server cannot detect that the data folder was replaced by an older copy: the file of heads is inside of it, because the parent folder is not writable; name a file outside with --heads")
		}
		b := &backups{of: config.Heads, dir: filepath.Join(v.data, backupsName), keep: v.keepBackups}
		config.Backup = b.create
		if v.backupEvery > 0 {
			stopping, stop := context.WithCancel(ctx)
			var making sync.WaitGroup
			making.Go(func() { b.runEvery(stopping, v.backupEvery, logger) })
			defer func() { // before the store closes
				stop()
				making.Wait()
			}()
		}
		defer func() { _ = operator.remove(v.data) }() // absent if write failed
	}
	config.Ready = func(url string) {
		if v.cluster.name == "" {
			if err := operator.write(v.data, url); err != nil {
				logger.Error().Err(err).Msg("operator.json was not written: gamed token and gamed admin cannot reach this server: make the data folder writable and start the server again")
			}
		}
		printWelcome(env.out, url, where)
	}
	s, err := server.New(config)
	if err != nil {
		return err
	}
	if v.debug {
		for _, r := range env.games {
			if r.file != nil {
				go r.file.watch(ctx, s.Replace, config.Logger)
			}
		}
	}
	if err := s.Run(ctx); err != nil {
		return err
	}
	fmt.Fprintln(env.out, "Stopped; the games continue at the next start.")
	return nil
}

// checkServers returns an error if the NATS servers of a cluster may lose acknowledged moves.
func (v *serveOptions) checkServers(ctx context.Context, say func(string)) error {
	if v.cluster.name == "" {
		return nil
	}
	var few error
	if v.replicas < 3 {
		few = usagef("--replicas %d: a cluster that loses a disk keeps its games with at least 3", v.replicas)
	}
	if err := v.refuseUnsafe(few, say); err != nil {
		return err
	}
	monitors, err := v.monitorURLs()
	if err != nil {
		return err
	}
	silent, err := store.CheckServers(ctx, monitors)
	if err != nil {
		return v.refuseUnsafe(err, say)
	}
	for _, why := range silent {
		say(why.Error())
	}
	return nil
}

// refuseUnsafe adds to an error about NATS servers the flag that turns the error into a warning. With
// this flag, refuseUnsafe calls say with the error and returns nil.
func (v *serveOptions) refuseUnsafe(err error, say func(string)) error {
	switch {
	case err == nil:
		return nil
	case v.allowUnsafe:
		say(err.Error())
		return nil
	}
	return fmt.Errorf("%w; --unsafe-nats starts the server anyway", err)
}

// monitorURLs returns the addresses of the monitoring pages of the NATS servers.
func (v *serveOptions) monitorURLs() (urls []string, err error) {
	if v.natsMonitors != "" {
		return strings.Split(v.natsMonitors, ","), nil
	}
	for text := range strings.SplitSeq(v.cluster.urls, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Hostname() == "" {
			return nil, usagef("--nats: use URL,URL…, such as nats://127.0.0.1:4222")
		}
		urls = append(urls, "http://"+net.JoinHostPort(u.Hostname(), "8222"))
	}
	return urls, nil
}

func (v *serveOptions) setLevel(name string) error {
	levels := map[string]zerolog.Level{"debug": zerolog.DebugLevel, "info": zerolog.InfoLevel, "warn": zerolog.WarnLevel, "error": zerolog.ErrorLevel}
	level, known := levels[name]
	if !known {
		return errors.New("use debug, info, warn or error")
	}
	v.level = level
	return nil
}

// ignoreBrokenPipe lets the process continue after the reader of its output or log has gone.
// Commands other than serve end in that case.
func ignoreBrokenPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// readToken returns the token in a file that a flag names, or "" without a file.
func (env environ) readToken(flag, file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := env.readText(file)
	if err != nil {
		return "", usagef("--%s: %w", flag, err)
	}
	token := strings.TrimSpace(text)
	if len(token) < 22 {
		return "", usagef("--%s: %s has %d characters: use at least 22 random ones", flag, file, len(token))
	}
	return token, nil
}

// printWelcome prints the addresses of the server and where it keeps games.
func printWelcome(w io.Writer, url, where string) {
	fmt.Fprintf(w, `Gamed listens on %s
  to play      open it in a browser, or run gamed play elements in another terminal
  for bots     ws%s/ws, see docs/protocol.md
  the games    are kept in %s
  to stop      press Ctrl-C
`, url, strings.TrimPrefix(url, "http"), where)
}

// logWriter returns a writer of log lines that writes text to a terminal and JSON elsewhere.
func logWriter(w io.Writer) io.Writer {
	if isTerminal(w) {
		return zerolog.ConsoleWriter{Out: w, TimeFormat: time.TimeOnly}
	}
	return w
}

func newLogger(w io.Writer) zerolog.Logger {
	return zerolog.New(w).Level(zerolog.InfoLevel).With().Timestamp().Logger()
}
