package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// A run contains the servers and the clients that play on them.
type run struct {
	options
	result
	addrs        []string   // addresses of the servers
	path         string     // path of the program
	gamed        []*process // one server, or three in a cluster
	nats         []*process // three servers in a cluster
	store        []string   // arguments that name the store to gamed export
	monitorFlags []string   // flags of gamed serve about the NATS monitoring pages
	began        time.Time
	pace         *rate.Limiter
	wellBehaved  bool // clients never resign, repeat a choice or drop a connection

	ending       atomic.Bool  // no more games are started
	acknowledged atomic.Int64 // number of requests that clients saw acknowledged
	faultCount   atomic.Int64 // number of faults so far
	joinCount    atomic.Int64 // number of joins and reconnects
	endedCount   atomic.Int64 // number of games that have ended
	unanswered   atomic.Int64 // create requests without a response at the end of the run

	gate sync.RWMutex // a client holds it for reading while it sends a choice

	mu     sync.Mutex
	tables []*session
}

// A fault is a failed check.
type fault struct {
	Game string
	Seat int // -1 for a spectator or for no seat
	What string
	Text string
}

func (r *run) report(f ...fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Faults = append(r.Faults, f...)
}

// execute performs a run. It keeps the folder of the run if a check failed, the run returned an
// error, or the option keep is set.
func execute(ctx context.Context, o options, log io.Writer) (_ *result, err error) {
	folder, err := os.MkdirTemp("", "chaos-")
	if err != nil {
		return nil, err
	}
	r := &run{
		options: o, pace: rate.NewLimiter(rate.Limit(o.rate), max(int(o.rate/20), 1)),
		result: result{Seed: o.seed, AtOnce: o.games, Folder: folder, Faults: []fault{}},
	}
	defer func() {
		if err == nil && len(r.Faults) == 0 && !o.keep {
			r.Folder, err = "", os.RemoveAll(folder)
		}
	}()
	defer func() { err = errors.Join(err, r.tearDown()) }()
	if err := r.setUp(ctx); err != nil {
		return nil, err
	}
	r.began = time.Now()
	act := r.play
	switch {
	case r.single:
		act = r.damageFolders
	case r.damages > 0:
		act = r.damageNATS
	}
	if err := act(ctx, log); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		r.report(fault{What: "server", Seat: -1, Text: err.Error()})
	}
	r.Seconds = time.Since(r.began).Seconds()
	return &r.result, r.judge(ctx)
}

// machines is the number of servers of each kind in a cluster.
const machines = 3

// setUp starts the servers and waits until they are ready.
func (r *run) setUp(ctx context.Context) (err error) {
	if r.path, err = build(ctx, r.Folder, "gamed/cmd/gamed"); err != nil {
		return err
	}
	servers := 1
	r.store = []string{"--data", filepath.Join(r.Folder, "data")}
	if r.cluster {
		servers = machines
		if err := r.setUpNATS(ctx); err != nil {
			return err
		}
	}
	for i := range servers {
		addr, err := freePort(int(r.seed%1000)*10 + i)
		if err != nil {
			return err
		}
		args := append(append([]string{"serve", "--addr", addr, "--sync", r.sync}, r.store...), r.monitorFlags...)
		if r.cluster || r.single {
			args = append(args, "--archive", filepath.Join(r.Folder, fmt.Sprint("archive", i+1)))
		}
		p, err := r.launch(fmt.Sprint("gamed", i+1), r.path, "http://"+addr+"/healthz", args...)
		if err == nil {
			r.gamed, r.addrs = append(r.gamed, p), append(r.addrs, addr)
			err = p.awaitServing(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// natsMemory limits the address space of a NATS server in bytes. At its start, NATS 2.15.2 makes an
// index with an entry for every sequence up to the highest one. A flipped bit can make a sequence
// so high that the index takes all memory of the machine. A server without damage needs 3 GiB of
// address space.
const natsMemory = 6 << 30

// setUpNATS starts the NATS servers in a cluster.
func (r *run) setUpNATS(ctx context.Context) error {
	program, err := build(ctx, r.Folder, "github.com/nats-io/nats-server/v2")
	if err != nil {
		return err
	}
	var ports, urls, pages, routes []string
	for i := range 3 * machines {
		addr, err := freePort(int(r.seed%100)*100 + 7*i)
		if err != nil {
			return err
		}
		ports = append(ports, addr)
	}
	for i := range machines {
		urls, routes = append(urls, "nats://"+ports[3*i]), append(routes, `"nats://`+ports[3*i+1]+`"`)
		pages = append(pages, "http://"+ports[3*i+2])
	}
	r.store = []string{"--cluster", "chaos", "--nats", strings.Join(urls, ",")}
	r.monitorFlags = []string{"--nats-monitor", strings.Join(pages, ",")}
	for i := range machines {
		name := fmt.Sprint("nats", i+1)
		folder := filepath.Join(r.Folder, name)
		settings := fmt.Sprintf(`server_name: %s
listen: %q
http: %q
ping_interval: "2s"
ping_max: 2
write_deadline: "2s"
jetstream { store_dir: %q, sync_interval: always }
cluster { name: chaos, listen: %q, routes: [%s] }
`, name, ports[3*i], ports[3*i+2], folder, ports[3*i+1], strings.Join(routes, ", "))
		file := filepath.Join(r.Folder, name+".conf")
		if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
			return err
		}
		p, err := r.launch(name, "sh", "http://"+ports[3*i+2]+"/healthz", "-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, natsMemory>>10), program, "-c", file)
		if err != nil {
			return err
		}
		r.nats = append(r.nats, p)
	}
	for _, p := range r.nats {
		if err := p.awaitServing(ctx); err != nil {
			return err
		}
	}
	return nil
}

// tearDown kills all processes.
func (r *run) tearDown() (err error) {
	for _, p := range append(r.gamed, r.nats...) {
		p.kill()
		err = errors.Join(err, p.log.Close())
	}
	return err
}

// play lets clients play while faults occur, until all games have ended. It gives up if the servers
// acknowledge no request for the time [patience] after the last fault, and judge then reports the
// unfinished games. A returned error says that a server did not start, stop or respond.
func (r *run) play(ctx context.Context, log io.Writer) (err error) {
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var slots sync.WaitGroup
	for slot := range r.games {
		slots.Go(func() { r.playSlot(playing, slot) })
	}
	over := make(chan struct{})
	go func() {
		slots.Wait()
		close(over)
	}()
	struck := make(chan error, 1)
	go func() {
		if r.cluster {
			struck <- r.runTrials(playing)
		} else {
			struck <- r.killRepeatedly(playing)
		}
	}()
	watch := time.NewTicker(5 * time.Second)
	defer watch.Stop()
	heard, since := int64(0), time.Now()
	for {
		select {
		case err = <-struck:
			struck, since = nil, time.Now()
			if r.ending.Store(true); err != nil {
				cancel()
			}
		case <-over:
			return err
		case <-watch.C:
			now := r.acknowledged.Load()
			fmt.Fprintf(log, "%4.0f s  %d of %d faults  %d acknowledged  %d games ended\n", time.Since(r.began).Seconds(), r.faultCount.Load(), r.options.kills, now, r.endedCount.Load())
			if now != heard {
				heard, since = now, time.Now()
			}
			if struck == nil && time.Since(since) > patience {
				cancel()
			}
		}
	}
}

// pickServer returns the address of a random server. If there are several servers, it does not
// return the excluded address.
func (r *run) pickServer(excluded string) string {
	i := rand.IntN(len(r.addrs))
	if r.addrs[i] == excluded {
		i = (i + 1) % len(r.addrs)
	}
	return r.addrs[i]
}

// playSlot plays one game, and then further games until the last fault has occurred.
func (r *run) playSlot(ctx context.Context, slot int) {
	random := rand.New(rand.NewPCG(r.seed, uint64(slot)<<32|2))
	dialer := dialFrom(slot)
	for first := true; first || !r.ending.Load(); first = false {
		s := drawGame(random)
		t := &session{run: r, dialer: dialer}
		if t.create(ctx, s, random) != nil {
			r.unanswered.Add(1)
			return // ctx is done
		}
		err := t.play(ctx, s, random)
		if errors.Is(err, errWrong) {
			r.report(fault{Game: t.id, Seat: -1, What: "refused", Text: err.Error()})
		}
		r.mu.Lock()
		r.tables = append(r.tables, t)
		r.mu.Unlock()
		r.endedCount.Add(1)
		if ctx.Err() != nil {
			return
		}
	}
}
