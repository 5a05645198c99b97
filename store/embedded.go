package store

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"golang.org/x/time/rate"
)

// A Sync says when an embedded log takes a record for kept.
type Sync string

const (
	// SyncAlways keeps a record on the disk before Append returns: it survives
	// the end of the process, and of the machine.
	SyncAlways Sync = "always"
	// SyncNever leaves it to the engine, which writes within moments: what was
	// appended last may be lost with the process.
	SyncNever Sync = "never"
)

// Embedded is a log in a folder of this machine, which one process at a time may
// hold. It is kept by Pebble, whose writers share an fsync: a thousand games that
// wait for one each wait for the same few. When its disk fails under it, Pebble
// ends the process, and the next one finds all that was acknowledged.
type Embedded struct {
	db     *pebble.DB
	lock   *pebble.Lock
	write  *pebble.WriteOptions
	group  *committer // nil unless it syncs always
	room   room
	keep   int // how many games a shard remembers the length of: counted
	shards [shards]shard
	values values

	mu     sync.RWMutex // held for reading by whoever uses db
	closed bool
}

const (
	// shards is how many locks the games share.
	shards = 64
	// counted is how many games of a shard are remembered by their length. Past
	// it they are looked up again.
	counted = 4096

	// memTable is how many bytes Pebble collects before it writes them as a sorted file:
	// with more of them it sorts the same records less often, and has more of its log to
	// read after a crash.
	memTable = 16 << 20
	// memTables is how many of them may wait before writers have to.
	memTables = 4
)

// OpenEmbedded opens the log in folder dir, which it makes if there is none. It
// fails if somebody has it open already.
func OpenEmbedded(dir string, sync Sync) (*Embedded, error) {
	return openEmbedded(dir, sync, vfs.Default)
}

// ErrNoLog is a folder in which there has never been a log.
var ErrNoLog = errors.New("no server has kept its games here")

// FindEmbedded opens the log in folder dir as [OpenEmbedded] does, but makes none: it
// fails with [ErrNoLog] if there is none.
func FindEmbedded(dir string, sync Sync) (*Embedded, error) {
	there, err := pebble.Peek(dir, vfs.Default)
	if err == nil && !there.Exists {
		err = ErrNoLog
	}
	if err != nil {
		return nil, fmt.Errorf("store: folder %s: %w", dir, err)
	}
	return OpenEmbedded(dir, sync)
}

func openEmbedded(dir string, sync Sync, fs vfs.FS) (*Embedded, error) {
	write := pebble.Sync
	switch sync {
	case SyncAlways:
	case SyncNever:
		write = pebble.NoSync
	default:
		return nil, fmt.Errorf("store: no way of syncing is called %q: there are %s and %s", sync, SyncAlways, SyncNever)
	}
	if err := fs.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lock, err := pebble.LockDirectory(dir, fs)
	if err != nil {
		return nil, fmt.Errorf("store: folder %s is in use by another process, or cannot be written: stop it or name another folder: %w", dir, err)
	}
	if err := (&room{fs: fs, dir: dir}).opening(); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", err), lock.Close())
	}
	db, err := open(dir, fs, lock)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", dir, err), lock.Close())
	}
	e := &Embedded{db: db, lock: lock, write: write, keep: counted, room: room{fs: fs, dir: dir}}
	if write.Sync {
		e.group = newCommitter(db)
	}
	for i := range e.shards {
		e.shards[i].next, e.shards[i].left = make(map[string]uint64), make(map[string]chan struct{})
	}
	return e, nil
}

// open opens the engine.
func open(dir string, fs vfs.FS, lock *pebble.Lock) (*pebble.DB, error) {
	before, err := pebble.Peek(dir, fs)
	if err != nil {
		return nil, err
	}
	options := func() *pebble.Options {
		logger := &quiet{Logger: pebble.DefaultLogger, often: rate.Sometimes{First: 3, Interval: time.Second}}
		return &pebble.Options{
			FS: yielding{fs}, Lock: lock, Logger: logger, FormatMajorVersion: pebble.FormatNewest,
			MemTableSize: memTable, MemTableStopWritesThreshold: memTables,
			// Without this Pebble ends the process when it reads a damaged block, each time that
			// somebody asks for a game which is in it.
			EventListener: &pebble.EventListener{DataCorruption: func(i pebble.DataCorruptionInfo) {
				logger.Errorf("store: file %s is damaged: restore the folder from a backup, or go on without the games that gamed doctor names: %v", i.Path, i.Details)
			}},
		}
	}
	if err := checkFolder(dir, fs, before, options()); err != nil {
		return nil, hurt(before, err)
	}
	db, err := pebble.Open(dir, options())
	if err == nil && !before.Exists {
		// A new folder begins with a log of the oldest format, in which damage looks like the
		// end: what follows it would be lost without a word. The next one is of the newest.
		if err = db.Close(); err == nil {
			db, err = pebble.Open(dir, options())
		}
	}
	return db, hurt(before, err)
}

// hurt names an error of opening a folder that was there before for what it is.
func hurt(before *pebble.DBDesc, err error) error {
	if missing := before.Exists && errors.Is(err, os.ErrNotExist); missing || pebble.IsCorruptionError(err) {
		return damaged(err)
	}
	return err
}

// damaged is the error of what Pebble has found to be damaged, on one line.
func damaged(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w: restore it from a backup: %s", ErrDamaged, text)
}

// quiet leaves out what Pebble has to say while nothing is wrong, and what it says
// again and again: what fails in the background it tries anew at once.
type quiet struct {
	pebble.Logger
	often rate.Sometimes
}

func (*quiet) Infof(string, ...any) {}

func (q *quiet) Errorf(format string, args ...any) {
	q.often.Do(func() { q.Logger.Errorf(format, args...) })
}

// use keeps the log open until e.mu.RUnlock is called, unless it returns an error.
func (e *Embedded) use() error {
	e.mu.RLock()
	if e.closed {
		e.mu.RUnlock()
		return errClosed
	}
	return nil
}

// Close lets other processes have the folder. It waits for what is being
// written, and what SyncNever has left unwritten is.
func (e *Embedded) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	if e.group != nil {
		e.group.close()
	}
	if err := errors.Join(e.db.LogData(nil, pebble.Sync), e.db.Close(), e.lock.Close()); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}
