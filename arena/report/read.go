package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"gamed/arena"
	"gamed/arena/tournament"
	"gamed/internal/textfile"
)

// Read reads the results of a match or a tournament, which may be unfinished. It returns a page
// without Command and Digest, and the planned number of games, which an SPRT may reduce. Read returns
// an error for any other file.
func Read(r io.Reader) (p Page, planned int, err error) {
	in := bufio.NewReader(r)
	first, err := in.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return p, 0, fmt.Errorf("report: %w", err)
	}
	var h tournament.Header
	if json.Unmarshal(textfile.TrimByteOrderMark(first), &h) != nil || h.Type != "tournament" {
		return readMatch(io.MultiReader(bytes.NewReader(first), in))
	}
	if h.Seats < 1 || h.Seats > len(h.Bots) {
		return p, 0, fmt.Errorf("report: line 1: a tournament of %d bots cannot have %d seats: the file is damaged; name another one", len(h.Bots), h.Seats)
	}
	if p.Matches, err = arena.ReadMatches(in); err != nil {
		return p, 0, fmt.Errorf("report: %w", err)
	}
	t := tournament.Tournament{Seats: h.Seats, Format: h.Format, Pairings: h.Pairings, Rounds: h.Rounds, Match: arena.Match{Games: h.Games, Seed: uint64(h.Seed)}}
	for _, bot := range h.Bots {
		t.Bots = append(t.Bots, arena.Player{Name: bot})
	}
	p.Title, p.Anchor = h.Title(), h.Bots[0]
	return p, t.Games(), nil
}

func readMatch(r io.Reader) (p Page, planned int, err error) {
	m, err := arena.ReadMatch(r)
	if err != nil {
		return p, 0, fmt.Errorf("report: %w", err)
	}
	unit := m.Header.UnitSize()
	return MatchPage(m), (m.Header.Games + unit - 1) / unit * unit, nil
}

// MatchPage returns the page for a match, without Command and Digest.
func MatchPage(m *arena.Results) Page {
	labels := arena.Distinct(m.Header.Bots)
	between := ", "
	if len(labels) == 2 {
		between = " against "
	}
	return Page{Title: m.Header.Rules + ": " + strings.Join(m.Header.Bots, between), Anchor: labels[len(labels)-1], Matches: []*arena.Results{m}}
}
