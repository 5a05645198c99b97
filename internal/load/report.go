package load

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"gamed/internal/columns"
)

// A Report is what a run has measured.
type Report struct {
	Machine []string
	Plan    Plan
	Rows    []Row
}

// Table writes the report as a table.
func (r *Report) Table(w io.Writer) error {
	for _, line := range r.Machine {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "%d games at once, %v for each figure\n\n", r.Plan.Games, r.Plan.For)
	var t columns.Table
	head := "engine\tsync\tdurable\tservers\trecords/s\tp50\tp99\trequests/s\tp50\tp99\tprocessor"
	paced := slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Paced != nil })
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
		line := fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s", row.Engine, row.Sync, durable, servers, cells(&row.Append), cells(row.Play), work(row.Play))
		if paced {
			line += "\t" + due(row.Paced) + "\t" + cells(row.Paced)
		}
		t.Rowf("%s", line)
	}
	_, err := io.WriteString(w, t.Format("", "l"))
	return err
}

// cells are a rate and its times.
func cells(r *Result) string {
	if r == nil {
		return "-\t-\t-"
	}
	return fmt.Sprintf("%s\t%s\t%s", thousands(r.Rate), round(r.P50), round(r.P99))
}

// due is the rate that was asked for.
func due(r *Result) string {
	if r == nil {
		return "-"
	}
	return thousands(r.Due)
}

// work is what a request takes of the processors of this process.
func work(r *Result) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f µs", r.Work.Seconds()*1e6)
}

// thousands writes a rate as 12,300: with three digits that mean something.
func thousands(rate float64) string {
	n, unit := int(rate+0.5), 1
	for n/unit >= 1000 {
		unit *= 10
	}
	n = (n + unit/2) / unit * unit
	if n < 1000 {
		return fmt.Sprint(n)
	}
	s := ""
	for ; n >= 1000; n /= 1000 {
		s = fmt.Sprintf(",%03d%s", n%1000, s)
	}
	return fmt.Sprint(n) + s
}

// JSON writes the report as JSON, with times in microseconds.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.wire())
}

type wireReport struct {
	Machine []string  `json:"machine"`
	Games   int       `json:"games"`
	Seconds float64   `json:"seconds"`
	Rows    []wireRow `json:"rows"`
}

type wireRow struct {
	Engine  string      `json:"engine"`
	Sync    string      `json:"sync"`
	Durable bool        `json:"durable"`
	Servers int         `json:"servers,omitempty"`
	Append  *wireResult `json:"append"`
	Play    *wireResult `json:"play,omitempty"`
	Paced   *wireResult `json:"paced,omitempty"`
}

type wireResult struct {
	Due     float64 `json:"due_per_second,omitempty"`
	Rate    float64 `json:"per_second"`
	P50     int64   `json:"p50_us"`
	P99     int64   `json:"p99_us"`
	Worst   int64   `json:"worst_us"`
	Refused int     `json:"refused,omitempty"`
	Work    float64 `json:"processor_us"`
}

func (r *Report) wire() wireReport {
	w := wireReport{Machine: r.Machine, Games: r.Plan.Games, Seconds: r.Plan.For.Seconds(), Rows: []wireRow{}}
	for _, row := range r.Rows {
		w.Rows = append(w.Rows, wireRow{row.Engine, row.Sync, row.Durable, row.Servers, row.Append.wire(), row.Play.wire(), row.Paced.wire()})
	}
	return w
}

func (r *Result) wire() *wireResult {
	if r == nil {
		return nil
	}
	return &wireResult{r.Due, r.Rate, r.P50.Microseconds(), r.P99.Microseconds(), r.Worst.Microseconds(), r.Refused, r.Work.Seconds() * 1e6}
}
