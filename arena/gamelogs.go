package arena

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// gameLogs appends the logs of the games of a match to a file. Each log is a separate gzip
// member, so a match can continue the file after any game. gunzip decompresses all logs together.
type gameLogs struct {
	out *bufio.Writer
	zip *gzip.Writer
}

// openLogs returns a writer that continues a file after the given number of games. It deletes the
// logs of later games from the file.
func openLogs(file *os.File, games int) (*gameLogs, error) {
	whole := int64(0)
	if games > 0 {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		n := 0
		err := eachLog(file, func(_ []byte, end int64) bool { n, whole = n+1, end; return n < games })
		if n < games {
			return nil, errors.Join(fmt.Errorf("%s has the logs of %d games, but the results have %d games: name new files", file.Name(), n, games), err)
		}
	}
	if err := file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	return &gameLogs{out, gzip.NewWriter(out)}, nil
}

// add appends the log of a game.
func (l *gameLogs) add(g *Game) error {
	if g.kept == nil {
		return fmt.Errorf("the log of game %d is missing", g.Number)
	}
	l.zip.Reset(l.out)
	_, err := io.WriteString(l.zip, strings.Join(g.kept.Log, "\n")+"\n")
	return errors.Join(err, l.zip.Close())
}

// ErrNoLog is returned by [ReadLog] if the file has no game with the number.
var ErrNoLog = errors.New("no such game")

// ReadLog returns the records of game n, counted from 0. The reader r reads a file that a match
// wrote to its Logs.
func ReadLog(r io.Reader, n int) (records [][]byte, err error) {
	i := 0
	err = eachLog(r, func(text []byte, _ int64) bool {
		if i == n {
			records = split(text)
		}
		i++
		return records == nil
	})
	if records == nil {
		return nil, errors.Join(fmt.Errorf("game %d of %d, counted from 0: %w", n, i, ErrNoLog), err)
	}
	return records, nil
}

// EachLog calls the function next with the records of each game until next returns false. The reader
// r reads a file that a match wrote to its Logs. EachLog ignores an incomplete last game.
func EachLog(r io.Reader, next func(records [][]byte) bool) error {
	return eachLog(r, func(text []byte, _ int64) bool { return next(split(text)) })
}

func split(text []byte) [][]byte {
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// eachLog calls the function next with the text of each log and the file offset of the log's end,
// until next returns false. It ignores an incomplete last log.
func eachLog(r io.Reader, next func(text []byte, end int64) bool) error {
	in := &countingReader{r: bufio.NewReaderSize(r, 1<<16)}
	z := new(gzip.Reader)
	var text bytes.Buffer
	for {
		err := z.Reset(in)
		if err == nil {
			z.Multistream(false)
			text.Reset()
			_, err = text.ReadFrom(z)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return fmt.Errorf("not a file of games: %w", err)
		}
		if !next(text.Bytes(), in.n) {
			return nil
		}
	}
}

// A countingReader counts the bytes that a gzip reader consumes.
type countingReader struct {
	r *bufio.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}
