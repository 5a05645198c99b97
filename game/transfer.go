package game

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gamed/store"
)

// Export writes games of a log as text, one after the other, a record a line.
// Each begins with its header, so that [Import] finds them again, and a file of
// one game is what [Open] reads.
func Export(ctx context.Context, w io.Writer, log store.Log, ids []string) error {
	out := bufio.NewWriter(w)
	for _, id := range ids {
		records, err := log.Read(ctx, id)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		for _, r := range records {
			// What fails here fails again at Flush.
			_, _ = out.Write(r)
			_ = out.WriteByte('\n')
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// ErrOther is wrapped by the error of a game that is in the log already, and is
// not how the one to be imported begins, or the other way round.
var ErrOther = errors.New("the log has another game of that id")

// Import appends what [Export] has written to the log of a store, puts what
// [store.ExportValues] has, and returns how many games there were. A game that is in the log already goes on from where it is. An error
// names the line; what came before it is kept, and to import the same again does
// no harm.
func Import(ctx context.Context, to store.Store, r io.Reader) (games int, err error) {
	in := importer{to: to}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return in.games, nil // a last line without its end was cut off in writing
		}
		if err == nil {
			err = in.line(ctx, bytes.TrimSuffix(line, []byte{'\n'}))
		}
		if err != nil {
			return in.games, fmt.Errorf("import: line %d: %w", n, err)
		}
	}
}

// An importer is in the middle of a game.
type importer struct {
	to    store.Store
	id    string
	next  uint64   // the number of the next record
	known [][]byte // the records that are there already
	games int
}

func (i *importer) line(ctx context.Context, line []byte) error {
	if bytes.HasPrefix(line, []byte(`{"bucket":`)) {
		return store.ImportValue(ctx, i.to, line)
	}
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("it is no record: %w", err)
	}
	if r.Header != nil {
		if err := i.begin(ctx, r.Header.Game); err != nil {
			return err
		}
	}
	if i.id == "" {
		return errors.New("the first record is no header")
	}
	n := i.next
	i.next++
	if n < uint64(len(i.known)) {
		if !slices.Equal(i.known[n], line) {
			return fmt.Errorf("game %s: record %d: %w", i.id, n, ErrOther)
		}
		return nil
	}
	if err := i.to.Append(ctx, i.id, n, line); err != nil {
		return err
	}
	if r.last() {
		return i.to.Finish(ctx, i.id)
	}
	return nil
}

// begin turns to a game.
func (i *importer) begin(ctx context.Context, id string) (err error) {
	i.known, err = i.to.Read(ctx, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	i.id, i.next = id, 0
	i.games++
	return nil
}
