package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// A damageResult describes damage to the files of one NATS server, or to the folders of a single
// gamed server, and the consequences. After damage to a NATS server, chaos kills each of the other
// NATS servers in turn, and starts it again after [absence].
type damageResult struct {
	Kind   string
	Server string
	Count  int // number of damaged servers or folders in this row
	Files  int // number of damaged files

	Items         int      // number of games and values before the damage
	Lost          int      // maximum number of items that were missing or different at one time
	Named         int      // replicas and items that gamed had named or repaired by the end
	Left          []string // items missing or different at the end
	NamedAfter    float64  // seconds from the last restart until the servers last named or repaired something new
	RestoredAfter float64  // seconds from the last restart until no item was missing, or until chaos gave up

	// MovedAside is how often chaos moved the damaged folder aside, because its server refused to
	// start or stayed behind. A NATS server then copies the streams from the other servers, and a
	// single gamed server restores the data from its archive.
	MovedAside int
	Hung       int // how often a NATS server did not stop within stopTime and was killed
	Restarts   int // how often chaos restarted NATS servers, because a stream did not respond

	// RefusedStarts is how often a single gamed server refused to start, and FailedChecks is the
	// number of failed checks of its games. Both are 0 for a NATS server.
	Single                      bool
	RefusedStarts, FailedChecks int

	mostNamed int // maximum of Named so far
}

// absence is the time for which chaos stops each of the other NATS servers after damage to one.
const absence = 10 * time.Second

// settleTime is the time without a change after which chaos stops waiting for repairs. A change is
// an item that comes back, or an item or replica that a server names or repairs.
const settleTime = 60 * time.Second

// exportTime limits the time of an inventory, because gamed export waits while a stream does not respond.
const exportTime = 2 * settleTime

// stopTime is the time after which chaos kills a NATS server that does not stop. After a flipped bit in the
// index of a stream, NATS 2.15.2 may search for a message without end and then never stop.
const stopTime = time.Minute

// everyDamageKind lists the kinds of damage to a NATS server. A rollback replaces the folder of the
// server by an older copy. The other kinds truncate, change or remove the files in natsFiles.
var everyDamageKind = []string{"cut", "flip", "index", "snapshot", "rollback", "gone"}

// damageNATS damages one NATS server after another while finished games are in the cluster.
func (r *run) damageNATS(ctx context.Context, log io.Writer) error {
	random := rand.New(rand.NewPCG(r.seed, 4))
	r.ending.Store(true) // each slot plays only one game
	for n := range r.damages {
		w := damageResult{Kind: r.damageKinds[n%len(r.damageKinds)], Count: 1}
		i := random.IntN(machines)
		victim := r.nats[i]
		w.Server = victim.name
		older := filepath.Join(r.Folder, "older")
		if w.Kind == "rollback" {
			if err := r.restart(ctx, i, &w, func() error { return copyFolder(older, r.natsFolder(i)) }); err != nil {
				return err
			}
		}
		games := r.games
		if n > 0 {
			games = min(games, maxFurther)
		}
		if err := r.playGames(ctx, n*r.games, games, log); err != nil {
			return err
		}
		before, err := r.settledInventory(ctx)
		if err != nil {
			return err
		}
		repaired, _, err := r.countNamed(ctx)
		if err != nil {
			return err
		}
		w.Items = len(before)
		err = r.restart(ctx, i, &w, func() (err error) {
			if w.Kind == "rollback" {
				w.Files = 1
				return errors.Join(os.RemoveAll(r.natsFolder(i)), os.Rename(older, r.natsFolder(i)))
			}
			w.Files, err = damage(r.natsFolder(i), w.Kind, natsFiles[w.Kind], random)
			return err
		})
		for k := 1; k < machines && err == nil; k++ {
			other := (i + k) % machines
			r.nats[other].kill()
			if err = sleep(ctx, absence); err == nil {
				err = r.restart(ctx, other, &w, func() error { return nil })
			}
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", w.Kind, w.Server, err)
		}
		if err := r.awaitRestored(ctx, i, &w, before, repaired); err != nil {
			return err
		}
		if len(w.Left) > 0 && w.Named == 0 {
			r.report(fault{Seat: -1, What: "silent loss", Text: fmt.Sprintf("%s of %s: %d of %d items are missing or different, and no server says so", w.Kind, w.Server, len(w.Left), w.Items)})
		}
		if err := r.replaceBehind(ctx, i, &w); err != nil {
			return err
		}
		r.DamageResults = append(r.DamageResults, w)
		fmt.Fprintf(log, "%4.0f s  %d of %d  %s of %s: %d files, lost %d of %d, %d named after %.0f s, %d left after %.0f s %q, %d aside, %d hung, %d restarts\n", time.Since(r.began).Seconds(), n+1, r.damages, w.Kind, w.Server, w.Files, w.Lost, w.Items, w.Named, w.NamedAfter, len(w.Left), w.RestoredAfter, w.Left[:min(5, len(w.Left))], w.MovedAside, w.Hung, w.Restarts)
	}
	return nil
}

// maxFurther is the maximum number of games before each damage but the first. So a run with thousands of
// games plays them only once.
const maxFurther = 200

// playGames plays games to their end. first is the number of the first game.
func (r *run) playGames(ctx context.Context, first, games int, log io.Writer) error {
	const atOnce = 200
	var slots errgroup.Group
	slots.SetLimit(atOnce)
	for slot := range games {
		slots.Go(func() error {
			if r.playSlot(ctx, first+slot); (slot+1)%1000 == 0 {
				fmt.Fprintf(log, "%4.0f s  %d games\n", time.Since(r.began).Seconds(), first+slot+1)
			}
			return ctx.Err()
		})
	}
	return slots.Wait()
}

// restart stops a NATS server if it runs, calls do, and starts the server. If the server refuses to
// start, restart moves its folder aside and starts it again, and the server copies the streams from
// the other servers.
func (r *run) restart(ctx context.Context, i int, w *damageResult, do func() error) error {
	p := r.nats[i]
	_ = p.signal(terminate) // fails if chaos has killed it
	select {
	case <-p.exited: // NATS exits with status 1 after a signal
	case <-time.After(stopTime):
		w.Hung++
		p.kill()
	}
	if err := errors.Join(do(), p.start()); err != nil {
		return err
	}
	// This request succeeds when JetStream runs. A request for full health would wait forever,
	// because a damaged server may never be healthy. A request that does not ask about JetStream
	// would be answered even by a server that is about to exit.
	url := p.health + "?js-enabled-only=true"
	started := func() error {
		return p.awaitResponse(ctx, url, "does not start", func(answer *http.Response) bool { return answer.StatusCode == http.StatusOK })
	}
	err := started()
	select {
	case <-p.exited:
	default:
		return err
	}
	if err := errors.Join(r.moveAside(i, w), p.start()); err != nil {
		return err
	}
	return started()
}

// moveAside renames the data folder of a NATS server, so that the server starts with an empty
// folder.
func (r *run) moveAside(i int, w *damageResult) error {
	w.MovedAside++
	folder := r.natsFolder(i)
	return errors.Join(os.RemoveAll(folder+".damaged"), os.Rename(folder, folder+".damaged"))
}

// replaceBehind does what docs/operate.md advises if a damaged NATS server stays behind: it
// restarts the server and, if that does not help, moves its folder aside. Otherwise the next damage
// could hit the last intact replica of a stream.
func (r *run) replaceBehind(ctx context.Context, i int, w *damageResult) error {
	for _, do := range []func() error{func() error { return nil }, func() error { return r.moveAside(i, w) }} {
		for began := time.Now(); ; {
			sums, err := r.metrics(ctx)
			if err != nil || sums["gamed_behind_replicas"] == 0 {
				return err
			}
			if time.Since(began) > settleTime {
				break
			}
			if err := sleep(ctx, time.Second); err != nil {
				return err
			}
		}
		if err := r.restart(ctx, i, w, do); err != nil {
			return err
		}
	}
	return nil
}

// natsFolder returns the data folder of a NATS server.
func (r *run) natsFolder(i int) string { return filepath.Join(r.Folder, r.nats[i].name) }

// awaitRestored waits until the cluster has had all items again for half of settleTime. It gives up
// when nothing has changed for settleTime, and in any case after eight times settleTime. victim is the
// damaged server, and repaired is the number of replicas and items that the servers had repaired before
// the damage. If the items cannot be read, awaitRestored does what docs/operate.md advises. After twice
// settleTime, it restarts the NATS servers, one after another. After five times settleTime, it moves the
// folder of the damaged server aside.
func (r *run) awaitRestored(ctx context.Context, victim int, w *damageResult, before map[string][sha256.Size]byte, repaired int) error {
	const maxRepair = 8 * settleTime
	begun, changed := time.Now(), time.Now()
	done, named := repaired, 0
	for whole := false; ; {
		after, open, err := r.countNamed(ctx)
		if err != nil {
			return err
		}
		if after != done || open != named {
			done, named, changed = after, open, time.Now()
		}
		w.noteNamed(after-repaired+open, begun)
		now, err := r.inventory(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // gamed export names damaged games, or NATS does not respond
			switch {
			case time.Since(begun) > maxRepair:
				return err
			case w.Restarts == 1 && time.Since(begun) > 5*settleTime:
				w.Restarts++
				if err := r.restart(ctx, victim, w, func() error { return r.moveAside(victim, w) }); err != nil {
					return err
				}
			case w.Restarts == 0 && time.Since(begun) > 2*settleTime:
				w.Restarts++
				for i := range r.nats {
					if err := r.restart(ctx, i, w, func() error { return nil }); err != nil {
						return err
					}
				}
			}
			changed = time.Now()
		default:
			var left []string
			for item, sum := range before {
				if there, ok := now[item]; !ok || there != sum {
					left = append(left, item)
				}
			}
			if len(left) != len(w.Left) || whole != (len(left) == 0) {
				changed = time.Now()
			}
			whole = len(left) == 0
			w.Left, w.Lost, w.RestoredAfter = left, max(w.Lost, len(left)), time.Since(begun).Seconds()
			// Items may go missing again when another replica becomes the leader, and the servers
			// notice this only at their next comparison, every 15 s.
			if whole && time.Since(changed) > settleTime/2 {
				w.RestoredAfter = changed.Sub(begun).Seconds()
				return nil
			}
		}
		if time.Since(changed) > settleTime || time.Since(begun) > maxRepair {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// noteNamed sets Named to n. If n is above the maximum so far, it sets NamedAfter to the time since begun.
func (w *damageResult) noteNamed(n int, begun time.Time) {
	if n > w.mostNamed {
		w.mostNamed, w.NamedAfter = n, time.Since(begun).Seconds()
	}
	w.Named = n
}

// settledInventory returns the inventory once it has stayed the same for 12 s, because the servers
// store the result of a game a while after the game's end.
func (r *run) settledInventory(ctx context.Context) (map[string][sha256.Size]byte, error) {
	const rest = 12 * time.Second // longer than an attempt to store a result, and the wait before the next
	begun := time.Now()
	for last := map[string][sha256.Size]byte(nil); ; {
		now, err := r.inventory(ctx)
		switch {
		case err != nil && (ctx.Err() != nil || time.Since(begun) > 5*settleTime):
			return nil, err
		case err == nil && maps.Equal(now, last):
			return now, nil
		}
		last = now // nil after an error, for example while a stream has no leader
		if err := sleep(ctx, rest); err != nil {
			return nil, err
		}
	}
}

// inventory returns a hash of each game and of each value in the output of gamed export, except for
// the values that change by themselves.
func (r *run) inventory(ctx context.Context) (map[string][sha256.Size]byte, error) {
	exporting, cancel := context.WithTimeout(ctx, exportTime)
	defer cancel()
	text, err := r.runExport(exporting)
	if err != nil {
		return nil, err
	}
	all := make(map[string][]byte)
	game := ""
	for lines := bufio.NewReader(bytes.NewReader(text)); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var l struct {
			T, Bucket, Key string
			Header         *struct{ Game string }
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("gamed export: %w", err)
		}
		switch {
		case l.Key != "" && !slices.Contains(changingBuckets, l.Bucket):
			all[l.Bucket+"/"+l.Key] = line
		case l.Key != "", l.T == "export", l.T == "exported": // the last two mark the beginning and the end
		case l.Header != nil:
			game = l.Header.Game
			fallthrough
		default:
			all[game] = append(all[game], line...)
		}
	}
	sums := make(map[string][sha256.Size]byte, len(all))
	for item, text := range all {
		sums[item] = sha256.Sum256(text)
	}
	return sums, nil
}

// changingBuckets lists the buckets whose values change even when no game runs.
var changingBuckets = []string{"replicas", "quick", "session", "tombstones"}

// countNamed returns the number of replicas and items that the servers have repaired since their
// start, and the number that they now name as damaged or lost.
func (r *run) countNamed(ctx context.Context) (repaired, open int, err error) {
	sums, err := r.metrics(ctx)
	return sums["gamed_repaired_replicas_total"] + sums["gamed_restored_items_total"],
		sums["gamed_damaged_replicas"] + sums["gamed_lost_items"] + sums["gamed_damaged_items"], err
}

// metrics returns each metric of gamed that has no labels, summed over all servers.
func (r *run) metrics(ctx context.Context) (map[string]int, error) {
	sums := make(map[string]int)
	for _, addr := range r.addrs {
		answer, err := http.Get("http://" + addr + "/metrics")
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(answer.Body)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), " ")
			if !strings.HasPrefix(name, "gamed_") || strings.Contains(name, "{") {
				continue
			}
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return nil, fmt.Errorf("metric %s: %w", name, err)
			}
			sums[name] += int(v)
		}
		if err := errors.Join(lines.Err(), answer.Body.Close()); err != nil {
			return nil, err
		}
	}
	return sums, ctx.Err()
}

// natsFiles lists the files of each kind of damage to a NATS server.
var natsFiles = map[string][]string{
	"cut":      {"jetstream/*/streams/*/msgs/*.blk"},
	"flip":     {"jetstream/*/streams/*/msgs/*.blk"},
	"index":    {"jetstream/*/streams/*/msgs/index.db"},
	"snapshot": {"jetstream/$SYS/_js_/*/snapshots/*", "jetstream/$SYS/_js_/*/msgs/*.blk"},
	"gone":     {"jetstream/*/streams/*/msgs/*.blk"},
}

// damage damages the files of a stopped server that match the patterns, and returns the number of
// these files.
func damage(folder, how string, patterns []string, random *rand.Rand) (n int, err error) {
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return n, err
		}
		for _, name := range files {
			info, err := os.Stat(name)
			if err == nil && info.Size() > 0 {
				n++
				switch how {
				case "flip":
					err = flip(name, random.Int64N(info.Size()), byte(1)<<random.IntN(8))
				case "gone":
					err = os.Remove(name)
				default:
					err = os.Truncate(name, info.Size()/2)
				}
			}
			if err != nil {
				return n, err
			}
		}
	}
	if n == 0 {
		err = fmt.Errorf("%s has no files of the kind %s", folder, how)
	}
	return n, err
}

// flip changes bits of one byte of a file.
func flip(name string, at int64, bits byte) (err error) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var b [1]byte
	if _, err := file.ReadAt(b[:], at); err != nil {
		return err
	}
	b[0] ^= bits
	_, err = file.WriteAt(b[:], at)
	return err
}

// copyFolder replaces the folder target by a copy of the folder source.
func copyFolder(target, source string) error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return os.CopyFS(target, os.DirFS(source))
}

// damageTable returns the outcomes by kind of damage.
func (r *result) damageTable() (rows []damageResult) {
	byKind := make(map[string]*damageResult)
	for _, w := range r.DamageResults {
		sum := byKind[w.Kind]
		if sum == nil {
			sum = &damageResult{Kind: w.Kind, Single: w.Single}
			byKind[w.Kind] = sum
		}
		sum.Count++
		sum.Files += w.Files
		sum.Items += w.Items
		sum.Lost += w.Lost
		sum.Named += w.Named
		sum.Left = append(sum.Left, w.Left...)
		sum.MovedAside += w.MovedAside
		sum.Hung += w.Hung
		sum.Restarts += w.Restarts
		sum.RefusedStarts += w.RefusedStarts
		sum.FailedChecks += w.FailedChecks
		sum.NamedAfter = max(sum.NamedAfter, w.NamedAfter)
		sum.RestoredAfter = max(sum.RestoredAfter, w.RestoredAfter)
	}
	for _, how := range slices.Sorted(maps.Keys(byKind)) {
		rows = append(rows, *byKind[how])
	}
	return rows
}

// totals returns a line that counts the damaged folders of a single server by outcome.
func (r *result) totals() string {
	harmless, refused, named, silent := 0, 0, 0, 0
	for _, w := range r.DamageResults {
		switch {
		case w.FailedChecks > 0:
			silent++
		case w.RefusedStarts > 0:
			refused++
		case w.Named > 0:
			named++
		default:
			harmless++
		}
	}
	return fmt.Sprintf("totals: %d folders, %d lost nothing, %d refused, %d named what they lacked, %d silent", len(r.DamageResults), harmless, refused, named, silent)
}
