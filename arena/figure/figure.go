package figure

import "slices"

// A Figure is a statistic as a table. Outputs omit a figure without rows.
type Figure struct {
	ID    string   `json:"id"` // unique among the figures of a result
	Title string   `json:"title"`
	About string   `json:"about,omitempty"` // explains the figure, in sentences
	Head  []string `json:"head"`
	Rows  []Row    `json:"rows"`

	// Matrix is set if the last columns stand for the same bots or decks as the rows. HTML colors the
	// cells of a matrix that are shares.
	Matrix bool `json:"-"`
	// Long is set if the figure is too long for a terminal. The text of a long figure has only the
	// rows with a marked cell.
	Long bool `json:"-"`
}

// A Row is a row of a figure.
type Row struct {
	Cells []Cell `json:"cells"` // the first cell names the row
	// KeptLog is the path of the kept log of the row's game, within the folder for faults. KeptLog
	// is empty if the match did not keep the log.
	KeptLog string `json:"kept,omitempty"`
	// Log is the log of the row's game for HTML, or nil. LogFileName is the name under which the
	// page saves the log.
	Log         []byte `json:"-"`
	LogFileName string `json:"-"`
}

// Add appends a row.
func (f *Figure) Add(cells ...Cell) { f.Rows = append(f.Rows, Row{Cells: cells}) }

// IsNumeric reports whether the first row has a number in the given column.
func (f Figure) IsNumeric(column int) bool {
	return len(f.Rows) > 0 && column < len(f.Rows[0].Cells) && f.Rows[0].Cells[column].Unit != NoUnit
}

// NonEmpty returns the figures that have rows.
func NonEmpty(all ...Figure) []Figure {
	return slices.DeleteFunc(all, func(f Figure) bool { return len(f.Rows) == 0 })
}
