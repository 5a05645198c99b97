package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/arena"
	"gamed/arena/figure"
	"gamed/arena/tournament"
	"gamed/internal/svg"
)

const (
	// maxFaults is the maximum number of listed games with faults. maxOthers is the maximum number
	// of long games, and of upsets.
	maxFaults, maxOthers = 10, 5
	// minUpset is the minimum rating difference in Elo for an upset.
	minUpset = 50
	// maxLogSize is the maximum size in bytes of a log embedded in the page.
	maxLogSize = 256 << 10
)

// A notableGame is a game in the table of notable games.
type notableGame struct {
	match  int
	game   *arena.Game
	why    string
	weight float64 // order among the games with the same kind of reason
}

// notableGames returns the figure of notable games: games with faults, the longest games, and upsets.
func (d *data) notableGames() (figure.Figure, error) {
	var faults, long, upsets []notableGame
	keep := func(list []notableGame, most int, n notableGame) []notableGame {
		list = append(list, n)
		if len(list) > 4*most {
			list = heaviest(list, most)
		}
		return list
	}
	for i, m := range d.Matches {
		labels := shortNames(&m.Header)
		for j := range m.Games {
			g := &m.Games[j]
			if why, weight := faultReason(m, labels, g); why != "" {
				faults = keep(faults, maxFaults, notableGame{i, g, why, weight})
			}
			long = keep(long, maxOthers, notableGame{i, g, fmt.Sprintf("long: %s, %s", figure.Plural(g.Turns, "turn"), figure.Plural(g.Requests, "decision")), float64(g.Requests)})
			if why, weight := d.upset(m, g); why != "" {
				upsets = keep(upsets, maxOthers, notableGame{i, g, why, weight})
			}
		}
	}
	f := figure.Figure{
		ID: "worst", Title: "Notable games", Head: []string{"game", "why", "seats", "won by", "end"},
		About: "Faults first, then the longest games and the biggest upsets.",
	}
	listed, linked := map[*arena.Game]bool{}, false
	for _, n := range slices.Concat(heaviest(faults, maxFaults), heaviest(long, maxOthers), heaviest(upsets, maxOthers)) {
		if listed[n.game] {
			continue
		}
		listed[n.game] = true
		row, err := d.row(n)
		if err != nil {
			return f, err
		}
		linked = linked || row.Log != nil
		f.Rows = append(f.Rows, row)
	}
	if linked {
		f.About += " A link downloads the log for gamed replay FILE."
	}
	return f, nil
}

// shortNames returns the names of the bots in a match, shortened for tables.
func shortNames(h *arena.Header) []string {
	labels := arena.Distinct(h.Bots)
	for i, label := range labels {
		labels[i] = svg.Shorten(label, 150)
	}
	return labels
}

// heaviest returns the games with the greatest weights, at most the given number. Games with equal
// weights keep their order.
func heaviest(list []notableGame, most int) []notableGame {
	slices.SortStableFunc(list, func(a, b notableGame) int { return cmp.Compare(b.weight, a.weight) })
	return list[:min(len(list), most)]
}

// faultReason returns the reason and weight of a game with faults or a panic in the rules. The
// reason of any other game is empty.
func faultReason(m *arena.Results, labels []string, g *arena.Game) (why string, weight float64) {
	if g.End == arena.EngineError {
		return g.Error, 2
	}
	var parts []string
	for _, f := range g.Faults {
		text := fmt.Sprintf("%s: %s: %s", labels[m.Header.BotIndex(g.Number, f.Seat)], f.Kind, f.Text)
		if f.N > 1 {
			text += fmt.Sprintf(" (and %d more)", f.N-1)
		}
		parts = append(parts, text)
		weight = 1
	}
	return strings.Join(parts, "; "), weight
}

// upset returns the reason and weight of an upset: a win over an opponent with a much higher
// rating. The weight is the rating of the highest-rated loser minus the winner's. The reason of any
// other game is empty.
func (d *data) upset(m *arena.Results, g *arena.Game) (why string, weight float64) {
	if d.standings.UnratedReason != "" || len(g.Won) != 1 || len(g.Faults) > 0 || len(g.Seats) < 2 {
		return "", 0
	}
	labels, short := arena.Distinct(m.Header.Bots), shortNames(&m.Header)
	elo := func(seat int) (string, float64) {
		bot := m.Header.BotIndex(g.Number, seat)
		i := slices.IndexFunc(d.standings.Bots, func(s tournament.Standing) bool { return s.Name == labels[bot] })
		return short[bot], d.standings.Bots[i].Elo.Value
	}
	winner, own := elo(g.Won[0])
	for seat := range g.Seats {
		loser, theirs := elo(seat)
		if difference := theirs - own; difference > weight && difference >= minUpset {
			weight = difference
			why = fmt.Sprintf("upset: %s beat %s, rated %.0f higher", winner, loser, difference)
		}
	}
	return why, weight
}

// row returns the row for a game, with the game's log unless the log is longer than maxLogSize.
func (d *data) row(n notableGame) (r figure.Row, err error) {
	m, g := d.Matches[n.match], n.game
	labels := shortNames(&m.Header)
	game := strconv.Itoa(g.Number)
	r.KeptLog, r.LogFileName = g.Replay, fmt.Sprintf("game-%d.jsonl", g.Number)
	if len(d.Matches) > 1 {
		game = fmt.Sprintf("%d of pairing %d", g.Number, n.match)
		r.LogFileName = fmt.Sprintf("pairing-%d-%s", n.match, r.LogFileName)
		if r.KeptLog != "" {
			r.KeptLog = fmt.Sprintf("pairing-%d/%s", n.match, g.Replay)
		}
	}
	if d.Log != nil {
		log, err := d.Log(n.match, g)
		if err != nil {
			return r, err
		}
		if len(log) <= maxLogSize {
			r.Log = log
		}
	}
	var seats, winners []string
	for seat := range g.Seats {
		seats = append(seats, labels[m.Header.BotIndex(g.Number, seat)])
	}
	for _, seat := range g.Won {
		winners = append(winners, seats[seat])
	}
	if winners == nil {
		winners = []string{"nobody"}
	}
	for _, text := range []string{game, n.why, strings.Join(seats, ", "), strings.Join(winners, ", "), string(g.End)} {
		r.Cells = append(r.Cells, figure.Text(text))
	}
	return r, nil
}
