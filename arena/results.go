package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Results are the contents of a results file.
type Results struct {
	Header Header
	Games  []Game // of complete pairs
	Times  []Times
}

// ReadGames reads the results of a match, which may be unfinished. It drops an
// incomplete last line and an incomplete last pair.
func ReadGames(r io.Reader) (*Results, error) {
	results := &Results{}
	lines := &lines{r: bufio.NewReader(r)}
	header, err := lines.header()
	if err != nil {
		return nil, fmt.Errorf("arena: results: %w", err)
	}
	if header == nil {
		return nil, errors.New("arena: results: empty file")
	}
	results.Header = *header
	var games []Game // of the current pair
	size := header.seating().size()
	err = lines.rest(func(g *Game, t *Times) error {
		if t != nil {
			results.Times = append(results.Times, *t)
			return nil
		}
		if games = append(games, *g); len(games) == size {
			results.Games, games = append(results.Games, games...), games[:0]
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("arena: results: %w", err)
	}
	return results, nil
}

// Result sums up the games, as the match did.
func (r *Results) Result() (Result, error) {
	t := newTally(r.Header)
	for i := range r.Games {
		o, err := r.Games[i].outcome()
		if err != nil {
			return Result{}, fmt.Errorf("arena: results: %w", err)
		}
		if err := t.add(&o); err != nil {
			return Result{}, err
		}
	}
	for i := range r.Times {
		t.times(&r.Times[i])
	}
	return t.result(), nil
}

// lines reads results line by line.
type lines struct {
	r    *bufio.Reader
	n    int   // lines read
	read int64 // bytes of them
}

// next returns a line, or nil at the end. It drops an incomplete last line, left by
// an interrupted writer.
func (l *lines) next() ([]byte, error) {
	line, err := l.r.ReadBytes('\n')
	switch {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, err
	}
	l.n++
	l.read += int64(len(line))
	return line, nil
}

// header reads the first line. It returns nil for an empty file.
func (l *lines) header() (*Header, error) {
	line, err := l.next()
	if line == nil || err != nil {
		return nil, err
	}
	var h Header
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&h); err != nil || h.Type != "match" || len(h.Bots) == 0 {
		return nil, errors.New("line 1: not a match: name another file")
	}
	if h.Format != format {
		return nil, fmt.Errorf("line 1: format %d is not supported: this version reads %d", h.Format, format)
	}
	return &h, nil
}

// rest passes each further line to add; one of the arguments is nil.
func (l *lines) rest(add func(*Game, *Times) error) error {
	for n := 0; ; {
		line, err := l.next()
		if line == nil || err != nil {
			return err
		}
		var kind struct{ Type string }
		g, t := &Game{}, &Times{}
		if err = json.Unmarshal(line, &kind); err == nil {
			switch kind.Type {
			case "game":
				t = nil
				if err = json.Unmarshal(line, g); err == nil && g.Number != n {
					err = fmt.Errorf("game %d instead of %d", g.Number, n)
				}
				n++
			case "times":
				g, err = nil, json.Unmarshal(line, t)
			default:
				continue
			}
		}
		if err == nil {
			err = add(g, t)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w: damaged file, name another one", l.n, err)
		}
	}
}
