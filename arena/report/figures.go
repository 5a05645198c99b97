package report

import (
	"fmt"
	"strings"
)

// figures returns tables of the ruleset's figures for a single match.
func (d *data) figures() (tables []*table) {
	if d.only == nil {
		return nil
	}
	for i, group := range d.only.Figures {
		t := &table{
			ID: fmt.Sprintf("figures%d", i), Title: strings.ToUpper(group.Name[:1]) + group.Name[1:], Sorted: true,
			Head: heads("", "games", "share", "least", "mean", "most"),
		}
		for _, f := range group.Figures {
			t.Rows = append(t.Rows, []cell{{Text: f.Name}, whole(f.Games), number(share(f.Share)), number(short(f.Least)), number(short(f.Mean)), number(short(f.Most))})
		}
		tables = append(tables, t)
	}
	return tables
}
