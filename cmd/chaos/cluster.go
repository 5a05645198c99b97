package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"

	"gamed/game"
	"gamed/store"
)

// machines is how many servers of each kind there are.
const machines = 3

// A trial is a fault of one process of a cluster.
type trial struct {
	Victim string  `json:"victim"`
	How    string  `json:"how"`
	At     float64 `json:"at_seconds"`
	// Stall is how long the games that were played then had nothing acknowledged: half
	// of them at most, and at worst, in seconds.
	Stall [2]float64 `json:"stall_seconds"`
	Games int        `json:"games"`
}

// A clustered run has three servers on three NATS servers.
type clustered struct {
	*chaos
	r     *result
	gamed [machines]*process
	nats  [machines]*broker
}

// tormentCluster carries out a run on a cluster.
func tormentCluster(ctx context.Context, o options, r *result, log io.Writer) (err error) {
	k := &clustered{r: r, chaos: &chaos{options: o, habits: badHabits, pace: rate.NewLimiter(rate.Limit(o.rate), max(int(o.rate/20), 1))}}
	if err := k.setUp(ctx); err != nil {
		return errors.Join(err, k.tearDown())
	}
	defer func() { err = errors.Join(err, k.tearDown()) }()
	k.began = time.Now()
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var slots sync.WaitGroup
	for slot := range k.games {
		slots.Go(func() { k.fill(playing, slot) })
	}
	err = k.trials(ctx, log)
	k.ending.Store(true)
	stop := time.AfterFunc(patience*2, cancel) // those that are not over are found
	slots.Wait()
	stop.Stop()
	if err != nil {
		return err
	}
	r.Seconds = time.Since(k.began).Seconds()
	return k.judgeCluster(ctx)
}

// setUp starts everything.
func (k *clustered) setUp(ctx context.Context) (err error) {
	if k.options.nats == "" {
		k.options.nats = filepath.Join(k.r.Folder, "nats-server")
		cmd := exec.CommandContext(ctx, "go", "build", "-o", k.options.nats, "github.com/nats-io/nats-server/v2")
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build nats-server: %w: %s", err, said)
		}
	}
	var ports []string
	for i := range 4 * machines {
		addr, err := freePort(int(k.seed%100)*100 + 7*i)
		if err != nil {
			return err
		}
		ports = append(ports, addr)
	}
	var routes, urls []string
	for i := range machines {
		urls, routes = append(urls, "nats://"+ports[4*i+1]), append(routes, "nats://"+ports[4*i+2])
	}
	for i := range machines {
		k.nats[i] = &broker{program: k.options.nats, folder: filepath.Join(k.r.Folder, fmt.Sprintf("nats%d", i+1)), name: fmt.Sprintf("nats%d", i+1),
			client: ports[4*i+1], cluster: ports[4*i+2], monitor: ports[4*i+3], routes: routes}
		if err := k.nats[i].start(); err != nil {
			return err
		}
	}
	for _, b := range k.nats {
		if err := b.serving(ctx); err != nil {
			return err
		}
	}
	for i := range machines {
		p := &process{program: k.options.gamed, addr: ports[4*i], sync: "always"}
		p.more = []string{"--cluster", "chaos", "--nats", strings.Join(urls, ",")}
		if p.log, err = os.Create(filepath.Join(k.r.Folder, fmt.Sprintf("gamed%d.log", i+1))); err != nil {
			return err
		}
		k.gamed[i] = p
		k.addrs = append(k.addrs, p.addr)
		if err := p.start(); err != nil {
			return err
		}
		if err := p.serving(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (k *clustered) tearDown() (err error) {
	for _, p := range k.gamed {
		if p != nil && p.cmd != nil {
			p.kill()
			err = errors.Join(err, p.log.Close())
		}
	}
	for _, b := range k.nats {
		if b != nil {
			b.kill()
		}
	}
	return err
}

// trials kills, freezes and stops one process after the other.
func (k *clustered) trials(ctx context.Context, log io.Writer) error {
	random := rand.New(rand.NewPCG(k.seed, 3))
	for n := range k.kills {
		if err := sleep(ctx, 3*time.Second+time.Duration(random.Int64N(int64(2*time.Second)))); err != nil {
			return err
		}
		i := n / 2 % machines
		t := trial{At: time.Since(k.began).Seconds(), How: []string{"kill", "freeze", "stop"}[(n/2/machines)%3]}
		var err error
		if n%2 == 0 {
			t.Victim = fmt.Sprintf("gamed%d", i+1)
			err = k.hurtGamed(ctx, k.gamed[i], t.How)
		} else {
			t.Victim = k.nats[i].name
			err = k.hurtNATS(ctx, k.nats[i], t.How)
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", t.How, t.Victim, err)
		}
		k.r.Trials = append(k.r.Trials, t)
		fmt.Fprintf(log, "%4.0f s  %s %s  %d acknowledged  %d games over\n", time.Since(k.began).Seconds(), t.How, t.Victim, k.acknowledged.Load(), k.ended.Load())
	}
	return sleep(ctx, 10*time.Second)
}

// A process that is killed stays away for a while, one that is frozen as well.
const (
	away = 6 * time.Second
	ice  = 8 * time.Second
)

func (k *clustered) hurtGamed(ctx context.Context, p *process, how string) error {
	switch how {
	case "freeze":
		if err := p.cmd.Process.Signal(freeze); err != nil {
			return err
		}
		return errors.Join(sleep(ctx, ice), p.cmd.Process.Signal(thaw))
	case "stop":
		if err := p.stop(); err != nil {
			return err
		}
	default:
		p.kill()
	}
	if err := sleep(ctx, away); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	return p.serving(ctx)
}

func (k *clustered) hurtNATS(ctx context.Context, b *broker, how string) error {
	switch how {
	case "freeze":
		if err := b.cmd.Process.Signal(freeze); err != nil {
			return err
		}
		if err := errors.Join(sleep(ctx, ice), b.cmd.Process.Signal(thaw)); err != nil {
			return err
		}
		return b.serving(ctx)
	case "stop":
		if err := b.cmd.Process.Signal(terminate); err != nil {
			return err
		}
		<-b.exited
	default:
		b.kill()
	}
	if err := sleep(ctx, away); err != nil {
		return err
	}
	if err := b.start(); err != nil {
		return err
	}
	return b.serving(ctx)
}

// judgeCluster stops the servers, reads their games, and checks each.
func (k *clustered) judgeCluster(ctx context.Context) error {
	for i, p := range k.gamed {
		if err := p.stop(); err != nil {
			k.report(fault{What: "server", Seat: -1, Text: fmt.Sprintf("gamed%d: %v", i+1, err)})
		}
	}
	name := filepath.Join(k.r.Folder, "games.jsonl")
	if err := k.export(ctx, name); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	k.stalls()
	if err := k.weigh(k.r, name); err != nil {
		return err
	}
	k.r.Kills = k.kills
	for _, p := range k.gamed {
		said, err := os.ReadFile(p.log.Name())
		if err != nil {
			return err
		}
		k.r.Fenced += bytes.Count(said, []byte("somebody else has written"))
		for line := range bytes.Lines(said) {
			if bytes.HasPrefix(line, []byte("panic:")) || bytes.Contains(line, []byte("was set aside")) {
				k.r.Faults = append(k.r.Faults, fault{Seat: -1, What: "server", Text: string(bytes.TrimSpace(line))})
			}
		}
	}
	return nil
}

// export writes all games to a file.
func (k *clustered) export(ctx context.Context, name string) (err error) {
	conn, err := nats.Connect("nats://"+k.nats[0].client, nats.MaxReconnects(-1))
	if err != nil {
		return err
	}
	defer conn.Close()
	log, err := store.OpenJetStream(ctx, conn, "chaos", machines)
	if err != nil {
		return err
	}
	ids, err := log.Games(ctx)
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(game.Export(ctx, file, log, ids), file.Close(), log.Close())
}

// stalls takes, for each trial, how long the games that were played then were told
// nothing.
func (k *clustered) stalls() {
	for n := range k.r.Trials {
		t := &k.r.Trials[n]
		at := time.Duration(t.At * float64(time.Second))
		end := at + 30*time.Second
		if n+1 < len(k.r.Trials) {
			end = time.Duration(k.r.Trials[n+1].At * float64(time.Second))
		}
		var all []float64
		for _, table := range k.tables {
			var seen []time.Duration
			for _, j := range table.journals {
				for _, e := range j.entries {
					if e.What == saw {
						seen = append(seen, e.At)
					}
				}
			}
			slices.Sort(seen)
			i, _ := slices.BinarySearch(seen, at)
			if i == 0 || i == len(seen) {
				continue // it was not played then
			}
			longest := time.Duration(0)
			for ; i < len(seen) && seen[i-1] < end; i++ {
				longest = max(longest, seen[i]-seen[i-1])
			}
			all = append(all, longest.Seconds())
		}
		slices.Sort(all)
		if t.Games = len(all); len(all) > 0 {
			t.Stall = [2]float64{all[len(all)/2], all[len(all)-1]}
		}
	}
}

// A broker is a NATS server.
type broker struct {
	program, folder, name    string
	client, cluster, monitor string // addresses
	routes                   []string

	cmd    *exec.Cmd
	exited chan struct{}
}

func (b *broker) start() error {
	if err := os.MkdirAll(b.folder, 0o755); err != nil {
		return err
	}
	config := fmt.Sprintf(`server_name: %s
listen: %q
http: %q
ping_interval: "2s"
ping_max: 2
write_deadline: "2s"
jetstream { store_dir: %q, sync_interval: always }
cluster { name: chaos, listen: %q, routes: [%q] }
`, b.name, b.client, b.monitor, b.folder, b.cluster, strings.Join(b.routes, `", "`))
	config = strings.ReplaceAll(config, `\"`, `"`)
	name := filepath.Join(b.folder, "nats.conf")
	if err := os.WriteFile(name, []byte(config), 0o644); err != nil {
		return err
	}
	b.cmd = exec.Command(b.program, "-c", name, "-l", filepath.Join(b.folder, "nats.log"))
	if err := b.cmd.Start(); err != nil {
		return fmt.Errorf("start nats-server: %w", err)
	}
	exited := make(chan struct{})
	b.exited = exited
	cmd := b.cmd
	go func() {
		_ = cmd.Wait() // it is killed
		close(exited)
	}()
	return nil
}

// serving waits until it serves and has what the others have.
func (b *broker) serving(ctx context.Context) error {
	client := &http.Client{Timeout: time.Second}
	for began := time.Now(); time.Since(began) < patience; {
		if answer, err := client.Get("http://" + b.monitor + "/healthz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		if err := sleep(ctx, again); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s is not healthy after %s", b.name, patience)
}

func (b *broker) kill() {
	_ = b.cmd.Process.Kill() // it may be dead
	<-b.exited
}
