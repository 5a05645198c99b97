package transfer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"gamed/store"
)

// ErrIncomplete is wrapped by the error of [Import] for an [ExportAll] file that is incomplete or
// altered. Import still stores the readable games.
var ErrIncomplete = errors.New("the export is incomplete or altered: copy it from its origin and import it again")

// exportVersion is the version in the first line of a full export.
const exportVersion = 1

// An exportBoundary is the first or the last line of a full export. The last line has the number
// and the digest of the lines in between, so that Import detects a missing line.
type exportBoundary struct {
	Kind    string `json:"t"` // "export" in the first line, "exported" in the last
	Version int    `json:"version,omitempty"`
	Lines   int    `json:"lines,omitempty"`  // number of lines in between
	SHA256  string `json:"sha256,omitempty"` // digest of these lines, in hexadecimal digits
}

// firstLinePrefix and lastLinePrefix begin the first and the last line of a full export.
var firstLinePrefix, lastLinePrefix = []byte(`{"t":"export",`), []byte(`{"t":"exported",`)

// An exportDigest counts and hashes the lines of a full export between the first and the last.
type exportDigest struct {
	sum       hash.Hash
	lines     int
	firstLine int // line number of the export's first line
}

// Write accepts whole lines or parts of lines.
func (s *exportDigest) Write(p []byte) (int, error) {
	s.lines += bytes.Count(p, []byte{'\n'})
	return s.sum.Write(p)
}

// lastLine returns the last line of the export.
func (s *exportDigest) lastLine() exportBoundary {
	return exportBoundary{Kind: "exported", Lines: s.lines, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
}

// ExportAll writes all games of a store as [Export] does, and its values as
// [store.ExportValues] does. The first and the last line let [Import] check that the file
// is complete.
func ExportAll(ctx context.Context, w io.Writer, from store.Store) error {
	out := bufio.NewWriter(w)
	line := json.NewEncoder(out)
	_ = line.Encode(exportBoundary{Kind: "export", Version: exportVersion}) // Flush returns the error of a failed write
	ids, damage := from.Games(ctx)
	if damage != nil {
		damage = fmt.Errorf("export: %w", damage)
		if !errors.Is(damage, store.ErrDamaged) {
			return damage
		}
	}
	s := &exportDigest{sum: sha256.New()}
	to := io.MultiWriter(out, s)
	left := Export(ctx, to, from, ids)
	if left != nil && !errors.Is(left, ErrSkipped) {
		return left
	}
	err := store.ExportValues(ctx, to, from)
	if err == nil || errors.Is(err, store.ErrDamaged) {
		left, err = errors.Join(damage, left, err), nil
		_ = line.Encode(s.lastLine())
		if err = out.Flush(); err != nil {
			err = fmt.Errorf("export: %w", err)
		}
	}
	return errors.Join(left, err)
}

// beginExport handles line n, the first line of a full export.
func (i *importer) beginExport(ctx context.Context, n int, line []byte) error {
	if err := i.storeLastGame(ctx, n); err != nil {
		return err
	}
	var first exportBoundary
	if err := json.Unmarshal(line, &first); err != nil {
		return fmt.Errorf("line %d is damaged: %w", n, err)
	}
	if first.Version != exportVersion {
		return fmt.Errorf("line %d: the export has version %d, and this program reads version %d: import it with the program that made it", n, first.Version, exportVersion)
	}
	i.digest = &exportDigest{sum: sha256.New(), firstLine: n}
	return nil
}

// endExport handles line n, the last line of a full export. It checks that the lines since the
// first line match the number and the digest in line n.
func (i *importer) endExport(ctx context.Context, n int, line []byte) error {
	if err := i.storeGame(ctx); err != nil {
		return err
	}
	var last exportBoundary
	err := json.Unmarshal(line, &last)
	switch s := i.digest; {
	case s == nil:
		i.noteIncomplete(fmt.Errorf("line %d: %w: the export ends here, but its first line is missing", n, ErrIncomplete))
	case err != nil || last != s.lastLine():
		i.noteIncomplete(fmt.Errorf("lines %d to %d: %w: these %d lines do not match the digest in line %d", s.firstLine+1, n-1, ErrIncomplete, s.lines, n))
	}
	i.digest = nil
	return nil
}

// storeLastGame stores the game before line n, at which the file ends or a full export begins. If the
// game is in a full export without its last line, storeLastGame stores the game only if it is over. The
// last records of an unfinished game may be missing, and a server would continue the game differently.
func (i *importer) storeLastGame(ctx context.Context, n int) error {
	if i.digest != nil {
		i.noteIncomplete(fmt.Errorf("line %d: %w: the export begins in line %d, and its last line is missing", n, ErrIncomplete, i.digest.firstLine))
		if i.digest = nil; len(i.records) > 0 && !i.complete {
			i.skipReason = cmp.Or(i.skipReason, fmt.Errorf("game %s: its last records may be missing", i.id))
		}
	}
	return i.storeGame(ctx)
}

// noteIncomplete records why an export is incomplete or altered. It keeps only the first reason.
func (i *importer) noteIncomplete(why error) {
	i.incomplete = cmp.Or(i.incomplete, fmt.Errorf("import: %w", why))
}
