package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"gamed/internal/load"
)

// benchStoreOptions holds the flags of gamed bench store.
type benchStoreOptions struct {
	plan    load.Plan
	rate    float64
	engines string // names, separated by commas; "" for all
	sync    string // always, never, or "" for both
	dir     string
	nats    storageOptions
	servers int
	plot    string
	asJSON  bool
}

func (o *benchStoreOptions) flags(flags *flag.FlagSet) {
	flags.IntVar(&o.plan.Games, "games", 1000, "`N`: bench store: games at once")
	between(flags, &o.plan.Games, "games", 1, 100_000)
	flags.DurationVar(&o.plan.Duration, "for", 10*time.Second, "`TIME`: bench store: time for each figure")
	atLeast(flags, &o.plan.Duration, "for", time.Microsecond)
	flags.Float64Var(&o.rate, "rate", 0, "`N`: bench store: measure also at this number of requests a second")
	atLeast(flags, &o.rate, "rate", 0)
	flags.StringVar(&o.engines, "engine", "", "`A,B`: bench store: engines of file, memory, embedded and, with --nats, nats; default all")
	flags.StringVar(&o.sync, "sync", "", "`WHEN`: bench store: measure only engines that sync always or never")
	refuse(flags, "sync", func() error {
		if !slices.Contains([]string{"", "always", "never"}, o.sync) {
			return errors.New("use always or never")
		}
		return nil
	})
	flags.StringVar(&o.dir, "dir", ".", "`DIR`: bench store: where to create a temporary folder")
	flags.StringVar(&o.nats.cluster.urls, "nats", "", "`URL,URL…`: bench store: measure also these NATS servers, in temporary streams")
	flags.StringVar(&o.nats.cluster.creds, "creds", "", "`FILE`: bench store: credentials for --nats")
	flags.IntVar(&o.nats.replicas, "replicas", 3, "`N`: bench store: with --nats, NATS servers that keep each game")
	between(flags, &o.nats.replicas, "replicas", 1, 5)
	flags.IntVar(&o.servers, "servers", 1, "`N`: bench store: with --nats, gamed servers that share the games")
	between(flags, &o.servers, "servers", 1, 9)
	flags.StringVar(&o.plot, "plot", "", "`FILE.svg`: where to draw the figures")
	flags.BoolVar(&o.asJSON, "json", false, "print one JSON object")
}

// maxWarmup limits the time before the measurement starts.
const maxWarmup = time.Second

// benchStore measures each storage engine, first with appended records and then with games.
func benchStore(ctx context.Context, env environ, o benchStoreOptions) error {
	engines, err := o.selectEngines(env)
	if err != nil {
		return err
	}
	setMemory(0)
	report := load.Report{Plan: o.plan}
	if err := report.Run(ctx, engines, o.dir, o.rate, env.err); err != nil {
		return err
	}
	return report.Write(env.out, o.asJSON, o.plot)
}

// selectEngines returns the engines to measure.
func (o *benchStoreOptions) selectEngines(env environ) ([]load.Engine, error) {
	o.plan.WarmUp = min(maxWarmup, o.plan.Duration)
	all := load.LocalEngines()
	if o.nats.cluster.urls != "" {
		all = append(all, o.natsEngine(env))
	}
	names := strings.Split(o.engines, ",")
	var chosen []load.Engine
	var known []string
	for _, e := range all {
		known = append(known, e.Name)
		if (o.engines == "" || slices.Contains(names, e.Name)) && (o.sync == "" || o.sync == e.Sync || e.Sync == asConfigured) {
			chosen = append(chosen, e)
		}
	}
	for _, name := range names {
		if o.engines != "" && !slices.Contains(known, name) {
			return nil, unknownName("engine", name, slices.Compact(known))
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("--sync %q: engine %s does not support it; choose another engine or leave out --sync", o.sync, o.engines)
	}
	return chosen, nil
}

// asConfigured stands for the sync setting of the NATS servers, which is unknown to this
// process.
const asConfigured = "set by NATS"

// natsEngine returns the engine on NATS, with o.servers gamed servers in this process.
func (o *benchStoreOptions) natsEngine(env environ) load.Engine {
	return load.Engine{Name: "nats", Sync: asConfigured, Durable: true, Open: func(ctx context.Context, _ string) (*load.OpenStore, error) {
		nats := o.nats
		nats.cluster.name = fmt.Sprintf("load-%d", time.Now().UnixNano())
		return load.OnNodes(ctx, o.servers, nats.cluster.name, func(int) (*load.Connection, error) {
			s, err := nats.openCluster(ctx, lineWriter(env.err), true)
			if err != nil {
				return nil, err
			}
			return &load.Connection{Conn: s.conn, Log: s, Close: s.Close}, nil
		})
	}}
}
