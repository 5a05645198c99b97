package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// suffix ends the name of a game's file.
const suffix = ".jsonl"

const (
	// shards is how many locks the files share.
	shards = 64
	// counted is how many files of a shard are remembered by their length.
	// Past it they are looked at again.
	counted = 4096
)

// Files is a log of one plain file a game, a record a line, in a folder that
// one process at a time may hold. A record is written before Append returns, so
// it survives the end of the process; it is not synced, so it may not survive
// the end of the machine. No file is held open between appends.
type Files struct {
	dir    string
	lock   *os.File
	closed atomic.Bool
	shards [shards]shard
}

// A shard is the lock of some files, and what is known of them.
type shard struct {
	sync.Mutex
	next map[string]uint64 // records in a file, once it has been looked at
}

// OpenFiles opens the log in folder dir, which it makes if there is none. It
// fails if somebody has it open already.
func OpenFiles(dir string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("store: folder %s is in use by another process: stop it or name another folder", dir)
	}
	f := &Files{dir: dir, lock: lock}
	for i := range f.shards {
		f.shards[i].next = map[string]uint64{}
	}
	return f, nil
}

func (f *Files) Append(_ context.Context, game string, expect uint64, record []byte) error {
	if err := check(game, record); err != nil {
		return err
	}
	s := f.shardOf(game)
	s.Lock()
	defer s.Unlock()
	if f.closed.Load() {
		return errClosed
	}
	next, err := f.count(s, game)
	if err != nil {
		return err
	}
	if next != expect {
		return fenced(game, expect, next)
	}
	if err := write(f.path(game), record); err != nil {
		delete(s.next, game) // look at it again
		return fmt.Errorf("store: game %s: %w", game, err)
	}
	s.next[game] = next + 1
	return nil
}

func (f *Files) Read(_ context.Context, game string) ([][]byte, error) {
	if err := check(game, nil); err != nil {
		return nil, err
	}
	s := f.shardOf(game)
	s.Lock()
	defer s.Unlock()
	if f.closed.Load() {
		return nil, errClosed
	}
	file, err := os.Open(f.path(game))
	if errors.Is(err, os.ErrNotExist) {
		return nil, notFound(game)
	}
	if err != nil {
		return nil, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	defer func() { _ = file.Close() }()
	records, err := Lines(file)
	if err != nil {
		return nil, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	if len(records) == 0 {
		return nil, notFound(game)
	}
	return records, nil
}

func (f *Files) Games(context.Context) ([]string, error) {
	if f.closed.Load() {
		return nil, errClosed
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	var games []string
	for _, e := range entries {
		if game, ok := strings.CutSuffix(e.Name(), suffix); ok && check(game, nil) == nil {
			games = append(games, game)
		}
	}
	slices.Sort(games) // "a-b.jsonl" comes before "a.jsonl"
	return games, nil
}

// Close lets other processes have the folder. It waits for what is being
// written.
func (f *Files) Close() error {
	if f.closed.Swap(true) {
		return nil
	}
	for i := range f.shards {
		f.shards[i].Lock()
		defer f.shards[i].Unlock()
	}
	if err := f.lock.Close(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func (f *Files) path(game string) string { return filepath.Join(f.dir, game+suffix) }

// shardOf finds the shard of a game by the FNV-1a hash of its id.
func (f *Files) shardOf(game string) *shard {
	h := uint32(2166136261)
	for _, c := range []byte(game) {
		h = (h ^ uint32(c)) * 16777619
	}
	return &f.shards[h%shards]
}

// count returns how many records a game has.
func (f *Files) count(s *shard, game string) (uint64, error) {
	if next, known := s.next[game]; known {
		return next, nil
	}
	if len(s.next) >= counted {
		clear(s.next)
	}
	next, err := mend(f.path(game))
	if err != nil {
		return 0, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	s.next[game] = next
	return next, nil
}
