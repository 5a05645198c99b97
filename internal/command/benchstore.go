package command

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"gamed/internal/load"
)

// benchStoreOptions say what of a store is to be measured.
type benchStoreOptions struct {
	plan    load.Plan
	rate    float64
	engines string // names, "" for all
	sync    string // "" for both
	dir     string
	nats    storage
	servers int
	plot    string
	asJSON  bool
}

func (o *benchStoreOptions) flags(flags *flag.FlagSet) {
	flags.IntVar(&o.plan.Games, "games", 1000, "bench store: play `N` games at once")
	flags.DurationVar(&o.plan.For, "for", 10*time.Second, "bench store: spend `TIME` on each figure")
	flags.Float64Var(&o.rate, "rate", 0, "bench store: measure at `N` requests a second as well")
	flags.StringVar(&o.engines, "engine", "", "bench store: the engines `A,B` of file, memory, embedded and, with --nats, nats; all without it")
	flags.StringVar(&o.sync, "sync", "", "bench store: only what syncs `WHEN`: always or never")
	flags.StringVar(&o.dir, "dir", ".", "bench store: write in a new folder in `DIR`, which is removed")
	flags.StringVar(&o.nats.cluster.urls, "nats", "", "bench store: measure the NATS servers at `URL,URL…` as well, in streams that are removed")
	flags.StringVar(&o.nats.cluster.creds, "creds", "", "bench store: the `FILE` with the credentials for --nats")
	flags.IntVar(&o.nats.replicas, "replicas", 3, "bench store: with --nats, keep each game on `N` NATS servers")
	flags.IntVar(&o.servers, "servers", 1, "bench store: with --nats, `N` servers share the games")
	flags.StringVar(&o.plot, "plot", "", "bench store: draw the figures into `FILE.svg`")
	flags.BoolVar(&o.asJSON, "json", false, "bench store: print JSON")
}

const (
	// settling is how long a store is used before anything counts, at most.
	settling = time.Second
	// mostLoad is how many games may be played at once.
	mostLoad = 100_000
)

// benchStore measures the stores, and a whole server on each.
func benchStore(ctx context.Context, env environ, o benchStoreOptions) error {
	engines, err := o.choose(env)
	if err != nil {
		return err
	}
	setMemory()
	report := load.Report{Plan: o.plan}
	if err := report.Run(ctx, engines, o.dir, o.rate, env.err); err != nil {
		return err
	}
	return report.Write(env.out, o.asJSON, o.plot)
}

// choose returns the engines that are asked for.
func (o *benchStoreOptions) choose(env environ) ([]load.Engine, error) {
	switch {
	case o.plan.Games < 1 || o.plan.Games > mostLoad:
		return nil, usagef("--games %d: it is 1 to %s", o.plan.Games, thousands(mostLoad))
	case o.plan.For <= 0:
		return nil, usagef("--for %v: it must be above 0", o.plan.For)
	case o.rate < 0:
		return nil, usagef("--rate %v: it is 0 or more", o.rate)
	case o.servers < 1 || o.servers > 9:
		return nil, usagef("--servers %d: it is 1 to 9", o.servers)
	}
	o.plan.Warm = min(settling, o.plan.For)
	all := load.Own()
	if o.nats.cluster.urls != "" {
		all = append(all, o.shared(env))
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
			return nil, unknown("engine", name, slices.Compact(known))
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("no engine syncs like that: --sync is always or never")
	}
	return chosen, nil
}

// asConfigured is how NATS syncs: its servers alone know.
const asConfigured = "its servers'"

// shared is the store of a cluster, with as many servers on it, all in this process.
func (o *benchStoreOptions) shared(env environ) load.Engine {
	return load.Engine{Name: "nats", Sync: asConfigured, Durable: true, Open: func(ctx context.Context, _ string) (*load.Opened, error) {
		nats := o.nats
		nats.cluster.name = fmt.Sprintf("load-%d", time.Now().UnixNano())
		return load.OnNodes(ctx, o.servers, nats.cluster.name, func(int) (*load.Connected, error) {
			s, err := nats.share(ctx, telling(env.err), true)
			if err != nil {
				return nil, err
			}
			return &load.Connected{Conn: s.conn, Log: s, Close: s.Close}, nil
		})
	}}
}
