package arena

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gamed/internal/filelock"
)

// resume adds the games in a file to t and makes t append to the file. It reads only regular files,
// and locks such a file if the match starts at offset 0. unlock releases the lock and does not
// close the file.
func resume(file *os.File, t *tally) (unlock func(), err error) {
	unlock = func() {}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	whole := int64(0)
	if info.Mode().IsRegular() {
		from, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, err
		}
		if from == 0 {
			if err := filelock.Lock(file); err != nil {
				return nil, err
			}
			unlock = func() { filelock.Unlock(file) }
		}
		if whole, err = t.readFile(file, from); err != nil {
			unlock()
			return nil, err
		}
	}
	t.out = bufio.NewWriterSize(file, 1<<16)
	switch { // flush reports errors
	case whole == 0:
		_, _ = t.out.Write(append(encoded(&t.header), '\n'))
	case t.resumedGames < t.header.Games:
		_, _ = t.out.Write(append(encoded(&extension{"extended", t.header.Games}), '\n'))
	}
	return unlock, nil
}

// readFile adds the games that start at an offset in a file and truncates an incomplete pair. It
// leaves later matches in the file unchanged. It returns the length of the match in bytes.
func (t *tally) readFile(file *os.File, from int64) (whole int64, err error) {
	l := &lines{r: bufio.NewReaderSize(file, 1<<16)}
	header, err := l.header()
	if err != nil {
		return 0, err
	}
	if header != nil {
		t.resumedGames = header.Games
		if header.Games < t.header.Games {
			header.Games = t.header.Games
		}
		if err := t.header.CheckEqual(*header); err != nil {
			return 0, err
		}
		if whole, err = l.readMatch(t); err != nil {
			return 0, err
		}
	}
	switch {
	case l.nextHeader == nil:
		t.pending = t.pending[:0]
		clear(t.unanswered) // these games are played again
		err = file.Truncate(from + whole)
	case !t.done():
		err = fmt.Errorf("line %d: another match instead of game %d: the file is damaged; name another one", l.lineCount, t.games+len(t.pending))
	}
	if err == nil {
		_, err = file.Seek(from+whole, io.SeekStart)
	}
	return whole, err
}
