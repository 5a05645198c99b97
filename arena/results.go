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

	"gamed/internal/textfile"
)

// Results holds the games of one match, as its results file contains them.
type Results struct {
	Header Header
	Games  []Game // the games of complete units
	Times  []Times
}

// ReadMatch reads the results of a match, which may be unfinished. It drops an incomplete last line
// and an incomplete last pair.
func ReadMatch(r io.Reader) (*Results, error) {
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

// ReadMatches reads the results of consecutive matches in one file. Like [ReadMatch], it drops
// incomplete parts.
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
		header.SPRT = nil // not needed here, and slow to evaluate after each unit
		t := newTally(*header)
		t.results = m
		if _, err := lines.readMatch(t); err != nil {
			return nil, fmt.Errorf("arena: results: %w", err)
		}
		matches = append(matches, m)
	}
}

// CountedUnits yields the games of each unit without a panic in the rules.
func (r *Results) CountedUnits() iter.Seq[[]Game] {
	return func(yield func([]Game) bool) {
		for unit := range slices.Chunk(r.Games, r.Header.UnitSize()) {
			broken := slices.ContainsFunc(unit, func(g Game) bool { return g.End == EngineError })
			if !broken && !yield(unit) {
				return
			}
		}
	}
}

// Result computes the result from the games, as the match did.
func (r *Results) Result() Result {
	t := newTally(r.Header)
	for i := range r.Games {
		_ = t.add(&r.Games[i]) // only writing can fail, and t has no output
	}
	for i := range r.Times {
		t.addTimes(&r.Times[i])
	}
	return t.result()
}

// lines reads results line by line.
type lines struct {
	r          *bufio.Reader
	lineCount  int    // number of lines read
	bytesRead  int64  // number of bytes read
	nextHeader []byte // the header of the next match, or nil
}

// next returns the next line, or nil at the end of the file. It drops an incomplete last line,
// which an interrupted writer may leave.
func (l *lines) next() ([]byte, error) {
	line, err := l.r.ReadBytes('\n')
	switch {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, err
	}
	l.lineCount++
	l.bytesRead += int64(len(line))
	if l.lineCount == 1 {
		line = textfile.TrimByteOrderMark(line) // a byte order mark, which some editors add
	}
	return line, nil
}

// header reads the first line of a match. It returns nil at the end of the file.
func (l *lines) header() (*Header, error) {
	line, err := l.nextHeader, error(nil)
	if line == nil {
		line, err = l.next()
	}
	if l.nextHeader = nil; line == nil || err != nil {
		return nil, err
	}
	var h Header
	d := json.NewDecoder(bytes.NewReader(line))
	if err := d.Decode(&h); err != nil || h.Type != "match" || len(h.Bots) == 0 {
		return nil, fmt.Errorf("line %d: this is not the header of a match: name a file with match results", l.lineCount)
	}
	if h.Format != format {
		return nil, fmt.Errorf("line %d: format %d is not supported: this version reads %d", l.lineCount, h.Format, format)
	}
	return &h, nil
}

// readMatch adds the remaining lines of the match to t. It returns the number of bytes up to the last
// complete pair.
func (l *lines) readMatch(t *tally) (whole int64, err error) {
	for whole = l.bytesRead; ; {
		line, err := l.next()
		if line == nil || err != nil {
			return whole, err
		}
		var kind struct{ Type string }
		if err = json.Unmarshal(line, &kind); err == nil && kind.Type == "match" {
			l.nextHeader = line
			return whole, nil
		}
		switch {
		case err != nil:
		case kind.Type == "game":
			err = t.read(line)
		case kind.Type == "extended":
			if err := t.readExtension(line); err != nil {
				return whole, err
			}
		case kind.Type == "times":
			var times Times
			if err = json.Unmarshal(line, &times); err == nil {
				t.addTimes(&times)
			}
		}
		if err != nil {
			return whole, fmt.Errorf("line %d: %w: the file is damaged; name another one", l.lineCount, err)
		}
		if len(t.pending) == 0 {
			whole = l.bytesRead
		}
	}
}

// An extension is a line of the results that raises the number of games of the match.
type extension struct {
	Type  string `json:"type"` // always "extended"
	Games int    `json:"games"`
}

// readExtension parses an extension and sets the match's number of games. A match that resumes from
// the file must have at least this number of games.
func (t *tally) readExtension(line []byte) error {
	var e extension
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	switch {
	case t.resumedGames == 0:
		t.header.Games = max(t.header.Games, e.Games)
	case e.Games > t.header.Games:
		return fmt.Errorf("the match has been extended to %d games: use -n %d or more", e.Games, e.Games)
	default:
		t.resumedGames = max(t.resumedGames, e.Games)
	}
	if t.results != nil {
		t.results.Header.Games = t.header.Games
	}
	return nil
}

// read parses the line of the next game and adds the game.
func (t *tally) read(line []byte) error {
	var g Game
	if err := json.Unmarshal(line, &g); err != nil {
		return err
	}
	if n := t.games + len(t.pending); g.Number != n {
		return fmt.Errorf("game %d instead of %d", g.Number, n)
	}
	if t.done() {
		return errors.New("game after the end of the match")
	}
	if err := g.check(&t.header); err != nil {
		return err
	}
	return t.add(&g)
}
