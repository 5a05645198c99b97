package arena

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gamed/internal/filelock"
)

// An output writes results to a file.
type output struct {
	*bufio.Writer
	file   *os.File
	locked bool // by this output
}

// resume adds the games in a file to t and returns the file positioned behind them.
// It does not read files that are not regular.
func resume(file *os.File, t *tally) (*output, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	out := &output{Writer: bufio.NewWriterSize(file, 1<<16), file: file}
	if !info.Mode().IsRegular() {
		return out, out.begin(&t.header)
	}
	from, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	if out.locked = from == 0; out.locked {
		if err := filelock.Lock(file); err != nil {
			return nil, err
		}
	}
	if err := out.take(t, from); err != nil {
		out.unlock()
		return nil, err
	}
	return out, nil
}

// take adds the games from an offset of the file on and cuts off an incomplete pair.
// It leaves later matches of the file alone.
func (out *output) take(t *tally, from int64) error {
	l := &lines{r: bufio.NewReaderSize(out.file, 1<<16)}
	header, err := l.header()
	if err != nil {
		return err
	}
	whole := int64(0)
	if header != nil {
		if err := t.header.Differs(*header); err != nil {
			return err
		}
		if whole, err = l.rest(t); err != nil {
			return err
		}
	}
	switch {
	case l.head == nil:
		t.unit = t.unit[:0]
		err = out.file.Truncate(from + whole)
	case !t.done():
		err = fmt.Errorf("line %d: another match instead of game %d: damaged file, name another one", l.n, t.games+len(t.unit))
	}
	if err == nil {
		_, err = out.file.Seek(from+whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		err = out.begin(&t.header)
	}
	return err
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
