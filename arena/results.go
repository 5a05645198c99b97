package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
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
	matches, err := ReadMatches(r)
	switch {
	case err != nil:
		return nil, err
	case len(matches) == 0:
		return nil, errors.New("arena: results: empty file")
	case len(matches) > 1:
		return nil, fmt.Errorf("arena: results: %d matches instead of one: name another file", len(matches))
	}
	return matches[0], nil
}

// ReadMatches reads the results of matches, one after the other, like [ReadGames].
func ReadMatches(r io.Reader) (matches []*Results, err error) {
	lines := &lines{r: bufio.NewReader(r)}
	for {
		header, err := lines.header()
		if err != nil {
			return nil, fmt.Errorf("arena: results: %w", err)
		}
		if header == nil {
			return matches, nil
		}
		m := &Results{Header: *header}
		whole := 0 // games in complete pairs
		err = lines.rest(func(g *Game, t *Times) error {
			if t != nil {
				m.Times = append(m.Times, *t)
				return nil
			}
			if m.Games = append(m.Games, *g); len(m.Games)%header.Unit() == 0 {
				whole = len(m.Games)
			}
			return g.check(header)
		})
		if err != nil {
			return nil, fmt.Errorf("arena: results: %w", err)
		}
		m.Games = m.Games[:whole]
		matches = append(matches, m)
	}
}

// Counted yields the pairs and rotations without a failure of the rules.
func (r *Results) Counted() iter.Seq[[]Game] {
	return func(yield func([]Game) bool) {
		for unit := range slices.Chunk(r.Games, r.Header.Unit()) {
			broken := slices.ContainsFunc(unit, func(g Game) bool { return g.End == EngineError })
			if !broken && !yield(unit) {
				return
			}
		}
	}
}

// Result sums up the games, as the match did.
func (r *Results) Result() Result {
	t := newTally(r.Header)
	for i := range r.Games {
		_ = t.add(&r.Games[i]) // it writes nothing
	}
	for i := range r.Times {
		t.times(&r.Times[i])
	}
	return t.result()
}

// lines reads results line by line.
type lines struct {
	r    *bufio.Reader
	n    int    // lines read
	read int64  // bytes of them
	head []byte // the header of the next match, or nil
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

// header reads the first line of a match. It returns nil at the end of the file.
func (l *lines) header() (*Header, error) {
	line, err := l.head, error(nil)
	if line == nil {
		line, err = l.next()
	}
	if l.head = nil; line == nil || err != nil {
		return nil, err
	}
	var h Header
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&h); err != nil || h.Type != "match" || len(h.Bots) == 0 {
		return nil, fmt.Errorf("line %d: not a match: name another file", l.n)
	}
	if h.Format != format {
		return nil, fmt.Errorf("line %d: format %d is not supported: this version reads %d", l.n, h.Format, format)
	}
	return &h, nil
}

// rest passes each further line of the match to add; one of the arguments is nil.
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
			case "match":
				l.head = line
				return nil
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
