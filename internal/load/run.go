package load

import (
	"context"
	"fmt"
	"io"
	"os"
)

// Run measures engines one after the other in new folders of dir, as [Measure] does each, and
// says on progress what comes next.
func (r *Report) Run(ctx context.Context, engines []Engine, dir string, rate float64, progress io.Writer) (err error) {
	if r.Machine, err = Machine(dir); err != nil {
		return err
	}
	for i, e := range engines {
		row, err := Measure(ctx, e, dir, r.Plan, rate, func(what string) {
			fmt.Fprintf(progress, "%d of %d: %s, sync %s: %s\n", i+1, len(engines), e.Name, e.Sync, what)
		})
		if err != nil {
			return err
		}
		r.Rows = append(r.Rows, row)
	}
	return nil
}

// Write writes the report, as JSON or as a table, and draws it into the file plot if that is
// not "".
func (r *Report) Write(w io.Writer, asJSON bool, plot string) error {
	if plot != "" {
		if err := os.WriteFile(plot, []byte(r.Plot()), 0o644); err != nil {
			return err
		}
	}
	if asJSON {
		return r.JSON(w)
	}
	return r.Table(w)
}
