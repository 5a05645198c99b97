package replay

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// maxCheckpoints limits the positions that a Game keeps. To reach a step, it starts from the
// last kept position before the step.
const maxCheckpoints = 32

// A Game is a finished game. Any goroutine may call its methods.
type Game struct {
	Facts
	Private bool // not listed

	rules           state.Dealer
	keys            []string // SHA-256 of each seat's key or claim
	transcriptSteps []Step   // from the transcript: see OpenOtherRules
	size            int      // of the log and the transcript, in bytes

	mu                 sync.Mutex // a machine is for one goroutine at a time
	checkpoints        []cursor   // the game after each multiple of checkpointInterval steps
	checkpointInterval int
}

// Facts describes a game without its steps.
type Facts struct {
	Game    string          `json:"game"` // its id
	Rules   string          `json:"rules"`
	Version int             `json:"version"` // of the rules
	Program string          `json:"program"` // version of gamed that created it
	At      int64           `json:"at_ms"`   // creation time, in ms since 1970
	Seats   []Seat          `json:"seats"`   // as they were at the end
	Clock   *protocol.Clock `json:"clock,omitempty"`
	Steps   int             `json:"steps"` // number of the last step; step 0 is the deal
	Turns   []Turn          `json:"turns"`
	Won     []int           `json:"won"`
	Draw    bool            `json:"draw"`
	Reason  string          `json:"reason"` // as in [protocol.Over]
	// Fault is the error of the rules that ended the game.
	Fault string `json:"fault,omitempty"`
	// Source is set if this program does not have the rules of the game: see [OpenOtherRules]. The
	// value is "transcript" if the steps have the public events, and "log" if they have no events.
	// With either value, the steps have no views and no options.
	Source string `json:"source,omitempty" jsonschema:"enum=transcript,enum=log"`
}

// A Seat describes a seat and its player.
type Seat struct {
	Seat int    `json:"seat"`
	Kind string `json:"kind"` // person, bot or open
	Name string `json:"name,omitempty"`
	Face string `json:"face,omitempty"` // of a person
}

// A Turn tells at which step a turn began.
type Turn struct {
	Turn int `json:"turn"`
	Step int `json:"step"` // the first step in that turn
}

// Open replays the log of a game. The game should be over, since a replay reveals hidden cards.
// The errors of Open wrap [table.ErrDamaged].
func Open(lines [][]byte, find table.RulesFinder) (*Game, error) {
	summary, err := table.Summarize(lines)
	if err != nil {
		return nil, err
	}
	w, err := start(lines, find)
	if err != nil {
		return nil, err
	}
	h := summary.Header
	g := &Game{
		Facts: Facts{
			Game: h.Game, Rules: h.Rules, Version: h.Version, Program: h.Program, At: h.At, Clock: h.Clock,
			Turns: []Turn{{w.Table.Machine.Turn(), 0}}, Won: []int{}, Reason: summary.Reason, Fault: summary.Fault,
		},
		Private: h.Private, rules: w.Table.Rules, checkpointInterval: 1,
	}
	for i, line := range lines {
		g.size += len(line)
		if i < len(summary.Seats) {
			seat := summary.Seats[i]
			g.Seats, g.keys = append(g.Seats, Seat{Seat: i, Kind: seat.Kind, Name: seat.Name}), append(g.keys, seat.KeyHash)
		}
	}
	g.addCheckpoint(w)
	for w.More() {
		if _, err := w.step(); err != nil && g.Fault == "" {
			return nil, err
		} else if err != nil {
			break // the log ends with a fault of the rules
		}
		g.Steps++
		if turn := w.Table.Machine.Turn(); turn != g.Turns[len(g.Turns)-1].Turn {
			g.Turns = append(g.Turns, Turn{turn, g.Steps})
		}
		g.addCheckpoint(w)
	}
	if !w.Table.HasPosition() {
		g.Source = FromLog
	}
	if g.Fault == "" {
		_, won := w.Table.Machine.Result()
		g.Won = table.Numbers(won)
		g.Draw = len(g.Won) == 0
	}
	return g, nil
}

// SetNames sets the players' names and faces, indexed by seat. It does not replace a name from the
// log. Logs of format 3 contain no names of people and no faces. Call SetNames before other
// goroutines use the game.
func (g *Game) SetNames(people, faces []string) {
	for i := range g.Seats {
		if i < len(people) {
			g.Seats[i].Name = cmp.Or(g.Seats[i].Name, people[i])
		}
		if i < len(faces) {
			g.Seats[i].Face = faces[i]
		}
	}
}

// KeyHash returns the SHA-256 of a seat's key or claim: see [table.Seat].
func (g *Game) KeyHash(seat int) string { return g.keys[seat] }

// addCheckpoint stores a copy of w if the number of its step is a multiple of
// g.checkpointInterval. If there are too many copies, it removes every second one and doubles
// the interval.
func (g *Game) addCheckpoint(w cursor) {
	if g.Steps%g.checkpointInterval != 0 {
		return
	}
	g.checkpoints = append(g.checkpoints, w.fork())
	if len(g.checkpoints) <= maxCheckpoints {
		return
	}
	half := g.checkpoints[:0]
	for i := 0; i < len(g.checkpoints); i += 2 {
		half = append(half, g.checkpoints[i])
	}
	clear(g.checkpoints[len(half):])
	g.checkpoints, g.checkpointInterval = half, g.checkpointInterval*2
}

// cursorAt returns a cursor that has applied the given number of steps. The caller must hold g.mu.
func (g *Game) cursorAt(step int) (cursor, error) {
	i := min(step/g.checkpointInterval, len(g.checkpoints)-1)
	w := g.checkpoints[i].fork()
	for range step - i*g.checkpointInterval {
		if _, err := w.step(); err != nil {
			return w, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	return w, nil
}

// ErrOver is returned by [Game.Origin] for a step that ends the game.
var ErrOver = errors.New("the game is over at this step")

// Origin returns the position after a step, from which a new game can continue. The error is
// [ErrOver], or wraps [table.ErrTooLong] or [table.ErrDamaged].
func (g *Game) Origin(step int) (*table.Origin, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, err := g.cursorAt(step)
	if err != nil {
		return nil, err
	}
	if over, _ := w.Table.Machine.Result(); over {
		return nil, ErrOver
	}
	return w.Replay.From(step)
}
