package transfer

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"gamed/game"
	"gamed/store"
	"gamed/table"
)

// ErrDiffers is wrapped by the error for a game whose records differ from those in the store.
var ErrDiffers = errors.New("the log has another game of that id")

// ErrTruncated is wrapped by the error of an import whose file ends with an incomplete line, which
// [Import] skipped.
var ErrTruncated = errors.New("the file ends in the middle of a line: the last record was skipped, and later records may be missing")

// Import stores the games that [Export] wrote and the values that [store.ExportValues]
// wrote, and returns the number of games. Import adds missing records to a game that the
// store has, so it is safe to import a file again. Import skips a game that is damaged or differs
// from the stored one. The error then wraps [ErrSkipped] and names the first skipped game or its
// line. Import also skips deleted games, without an error. The error wraps [ErrIncomplete] if an
// [ExportAll] file is incomplete or altered, and [ErrTruncated] if the last line of another file is
// incomplete. After any other error, the store has everything before the line that the error names.
func Import(ctx context.Context, to store.Store, r io.Reader) (games int, err error) {
	in := importer{to: to}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch end := errors.Is(err, io.EOF); {
		case end && n == 1 && len(line) == 0:
			return 0, fmt.Errorf("import: the file is empty: %w", ErrIncomplete)
		case end:
			var cut error
			if len(line) > 0 && in.digest == nil {
				cut = fmt.Errorf("import: line %d: %w", n, ErrTruncated)
			}
			if err = in.storeLastGame(ctx, n); err == nil {
				return in.games, errors.Join(skippedError("import", in.skipped, in.skipped+in.games, in.firstReason), in.incomplete, cut)
			}
		case len(bytes.TrimSpace(line)) == 0: // an editor may add blank lines
		case err == nil && ctx.Err() == nil:
			err = in.handleLine(ctx, n, append(bytes.TrimRight(line, "\r\n"), '\n'))
		case err == nil:
			err = ctx.Err()
		}
		if err != nil {
			return in.games, fmt.Errorf("import: %w", err)
		}
	}
}

// An importer stores the games of a file one after the other.
type importer struct {
	to         store.Store
	id         string
	firstLine  int           // the line number of the current game's first record
	records    [][]byte      // records of the current game, nil between games
	complete   bool          // records has the last record of the game
	skipping   bool          // the lines belong to a skipped game without an id
	skipReason error         // why the current game is skipped, or nil
	digest     *exportDigest // digest of the current full export, nil outside of full exports

	games, skipped int   // the numbers of stored and skipped games
	firstReason    error // why the first skipped game was skipped
	incomplete     error // the fault of the first incomplete or altered export
}

// handleLine stores a value, or adds a record to the current game. n is the number of the line, which
// includes its newline.
func (i *importer) handleLine(ctx context.Context, n int, line []byte) error {
	switch {
	case bytes.HasPrefix(line, firstLinePrefix):
		return i.beginExport(ctx, n, line)
	case bytes.HasPrefix(line, lastLinePrefix):
		return i.endExport(ctx, n, line)
	case i.digest != nil:
		_, _ = i.digest.Write(line) // a hash never fails
	}
	line = bytes.TrimSuffix(line, []byte{'\n'})
	value := bytes.HasPrefix(line, []byte(`{"bucket":`))
	r, wrong := new(table.Record), error(nil)
	if !value {
		r, wrong = table.Decode(line)
	}
	if value || wrong == nil && r.Header != nil || wrong != nil && i.complete { // the line may be a damaged header
		if err := i.storeGame(ctx); err != nil {
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
		return i.skipGame(fmt.Errorf("line %d: the line is not a record: %w", n, wrong))
	case r.Header != nil:
		i.id, i.firstLine, i.skipping = r.Header.Game, n, false
	case len(i.records) == 0:
		return i.skipGame(fmt.Errorf("line %d: the first record is not a header", n))
	}
	i.records, i.complete = append(i.records, line), r.Last()
	return nil
}

// skipGame skips the game of an invalid line. It returns err if the file begins with that line,
// because such a file is not an export.
func (i *importer) skipGame(err error) error {
	switch {
	case len(i.records) > 0:
		i.skipReason = cmp.Or(i.skipReason, fmt.Errorf("game %s: %w", i.id, err))
	case i.skipping: // skipped already counts the game of this line
	case i.games == 0 && i.skipped == 0 && i.digest == nil:
		return err
	default:
		i.skipped, i.skipping = i.skipped+1, true
		i.firstReason = cmp.Or(i.firstReason, err)
	}
	return nil
}

// storeGame stores or skips the current game, which has been read completely.
func (i *importer) storeGame(ctx context.Context) error {
	if len(i.records) == 0 {
		return nil
	}
	known, err := i.to.Read(ctx, i.id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	for n, record := range known[:min(len(known), len(i.records))] {
		if !bytes.Equal(record, i.records[n]) {
			i.skipReason = cmp.Or(i.skipReason, fmt.Errorf("line %d: game %s: record %d: %w", i.firstLine+n, i.id, n, ErrDiffers))
		}
	}
	if _, err := game.Verify(i.records); err != nil {
		i.skipReason = cmp.Or(i.skipReason, fmt.Errorf("game %s: %w", i.id, err))
	}
	records := i.records
	i.records = nil
	if deleted, err := game.IsDeleted(ctx, i.to, i.id); err != nil || deleted {
		i.skipReason = nil
		return err
	}
	if i.skipReason != nil {
		i.firstReason, i.skipReason = cmp.Or(i.firstReason, i.skipReason), nil
		i.skipped++
		return nil
	}
	for n := len(known); n < len(records); n++ {
		if err := i.to.Append(ctx, i.id, uint64(n), records[n]); err != nil {
			return err
		}
	}
	i.games++
	if i.complete {
		return i.to.Finish(ctx, i.id)
	}
	return nil
}
