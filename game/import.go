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

// ErrOther is wrapped by the error of a game that is in the log already, and is
// not how the one to be imported begins, or the other way round.
var ErrOther = errors.New("the log has another game of that id")

// ErrCut is wrapped by the error of a file that has been imported but for a last line without
// its end.
var ErrCut = errors.New("the file breaks off in the middle of a line, which is left out, and what may follow is missing")

// Import appends what [Export] has written to the log of a store, puts what
// [store.ExportValues] has, and returns how many games there were. A game that is in the log
// already goes on from where it is. One that cannot be had, as it is damaged or the log has
// another one of its id, is left out as a whole: the error wraps [ErrLeftOut] then, and names the
// line. It wraps [ErrNotWhole] if what [ExportAll] has written is not all there, and [ErrCut] if the last
// line of anything else is not. After any other error what came before it is kept. To import the same
// again does no harm.
func Import(ctx context.Context, to store.Store, r io.Reader) (games int, err error) {
	in := importer{to: to}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			var cut error
			if len(line) > 0 && in.seal == nil { // in writing
				cut = fmt.Errorf("import: line %d: %w", n, ErrCut)
			}
			if n == 1 && len(line) == 0 {
				return 0, fmt.Errorf("import: the file is empty: %w", ErrNotWhole)
			}
			in.half()
			in.broken(n)
			if err := in.put(ctx); err != nil {
				return in.games, fmt.Errorf("import: %w", err)
			}
			return in.games, errors.Join(in.leftOut(), in.notWhole, cut)
		}
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = in.line(ctx, n, line)
		}
		if err != nil {
			return in.games, fmt.Errorf("import: %w", err)
		}
	}
}

// An importer is in the middle of a game.
type importer struct {
	to      store.Store
	id      string   // "" before the first game
	first   int      // the line of its first record
	records [][]byte // of the game
	last    bool     // nothing follows them
	lost    bool     // a game is left out of which not even the id is known
	wrong   error    // why it is to be left out, nil for it is not
	seal    *seal    // of the export that has begun, nil outside one

	games, left int
	why         error // one was left out
	notWhole    error // nil if each export ends as it should
}

// line takes a line with its end.
func (i *importer) line(ctx context.Context, n int, line []byte) error {
	begins, ends := bytes.HasPrefix(line, sealBegins), bytes.HasPrefix(line, sealEnds)
	if begins {
		i.half()
	}
	if begins || ends {
		if err := i.put(ctx); err != nil {
			return err
		}
	}
	switch {
	case begins:
		return i.begin(n, line)
	case ends:
		i.close(n, line)
		return nil
	case i.seal != nil:
		_, _ = i.seal.Write(line) // a hash takes all
	}
	line = bytes.TrimSuffix(line, []byte{'\n'})
	if bytes.HasPrefix(line, []byte(`{"bucket":`)) {
		if err := i.put(ctx); err != nil {
			return err
		}
		if err := store.ImportValue(ctx, i.to, line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		return nil
	}
	r, err := table.Decode(line)
	if err == nil && r.Header != nil || err != nil && i.last { // or what was the next game's header
		if err := i.put(ctx); err != nil {
			return err
		}
	}
	switch {
	case err != nil:
		return i.lose(fmt.Errorf("line %d: it is no record: %w", n, err))
	case r.Header != nil:
		i.id, i.first, i.lost = r.Header.Game, n, false
	case len(i.records) == 0:
		return i.lose(fmt.Errorf("line %d: the first record is no header", n))
	}
	i.records, i.last = append(i.records, line), r.Last()
	return nil
}

// half leaves the game out in which an export breaks off: a server would go on with it in
// another way than it went on.
func (i *importer) half() {
	if i.seal != nil && len(i.records) > 0 && !i.last {
		i.wrong = cmp.Or(i.wrong, fmt.Errorf("game %s: its last records may be missing", i.id))
	}
}

// lose leaves the game out that a line is about, up to the next one. A file that begins with such a
// line is no export.
func (i *importer) lose(err error) error {
	switch {
	case len(i.records) > 0:
		i.wrong = cmp.Or(i.wrong, fmt.Errorf("game %s: %w", i.id, err))
	case i.lost: // it is known
	case i.games == 0 && i.left == 0 && i.seal == nil:
		return err
	default:
		i.left, i.lost = i.left+1, true
		i.why = cmp.Or(i.why, err)
	}
	return nil
}

// put puts the game into the log, once all of it has been read, or leaves it out.
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
	if _, err := Verify(i.records); err != nil && i.wrong == nil {
		i.wrong = fmt.Errorf("game %s: %w", i.id, err)
	}
	if i.wrong != nil {
		i.left++
		i.why = cmp.Or(i.why, i.wrong)
		i.records, i.wrong = nil, nil
		return nil
	}
	for n := len(known); n < len(i.records); n++ {
		if err := i.to.Append(ctx, i.id, uint64(n), i.records[n]); err != nil {
			return err
		}
	}
	i.games++
	i.records = nil
	if i.last {
		return i.to.Finish(ctx, i.id)
	}
	return nil
}

// leftOut is the error of an import that has left games out, nil for one that has not.
func (i *importer) leftOut() error {
	if i.left == 0 {
		return nil
	}
	return fmt.Errorf("import: %d of %d games are %w: %w", i.left, i.left+i.games, ErrLeftOut, i.why)
}
