package load

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"gamed/internal/columns"
)

// A Report holds the results of several engines.
type Report struct {
	Machine []string
	Plan    Plan
	Rows    []EngineResult
}

// Run calls [Measure] for each engine. It writes a line to progress before each step.
func (r *Report) Run(ctx context.Context, engines []Engine, dir string, rate float64, progress io.Writer) (err error) {
	if r.Machine, err = DescribeMachine(dir); err != nil {
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

// Write writes the report as JSON or as a table. If plot is not empty, Write also draws the report
// into a file with this name.
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

// Table writes the report as a table.
func (r *Report) Table(w io.Writer) error {
	for _, line := range r.Machine {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "%d games at once, %v for each figure\n\n", r.Plan.Games, r.Plan.Duration)
	var t columns.Table
	head := "engine\tsync\tdurable\tservers\trecords/s\tp50\tp99\trequests/s\tp50\tp99\tprocessor"
	paced := slices.ContainsFunc(r.Rows, func(row EngineResult) bool { return row.Paced != nil })
	if paced {
		head += "\tdue/s\tdone/s\tp50\tp99"
	}
	t.Rowf("%s", head)
	for _, row := range r.Rows {
		durable := "no"
		if row.Durable {
			durable = "yes"
		}
		servers := "-"
		if row.Servers > 0 {
			servers = fmt.Sprint(row.Servers)
		}
		line := fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s", row.Engine, row.Sync, durable, servers, formatCells(&row.Append), formatCells(row.Play), formatWork(row.Play))
		if paced {
			line += "\t" + formatDue(row.Paced) + "\t" + formatCells(row.Paced)
		}
		t.Rowf("%s", line)
	}
	_, err := io.WriteString(w, t.Format("", "l"))
	return err
}

// formatCells formats a rate and its latencies.
func formatCells(r *Result) string {
	if r == nil {
		return "-\t-\t-"
	}
	return fmt.Sprintf("%s\t%s\t%s", formatRate(r.Rate), formatTime(r.P50), formatTime(r.P99))
}

func formatDue(r *Result) string {
	if r == nil {
		return "-"
	}
	return formatRate(r.Due)
}

func formatWork(r *Result) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f µs", r.Work.Seconds()*1e6)
}

// formatRate formats a rate with three significant digits: 12,300.
func formatRate(rate float64) string {
	n, unit := int(rate+0.5), 1
	for n/unit >= 1000 {
		unit *= 10
	}
	return columns.Thousands((n + unit/2) / unit * unit)
}

// JSON writes the report as JSON, with times in microseconds.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Machine []string       `json:"machine"`
		Games   int            `json:"games"`
		Seconds float64        `json:"seconds"`
		Rows    []EngineResult `json:"rows"`
	}{r.Machine, r.Plan.Games, r.Plan.Duration.Seconds(), r.Rows})
}

// MarshalJSON writes times in microseconds.
func (r Result) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Due     float64 `json:"due_per_second,omitempty"`
		Rate    float64 `json:"per_second"`
		P50     int64   `json:"p50_us"`
		P99     int64   `json:"p99_us"`
		Worst   int64   `json:"worst_us"`
		Refused int     `json:"refused,omitempty"`
		Work    float64 `json:"processor_us"`
	}{r.Due, r.Rate, r.P50.Microseconds(), r.P99.Microseconds(), r.Worst.Microseconds(), r.Refused, r.Work.Seconds() * 1e6})
}
