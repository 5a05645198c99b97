package table_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

func boolPointer(b bool) *bool { return &b }

// TestSettings checks that a settings record holds all settings of the seat, and that an input that
// changes nothing leads to no record.
func TestSettings(t *testing.T) {
	l := duel(t)
	require.Nil(t, l.live.Seats[0].Settings)
	l.requireNoRecord(&table.SettingsChange{Seat: 0})
	byDefault := l.live.SeatSettings(0, 0).Stops
	require.Equal(t, []string{"block", "play", "main", "attack"}, byDefault)
	l.requireNoRecord(&table.SettingsChange{Seat: 0, Stops: byDefault, Alone: boolPointer(false), Forget: true})
	l.requireNoRecord(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1}})
	r := l.do(&table.SettingsChange{Seat: 0, Alone: boolPointer(true)})
	require.Equal(t, table.Settings{Seat: 0, Alone: boolPointer(true)}, *r.Settings)
	l.requireNoRecord(&table.SettingsChange{Seat: 0, Alone: boolPointer(true)})
	r = l.do(&table.SettingsChange{Seat: 0, Stops: []string{"main", "block", "main"}})
	require.Equal(t, table.Settings{Seat: 0, Alone: boolPointer(true), Stops: []string{"block", "main"}}, *r.Settings, "in the order of the rules")
	r = l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: -1, On: true}})
	require.Equal(t, uint8(1<<table.Audience), r.Settings.Muted)
	l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: true}})
	require.Equal(t, uint8(1<<table.Audience|1<<1), l.live.Muted(0))
	require.Equal(t, []int{1, -1}, l.live.SeatSettings(0, l.live.Muted(0)).Muted)
	l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1}})
	require.Equal(t, uint8(1<<table.Audience), l.live.Muted(0))
	require.Zero(t, l.live.Muted(1))
	require.True(t, l.live.SeatSettings(0, 0).Alone)
	require.Equal(t, []string{"block", "main"}, l.live.SeatSettings(0, 0).Stops)
	l.do(&table.SettingsChange{Seat: 0, Stops: []string{protocol.AllStops}})
	require.Len(t, l.live.SeatSettings(0, 0).Stops, len(elementsRules.Info().Passing.Stops))
	l.do(&table.SettingsChange{Seat: 0, Stops: []string{}})
	require.Empty(t, l.live.SeatSettings(0, 0).Stops)
	require.Equal(t, byDefault, l.live.SeatSettings(1, 0).Stops)
}

// TestDefaults checks the default settings of a seat for each kind of player and opponents.
func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		seats string // seat 0 is tested
		rules *table.CachedRules
		stops int
		alone bool
	}{
		{"pp", elementsRules, 4, false},
		{"pb", elementsRules, 4, true},
		{"pbp", elementsRules, 4, false},
		{"po", elementsRules, 4, false},
		{"bp", elementsRules, 13, false},
		{"bb", elementsRules, 13, false},
		{"p", dominionRules, 2, true},
		{"pb", harborRules, 0, false},
	} {
		kept := begin(t, test.rules, header(test.rules, test.seats)).live.SeatSettings(0, 0)
		require.Len(t, kept.Stops, test.stops, "%+v", test)
		require.Equal(t, test.alone, kept.Alone, "%+v", test)
	}
}

// TestSettingsRefused checks that the table refuses invalid settings and too many changes.
func TestSettingsRefused(t *testing.T) {
	l := duel(t)
	for _, m := range []protocol.Mute{{Seat: 0, On: true}, {Seat: 2, On: true}} {
		l.requireRefused(&table.SettingsChange{Seat: 0, Mute: &m}, protocol.NoSeat, "another seat of this game")
	}
	l.requireRefused(&table.SettingsChange{Seat: state.Watcher, Mute: &protocol.Mute{Seat: 0, On: true}}, protocol.NoSeat, "another seat")
	l.requireRefused(&table.SettingsChange{Seat: 2, Alone: boolPointer(true)}, protocol.NoSeat, "still in the game")
	open := begin(t, elementsRules, header(elementsRules, "po"))
	open.requireRefused(&table.SettingsChange{Seat: 0, Always: &table.Answer{}}, protocol.NotAsked, "all seats are taken")
	open.requireRefused(&table.SettingsChange{Seat: state.Watcher, Alone: boolPointer(true)}, protocol.NoSeat, "only a seat")
	require.NotNil(t, open.do(&table.SettingsChange{Seat: 0, Stops: []string{protocol.AllStops}}), "a program sets its stops when it joins")
	require.NotNil(t, open.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: -1, On: true}}), "players may mute before the game starts")
	game := begin(t, harborRules, header(harborRules, "pp"))
	for _, w := range []*table.SettingsChange{{Alone: boolPointer(true)}, {Stops: []string{}}, {Stops: []string{"main"}}} {
		game.requireRefused(w, protocol.NotNow, "passes in this game")
	}
	game.requireNoRecord(&table.SettingsChange{Stops: []string{protocol.AllStops}})
	l.requireRefused(&table.SettingsChange{Seat: 0, Stops: []string{"main", "dawn"}}, protocol.BadField, `no stop "dawn": use block, play`)
	most := table.MaxSettings + 5*l.live.Machine.Turn()
	for n := range most {
		l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: n%2 == 0}})
	}
	l.requireRefused(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: most%2 == 0}}, protocol.NotNow, "too often")
	l.do(&table.SettingsChange{Seat: 1, Mute: &protocol.Mute{Seat: 0, On: true}})
	l.do(&table.Resignation{Seat: 1})
	l.requireRefused(&table.SettingsChange{Seat: 1, Mute: &protocol.Mute{Seat: 0}}, protocol.GameOver, "over")
	l.requireRefused(&table.SettingsChange{Seat: 1, Alone: boolPointer(true)}, protocol.GameOver, "over")
}

// TestAlways checks that the table repeats an answer at decisions with the same options until the
// seat clears the answer.
func TestAlways(t *testing.T) {
	l := duel(t)
	seat := l.askedSeat()
	answer := l.live.AnswerTo(seat, 0)
	r := l.do(&table.SettingsChange{Seat: seat, Always: &answer})
	require.Equal(t, []table.Answer{answer}, r.Settings.Always)
	records := l.records()
	var auto *table.Request
	for _, r := range records {
		if r.Request != nil && r.Request.Seat == seat {
			auto = r.Request
		}
	}
	require.NotNil(t, auto, "the setting answers at once")
	require.Equal(t, table.ByAuto, auto.By)
	require.Equal(t, []string{answer.Take}, l.live.SeatSettings(seat, 0).Always)
	r = l.do(&table.SettingsChange{Seat: seat, Forget: true})
	require.Empty(t, r.Settings.Always)
	for n := range table.MaxAlways + 2 {
		r, err := l.decide(&table.SettingsChange{Seat: seat, Always: &table.Answer{Options: fmt.Sprint(n), Take: "x"}})
		require.NoError(t, err)
		l.add(r)
	}
	kept := l.live.SeatSettings(seat, 0).Always
	require.Len(t, kept, table.MaxAlways)
	r, err := l.decide(&table.SettingsChange{Seat: seat, Always: &table.Answer{Options: "20", Take: "y"}})
	require.NoError(t, err)
	require.Len(t, r.Settings.Always, table.MaxAlways)
	require.Equal(t, "2", r.Settings.Always[0].Options, "the oldest answers were dropped")
	require.Equal(t, table.Answer{Options: "20", Take: "y"}, r.Settings.Always[table.MaxAlways-1])
}

// TestAutomatic checks that no automatic answer is due for a seat for which a bot plays.
func TestAutomatic(t *testing.T) {
	l := duel(t)
	seat := l.askedSeat()
	answer := l.live.AnswerTo(seat, 0)
	l.now.StandIn = state.Only(seat)
	r, err := l.decide(&table.SettingsChange{Seat: seat, Always: &answer})
	require.NoError(t, err)
	l.add(r)
	require.Nil(t, l.live.Next(l.now))
	l.now.StandIn = 0
	require.Equal(t, table.ByAuto, l.live.Next(l.now).Request.By)
}

// TestStops checks that the server passes for a seat exactly in the situations in which the seat
// has no stop.
func TestStops(t *testing.T) {
	stop := elementsRules.Abilities().Stop
	for _, stops := range [][]string{nil, {}, {"main"}, {"play", "others_main"}, {protocol.AllStops}} {
		l := duel(t)
		l.now.Pause = 300
		if stops != nil {
			l.do(&table.SettingsChange{Seat: 1, Stops: stops})
		}
		waits := l.live.SeatSettings(1, 0).Stops
		r, passed := state.Rand(5), 0
		for range 1000 {
			for l.live.Due(0, &l.now)+l.live.Due(1, &l.now) != 0 {
				l.now.At += 300
				l.addFollowing()
			}
			if l.live.Over() {
				break
			}
			if l.live.Machine.Decision(1) == 0 {
				l.do(l.choice(0, r.N(len(l.live.Options(0)))))
				continue
			}
			options, i := l.live.Options(1), stop(l.live.Machine, 1)
			pass := l.live.Machine.Label(1, options[0]).Do == "pass"
			require.True(t, !pass || slices.Contains(waits, elementsRules.Info().Passing.Stops[i].Name), "%v: the server does not pass", stops)
			l.do(l.choice(1, r.N(len(options))))
		}
		for _, r := range l.records() {
			if q := r.Request; q != nil && q.By == table.ByAuto && q.Seat == 1 {
				passed++
			}
		}
		require.Equal(t, len(waits) == len(elementsRules.Info().Passing.Stops), passed == 0, "%v: %d passes", stops, passed)
	}
}

// TestDue checks that Due returns the end of the pause, and that Next answers only from then on.
func TestDue(t *testing.T) {
	l := duel(t)
	l.now.Pause = 300
	seat := l.playUntilPass()
	opened := l.live.Seats[seat].Asked
	require.Equal(t, opened+300, l.live.Due(seat, &l.now))
	require.Zero(t, l.live.Due(1-seat, &l.now))
	l.now.At = opened + 299
	require.Nil(t, l.live.Next(l.now))
	l.now.At = opened + 300
	r := l.live.Next(l.now)
	require.Equal(t, seat, r.Request.Seat)
	require.Equal(t, table.ByAuto, r.Request.By)
	l.now.StandIn = state.Only(seat)
	require.Zero(t, l.live.Due(seat, &l.now), "its bot plays")
	require.Nil(t, l.live.Next(l.now))
	l.now.StandIn = 0
	l.add(&table.Record{Kind: "settings", At: l.now.At, Settings: &table.Settings{Seat: seat, Stops: allStops()}})
	require.Zero(t, l.live.Due(seat, &l.now), "the seat waits now")
}

func allStops() (names []string) {
	for _, stop := range elementsRules.Info().Passing.Stops {
		names = append(names, stop.Name)
	}
	return names
}

// playUntilPass plays default options until a seat has an automatic answer, and returns the seat.
func (l *log) playUntilPass() state.Seat {
	for {
		for seat := range state.Seat(2) {
			if l.live.Due(seat, &l.now) != 0 {
				return seat
			}
		}
		l.now.At++
		l.choose(0)
	}
}

// TestHold checks that a decision that an undo has reopened gets no automatic answer until the
// player changes the stops.
func TestHold(t *testing.T) {
	l := duel(t)
	l.now.Pause = 300
	seat := l.playUntilPass()
	l.do(l.choice(seat, 0))
	r, err := l.decide(&table.Proposal{Seat: seat, Kind: protocol.OfferUndo})
	require.NoError(t, err)
	l.add(r)
	if r.Undo == nil {
		l.do(&table.Response{Seat: 1 - seat, Kind: protocol.OfferUndo, Accept: true})
	}
	require.NotZero(t, l.live.Machine.Decision(seat))
	require.Zero(t, l.live.Due(seat, &l.now))
	l.do(&table.SettingsChange{Seat: seat, Alone: boolPointer(true)})
	require.Zero(t, l.live.Due(seat, &l.now))
	l.do(&table.SettingsChange{Seat: seat, Stops: []string{}})
	require.Equal(t, l.live.Seats[seat].Asked+300, l.live.Due(seat, &l.now))
}

// TestUntil checks that the field until of older settings records has no effect.
func TestUntil(t *testing.T) {
	l := duel(t)
	l.lines = append(l.lines, []byte(`{"t":"settings","at_ms":1,"settings":{"seat":0,"alone":true,"until":"turn","turn":1,"muted":1}}`))
	r, err := table.Restore(l.lines, table.SameRules(l.rules))
	require.NoError(t, err)
	require.Equal(t, &protocol.SeatSettings{Stops: l.live.SeatSettings(0, 0).Stops, Alone: true, Always: []string{}, Muted: []int{}}, r.Table.SeatSettings(0, 0))
}

// TestDamagedSettings checks that a log with settings of a seat that does not exist counts as
// damaged.
func TestDamagedSettings(t *testing.T) {
	duel(t).requireDamaged(&table.Record{Kind: "settings", Settings: &table.Settings{Seat: 2}}, "there is no seat 2")
}
