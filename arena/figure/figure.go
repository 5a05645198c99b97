package figure

import "slices"

// A Figure is a statistic. A figure without rows is absent: no output draws it.
type Figure struct {
	ID    string   `json:"id"` // unique among the figures of a result
	Title string   `json:"title"`
	About string   `json:"about,omitempty"` // how to read it, in sentences
	Head  []string `json:"head"`
	Rows  []Row    `json:"rows"`

	// Matrix is set if the columns stand for the same things as the rows. HTML colors its parts.
	Matrix bool `json:"-"`
	// Long is set if the figure is too long for a terminal. The text has only its marked rows.
	Long bool `json:"-"`
}

// A Row is a row of a figure.
type Row struct {
	Cells []Cell `json:"cells"` // the first one names the row
	// Kept is the file name of the row's game log in the folder of faults, or empty.
	Kept string `json:"kept,omitempty"`
	// Log is the log of the row's game for HTML, and File its name. Log is nil if there is none.
	Log  []byte `json:"-"`
	File string `json:"-"`
}

// Add appends a row.
func (f *Figure) Add(cells ...Cell) { f.Rows = append(f.Rows, Row{Cells: cells}) }

// Number reports whether a column has numbers. Its first row decides.
func (f Figure) Number(column int) bool {
	return len(f.Rows) > 0 && column < len(f.Rows[0].Cells) && f.Rows[0].Cells[column].Unit != None
}

// Present returns the figures that have rows.
func Present(all ...Figure) []Figure {
	return slices.DeleteFunc(all, func(f Figure) bool { return len(f.Rows) == 0 })
}
