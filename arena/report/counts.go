package report

import (
	"cmp"
	"maps"
	"slices"

	"gamed/arena"
)

// faults returns a table of faults by bot and kind.
func (d *data) faults() *table {
	t := &table{ID: "faults", Title: "Faults"}
	counted := func(b int) arena.Counts { return d.standings.Bots[b].Faults }
	if d.count(t, counted); t.Rows == nil {
		t.About = "No faults."
	}
	return t
}

// ends returns a table of how the games ended for each bot.
func (d *data) ends() *table {
	t := &table{ID: "ends", Title: "Ends of games", About: "How games ended for each bot: normal is by the rules, adjudicated is at the turn limit."}
	if d.count(t, func(b int) arena.Counts { return d.standings.Bots[b].Ends }); t.Rows == nil {
		return nil
	}
	return t
}

// count fills a table with a row per bot and a column per kind.
func (d *data) count(t *table, counted func(bot int) arena.Counts) {
	kinds := map[arena.End]int{}
	for b := range d.standings.Bots {
		for kind, n := range counted(b) {
			kinds[kind] += n
		}
	}
	names := slices.SortedFunc(maps.Keys(kinds), func(a, b arena.End) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]), cmp.Compare(a, b))
	})
	if len(names) == 0 {
		return
	}
	t.Head = heads("bot")
	for _, kind := range names {
		t.Head = append(t.Head, cell{Text: string(kind), Number: true})
	}
	for b, s := range d.standings.Bots {
		row := []cell{d.bot(s.Name)}
		for _, kind := range names {
			row = append(row, whole(counted(b)[kind]))
		}
		t.Rows = append(t.Rows, row)
	}
}
