package load

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// DescribeMachine describes the machine in lines of text: its processors, operating system, Go
// version, load average, and the time of a sync in folder dir.
func DescribeMachine(dir string) ([]string, error) {
	sync, err := syncTime(dir)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, rest, ok := strings.Cut(string(text), "model name"); ok {
			line, _, _ := strings.Cut(rest, "\n")
			model = strings.Trim(line, " \t:")
		}
	}
	facts := []string{
		fmt.Sprintf("%d cores (%s), %s, %s", runtime.NumCPU(), model, runtime.GOOS, runtime.Version()),
		fmt.Sprintf("a sync of one record takes the disk %s (median of %d)", formatTime(sync), syncs),
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		if words := strings.Fields(string(text)); len(words) > 0 {
			facts = append(facts, "load average of the last minute, before: "+words[0])
		}
	}
	return facts, nil
}

// syncs is the number of measured syncs.
const syncs = 101

// syncTime returns the median time to write and sync a record in folder dir.
func syncTime(dir string) (median time.Duration, err error) {
	file, err := NewSyncedFile(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var took []time.Duration
	for range syncs {
		began := time.Now()
		if err := file.Append(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began))
	}
	return spreadOf(took).P50, nil
}

// A SyncedFile is a temporary file for records that are synced one by one.
type SyncedFile struct{ file *os.File }

// NewSyncedFile creates a file in a folder. The caller closes it.
func NewSyncedFile(dir string) (*SyncedFile, error) {
	file, err := os.CreateTemp(dir, "sync-")
	return &SyncedFile{file}, err
}

// Append writes a record and waits until the record is on the disk.
func (s *SyncedFile) Append() error {
	if _, err := s.file.Write(record); err != nil {
		return err
	}
	return s.file.Sync()
}

// Close closes and removes the file.
func (s *SyncedFile) Close() error { return errors.Join(s.file.Close(), os.Remove(s.file.Name())) }

// formatTime formats a duration of up to a few seconds with two or three digits.
func formatTime(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.2f ms", d.Seconds()*1e3)
}
