package report

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"gamed/arena"
	"gamed/arena/tournament"
	"gamed/internal/svg"
)

const (
	// mostFaults and mostOthers are the maximum numbers of listed games of each kind.
	mostFaults, mostOthers = 10, 5
	// surprising is the minimum rating difference in Elo for an upset.
	surprising = 50
	// mostLog is the maximum size in bytes of a log embedded in the page.
	mostLog = 256 << 10
)

// A notable is a game listed under notable games.
type notable struct {
	match  int
	game   *arena.Game
	why    string
	weight float64 // within its kind
}

// worst lists notable games: games with faults, the longest games, and upsets.
func (d *data) worst() (*table, error) {
	var faults, long, upsets []notable
	keep := func(list []notable, most int, n notable) []notable {
		list = append(list, n)
		if len(list) > 4*most {
			list = heaviest(list, most)
		}
		return list
	}
	for i, m := range d.Matches {
		labels := brief(&m.Header)
		for j := range m.Games {
			g := &m.Games[j]
			if why, weight := failure(m, labels, g); why != "" {
				faults = keep(faults, mostFaults, notable{i, g, why, weight})
			}
			long = keep(long, mostOthers, notable{i, g, fmt.Sprintf("long: %s, %s", count(g.Turns, "turn"), count(g.Requests, "decision")), float64(g.Requests)})
			if why, weight := d.surprise(m, g); why != "" {
				upsets = keep(upsets, mostOthers, notable{i, g, why, weight})
			}
		}
	}
	t := &table{ID: "worst", Title: "Notable games", Head: []cell{{Text: "game"}, {Text: "why"}, {Text: "seats"}, {Text: "won by"}, {Text: "end"}}}
	listed := map[*arena.Game]bool{}
	for _, n := range slices.Concat(heaviest(faults, mostFaults), heaviest(long, mostOthers), heaviest(upsets, mostOthers)) {
		if listed[n.game] {
			continue
		}
		listed[n.game] = true
		row, err := d.row(n)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, row)
	}
	if t.Rows == nil {
		return nil, nil
	}
	t.About = "Faults first, then the longest games and the biggest upsets."
	if slices.ContainsFunc(t.Rows, func(row []cell) bool { return row[0].Link != "" }) {
		t.About += " A link downloads the log for gamed replay FILE."
	}
	return t, nil
}

// brief returns the names of the bots in a match, shortened for tables.
func brief(h *arena.Header) []string {
	labels := arena.Distinct(h.Bots)
	for i, label := range labels {
		labels[i] = svg.Shorten(label, 150)
	}
	return labels
}

// heaviest returns the entries with the greatest weights, at most the given number. Equal
// entries keep their order.
func heaviest(list []notable, most int) []notable {
	slices.SortStableFunc(list, func(a, b notable) int { return cmp.Compare(b.weight, a.weight) })
	return list[:min(len(list), most)]
}

// failure describes the faults of a game and their weight.
func failure(m *arena.Results, labels []string, g *arena.Game) (why string, weight float64) {
	if g.End == arena.EngineError {
		return g.Error, 2
	}
	var parts []string
	for _, f := range g.Faults {
		text := fmt.Sprintf("%s: %s: %s", labels[m.Header.Bot(g.Number, f.Seat)], f.Kind, f.Text)
		if f.N > 1 {
			text += fmt.Sprintf(" (and %d more)", f.N-1)
		}
		parts = append(parts, text)
		weight = 1
	}
	return strings.Join(parts, "; "), weight
}

// surprise describes an upset: a win over an opponent with a much higher rating. The weight is
// the difference from the highest-rated loser.
func (d *data) surprise(m *arena.Results, g *arena.Game) (why string, weight float64) {
	if d.standings.Unrated != "" || len(g.Won) != 1 || len(g.Faults) > 0 || len(g.Seats) < 2 {
		return "", 0
	}
	labels, short := arena.Distinct(m.Header.Bots), brief(&m.Header)
	elo := func(seat int) (string, float64) {
		bot := m.Header.Bot(g.Number, seat)
		i := slices.IndexFunc(d.standings.Bots, func(s tournament.Standing) bool { return s.Name == labels[bot] })
		return short[bot], d.standings.Bots[i].Elo.Value
	}
	winner, own := elo(g.Won[0])
	for seat := range g.Seats {
		loser, theirs := elo(seat)
		if by := theirs - own; by > weight && by >= surprising {
			weight = by
			why = fmt.Sprintf("upset: %s beat %s, rated %s higher", winner, loser, signed(by))
		}
	}
	return why, weight
}

// row returns the row for a game, with a link to the game's log.
func (d *data) row(n notable) ([]cell, error) {
	m, g := d.Matches[n.match], n.game
	labels := brief(&m.Header)
	head := cell{Text: strconv.Itoa(g.Number), Kept: g.Replay, File: fmt.Sprintf("game-%d.jsonl", g.Number)}
	if len(d.Matches) > 1 {
		head.Text = fmt.Sprintf("%d of pairing %d", g.Number, n.match)
		head.File = fmt.Sprintf("pairing-%d-%s", n.match, head.File)
		if head.Kept != "" {
			head.Kept = fmt.Sprintf("pairing-%d/%s", n.match, g.Replay)
		}
	}
	if d.Log != nil {
		log, err := d.Log(n.match, g)
		if err != nil {
			return nil, err
		}
		if log != nil && len(log) <= mostLog {
			head.Link = template.URL("data:application/jsonl;base64," + base64.StdEncoding.EncodeToString(log))
		}
	}
	var seats, winners []string
	for seat := range g.Seats {
		seats = append(seats, labels[m.Header.Bot(g.Number, seat)])
	}
	for _, seat := range g.Won {
		winners = append(winners, seats[seat])
	}
	if winners == nil {
		winners = []string{"nobody"}
	}
	return []cell{
		head, {Text: n.why, Class: "wrap"}, {Text: strings.Join(seats, ", "), Class: "wrap"},
		{Text: strings.Join(winners, ", "), Class: "wrap"}, {Text: string(g.End)},
	}, nil
}
