package cardsim

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gamed/state"
)

// A Machine is a table in progress with one or more players. Each player plays a separate game, and
// no player waits for another.
type Machine[C StatsCollection] struct {
	game   *Game[C]
	setup  gameSetup
	seq    uint32
	seats  []seatState[C]
	agreed bool        // ended by agreement
	won    state.Seats // the winners, if agreed
	// operations holds functions that repeat every operation on the machine, for Set. Only games that
	// cannot copy their stats need operations.
	operations []func(m *Machine[C])
}

// A seatState holds the state of a seat and its player.
type seatState[C StatsCollection] struct {
	p        *Player[C]
	answered uint32 // Seq after the seat's last accepted request
	left     bool   // the seat has resigned
	// stranger is set in a world of another seat, which does not know this player's cards. A
	// stranger can only pass, which sets passed. A stranger is not asked again, because the rest of
	// its game is unknown.
	stranger, passed bool
}

// isAsked reports whether the player has choices to make.
func (at *seatState[C]) isAsked() bool { return at.p.ending == nil && !at.passed }

func (at *seatState[C]) appendOptions(dst []state.Option) []state.Option {
	switch {
	case at.passed:
		return dst
	case at.stranger:
		return append(dst, state.Option{Do: Pass})
	}
	return at.p.appendOptions(dst)
}

// gameSetup is the configuration of a game.
type gameSetup struct {
	seats, debug int
	seed         uint64
}

// Info describes the game without its secret cards.
func (g *Game[C]) Info() state.Info {
	info := state.Info{Name: g.Name, About: g.About, Version: g.Version, MinSeats: 1, MaxSeats: g.Seats}
	for _, c := range g.Cards {
		if !c.Secret {
			info.Cards = append(info.Cards, state.CardInfo{Name: c.Name, Type: "card", Title: c.title()})
		}
	}
	return info
}

// Deal starts a game. The table option debug sets the debug level, default 0.
func (g *Game[C]) Deal(setup state.Setup) (state.Machine, error) {
	m := &Machine[C]{game: g}
	if err := m.Redeal(setup); err != nil {
		return nil, err
	}
	return m, nil
}

// Redeal starts another game at the same table.
func (m *Machine[C]) Redeal(setup state.Setup) error {
	s, err := m.game.readSetup(setup)
	if err != nil {
		return err
	}
	dealt, err := attempt(func() *Machine[C] { return m.game.start(s) })
	if err != nil {
		return fmt.Errorf("%s: New failed: %w", m.game.Name, err)
	}
	for _, at := range dealt.seats {
		if at.p.ending != nil {
			return fmt.Errorf("%s: the game is over before its first choice: %s", m.game.Name, at.p.ending.Text)
		}
		if err := at.p.Look(); err != nil {
			return fmt.Errorf("%s: the game cannot be shown: %w", m.game.Name, err)
		}
	}
	*m = *dealt
	return nil
}

// readSetup checks the setup of a table and returns it as a gameSetup.
func (g *Game[C]) readSetup(setup state.Setup) (s gameSetup, err error) {
	if setup.Seats < 1 || setup.Seats > g.Seats {
		return s, fmt.Errorf("%s: %d seats; the game has 1 to %d", g.Name, setup.Seats, g.Seats)
	}
	if slices.ContainsFunc(setup.Decks, func(deck string) bool { return deck != "" }) {
		return s, fmt.Errorf("%s: this game has no decks to choose", g.Name)
	}
	s = gameSetup{seats: setup.Seats, seed: uint64(setup.Seed)}
	for _, name := range slices.Sorted(maps.Keys(setup.Table)) {
		n, err := strconv.Atoi(setup.Table[name])
		switch {
		case name != "debug":
			return s, fmt.Errorf("%s: unknown table option %q; the only one is debug", g.Name, name)
		case err != nil || n < 0 || n > maxLevel:
			return s, fmt.Errorf("%s: table option \"debug\" is %q; it must be a level from 0 to %d", g.Name, setup.Table[name], maxLevel)
		}
		s.debug = n
	}
	return s, nil
}

func (g *Game[C]) start(s gameSetup) *Machine[C] {
	m := &Machine[C]{game: g, setup: s, seats: make([]seatState[C], s.seats)}
	seeds := state.Rand(s.seed)
	for i := range m.seats {
		seed := s.seed
		if i > 0 {
			seed = seeds.Uint64()
		}
		m.seats[i].p = g.Start(seed, s.debug)
	}
	return m
}

// Player returns the player of the first seat. Callers must not change the player.
func (m *Machine[C]) Player() *Player[C] { return m.PlayerAt(0) }

// PlayerAt returns the player of a seat. Callers must not change the player.
func (m *Machine[C]) PlayerAt(seat state.Seat) *Player[C] { return m.seats[seat].p }

// seat returns the state of a seat, or nil if the table has no such seat.
func (m *Machine[C]) seat(seat state.Seat) *seatState[C] {
	if int(seat) >= len(m.seats) {
		return nil
	}
	return &m.seats[seat]
}

// The methods of [state.Machine] are documented there.

func (m *Machine[C]) Seq() uint32 { return m.seq }
func (m *Machine[C]) Seats() int  { return len(m.seats) }

// Turn returns the lowest turn of the players still in the game, or the highest if all
// have ended.
func (m *Machine[C]) Turn() int {
	low, high := 0, 0
	for _, at := range m.seats {
		high = max(high, at.p.Turn)
		if at.isAsked() && (low == 0 || at.p.Turn < low) {
			low = at.p.Turn
		}
	}
	if low == 0 {
		return high
	}
	return low
}

func (m *Machine[C]) Playing() (playing state.Seats) {
	for i, at := range m.seats {
		if !at.left {
			playing = playing.With(state.Seat(i))
		}
	}
	return playing
}

func (m *Machine[C]) Awaiting() (awaited state.Seats) {
	if m.agreed {
		return 0
	}
	for i, at := range m.seats {
		if at.isAsked() {
			awaited = awaited.With(state.Seat(i))
		}
	}
	return awaited
}

// Next returns the asked seat with the lowest turn number. If several seats have this turn number,
// Next returns the first.
func (m *Machine[C]) Next() state.Seat {
	turn := m.Turn()
	for i, at := range m.seats {
		if at.isAsked() && at.p.Turn == turn {
			return state.Seat(i)
		}
	}
	return 0
}

func (m *Machine[C]) Decision(seat state.Seat) uint32 {
	if at := m.seat(seat); at != nil && at.isAsked() && !m.agreed {
		return at.answered + 1
	}
	return 0
}

func (m *Machine[C]) Options(seat state.Seat, dst []state.Option) []state.Option {
	if at := m.seat(seat); at != nil && !m.agreed {
		return at.appendOptions(dst)
	}
	return dst
}

// Selection returns nil: the choices of a decision game are options.
func (m *Machine[C]) Selection(state.Seat) *state.Selection { return nil }

func (m *Machine[C]) Select(state.Seat, []int) ([]state.Option, error) {
	return nil, state.ErrNoSelection
}

func (m *Machine[C]) Check(q state.Request) error {
	at := m.seat(q.Seat)
	refuse := func(why state.RefusalReason) error {
		return &state.Refusal{Reason: why, Seat: q.Seat, Answers: q.Decision, Current: m.Decision(q.Seat)}
	}
	switch {
	case m.Awaiting() == 0:
		return refuse(state.GameOver)
	case at == nil || at.left:
		return refuse(state.NoSeat)
	case !at.isAsked():
		return refuse(state.NotAsked)
	case q.Option == state.Option{Do: state.Resign}:
		return nil
	case q.Decision != m.Decision(q.Seat):
		return refuse(state.Stale)
	case !slices.Contains(at.appendOptions(nil), q.Option):
		return refuse(state.Illegal)
	}
	return nil
}

// PlayForced implements [state.Playable].
func (m *Machine[C]) PlayForced(p state.ForcedPlay, dst []state.Option) (state.Seat, []state.Option) {
	for m.Awaiting() != 0 && !p.Stops(m.Turn(), m.seq) {
		seat := m.Next()
		if dst = m.Options(seat, dst[:0]); len(dst) > 1 { // the moves are all options
			return seat, dst
		}
		q := state.Request{Seat: seat, Option: dst[0]}
		if p.Salt != nil {
			q.Salt = p.Salt()
		}
		m.Apply(q, nil)
	}
	return 0, dst[:0]
}

// Apply applies a request. With a log it also records the causes of changed stats. This
// is slower but does not affect the game. A single player's notes are the events. At a table
// with several seats, each request has one event.
func (m *Machine[C]) Apply(q state.Request, log *state.Log) {
	if m.game.copier == nil {
		told := log != nil
		m.operations = append(m.operations, func(m *Machine[C]) {
			if told {
				m.Apply(q, new(state.Log))
			} else {
				m.Apply(q, nil)
			}
		})
	}
	m.seq++
	at := &m.seats[q.Seat]
	at.answered = m.seq
	p := at.p
	if q.Salt != 0 {
		p.Rand.Mix(q.Salt)
	}
	p.traceChanges = log != nil
	switch {
	case q.Do == state.Resign:
		at.left = true
		p.leaveTable()
	case at.stranger:
		at.passed = true
	default:
		p.apply(q.Option)
	}
	switch {
	case log == nil:
		return
	case len(m.seats) > 1: // the number of notes would tell the other seats something
		log.Add(state.Event{What: state.EventKind(Chose), Seat: q.Seat, Sees: state.Only(q.Seat)})
		return
	}
	for i := range p.notes {
		log.Add(state.Event{
			What: state.EventKind(p.notes[i].kind), Seat: q.Seat, Sees: state.Public,
			Card: state.Card(i & 0xFF), Target: state.Card(i >> 8),
		})
	}
}
