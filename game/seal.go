package game

import (
	"bufio"
	"bytes"
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

// ErrNotWhole is wrapped by the error of an import from a file of [ExportAll] that has
// been cut off or changed. What could be read of it is imported.
var ErrNotWhole = errors.New("the export is not whole: copy it from where it was made and import it again")

// sealVersion is that of exports that begin and end as they do here.
const sealVersion = 1

// A sealLine is the first or the last line of an export of everything. Between them are as
// many as the last one says, so that a file of which lines are missing is not taken for all that
// there was.
type sealLine struct {
	T       string `json:"t"` // export or exported
	Version int    `json:"version,omitempty"`
	Lines   int    `json:"lines,omitempty"`  // between the two
	SHA256  string `json:"sha256,omitempty"` // of them, in hexadecimal digits
}

// sealBegins and sealEnds are how the two lines begin.
var sealBegins, sealEnds = []byte(`{"t":"export",`), []byte(`{"t":"exported",`)

// A seal is what the lines of an export come to so far.
type seal struct {
	sum   hash.Hash
	lines int
	first int // the number in the file of the line with which it begins
}

func newSeal(first int) *seal { return &seal{sum: sha256.New(), first: first} }

// Write takes whole lines or pieces of them.
func (s *seal) Write(p []byte) (int, error) {
	s.lines += bytes.Count(p, []byte{'\n'})
	return s.sum.Write(p)
}

// end is the line with which the export ends.
func (s *seal) end() sealLine {
	return sealLine{T: "exported", Lines: s.lines, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
}

// ExportAll writes all games of a store as [Export] does, and its values as
// [store.ExportValues] does, between two lines by which [Import] knows whether it has all of it. A
// game that cannot be read is left out.
func ExportAll(ctx context.Context, w io.Writer, from store.Store) error {
	out := bufio.NewWriter(w)
	line := json.NewEncoder(out)
	if err := line.Encode(sealLine{T: "export", Version: sealVersion}); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	ids, err := from.Games(ctx)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	s := newSeal(0)
	to := io.MultiWriter(out, s)
	left := Export(ctx, to, from, ids)
	if left != nil && !errors.Is(left, ErrLeftOut) {
		return left
	}
	if err := store.ExportValues(ctx, to, from); err != nil {
		return errors.Join(left, err)
	}
	if err := errors.Join(line.Encode(s.end()), out.Flush()); err != nil {
		return errors.Join(left, fmt.Errorf("export: %w", err))
	}
	return left
}

// begin notes that an export begins in a line.
func (i *importer) begin(n int, line []byte) error {
	var said sealLine
	if err := json.Unmarshal(line, &said); err != nil || said.Version != sealVersion {
		return fmt.Errorf("line %d: it begins an export of version %d, and this program reads %d: use the one that made it", n, said.Version, sealVersion)
	}
	i.broken(n)
	i.seal = newSeal(n)
	return nil
}

// close compares what has been read since with the last line of the export.
func (i *importer) close(n int, line []byte) {
	var said sealLine
	err := json.Unmarshal(line, &said)
	switch s := i.seal; {
	case s == nil:
		i.note(fmt.Errorf("line %d: %w: it ends here, and does not begin", n, ErrNotWhole))
	case err != nil || said != s.end():
		i.note(fmt.Errorf("lines %d to %d: %w: they are %d lines that are not those of which line %d speaks", s.first+1, n-1, ErrNotWhole, s.lines, n))
	}
	i.seal = nil
}

// broken notes that the export which has begun does not go on at a line.
func (i *importer) broken(n int) {
	if i.seal != nil {
		i.note(fmt.Errorf("line %d: %w: it begins in line %d and breaks off here", n, ErrNotWhole, i.seal.first))
		i.seal = nil
	}
}

// note keeps the first reason why a file is not whole.
func (i *importer) note(why error) {
	if i.notWhole == nil {
		i.notWhole = fmt.Errorf("import: %w", why)
	}
}
