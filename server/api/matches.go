package api

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gamed/arena/report"
)

const (
	resultsExt      = ".jsonl"    // the extension of results files and logs
	gamesExt        = ".gz"       // the extension of a file with the logs of all games of a match
	maxMatches      = 100         // in a list, latest first
	maxMatchFile    = 64 << 20    // bytes of a file that the server reads into memory
	runningMatchAge = time.Minute // how long a match counts as running after the last write to its file

	filePart = 256 << 10        // bytes of a file that a client receives within partWait
	partWait = 20 * time.Second // allows 13 KB/s
)

// matchName matches the names of results files, without the extension.
var matchName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}$`)

// resultsFolder caches the results files of a folder. Its methods may be called from any goroutine.
type resultsFolder struct {
	dir string

	mu     sync.Mutex
	cached map[string]*resultsFile // by name
}

// A resultsFile describes the results file of a match or of a tournament.
type resultsFile struct {
	Name    string          `json:"name"`
	Changed int64           `json:"changed_ms"` // the last write, since 1970
	Bytes   int64           `json:"bytes" jsonschema:"maximum=9007199254740991"`
	Planned int             `json:"planned,omitempty"` // the number of games, unless a statistical test ends the match early
	Running bool            `json:"running"`           // written recently and not over
	Over    bool            `json:"over"`              // complete, or decided by its statistical test
	Problem string          `json:"problem,omitempty"` // why the file is unreadable
	Replays bool            `json:"replays,omitempty"` // whether each game has a replay, from the file of --games with the match's name
	Summary *report.Summary `json:"summary,omitempty"`
}

func newResultsFolder(dir string) *resultsFolder {
	return &resultsFolder{dir: dir, cached: make(map[string]*resultsFile)}
}

// list returns up to maxMatches matches, latest first.
func (m *resultsFolder) list() ([]*resultsFile, error) {
	files, err := os.ReadDir(m.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var infos []fs.FileInfo
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && matchName.MatchString(f.Name()) && strings.HasSuffix(f.Name(), resultsExt) {
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	list := []*resultsFile{}
	for _, info := range infos[:min(len(infos), maxMatches)] {
		if found, err := m.get(strings.TrimSuffix(info.Name(), resultsExt)); err == nil {
			list = append(list, found)
		}
	}
	return list, nil
}

// open opens a match's results file, the file of its games, or a log in the folder named after the
// match. The path cannot point outside the server's folder.
func (m *resultsFolder) open(name string) (*os.File, error) {
	if m.dir == "" {
		return nil, fs.ErrNotExist
	}
	return os.OpenInRoot(m.dir, name)
}

// get returns a match by its name, or [fs.ErrNotExist]. It rereads the file if it has changed.
func (m *resultsFolder) get(name string) (*resultsFile, error) {
	if !matchName.MatchString(name) {
		return nil, fs.ErrNotExist
	}
	file, err := m.open(name + resultsExt)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	changed := info.ModTime().UnixMilli()
	known := m.cached[name]
	if known == nil || known.Changed != changed || known.Bytes != info.Size() {
		known = &resultsFile{Name: name, Changed: changed, Bytes: info.Size()}
		if err := known.fill(file); err != nil {
			known.Problem = err.Error()
		}
		if len(m.cached) >= 2*maxMatches {
			clear(m.cached)
		}
		m.cached[name] = known
	}
	now := *known
	if games, err := m.open(name + gamesExt); err == nil {
		now.Replays = true
		_ = games.Close()
	}
	now.Running = !now.Over && now.Problem == "" && time.Since(info.ModTime()) < runningMatchAge
	return &now, nil
}

// fill reads the results from a file.
func (v *resultsFile) fill(file io.Reader) error {
	if v.Bytes > maxMatchFile {
		return fmt.Errorf("the file has %d MB, but the page shows up to %d MB: use gamed match --report", v.Bytes>>20, maxMatchFile>>20)
	}
	page, planned, err := report.Read(file)
	if err != nil {
		return err
	}
	if v.Summary, err = page.Summary(); err != nil {
		return err
	}
	played := 0
	for _, m := range page.Matches {
		played += len(m.Games)
	}
	test := v.Summary.SPRT
	v.Planned = planned
	v.Over = planned > 0 && played >= planned || test != nil && test.State != "continue"
	return nil
}
