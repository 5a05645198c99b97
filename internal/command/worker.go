package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"

	"gamed/arena"
	"gamed/arena/farm"
)

var workerCommand = command{
	name: "worker", about: "play games for matches and tournaments on other machines",
	details: `A worker plays games for gamed match --nats and gamed tournament --nats until it is
stopped. It takes the work from a NATS cluster with JetStream. Another worker plays
the unfinished games of a stopped one. A worker refuses matches whose rules or cards
differ from its own.

A worker runs bots that are programs only with --allow-commands. Everyone who can
publish to the cluster can then run any program on this machine.

  gamed worker --nats nats://10.0.0.5:4222
  gamed worker --nats tls://nats.example:4222 --creds worker.creds --parallel 8`,
	setup: func(flags *flag.FlagSet) action {
		var o workerOptions
		o.cluster.flags(flags, "`URL,URL…`: NATS servers")
		flags.StringVar(&o.name, "name", "", "`NAME`: unique name of this worker; default HOST-PID")
		parallelFlag(flags, &o.parallel)
		flags.BoolVar(&o.allowCommands, "allow-commands", false, "run bots that are programs, called cmd:COMMAND")
		return func(ctx context.Context, env environ, _ []string) error { return runWorker(ctx, env, o) }
	},
}

type workerOptions struct {
	cluster       clusterOptions
	name          string
	parallel      int
	allowCommands bool // allow bots that are programs
}

// notInWorkerName matches the characters that a worker name must not contain.
var notInWorkerName = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

func runWorker(ctx context.Context, env environ, o workerOptions) error {
	if o.name == "" {
		host, _ := os.Hostname() // any name will do
		host = notInWorkerName.ReplaceAllString(cmp.Or(host, "worker"), "-")
		o.name = fmt.Sprintf("%.50s-%d", host, os.Getpid())
	}
	if o.cluster.urls == "" {
		return usagef("--nats is missing: give the NATS servers, such as nats://127.0.0.1:4222")
	}
	if o.parallel == 0 {
		o.parallel = runtime.GOMAXPROCS(0)
	}
	if err := farm.CheckName(o.name); err != nil {
		return usagef("--name: %w", err)
	}
	log := newLogger(logWriter(env.err))
	say := func(line string) { log.Info().Msg(line) }
	conn, err := o.cluster.connect("worker "+o.name, say)
	if err != nil {
		return err
	}
	defer conn.Close()
	say(fmt.Sprintf("worker %s: %s at %s", o.name, plural(o.parallel, "core"), conn.ConnectedAddr()))
	return farm.Worker{
		Conn: conn, Cluster: o.cluster.name, Name: o.name, Parallel: o.parallel, Say: say,
		Make: func(p farm.Plan) (arena.Match, error) { return matchOfPlan(p, env.games, o.allowCommands) },
	}.Run(ctx)
}
