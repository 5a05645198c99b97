// Command chaos kills a real server at random moments while clients play on it, and
// then looks for what was lost.
//
//	go run ./internal/chaos --kills 100 --games 200 --seed 1
//
// It starts gamed serve on a folder of its own and plays games by WebSocket clients
// that choose at random and write down all that they see. It kills the server, pauses
// it, or stops it and kills it in the middle of that, and starts it again, while
// the clients come back by themselves as docs/protocol.md says. When all games are
// over it exports them and holds each log against what the clients have written down:
// every request that was acknowledged is in it, once and in order, and everything
// that a client was shown is what its seat is shown when the log is run again.
//
// With --cluster there are three servers that share their games, and three NATS servers
// that keep them. Each is killed, frozen for some seconds and stopped in turn, while the
// clients come back to any of the servers:
//
//	go run ./internal/chaos --cluster --kills 18 --games 20
//
// The seed decides what is played, chosen and killed, but not how long anything
// takes, so that a seed leads to similar runs and not to equal ones. When something
// is wrong the exit code is 1, and the logs and what the clients saw are kept in a
// folder that is named.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options is the command line.
type options struct {
	kills  int
	games  int // at once
	seed   uint64
	rules  []string
	gamed  string // the program, built if it is empty
	every  span   // between a start and the next kill
	sync   string
	rate   float64 // requests a second of all clients
	asJSON bool

	cluster bool
	nats    string   // the program, built if it is empty
	victims []string // kinds of processes
	hows    []string // what is done to them
	keep    bool
}

// rulesets lists the games that can be played, in the order of the usage.
var rulesets = []state.Dealer{elements.Rules, dominion.Rules}

// find returns a ruleset by its name.
func find(name string) (state.Dealer, error) {
	i := slices.IndexFunc(rulesets, func(r state.Dealer) bool { return r.Info().Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there are no rules called %q: there are elements and dominion", name)
	}
	return rulesets[i], nil
}

func parse(args []string, help io.Writer) (options, error) {
	o := options{every: span{200 * time.Millisecond, 2 * time.Second}}
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.SetOutput(help)
	flags.IntVar(&o.kills, "kills", 100, "kill the server `N` times")
	flags.IntVar(&o.games, "games", 200, "play `N` games at once")
	flags.Uint64Var(&o.seed, "seed", 1, "what is played, chosen and killed comes from seed `S`")
	rules := flags.String("rules", "elements,dominion", "play `A,B`")
	flags.StringVar(&o.gamed, "gamed", "", "the program is `FILE`; it is built otherwise")
	flags.Var(&o.every, "every", "a kill comes `MIN..MAX` after the server serves again")
	flags.StringVar(&o.sync, "sync", "always", "as of gamed serve; with never, losses are what is to be seen")
	flags.Float64Var(&o.rate, "rate", 1000, "all clients together send at most `N` choices a second")
	flags.BoolVar(&o.cluster, "cluster", false, "three servers and three NATS servers, each killed, frozen and stopped in turn")
	flags.StringVar(&o.nats, "nats-server", "", "with --cluster, the program of NATS is `FILE`; it is built otherwise")
	victims := flags.String("victims", strings.Join(everyVictim, ","), "with --cluster, the processes that are hurt, `A,B`")
	hows := flags.String("faults", strings.Join(everyHow, ","), "with --cluster, what is done to them, `A,B`")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder with the logs when nothing is wrong as well")
	flags.BoolVar(&o.asJSON, "json", false, "print the result as JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.rules = strings.Split(*rules, ",")
	for _, name := range o.rules {
		if _, err := find(name); err != nil {
			return o, fmt.Errorf("--rules: %w", err)
		}
	}
	o.victims, o.hows = strings.Split(*victims, ","), strings.Split(*hows, ",")
	switch {
	case !within(o.victims, everyVictim):
		return o, fmt.Errorf("--victims: it is some of %s", strings.Join(everyVictim, ","))
	case !within(o.hows, everyHow):
		return o, fmt.Errorf("--faults: it is some of %s", strings.Join(everyHow, ","))
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.kills < 0, o.games < 1, o.rate <= 0:
		return o, errors.New("--kills is 0 or more, --games 1 or more, --rate more than 0")
	}
	return o, nil
}

// within reports whether all of some words are among others.
func within(words, all []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(all, word) })
}

// run carries out a command line and returns the exit code: 0, 1 when something was
// lost or could not be done, 2 for a command line that makes no sense.
func run(ctx context.Context, args []string, out, log io.Writer) int {
	o, err := parse(args, log)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(log, "chaos:", err)
		return 2
	}
	r, err := torment(ctx, o, log)
	if err != nil {
		fmt.Fprintln(log, "chaos:", err)
		return 1
	}
	if o.asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(r)
	} else {
		err = r.write(out)
	}
	if err != nil {
		fmt.Fprintln(log, "chaos:", err)
		return 1
	}
	if len(r.Faults) > 0 {
		return 1
	}
	return 0
}

// A span is a range of times, written MIN..MAX.
type span struct{ min, max time.Duration }

func (s *span) String() string { return s.min.String() + ".." + s.max.String() }

// Set reads what String writes.
func (s *span) Set(text string) error {
	low, high, _ := strings.Cut(text, "..")
	lowest, err := time.ParseDuration(low)
	if err != nil {
		return err
	}
	highest, err := time.ParseDuration(high)
	if err != nil {
		return err
	}
	if lowest < 0 || highest < lowest {
		return errors.New("it is MIN..MAX, as in 200ms..2s")
	}
	*s = span{lowest, highest}
	return nil
}
