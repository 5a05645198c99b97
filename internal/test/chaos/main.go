// Command chaos kills a real server at random moments while clients play on it. It checks
// that no acknowledged request is lost.
//
//	go run ./internal/test/chaos --kills 100 --games 200 --seed 1
//
// It runs gamed serve with a temporary folder. WebSocket clients play random games and keep a
// journal of their choices and of the updates that they receive. chaos freezes the server, and
// kills it while it runs, starts or stops. The clients reconnect as docs/protocol.md describes.
// When all games have ended, chaos exports them and compares each log with the journals. The log
// must contain every acknowledged request once and in order. A replay of the log must show each
// seat exactly what its client received.
//
// With --cluster, three servers share their games on three NATS servers. chaos kills, freezes and
// stops each of the six in turn, and clients reconnect to any gamed server:
//
//	go run ./internal/test/chaos --cluster --kills 18 --games 20
//
// With --damage, the clients play games to their end. Then chaos truncates, changes or removes
// files of one NATS server, or replaces them by older ones. It kills each of the other NATS
// servers, and starts it again after 10 s. gamed must restore everything or name the missing items:
//
//	go run ./internal/test/chaos --damage 6 --games 60
//	go run ./internal/test/chaos --damage 6 --games 10000 --resigns 200 --rate 5000
//	go run ./internal/test/chaos --damage 1 --kinds index --games 10000 --resigns 200 --rate 5000
//
// With --damage and --single, chaos kills one server with an archive in the middle of games, and
// then damages its data folder, its archive or both. The server must restore each acknowledged
// request or name its game:
//
//	go run ./internal/test/chaos --damage 9 --single --games 2
//
// The seed determines games, choices and faults, but not their timing. So two runs with the
// same seed are similar but not identical. If a check fails, the exit code is 1, and chaos
// prints the folder with the logs and journals.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := runCommand(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options holds the values of the command-line flags.
type options struct {
	kills   int
	damages int
	single  bool
	games   int // number of games that run at the same time
	seed    uint64
	sync    string
	rate    float64 // requests per second, by all clients together
	resigns int     // number of 1,000 choices at which a client resigns instead
	keep    bool

	cluster     bool
	victims     []string // kinds of processes
	faultKinds  []string // kinds of faults
	damageKinds []string // kinds of damage to a NATS server, in their order
}

// rulesets lists the rulesets that the clients play.
var rulesets = []state.Dealer{elements.Rules, dominion.Rules}

// findRules returns the ruleset that the header of a log names.
func findRules(h *table.Header) (state.Dealer, error) {
	i := slices.IndexFunc(rulesets, func(r state.Dealer) bool { return r.Info().Name == h.Rules })
	if i < 0 {
		return nil, fmt.Errorf("unknown rules %q", h.Rules)
	}
	return rulesets[i], nil
}

// The kinds of processes and of faults in a cluster.
var (
	everyVictim    = []string{"gamed", "nats"}
	everyFaultKind = []string{"kill", "freeze", "stop"}
)

func parse(args []string, help io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.SetOutput(help)
	flags.IntVar(&o.kills, "kills", 100, "kill the server `N` times")
	flags.IntVar(&o.games, "games", 200, "play `N` games at once; with --damage, before each damage, but at most 200 from the second damage to a NATS server on")
	flags.Uint64Var(&o.seed, "seed", 1, "draw games, choices and faults from seed `S`")
	flags.StringVar(&o.sync, "sync", "always", "as in gamed serve; with never, chaos shows losses")
	flags.Float64Var(&o.rate, "rate", 1000, "send at most `N` choices a second in total")
	flags.IntVar(&o.resigns, "resigns", 1, "at `N` of 1,000 choices, a client resigns instead; more make short games")
	flags.BoolVar(&o.cluster, "cluster", false, "run three servers on three NATS servers")
	flags.IntVar(&o.damages, "damage", 0, "damage the files of a NATS server `N` times, instead of kills; implies --cluster without --single")
	flags.BoolVar(&o.single, "single", false, "with --damage, damage the data folder and the archive of one server")
	victims := flags.String("victims", strings.Join(everyVictim, ","), "with --cluster, hurt only processes `A,B`")
	faultKinds := flags.String("faults", strings.Join(everyFaultKind, ","), "with --cluster, use only faults `A,B`")
	damageKinds := flags.String("kinds", strings.Join(everyDamageKind, ","), "with --damage and without --single, use only damage `A,B`")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder with the logs in any case")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.cluster = o.cluster || o.damages > 0 && !o.single
	o.victims, o.faultKinds, o.damageKinds = strings.Split(*victims, ","), strings.Split(*faultKinds, ","), strings.Split(*damageKinds, ",")
	switch {
	case !allKnown(o.victims, everyVictim):
		return o, fmt.Errorf("--victims: choose from %s", strings.Join(everyVictim, ","))
	case !allKnown(o.faultKinds, everyFaultKind):
		return o, fmt.Errorf("--faults: choose from %s", strings.Join(everyFaultKind, ","))
	case !allKnown(o.damageKinds, everyDamageKind):
		return o, fmt.Errorf("--kinds: choose from %s", strings.Join(everyDamageKind, ","))
	case o.single && (o.cluster || o.damages == 0):
		return o, errors.New("--single needs --damage, and excludes --cluster")
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.kills < 0, o.damages < 0, o.games < 1, o.rate <= 0, o.resigns < 0, o.resigns > maxResigns:
		return o, fmt.Errorf("--kills and --damage must be at least 0, --games at least 1, --rate above 0, --resigns 0 to %d", maxResigns)
	}
	return o, nil
}

// allKnown reports whether known contains every element of words.
func allKnown(words, known []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(known, word) })
}

// runCommand runs a command line and returns the exit code. The code is 0 on success, 1 after a
// fault or an error, and 2 for an invalid command line.
func runCommand(ctx context.Context, args []string, out, log io.Writer) int {
	o, err := parse(args, log)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(log, "chaos:", err)
		return 2
	}
	r, err := execute(ctx, o, log)
	if err == nil {
		err = r.write(out)
	}
	if err != nil {
		fmt.Fprintln(log, "chaos:", err)
	}
	if err != nil || len(r.Faults) > 0 {
		return 1
	}
	return 0
}
