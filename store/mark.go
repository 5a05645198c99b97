package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// marks detect that the newest writes are missing. If the end of the engine's log is truncated or
// damaged, the engine assumes a power cut and drops the end. But a power cut cannot remove
// acknowledged writes. So a small file holds the numbers of acknowledged commits, and each commit
// stores its number in the engine. The number is written to the file after the sync of the commit,
// and the file is never synced. So the file may lag behind the engine but is never ahead of it.
type marks struct {
	mu       sync.Mutex
	file     vfs.File
	counters [shards + 1]atomic.Uint64 // the number of the latest commit of each counter
	// fileCounts has the numbers in the file when the log was opened.
	fileCounts counts

	// beginUse adds the present use of the folder to a batch. commit calls it until a commit has
	// succeeded.
	beginUse func(*pebble.Batch) error
	useBegun atomic.Bool
}

const (
	marksName = "acknowledged"
	// groupCounter counts the commits of the committer. The counters before groupCounter count the
	// commits of values, one counter for each lock of values. The commits of one counter are never
	// concurrent.
	groupCounter = shards
	markLen      = 8 + crc32.Size // a number and its checksum
)

// openMarks opens the file of marks and reads the numbers from the engine. lost is the number
// of acknowledged commits that the engine lacks.
func openMarks(dir string, fs vfs.FS, db *pebble.DB) (m *marks, lost uint64, err error) {
	name := fs.PathJoin(dir, marksName)
	known, err := readMarks(fs, name)
	if err != nil {
		return nil, 0, err
	}
	m = &marks{fileCounts: known}
	for i := range m.counters {
		n, err := readCommit(db, i)
		if pebble.IsCorruptionError(err) {
			n = known[i] // reads of other keys in the damaged block report the damage
		} else if err != nil {
			return nil, 0, err
		}
		m.counters[i].Store(n)
		if known[i] > n {
			lost += known[i] - n
		}
	}
	if m.file, err = fs.OpenReadWrite(name, vfs.WriteCategoryUnspecified); errors.Is(err, os.ErrNotExist) {
		m.file, err = fs.Create(name, vfs.WriteCategoryUnspecified)
	}
	return m, lost, err
}

// readCommit reads from the engine the number of the latest commit of a counter.
func readCommit(db *pebble.DB, counter int) (n uint64, err error) {
	text, closer, err := db.Get(commitKey(counter))
	if errors.Is(err, pebble.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if len(text) == 8 {
		n = binary.BigEndian.Uint64(text)
	}
	return n, closer.Close()
}

// readMarks reads the numbers in a file. An unreadable number counts as 0.
func readMarks(fs vfs.FS, name string) (known [shards + 1]uint64, err error) {
	file, err := fs.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return known, err
	}
	text, err := io.ReadAll(file)
	for i := range known {
		if at := i * markLen; at+markLen <= len(text) && binary.BigEndian.Uint32(text[at+8:]) == crc32.Checksum(text[at:at+8], castagnoli) {
			known[i] = binary.BigEndian.Uint64(text[at:])
		}
	}
	return known, errors.Join(err, file.Close())
}

// commit commits a batch with its number, and then marks the number as acknowledged. The
// caller prevents concurrent commits of the counter.
func (m *marks) commit(batch *pebble.Batch, counter int) error {
	if m == nil {
		return batch.Commit(pebble.Sync)
	}
	n := m.counters[counter].Load() + 1
	text := binary.BigEndian.AppendUint64(make([]byte, 0, markLen), n)
	if err := batch.Set(commitKey(counter), text, nil); err != nil {
		return err
	}
	if m.beginUse != nil && !m.useBegun.Load() {
		if err := m.beginUse(batch); err != nil {
			return err
		}
	}
	if err := batch.Commit(pebble.Sync); err != nil {
		return err
	}
	m.useBegun.Store(true)
	m.counters[counter].Store(n)
	_ = m.write(counter) // after a failure the mark only lags
	return nil
}

// write writes a counter to the file.
func (m *marks) write(counter int) error {
	text := appendMark(make([]byte, 0, markLen), m.counters[counter].Load())
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.file.WriteAt(text, int64(counter*markLen))
	return err
}

// appendMark appends a number and its checksum.
func appendMark(text []byte, n uint64) []byte {
	text = binary.BigEndian.AppendUint64(text, n)
	return binary.BigEndian.AppendUint32(text, crc32.Checksum(text[len(text)-8:], castagnoli))
}

// counts holds the number of the latest commit of each counter.
type counts [shards + 1]uint64

// counts returns the number of the latest commit of each counter.
func (m *marks) counts() *counts {
	now := new(counts)
	if m != nil {
		for i := range m.counters {
			now[i] = m.counters[i].Load()
		}
	}
	return now
}

// reaches reports whether every number is at least as high as the other number of the same counter.
func (c *counts) reaches(other *counts) bool {
	for i := range c {
		if c[i] < other[i] {
			return false
		}
	}
	return true
}

func appendCounts(text []byte, c *counts) []byte {
	for _, n := range c {
		text = binary.AppendUvarint(text, n)
	}
	return text
}

// readCounts decodes the output of appendCounts. It sets missing numbers to the maximum, which no
// engine reaches.
func readCounts(text []byte) *counts {
	c := new(counts)
	for i := range c {
		n, size := binary.Uvarint(text)
		if size <= 0 {
			n, size = math.MaxUint64, len(text)
		}
		c[i], text = n, text[size:]
	}
	return c
}

func (m *marks) close() error {
	if m == nil {
		return nil
	}
	return m.file.Close()
}

func commitKey(counter int) []byte { return []byte{commitOf, byte(counter)} }

// errLost returns the error of a log that lacks n acknowledged writes.
func errLost(n uint64) error {
	return fmt.Errorf("%w: the newest %d writes that were acknowledged are missing, because the engine's log is truncated or damaged: "+
		"restore the folder from a backup, or go on without them with gamed doctor --accept-loss", ErrDamaged, n)
}
