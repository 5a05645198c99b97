package store

import (
	"encoding/binary"
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

// A Sync determines whether an embedded log acknowledges a record before or after the record is on
// the disk.
type Sync string

const (
	// SyncAlways writes a record to the disk before Append returns. The record survives a
	// crash of the process or the machine.
	SyncAlways Sync = "always"
	// SyncNever lets the engine write records to the disk later. A crash may lose the latest
	// records.
	SyncNever Sync = "never"
)

// Embedded is a [Store] in a local folder, on the engine Pebble. Only one process at a time can
// open the folder. Many games share each fsync. If the operating system refuses a write, the append
// waits (see retryFS), and later appends return ErrRefused until the write succeeds.
type Embedded struct {
	db          *pebble.DB
	lock        *pebble.Lock
	write       *pebble.WriteOptions
	committer   *committer     // nil unless the log syncs every record
	marks       *marks         // nil unless the log syncs every record
	heads       *heads         // nil without a file of heads
	archive     *FolderArchive // nil without an archive
	lostWrites  error          // wraps ErrDamaged if acknowledged writes are missing: see marks
	space       freeSpace
	disk        *retryState
	lengthLimit int // maximum number of cached lengths per shard: maxLengths, or less in tests
	shards      [shards]shard
	values      values

	mu     sync.RWMutex // held for reading while db is in use
	closed bool
}

const (
	// shards is the number of shards, each with one lock for its games.
	shards = 64
	// maxLengths is the maximum number of games per shard whose number of records is cached.
	maxLengths = 4096

	// memTable is the size in bytes at which Pebble flushes its memtable. Larger memtables
	// reduce compaction, but lengthen the recovery after a crash.
	memTable = 16 << 20
	// memTables is the number of unflushed memtables at which Pebble blocks writers.
	memTables = 4
	// blockCache is the size in bytes of the cache of blocks.
	blockCache = 8 << 20
)

// OpenEmbedded opens the log in folder dir, or creates one if none exists. It fails if
// another process has the log open.
func OpenEmbedded(dir string, sync Sync) (*Embedded, error) { return Folder{Dir: dir}.Open(sync) }

// A Folder names the folder of an embedded log and its file of heads.
type Folder struct {
	Dir string // the data folder
	// Heads is the name of the file of heads, which shows whether Dir is an older copy of itself.
	// If Heads is "", the name is Dir plus [HeadsSuffix]. If the process cannot write there, the
	// file is in Dir.
	Heads string
	// Memory is the number of bytes that the process may use. 0 means no limit. If Memory is small,
	// the log uses smaller buffers: see [Buffers].
	Memory int64
}

// Buffers returns the size in bytes of the buffers of an embedded log. memory is the number of
// bytes that the process may use, and 0 means no limit.
func Buffers(memory int64) int64 { return memTables*tableFor(memory) + cacheFor(memory) }

// tableFor returns the size of a memtable for a memory limit. With a small limit, the engine writes
// smaller files, and compacts them more often.
func tableFor(memory int64) int64 {
	if memory == 0 {
		return memTable
	}
	return max(1<<20, min(memTable, memory/32))
}

// cacheFor returns the size of the cache of blocks for a memory limit.
func cacheFor(memory int64) int64 {
	if memory == 0 {
		return blockCache
	}
	return max(1<<20, min(blockCache, memory/16))
}

// Open opens the log as [OpenEmbedded] does.
func (f Folder) Open(sync Sync) (*Embedded, error) { return openWhole(f, sync, vfs.Default) }

// openWhole opens a folder as openPlace does, but refuses two kinds of folders: one whose newest
// acknowledged writes are missing, and an empty one whose file of heads lists games or values.
func openWhole(place Folder, sync Sync, fs vfs.FS) (*Embedded, error) {
	e, err := openPlace(place, sync, fs, false)
	if err != nil {
		return nil, err
	}
	lost := e.lostWrites
	if lost == nil {
		lost = e.heads.checkNotEmpty()
	}
	if lost != nil {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", place.Dir, lost), e.Close())
	}
	return e, nil
}

// ErrNoLog is returned for a folder without a log.
var ErrNoLog = errors.New("the folder contains no games: name another folder")

// FindEmbedded opens the log in folder dir as [OpenEmbedded] does, but returns [ErrNoLog] instead
// of creating a log. It also opens a log that lacks its newest writes. The method Games of such a
// log returns an error that wraps ErrDamaged.
func FindEmbedded(dir string, sync Sync) (*Embedded, error) { return Folder{Dir: dir}.Find(sync) }

// Find opens the log as [FindEmbedded] does. It compares every head with the log, and does not
// create a missing file of heads.
func (f Folder) Find(sync Sync) (*Embedded, error) {
	there, err := pebble.Peek(f.Dir, vfs.Default)
	if err == nil && !there.Exists {
		if err = checkNew(f.Dir, vfs.Default); err == nil {
			err = ErrNoLog
		}
	}
	if err != nil {
		return nil, fmt.Errorf("store: folder %s: %w", f.Dir, err)
	}
	return openPlace(f, sync, vfs.Default, true)
}

func openEmbedded(dir string, sync Sync, fs vfs.FS) (*Embedded, error) {
	return openPlace(Folder{Dir: dir}, sync, fs, false)
}

// openPlace opens a folder for a server or, if find is set, for a command. For a command, openPlace
// does not create a missing file of heads, and compares every head with the log.
func openPlace(place Folder, sync Sync, fs vfs.FS, find bool) (*Embedded, error) {
	dir := place.Dir
	write := pebble.Sync
	switch sync {
	case SyncAlways:
	case SyncNever:
		write = pebble.NoSync
	default:
		return nil, fmt.Errorf("store: unknown sync mode %q; use %s or %s", sync, SyncAlways, SyncNever)
	}
	if err := fs.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	lock, err := pebble.LockDirectory(dir, fs)
	if err != nil {
		return nil, fmt.Errorf("store: folder %s is in use by another process, or cannot be written: stop that process or name another folder: %w", dir, err)
	}
	if err := (&freeSpace{fs: fs, dir: dir}).checkOpening(); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", err), lock.Close())
	}
	disk := &retryState{interval: measureEvery}
	db, err := open(place, retryFS{fs, disk}, lock)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", dir, err), lock.Close())
	}
	disk.active.Store(true)
	e := &Embedded{db: db, lock: lock, write: write, disk: disk, lengthLimit: maxLengths, space: freeSpace{fs: fs, dir: dir, minInodes: minFreeInodes}}
	if write.Sync {
		marks, lost, err := openMarks(dir, fs, db)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("store: folder %s: %w", dir, asDamaged(&pebble.DBDesc{Exists: true}, err)), db.Close(), lock.Close())
		}
		if e.marks = marks; lost > 0 {
			e.lostWrites = errLost(lost)
		}
		e.committer = newCommitter(db, marks)
	}
	for i := range e.shards {
		e.shards[i].lengths, e.shards[i].timedAppends, e.shards[i].writing = make(map[string]uint64), make(map[string]chan struct{}), make(map[string]int)
	}
	if e.heads, err = openHeads(e, headsNames(fs, dir, place.Heads), write.Sync && !find, find); err != nil {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", dir, err), e.Close())
	}
	if e.heads != nil && e.marks != nil {
		e.marks.beginUse, e.committer.heads = e.heads.begin, e.heads
	}
	return e, nil
}

func open(place Folder, fs vfs.FS, lock *pebble.Lock) (*pebble.DB, error) {
	dir := place.Dir
	before, err := pebble.Peek(dir, fs)
	if err != nil {
		return nil, err
	}
	options := func() *pebble.Options {
		logger := &limitedLogger{Logger: pebble.DefaultLogger, often: rate.Sometimes{First: 3, Interval: time.Second}}
		return &pebble.Options{
			FS: yieldFS{fs}, Lock: lock, Logger: logger, FormatMajorVersion: pebble.FormatNewest,
			MaxOpenFiles: MaxOpenFiles(Descriptors()),
			MemTableSize: uint64(tableFor(place.Memory)), MemTableStopWritesThreshold: memTables, CacheSize: cacheFor(place.Memory),
			// If no listener is set, Pebble ends the process when it reads a damaged block.
			EventListener: &pebble.EventListener{DataCorruption: func(i pebble.DataCorruptionInfo) {
				logger.Errorf("store: file %s is damaged: check its disk, and run gamed doctor, which names the damaged games and values: %v", i.Path, i.Details)
			}},
		}
	}
	if err := dropTruncatedOptions(fs, before.OptionsFilename); err != nil {
		return nil, asDamaged(before, err)
	}
	if err := checkFolder(dir, fs, before, options()); err != nil {
		return nil, asDamaged(before, err)
	}
	db, err := pebble.Open(dir, options())
	if err == nil && !before.Exists {
		// A new folder begins with a write-ahead log in the oldest format. In that format,
		// damage looks like the end of the log and hides later records. Opening the folder
		// again starts a log in the newest format.
		if err = db.Close(); err == nil {
			db, err = pebble.Open(dir, options())
		}
	}
	return db, asDamaged(before, err)
}

// asDamaged wraps ErrDamaged if missing or damaged files prevent an existing folder from being
// opened. It returns other errors unchanged.
func asDamaged(before *pebble.DBDesc, err error) error {
	missing := before.Exists && (errors.Is(err, os.ErrNotExist) || errors.Is(err, pebble.ErrDBNotPristine))
	cut := err != nil && strings.Contains(err.Error(), "object size mismatch") // the text is the only sign of a truncated file
	if missing || cut || pebble.IsCorruptionError(err) {
		return damagedError(err)
	}
	return err
}

// damagedError returns an error that wraps ErrDamaged and has the first line of a Pebble error.
func damagedError(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w: restore it from a backup: %s", ErrDamaged, text)
}

// A limitedLogger drops Pebble's informational messages. It limits the rate of error messages, because
// Pebble retries background work immediately.
type limitedLogger struct {
	pebble.Logger
	often rate.Sometimes
}

func (*limitedLogger) Infof(string, ...any) {}

func (q *limitedLogger) Errorf(format string, args ...any) {
	q.often.Do(func() { q.Logger.Errorf(format, args...) })
}

// beginCall begins a call and keeps the log open. At the end of the call, the caller calls
// e.mu.RUnlock, unless beginCall has returned an error. invalid is the result of checking the
// arguments of the call.
func (e *Embedded) beginCall(invalid error) error {
	if invalid != nil {
		return invalid
	}
	e.mu.RLock()
	if e.closed {
		e.mu.RUnlock()
		return errClosed
	}
	return nil
}

// ready returns an error if the disk is full or refuses writes, so that a write would fail or wait
// now.
func (e *Embedded) ready() error {
	if err := e.space.check(); err != nil {
		return err
	}
	return e.disk.refusal()
}

// closeLimit is the time after which Close gives up if the disk refuses writes.
const closeLimit = 2 * time.Second

// Close waits for the appends in progress and then releases the folder. While the disk refuses
// writes, Close gives up after closeLimit. The next process to open the folder recovers all
// acknowledged records, as after a crash.
func (e *Embedded) Close() error {
	closed := make(chan error, 1)
	go func() { closed <- e.close() }()
	for {
		select {
		case err := <-closed:
			return err
		case <-time.After(closeLimit):
			if err := e.disk.refusal(); err != nil {
				return fmt.Errorf("store: close: %w", err)
			}
		}
	}
}

func (e *Embedded) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	if e.committer != nil {
		e.committer.close()
	}
	if err := errors.Join(e.heads.close(), e.db.LogData(nil, pebble.Sync), e.db.Close(), e.marks.close(), e.lock.Close()); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// The first byte of each database key selects the kind of entry.
const (
	anyGame    = 'g' // followed by the id: the game exists
	liveGame   = 'l' // followed by the id: the game is not finished
	valueOf    = 'k' // followed by a bucket, a 0, and a key: see kvembedded.go
	startCount = 'n' // without a suffix: the number of process starts that have written values
	sumOfKey   = 'v' // followed by a bucket, a 0, and a key: the revision and the checksum of the value
	commitOf   = 'c' // followed by the index of a counter: see marks
	archivedOf = 'a' // followed by a bucket, a 0, and a key: see archivedPrefixLen; only in an archive
	useOf      = 'o' // followed by a useID: see heads, and copiedUse in an archive
	recordOf   = 'r' // followed by the id, a 0, and the record's number in big-endian order
)

func key(prefix byte, game string, end ...byte) []byte {
	k := make([]byte, 0, 1+len(game)+1+8)
	return append(append(append(k, prefix), game...), end...)
}

func recordKey(game string, n uint64) []byte {
	return appendRecordKey(make([]byte, 0, recordKeyLen(game)), game, n)
}

func appendRecordKey(k []byte, game string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append(append(append(k, recordOf), game...), 0), n)
}

func recordKeyLen(game string) int { return 1 + len(game) + 1 + 8 }
