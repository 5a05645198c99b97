package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A folderDamage is a kind of damage to the folders of a single server.
type folderDamage struct {
	name  string
	how   string // the argument of damage; or rollback or remove, which concern the whole data folder
	files []string
}

var folderDamages = []folderDamage{
	{"flip", "flip", []string{"data/*.sst"}},
	{"cut", "cut", []string{"data/*.sst"}},
	{"log flip", "flip", []string{"data/*.log"}},
	{"log cut", "cut", []string{"data/*.log"}},
	{"manifest", "gone", []string{"data/MANIFEST-*"}},
	{"rollback", "rollback", nil},
	{"removed", "remove", nil},
	{"archive", "cut", []string{"archive1/*.sst", "archive1/*.log"}},
	{"both", "flip", []string{"data/*.sst", "archive1/*.sst"}},
}

// damageFolders damages the folders of the single server repeatedly. It makes new folders each
// time, so the cause of a failed check is clear.
func (r *run) damageFolders(ctx context.Context, log io.Writer) error {
	random := rand.New(rand.NewPCG(r.seed, 5))
	r.ending.Store(true) // each slot plays only one game
	for n := range r.damages {
		kind := folderDamages[n%len(folderDamages)]
		w := damageResult{Kind: kind.name, Server: r.gamed[0].name, Count: 1, Single: true}
		if err := r.runFolderDamage(ctx, &w, kind, 2*n*r.games, random, log); err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		r.DamageResults = append(r.DamageResults, w)
		fmt.Fprintf(log, "%4.0f s  %d of %d  %s: %d files, %d games and values lost, %d left; named after %.1f s, whole after %.1f s, %d moved aside, %d refused, %d failed checks\n", time.Since(r.began).Seconds(), n+1, r.damages, w.Kind, w.Files, w.Lost, len(w.Left), w.NamedAfter, w.RestoredAfter, w.MovedAside, w.RefusedStarts, w.FailedChecks)
	}
	return nil
}

// runFolderDamage plays games to their end, begins more games, and kills the server in the middle
// of these. It damages the folders, starts the server again, and lets the clients finish. Then it
// compares the games with the journals.
func (r *run) runFolderDamage(ctx context.Context, w *damageResult, kind folderDamage, first int, random *rand.Rand, log io.Writer) error {
	p, data, older := r.gamed[0], r.dataFolder(), filepath.Join(r.Folder, "older")
	if err := r.playGames(ctx, first, r.games, log); err != nil {
		return err
	}
	// A start after a clean stop moves these games from the storage engine's log to its sorted
	// files.
	if err := errors.Join(p.stop(), copyFolder(older, data), p.start()); err != nil {
		return err
	}
	if err := r.awaitReady(ctx, p); err != nil {
		return err
	}
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	over, from := make(chan error, 1), r.acknowledged.Load()
	go func() { over <- r.playGames(playing, first+r.games, r.games, log) }()
	for moment := from + int64(r.games*(2+random.IntN(20))); r.acknowledged.Load() < moment && len(over) == 0; {
		if err := p.waitRunning(ctx, time.Millisecond); err != nil {
			return err
		}
	}
	r.gate.Lock()
	err := p.waitRunning(ctx, restTime)
	p.kill()
	r.gate.Unlock()
	if err != nil {
		return err
	}
	r.Kills++
	r.faultCount.Add(1)
	if err := r.applyFolderDamage(w, kind, older, random); err != nil {
		return err
	}
	written, err := r.logAfter(0)
	if err != nil {
		return err
	}
	serves, err := r.revive(ctx, w, len(written))
	if err != nil {
		return err
	}
	var named []byte
	if serves {
		if err := r.awaitCheck(ctx, w, len(written)); err != nil {
			return err
		}
		r.finish(over, cancel)
		if named, err = r.logAfter(len(written)); err != nil {
			return err
		}
		if err := p.stop(); err != nil {
			return err
		}
	} else {
		cancel()
		<-over
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.compareUnnamed(ctx, w, serves, named); err != nil {
		return err
	}
	for _, name := range []string{data, data + ".heads", data + ".damaged", older, filepath.Join(r.Folder, "archive1")} {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	if err := p.start(); err != nil {
		return err
	}
	return r.awaitReady(ctx, p)
}

// restTime is the time between the last request and the kill. After a kill, the archive and the file of
// heads may lack the requests of the last second. If the damage to the data folder removed the same
// requests, neither could show the loss.
const restTime = 2 * time.Second

func (r *run) dataFolder() string { return filepath.Join(r.Folder, "data") }

// applyFolderDamage damages the folders of the killed server.
func (r *run) applyFolderDamage(w *damageResult, kind folderDamage, older string, random *rand.Rand) (err error) {
	w.Files = 1
	switch kind.how {
	case "remove":
		return os.RemoveAll(r.dataFolder())
	case "rollback":
		return errors.Join(os.RemoveAll(r.dataFolder()), os.Rename(older, r.dataFolder()))
	}
	w.Files, err = damage(r.Folder, kind.how, kind.files, random)
	return err
}

// logAfter returns the output of the single server without the given number of bytes at its start.
func (r *run) logAfter(skipped int) ([]byte, error) {
	text, err := os.ReadFile(r.gamed[0].log.Name())
	return text[min(skipped, len(text)):], err
}

// revive starts the server after damage. If the error of the server advises to move the data folder
// aside, revive does so once. It returns false if the server still refuses to start. from is the
// length of the server's output at the time of the damage.
func (r *run) revive(ctx context.Context, w *damageResult, from int) (bool, error) {
	p, data := r.gamed[0], r.dataFolder()
	for {
		if err := p.start(); err != nil {
			return false, err
		}
		err := r.awaitReady(ctx, p)
		if err == nil {
			return true, nil
		}
		select {
		case <-p.exited:
		default:
			return false, err
		}
		text, err := r.logAfter(from)
		if err != nil {
			return false, err
		}
		from += len(text)
		if !bytes.Contains(text, []byte("(mv "+data+" "+data+".damaged)")) || w.MovedAside > 0 {
			w.RefusedStarts++
			w.Left = append(w.Left, strings.TrimSpace(string(text)))
			return false, nil
		}
		w.MovedAside++
		if err := os.Rename(data, data+".damaged"); err != nil {
			return false, err
		}
	}
}

// awaitCheck waits until the server has checked its whole store once since its start, and counts
// the restored items and the items that stay lost or damaged.
func (r *run) awaitCheck(ctx context.Context, w *damageResult, from int) error {
	p := r.gamed[0]
	for time.Since(p.began) < patience {
		sums, err := r.metrics(ctx)
		if err != nil {
			return err
		}
		text, err := r.logAfter(from)
		if err != nil {
			return err
		}
		left := sums["gamed_lost_items"] + sums["gamed_damaged_items"]
		w.noteNamed(sums["gamed_restored_items_total"]+restoredAtStart(text)+left, p.began)
		if sums["gamed_scrub_passes_total"] > 0 {
			w.Lost, w.RestoredAfter = w.Named, time.Since(p.began).Seconds()
			for range left {
				w.Left = append(w.Left, "named")
			}
			return nil
		}
		if err := p.waitRunning(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s has not checked its store after %s", p.name, patience)
}

// restoredAtStart reads from the output of a server how many items the server restored before it
// accepted requests.
func restoredAtStart(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		var l struct {
			Message string
			Items   []string
		}
		if json.Unmarshal(line, &l) == nil && strings.HasPrefix(l.Message, "the data folder had damaged or lost") {
			n += len(l.Items)
		}
	}
	return n
}

// finish lets the clients finish their games. A game that the server cannot restore never ends.
// So finish stops the clients when the server has acknowledged no request for ten seconds.
func (r *run) finish(over <-chan error, cancel func()) {
	const stuck = 10 * time.Second
	for heard := r.acknowledged.Load(); ; {
		select {
		case <-over:
			return
		case <-time.After(stuck):
		}
		now := r.acknowledged.Load()
		if now == heard {
			cancel()
			<-over
			return
		}
		heard = now
	}
}

// damagePhrases lists phrases by which the server's messages about damaged games are recognized.
var damagePhrases = [][]byte{[]byte("cannot be restored"), []byte("stored data is damaged"), []byte("are missing")}

// compareUnnamed compares games with their journals, except for the games that the stopped server
// has named as damaged. If the server refuses to start, all games count as named.
func (r *run) compareUnnamed(ctx context.Context, w *damageResult, serves bool, named []byte) error {
	var lines [][]byte
	for line := range bytes.Lines(named) {
		if slices.ContainsFunc(damagePhrases, func(part []byte) bool { return bytes.Contains(line, part) }) {
			lines = append(lines, line)
		}
	}
	isNamed := func(id string) bool {
		return !serves || slices.ContainsFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(id)) })
	}
	r.tables = slices.DeleteFunc(r.tables, func(t *session) bool { return isNamed(t.id) })
	if !serves {
		return nil
	}
	logs, err := r.logs(ctx)
	if err != nil {
		return err
	}
	for id := range logs {
		if isNamed(id) {
			delete(logs, id)
		}
	}
	before := len(r.Faults)
	err = r.compareAll(logs)
	w.FailedChecks = len(r.Faults) - before
	r.tables = nil
	return err
}
