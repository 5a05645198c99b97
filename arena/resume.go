package arena

import (
	"bufio"
	"errors"
	"io"
	"os"

	"gamed/internal/filelock"
)

// An output writes results to a file.
type output struct {
	*bufio.Writer
	file    *os.File
	regular bool
	locked  bool  // by this output
	from    int64 // offset of the match
}

// resume adds the games in a file to t and returns the file positioned behind them.
// It does not read files that are not regular. With part, the match starts at the
// current offset.
func resume(file *os.File, part bool, t *tally) (*output, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	out := &output{Writer: bufio.NewWriterSize(file, 1<<16), file: file, regular: info.Mode().IsRegular()}
	if !out.regular {
		return out, out.begin(&t.header)
	}
	if part {
		if out.from, err = file.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
	} else {
		if err := filelock.Lock(file); err != nil {
			return nil, err
		}
		out.locked = true
	}
	whole, err := out.take(t)
	if err == nil {
		err = file.Truncate(out.from + whole)
	}
	if err == nil {
		_, err = file.Seek(out.from+whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		err = out.begin(&t.header)
	}
	if err != nil {
		out.unlock()
		return nil, err
	}
	return out, nil
}

// take adds the games in the file and returns the length of the complete pairs.
func (out *output) take(t *tally) (whole int64, err error) {
	if _, err := out.file.Seek(out.from, io.SeekStart); err != nil {
		return 0, err
	}
	l := &lines{r: bufio.NewReaderSize(out.file, 1<<16)}
	header, err := l.header()
	if header == nil || err != nil {
		return 0, err
	}
	if err := t.header.Differs(*header); err != nil {
		return 0, err
	}
	whole = l.read
	err = l.rest(func(g *Game, times *Times) error {
		switch {
		case times != nil:
			t.times(times)
		case t.done():
			return errors.New("game after the end of the match")
		default:
			o, err := g.outcome()
			if err != nil {
				return err
			}
			if err := t.add(&o); err != nil {
				return err
			}
		}
		if len(t.unit) == 0 {
			whole = l.read
		}
		return nil
	})
	t.unit = t.unit[:0]
	return whole, err
}

// begin writes the header.
func (out *output) begin(h *Header) error {
	_, err := out.Write(append(encoded(h), '\n'))
	return err
}

// unlock releases the lock. The file stays open.
func (out *output) unlock() {
	if out.locked {
		filelock.Unlock(out.file)
	}
}
