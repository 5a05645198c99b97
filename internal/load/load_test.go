package load_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/load"
	"gamed/internal/test/leaktest"
	"gamed/store"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestMeasure checks that every engine of LocalEngines can be measured, and that no files are left.
func TestMeasure(t *testing.T) {
	report := load.Report{Machine: []string{"a machine"}, Plan: load.Plan{Games: 8, Duration: 100 * time.Millisecond}}
	dir := t.TempDir()
	for _, e := range load.LocalEngines() {
		var said []string
		row, err := load.Measure(t.Context(), e, dir, report.Plan, 100, func(what string) { said = append(said, what) })
		require.NoError(t, err, e.Name)
		report.Rows = append(report.Rows, row)
		results := []*load.Result{&row.Append, row.Play, row.Paced}
		if e.Name == "file" {
			assert.Nil(t, row.Play)
			results = results[:1]
		}
		assert.Len(t, said, len(results))
		for _, r := range results {
			assert.Positive(t, r.Rate, e.Name)
			assert.LessOrEqual(t, r.P50, r.P99)
			assert.LessOrEqual(t, r.P99, r.Worst)
			assert.Zero(t, r.Refused)
		}
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)

	var text bytes.Buffer
	require.NoError(t, report.Table(&text))
	assert.Contains(t, text.String(), "embedded  always  yes")
	require.NoError(t, xml.Unmarshal([]byte(report.Plot()), new(struct{})), "the picture is well formed")
	text.Reset()
	require.NoError(t, report.JSON(&text))
	var read struct {
		Rows []struct {
			Engine string
			Play   *struct {
				Rate float64 `json:"per_second"`
			}
		}
	}
	require.NoError(t, json.Unmarshal(text.Bytes(), &read))
	require.Len(t, read.Rows, len(report.Rows))
	assert.Equal(t, report.Rows[1].Play.Rate, read.Rows[1].Play.Rate)
}

// TestTableText checks the layout of the table.
func TestTableText(t *testing.T) {
	play := load.Result{Rate: 54321, P50: 123 * time.Microsecond, P99: 4560 * time.Microsecond, Work: 23 * time.Microsecond}
	paced := load.Result{Due: 50_000, Rate: 49_912, P50: 500 * time.Microsecond, P99: 9900 * time.Microsecond}
	report := load.Report{Machine: []string{"a machine"}, Plan: load.Plan{Games: 10, Duration: time.Second}, Rows: []load.EngineResult{
		{Engine: "file", Sync: "always", Durable: true, Append: load.Result{Rate: 999.6, P50: 12345 * time.Microsecond, P99: 1234 * time.Millisecond}},
		{Engine: "embedded", Sync: "never", Servers: 1, Append: load.Result{Rate: 1_234_567}, Play: &play, Paced: &paced},
	}}
	var text bytes.Buffer
	require.NoError(t, report.Table(&text))
	assert.Equal(t, `a machine
10 games at once, 1s for each figure

engine    sync    durable  servers  records/s  p50      p99      requests/s  p50      p99     processor  due/s   done/s  p50      p99
file      always  yes      -        1,000      12 ms    1.2 s    -           -        -       -          -       -       -        -
embedded  never   no       1        1,230,000  0.00 ms  0.00 ms  54,300      0.12 ms  4.6 ms  23 µs      50,000  49,900  0.50 ms  9.9 ms
`, text.String())
}

// TestRefusals checks that refused requests are counted and repeated. Each call of the store takes a
// millisecond of the test's clock.
func TestRefusals(t *testing.T) { synctest.Test(t, testRefusals) }

func testRefusals(t *testing.T) {
	log := store.NewMemory()
	refused := false
	log.InjectFault(func(c store.Call) store.Fault {
		time.Sleep(time.Millisecond)
		if c.Append && c.Record == 5 && !refused {
			refused = true
			return store.Fault{Err: store.ErrFull}
		}
		return store.Fault{}
	})
	o := load.OnHub(log)
	r, err := load.RunGames(t.Context(), o.Servers, "elements", load.Plan{Games: 1, Duration: 50 * time.Millisecond})
	require.NoError(t, err)
	assert.Equal(t, 1, r.Refused)
	assert.Positive(t, r.Rate)
	require.NoError(t, o.Close())
}

// TestFailingStore checks that a failing store ends a run with the store's error.
func TestFailingStore(t *testing.T) {
	log := store.NewMemory()
	why := errors.New("no")
	log.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: why} })
	o := load.OnHub(log)
	_, err := load.RunGames(t.Context(), o.Servers, "elements", load.Plan{Games: 3, Duration: time.Minute})
	require.ErrorIs(t, err, why)
	_, err = load.RunAppends(t.Context(), log, load.Plan{Games: 3, Duration: time.Minute})
	require.ErrorIs(t, err, why)
	require.NoError(t, o.Close())
}

// TestMachine checks that the description of the machine contains the time of a sync.
func TestMachine(t *testing.T) {
	facts, err := load.DescribeMachine(t.TempDir())
	require.NoError(t, err)
	assert.Contains(t, strings.Join(facts, "\n"), "a sync of one record")
}
