package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/svg"
)

// A table consists of rows of cells. The first cell of a row is its header.
type table struct {
	ID, Title, About string
	Class            string
	Sorted           bool // sortable by a click on a header
	Head             []cell
	Rows             [][]cell
}

// A cell is styled text.
type cell struct {
	Text   string
	Small  string // after Text
	Class  string
	Colour string // color class of a leading dot
	Number bool   // header of a numeric column
	Link   template.URL
	File   string // file name of the linked download
	Kept   string // file name of the game's log in the Faults folder
}

func number(text string) cell { return cell{Text: text, Class: "n"} }

func whole(n int) cell { return number(grouped(float64(n))) }

// span returns a cell with an interval of shares.
func span(in stats.Interval) cell {
	return number(fmt.Sprintf("%.1f to %.1f %%", 100*in[0], 100*in[1]))
}

// heads returns a header row with a text column and then numeric columns.
func heads(first string, others ...string) []cell {
	head := []cell{{Text: first}}
	for _, name := range others {
		head = append(head, cell{Text: name, Number: true})
	}
	return head
}

// bot returns the header cell of a bot's row.
func (d *data) bot(name string) cell {
	return cell{Text: svg.Shorten(name, 260), Colour: d.colour(name)}
}

// bots returns the table of bots.
func (d *data) bots() *table {
	s := &d.standings
	t := &table{ID: "bots", Title: "Bots", Sorted: len(s.Bots) > 2}
	var columns []string
	if s.Unrated == "" {
		columns = []string{"Elo"}
	} else if len(s.Bots) > 1 {
		t.About = "No ratings: " + s.Unrated + "."
	}
	t.Head = heads("bot", append(columns, "games", "won", "drawn", "score", "95 % interval", "faults")...)
	for _, b := range s.Bots {
		row := []cell{d.bot(b.Name)}
		if s.Unrated == "" {
			row = append(row, number(margin(b.Elo)))
		}
		failed := whole(b.Faults.Total())
		if failed.Text != "0" {
			failed.Class = "n bad"
		}
		t.Rows = append(t.Rows, append(row, whole(b.Games), whole(b.Wins), whole(b.Draws), number(share(b.Score.Value)), span(b.Score.Interval), failed))
	}
	return t
}

// cross returns the cross-table.
func (d *data) cross() *table {
	s := &d.standings
	if len(s.Bots) < 2 {
		return nil
	}
	t := &table{ID: "cross", Title: "Cross-table", Class: "matrix", Head: heads("bot"),
		About: "Score of the row against the column in percent, and number of games."}
	for i := range s.Bots {
		t.Head = append(t.Head, cell{Text: strconv.Itoa(i + 1), Number: true})
	}
	for i, b := range s.Bots {
		head := d.bot(b.Name)
		head.Text = strconv.Itoa(i+1) + " " + head.Text
		row := []cell{head}
		for _, other := range s.Bots {
			c := number("–")
			for _, v := range b.Against {
				if v.Name == other.Name {
					c = scored(v.Record)
				}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// scored returns a cell with a score, colored by its distance from even.
func scored(r arena.Record) cell {
	score := r.Score.Value
	return cell{Text: fmt.Sprintf("%.1f", 100*score), Small: grouped(float64(r.Games)), Class: fmt.Sprintf("h%d", int(math.Round(10*score)))}
}
