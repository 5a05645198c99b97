// Command benchstore measures the store engines that gamed could have been built on,
// beside those that it has, in one run: a bare file, Pebble, bbolt, JetStream embedded in
// the process, and with --cluster three NATS servers as processes of their own. The tables
// of docs/operate.md come from it. It is not part of gamed, which links neither bbolt nor a
// NATS server.
//
//	go run ./internal/benchstore --rate 50000 --cluster
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"gamed/internal/load"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	if len(os.Args) == 3 && os.Args[1] == serverWord {
		err = runServer(os.Args[2])
	} else {
		err = run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchstore:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, progress io.Writer, args []string) error {
	var report load.Report
	flags := flag.NewFlagSet("benchstore", flag.ContinueOnError)
	flags.IntVar(&report.Plan.Games, "games", 1000, "play `N` games at once")
	flags.DurationVar(&report.Plan.For, "for", 5*time.Second, "spend `TIME` on each figure")
	rate := flags.Float64("rate", 0, "measure at `N` requests a second as well, NATS at 10,000 at most")
	names := flags.String("engine", "", "only the engines `A,B`")
	dir := flags.String("dir", ".", "write in new folders in `DIR`, which are removed")
	cluster := flags.Bool("cluster", false, "measure three servers on three NATS servers as well")
	plot := flags.String("plot", "", "draw the figures into `FILE.svg`")
	asJSON := flags.Bool("json", false, "print JSON")
	if err := flags.Parse(args); err != nil {
		return err
	}
	report.Plan.Warm = min(time.Second, report.Plan.For)
	// As gamed serve has it.
	debug.SetGCPercent(200)
	engines := slices.Concat(load.Own(), others())
	if *cluster {
		engines = append(engines, brokers(false), brokers(true))
	}
	if *names != "" {
		engines = slices.DeleteFunc(engines, func(e load.Engine) bool { return !slices.Contains(strings.Split(*names, ","), e.Name) })
	}
	if err := report.Run(ctx, engines, *dir, *rate, progress); err != nil {
		return err
	}
	return report.Write(out, *asJSON, *plot)
}
