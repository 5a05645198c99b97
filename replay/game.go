package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// maxFrames is how many positions of a game are kept to begin from.
const maxFrames = 32

// A Game is a game that is over. Its methods may be called from any goroutine.
type Game struct {
	Facts
	Private bool // not for everybody

	rules state.Dealer
	keys  []string // the SHA-256 of those of the seats
	size  int      // of its log, in bytes

	mu     sync.Mutex // machines are for one goroutine at a time
	frames []*walk    // as it stands after 0, every, 2·every, … steps
	every  int
}

// Facts are what is known of a game without a step of it.
type Facts struct {
	Game    string          `json:"game"` // its id
	Rules   string          `json:"rules"`
	Version int             `json:"version"` // of the rules
	Program string          `json:"program"` // that began it
	At      int64           `json:"at_ms"`   // when, since 1970
	Seats   []Seat          `json:"seats"`   // as they were at the end
	Clock   *protocol.Clock `json:"clock,omitempty"`
	Steps   int             `json:"steps"` // the last one; they count from 0, which is the deal
	Turns   []Turn          `json:"turns"`
	Won     []int           `json:"won"`
	Draw    bool            `json:"draw"`
	Reason  string          `json:"reason"` // as in the message over
	// Fault is why it was set aside.
	Fault string `json:"fault,omitempty"`
}

// A Seat is who sat where.
type Seat struct {
	Seat int    `json:"seat"`
	Kind string `json:"kind"` // person, bot or open
	Name string `json:"name,omitempty"`
}

// A Turn is where a turn begins.
type Turn struct {
	Turn int `json:"turn"`
	Step int `json:"step"` // the first one after which it is that turn
}

// Open runs the log of a game once, which should be over: what is told of one that is not
// shows what is hidden. rules finds a ruleset by name. The
// error wraps [game.ErrDamaged].
func Open(records [][]byte, rules func(name string) (state.Dealer, error)) (g *Game, err error) {
	g = &Game{every: 1}
	r, err := game.Open(records, func(name string) (state.Dealer, error) {
		var err error
		g.rules, err = rules(name)
		return g.rules, err
	})
	if err != nil {
		return nil, err
	}
	for _, line := range records {
		g.size += len(line)
	}
	h := &r.Header
	g.Facts = Facts{
		Game: h.Game, Rules: h.Rules, Version: h.Version, Program: h.Program, At: h.At, Clock: h.Clock,
		Turns: []Turn{{r.Machine.Turn(), 0}}, Won: []int{}, Reason: protocol.ReasonEnd,
	}
	w := &walk{r: r}
	g.Private = h.Private
	g.keep(w)
	for {
		_, more, err := w.step(nil)
		if err != nil {
			if g.Fault = faultOf(records); g.Fault != "" {
				break // it has led there
			}
			return nil, err
		}
		if !more {
			g.Fault = r.Fault
			break
		}
		g.Steps++
		if turn := r.Machine.Turn(); turn != g.Turns[len(g.Turns)-1].Turn {
			g.Turns = append(g.Turns, Turn{turn, g.Steps})
		}
		g.keep(w)
	}
	g.end(r)
	return g, nil
}

// KeyHash returns the SHA-256 of the key of a seat: see [game.Seat].
func (g *Game) KeyHash(seat int) string { return g.keys[seat] }

// keep keeps the position after a step, if it is one of those to begin from.
func (g *Game) keep(w *walk) {
	if g.Steps%g.every != 0 {
		return
	}
	g.frames = append(g.frames, w.fork())
	if len(g.frames) <= maxFrames {
		return
	}
	kept := g.frames[:0]
	for i := 0; i < len(g.frames); i += 2 {
		kept = append(kept, g.frames[i])
	}
	clear(g.frames[len(kept):])
	g.frames, g.every = kept, g.every*2
}

// end takes note of how it ended.
func (g *Game) end(r *game.Replay) {
	for i, s := range r.Seats {
		g.Seats = append(g.Seats, Seat{i, s.Kind, s.Name})
		g.keys = append(g.keys, s.KeyHash)
	}
	if g.Fault != "" {
		g.Reason = protocol.ReasonFault
		return
	}
	if r.Reason != "" {
		g.Reason = r.Reason
	}
	_, won := r.Machine.Result()
	for ; won != 0; won &= won - 1 {
		g.Won = append(g.Won, int(won.First()))
	}
	g.Draw = len(g.Won) == 0
}

// faultOf returns why a game was set aside, "" if it was not.
func faultOf(records [][]byte) string {
	var last game.Record
	if json.Unmarshal(records[len(records)-1], &last) != nil {
		return ""
	}
	return last.Fault
}

// at returns the game as it stands after a step, for the caller alone. g.mu is held.
func (g *Game) at(step int) (*walk, error) {
	i := min(step/g.every, len(g.frames)-1)
	w := g.frames[i].fork()
	for range step - i*g.every {
		if _, _, err := w.step(nil); err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	return w, nil
}

// ErrOver is a step after which there is nothing more to be done.
var ErrOver = errors.New("the game is over there")

// From returns the position after a step, for another game to begin from. The error is
// [ErrOver], or wraps [game.ErrTooLong] or [game.ErrDamaged].
func (g *Game) From(step int) (*game.From, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, err := g.at(step)
	if err != nil {
		return nil, err
	}
	if step == 0 { // those who sat down are before the first request
		if _, err := w.r.Peek(); err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	if over(w.r.Machine) {
		return nil, ErrOver
	}
	return game.FromOf(w.r, step)
}
