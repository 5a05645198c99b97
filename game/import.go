package game

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gamed/store"
	"gamed/table"
)

// ErrOther is wrapped by the error of a game that begins otherwise in the store.
var ErrOther = errors.New("the log has another game of that id")

// ErrCut is wrapped by the error of an import that left out an incomplete last line.
var ErrCut = errors.New("the file breaks off in the middle of a line, which is left out, and what may follow is missing")

// Import stores the games that [Export] wrote and the values that [store.ExportValues]
// wrote, and returns the number of games. Import adds missing records to a game that the
// store has, so importing a file again does no harm. It leaves out a game that is damaged
// or that differs from the store's; the error then wraps [ErrLeftOut] and names the line.
// The error wraps [ErrNotWhole] if a file of [ExportAll] is incomplete, and [ErrCut] if
// the last line of another file is. After any other error the store has everything that
// came before the line.
func Import(ctx context.Context, to store.Store, r io.Reader) (games int, err error) {
	in := importer{to: to}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch end := errors.Is(err, io.EOF); {
		case end && n == 1 && len(line) == 0:
			return 0, fmt.Errorf("import: the file is empty: %w", ErrNotWhole)
		case end:
			var cut error
			if len(line) > 0 && in.seal == nil {
				cut = fmt.Errorf("import: line %d: %w", n, ErrCut)
			}
			if err = in.breakOff(ctx, n); err == nil {
				return in.games, errors.Join(leftOut("import", in.left, in.left+in.games, in.why), in.notWhole, cut)
			}
		case err == nil && ctx.Err() == nil:
			err = in.line(ctx, n, line)
		case err == nil:
			err = ctx.Err()
		}
		if err != nil {
			return in.games, fmt.Errorf("import: %w", err)
		}
	}
}

// An importer is in the middle of a game.
type importer struct {
	to      store.Store
	id      string
	first   int      // the line of its first record
	records [][]byte // of the game, nil between games
	last    bool     // no record follows
	lost    bool     // the lines are those of a left-out game without an id
	wrong   error    // why the game is left out, nil if it is not
	seal    *seal    // of the export that has begun, nil outside one

	games, left int
	why         error // of the first game that is left out
	notWhole    error // of the first export that is incomplete
}

// line takes a line with its end.
func (i *importer) line(ctx context.Context, n int, line []byte) error {
	switch {
	case bytes.HasPrefix(line, sealBegins):
		return i.begin(ctx, n, line)
	case bytes.HasPrefix(line, sealEnds):
		return i.end(ctx, n, line)
	case i.seal != nil:
		_, _ = i.seal.Write(line) // a hash takes all
	}
	line = bytes.TrimSuffix(line, []byte{'\n'})
	value := bytes.HasPrefix(line, []byte(`{"bucket":`))
	r, wrong := new(table.Record), error(nil)
	if !value {
		r, wrong = table.Decode(line)
	}
	if value || wrong == nil && r.Header != nil || wrong != nil && i.last { // the line may be a damaged header
		if err := i.put(ctx); err != nil {
			return err
		}
	}
	switch {
	case value:
		if err := store.ImportValue(ctx, i.to, line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		return nil
	case wrong != nil:
		return i.lose(fmt.Errorf("line %d: it is no record: %w", n, wrong))
	case r.Header != nil:
		i.id, i.first, i.lost = r.Header.Game, n, false
	case len(i.records) == 0:
		return i.lose(fmt.Errorf("line %d: the first record is no header", n))
	}
	i.records, i.last = append(i.records, line), r.Last()
	return nil
}

// lose leaves out the game of a line. A file that begins with such a line is no export.
func (i *importer) lose(err error) error {
	switch {
	case len(i.records) > 0:
		i.wrong = cmp.Or(i.wrong, fmt.Errorf("game %s: %w", i.id, err))
	case i.lost: // it is counted
	case i.games == 0 && i.left == 0 && i.seal == nil:
		return err
	default:
		i.left, i.lost = i.left+1, true
		i.why = cmp.Or(i.why, err)
	}
	return nil
}

// put stores the game, all of which has been read, or leaves it out.
func (i *importer) put(ctx context.Context) error {
	if len(i.records) == 0 {
		return nil
	}
	known, err := i.to.Read(ctx, i.id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	for n, record := range known[:min(len(known), len(i.records))] {
		if !bytes.Equal(record, i.records[n]) {
			i.wrong = cmp.Or(i.wrong, fmt.Errorf("line %d: game %s: record %d: %w", i.first+n, i.id, n, ErrOther))
		}
	}
	if _, err := Verify(i.records); err != nil {
		i.wrong = cmp.Or(i.wrong, fmt.Errorf("game %s: %w", i.id, err))
	}
	records := i.records
	i.records = nil
	if i.wrong != nil {
		i.why, i.wrong = cmp.Or(i.why, i.wrong), nil
		i.left++
		return nil
	}
	for n := len(known); n < len(records); n++ {
		if err := i.to.Append(ctx, i.id, uint64(n), records[n]); err != nil {
			return err
		}
	}
	i.games++
	if i.last {
		return i.to.Finish(ctx, i.id)
	}
	return nil
}
