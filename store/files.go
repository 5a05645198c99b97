package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// suffix ends the name of a game's file.
const suffix = ".jsonl"

// shards is how many locks the files share.
const shards = 64

// Files is a log of one plain file a game, a record a line, in a folder that
// one process at a time may hold. A record is written before Append returns, so
// it survives the end of the process; it is not synced, so it may not survive
// the end of the machine. No file is held open between appends.
type Files struct {
	dir  string
	lock *os.File

	shards [shards]struct {
		sync.Mutex
		next map[string]uint64 // records in a file, once it has been looked at
	}
}

// OpenFiles opens the log in folder dir, which it makes if there is none. It
// fails if another process has it open.
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

func (f *Files) path(game string) string { return filepath.Join(f.dir, game+suffix) }

func (f *Files) Append(_ context.Context, game string, expect uint64, record []byte) error {
	if err := checkID(game); err != nil {
		return err
	}
	if bytes.IndexByte(record, '\n') >= 0 {
		return fmt.Errorf("store: game %s: a record is one line", game)
	}
	shard := &f.shards[shardOf(game)]
	shard.Lock()
	defer shard.Unlock()
	next, known := shard.next[game]
	if !known {
		n, err := f.mend(game)
		if err != nil {
			return err
		}
		next = n
	}
	if next != expect {
		return fmt.Errorf("store: record %d of game %s, which has %d: %w", expect, game, next, ErrFenced)
	}
	if err := f.write(game, record); err != nil {
		delete(shard.next, game) // look again: part of the line may be there
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			return fmt.Errorf("store: game %s: %w: %w", game, ErrFull, err)
		}
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	shard.next[game] = next + 1
	return nil
}

func (f *Files) write(game string, record []byte) error {
	file, err := os.OpenFile(f.path(game), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	line := append(append(make([]byte, 0, len(record)+1), record...), '\n')
	_, err = file.Write(line)
	return errors.Join(err, file.Close())
}

// mend counts the records of a game's file and cuts off a last line that was
// not written to its end: nobody was told of it.
func (f *Files) mend(game string) (records uint64, err error) {
	data, err := os.ReadFile(f.path(game))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole < len(data) {
		if err := os.Truncate(f.path(game), int64(whole)); err != nil {
			return 0, fmt.Errorf("store: game %s: cut off the unfinished last line: %w: %w", game, ErrUnavailable, err)
		}
	}
	return uint64(bytes.Count(data[:whole], []byte{'\n'})), nil
}

func (f *Files) Read(_ context.Context, game string) ([][]byte, error) {
	if err := checkID(game); err != nil {
		return nil, err
	}
	shard := &f.shards[shardOf(game)]
	shard.Lock()
	defer shard.Unlock()
	file, err := os.Open(f.path(game))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("store: game %s: %w", game, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	defer func() { _ = file.Close() }()
	return Lines(file)
}

// Lines returns the records of a log file. A last line without its end is left
// out.
func Lines(r io.Reader) ([][]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lines := bytes.Split(data, []byte{'\n'})
	return lines[:len(lines)-1], nil
}

func (f *Files) Games(context.Context) ([]string, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	var games []string
	for _, e := range entries {
		if game, ok := strings.CutSuffix(e.Name(), suffix); ok && checkID(game) == nil {
			games = append(games, game)
		}
	}
	slices.Sort(games)
	return games, nil
}

// Close lets other processes have the folder.
func (f *Files) Close() error {
	if err := f.lock.Close(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// shardOf is the FNV-1a hash of a game's id, by which it finds its lock.
func shardOf(game string) int {
	h := uint32(2166136261)
	for _, c := range []byte(game) {
		h = (h ^ uint32(c)) * 16777619
	}
	return int(h % shards)
}
